"""An untouched log is proven at every moment, and whatever is changed in one is found"""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest
from django.db import connection

from games import models
from games.eventstore.codec import BY_NAME
from games.eventstore.raw import read_raw
from games.verification.examining import examine
from games.verification.findings import Findings
from games.verification.replaying import retraced
from games.verification.shuffles import first_unfair
from players.models import Player
from tests.games.services.table import Table
from tests.games.verification.eventful import eventful
from tests.games.verification.tampering import change_data, forge_hashes, set_column, tamper


def found(table: Table) -> dict[str, int]:
    """The parts that fail, each with the first version at which it does."""
    findings = examine(table.row.pk).findings
    return {part: fault.version for part, fault in findings._asdict().items() if fault}


def version_of(table: Table, kind: str) -> int:
    """The version of the first event of this kind."""
    return next(row.version for row in read_raw(table.row.pk) if row.kind == kind)


@pytest.mark.django_db
@pytest.mark.usefixtures("woken")
def test_after_every_act_all_of_it_holds() -> None:
    names = ("ana", "boris", "chie", "dipa")
    people = dict(zip("NESW", (Player.objects.create(username=n) for n in names), strict=True))
    for table in eventful(people):
        examined = examine(table.row.pk)
        assert examined.findings == Findings(), examined.findings
        assert examined.stream == table.done.stream
    kinds = Counter(row.kind for row in read_raw(table.row.pk))
    assert set(kinds) == set(BY_NAME)


COLUMNS = {
    "type": "CASE type WHEN 'autopilot-on' THEN 'autopilot-off' ELSE 'autopilot-on' END",
    "schema": "schema + 1",
    "data": "data || '{\"x\": 1}'",
    "actor_kind": "CASE actor_kind WHEN 'staff' THEN 'system' ELSE 'staff' END",
    "actor_id": "CASE WHEN actor_id IS NULL THEN gen_random_uuid() END",
    "actor_why": "CASE WHEN actor_why IS NULL THEN '{}'::jsonb END",
    "at": "at + interval '1 microsecond'",
    "hash": "set_byte(hash, 31, 255 - get_byte(hash, 31))",
}


def test_every_column_is_tried() -> None:
    columns = {field.column for field in models.Event._meta.concrete_fields}
    assert columns == {"game_id", "version", *COLUMNS}


@pytest.mark.parametrize("column", COLUMNS)
def test_a_change_of_any_column_of_any_event_is_found_there(game: Table, column: str) -> None:
    versions = {version_of(game, kind) for kind in BY_NAME} | {game.version}
    for version in sorted(versions):
        with_savepoint(game, version, column)


def with_savepoint(game: Table, version: int, column: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SAVEPOINT untouched")
        set_column(game.row.pk, version, column, COLUMNS[column])
        assert found(game)["chain"] == version, (version, column)
        cursor.execute("ROLLBACK TO SAVEPOINT untouched")


def test_a_change_of_any_value_of_any_event_is_found_there(game: Table) -> None:
    rows = read_raw(game.row.pk)
    for kind in BY_NAME:
        row = next(row for row in rows if row.kind == kind)
        assert row.data is not None
        for name, value in row.data.items():
            with connection.cursor() as cursor:
                cursor.execute("SAVEPOINT untouched")
                change_data(game.row.pk, row.version, **{name: another(value)})
                assert found(game)["chain"] == row.version, (kind, name)
                cursor.execute("ROLLBACK TO SAVEPOINT untouched")


def another(value: Any) -> Any:
    """A value of the same type that is not this one."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return f"{value}x"
        case _:
            return [value]


def test_an_event_that_moved_to_another_game_is_missed_and_is_too_much(game: Table) -> None:
    other = Table({}, game.people["N"])
    version = version_of(game, "bid-made")
    set_column(game.row.pk, version, "game_id", f"'{other.row.pk}'")
    assert found(game)["chain"] == version
    assert found(other)["chain"] <= version


@pytest.mark.parametrize("version", ["0", "-5", "100000"])
def test_another_version_is_found(game: Table, version: str) -> None:
    mine = version_of(game, "card-played")
    set_column(game.row.pk, mine, "version", version)
    assert found(game)["chain"] == min(mine, int(version))


def test_what_is_cut_out_or_off_is_found(game: Table) -> None:
    pk = str(game.row.pk)
    tamper("DELETE FROM games_event WHERE game_id = %s AND version = %s", pk, game.version)
    assert found(game) == {"chain": game.version, "scores": game.version - 1}
    middle = version_of(game, "deal-passed-out")
    tamper("DELETE FROM games_event WHERE game_id = %s AND version = %s", pk, middle)
    assert found(game) == dict.fromkeys(("chain", "replay", "scores"), middle)
    tamper("DELETE FROM games_event WHERE game_id = %s", pk)
    assert found(game) == dict.fromkeys(("chain", "replay", "shuffle", "scores"), 1)


GARBAGE = {
    "type": ["''", "'nap'"],
    "schema": ["0", "-1", "32767"],
    "data": [
        *("'null'", "'[]'", "'7'", "'\"x\"'", "'{}'", "'true'"),
        "('{\"seat\": ' || repeat('[', 2000) || repeat(']', 2000) || '}')::jsonb",
        "('{\"seat\": 1' || repeat('0', 5000) || '}')::jsonb",
        '\'{"seat": 1e400, "number": null, "seed": [], "deck": {}}\'',
        "(SELECT jsonb_object_agg(key, 'null'::jsonb) FROM jsonb_each(data))",
        "(SELECT jsonb_object_agg(key, '[[]]'::jsonb) FROM jsonb_each(data))",
        "(SELECT jsonb_object_agg(key, '{\"N\": 1}'::jsonb) FROM jsonb_each(data))",
        "(SELECT jsonb_object_agg(key, '\"é\"'::jsonb) FROM jsonb_each(data))",
        "(SELECT jsonb_object_agg(key, '-1.5'::jsonb) FROM jsonb_each(data))",
    ],
    "actor_kind": ["''", "'robot'"],
    "actor_why": ["'null'", "'[]'", '\'{"kind": "player"}\'', "'{\"level\": {}}'"],
    "at": ["'infinity'", "'-infinity'", "'294276-12-31'", "'4713-01-01 BC'", "'0001-01-01'"],
    "hash": ["''", "'\\x00'", "decode(repeat('00', 900), 'hex')"],
}


@pytest.mark.parametrize("column", GARBAGE)
def test_garbage_in_any_column_is_a_finding_and_no_failure(game: Table, column: str) -> None:
    for kind in ("game-created", "card-played"):
        version = version_of(game, kind)
        for garbage in GARBAGE[column]:
            with connection.cursor() as cursor:
                cursor.execute("SAVEPOINT untouched")
                set_column(game.row.pk, version, column, garbage)
                assert found(game)["chain"] == version, (kind, garbage)
                cursor.execute("ROLLBACK TO SAVEPOINT untouched")


VALUES: list[Any] = [None, True, -1.5, 10**30, "", "é", [], [[]], {}, {"N": 1}, ["2C"] * 54]


def test_garbage_in_any_value_is_a_finding_and_no_failure_of_any_part(game: Table) -> None:
    rows, game_id = read_raw(game.row.pk), str(game.row.pk)
    for kind in BY_NAME:
        place = next(place for place, row in enumerate(rows) if row.kind == kind)
        data = rows[place].data
        assert data is not None
        for name, value in itertools.product(data, VALUES):
            changed = rows[place]._replace(data={**data, name: value})
            log = [*rows[:place], changed, *rows[place + 1 :]]
            found = retraced(game_id, log)
            faults = [found.replay, found.scores, first_unfair(game_id, log)]
            versions = [fault.version for fault in faults if fault is not None]
            # Of these one value is as good as another, as far as the log alone can tell.
            free = name in ("note", "player_id", "sandbox")
            assert versions or free or data[name] == value, (kind, name, value)
            assert all(version >= changed.version for version in versions)


def test_who_sits_there_is_somebody_of_this_game(game: Table) -> None:
    change_data(game.row.pk, version_of(game, "seat-taken"), forge=True, player_id="nobody")
    assert found(game)["replay"] <= game.version
    waiting = Table({}, game.people["N"])
    change_data(waiting.row.pk, 2, forge=True, player_id="nobody")
    assert found(waiting) == {"scores": 2}


FORGED = {
    "an illegal bid": ("bid-made", {"bid": 2}, {"replay", "scores"}),
    "a bid that was not of its type": ("bid-made", {"bid": True}, {"replay", "scores"}),
    "another's card": ("card-played", {"card": "ZZ"}, {"replay", "scores"}),
    "another winner": ("card-played", {"winner": "N"}, {"replay", "scores"}),
    "a field too many": ("card-played", {"x": 1}, {"replay", "scores"}),
    "another seat": ("bid-made", {"seat": "X"}, {"replay", "scores"}),
    "points": ("deal-scored", {"points": {"NS": 999, "EW": 0}}, {"scores"}),
    "tricks": ("deal-scored", {"tricks": {"NS": 1.0, "EW": 1}}, {"scores"}),
    "the number of a deal": ("deal-scored", {"number": 2}, {"replay", "scores"}),
    "the winner of it all": ("game-finished", {"winner": "tie"}, {"scores"}),
    "the seed": ("game-created", {"seed": "ab" * 32}, {"shuffle"}),
    "the commitment": ("game-created", {"commitment": "ab" * 32}, {"shuffle"}),
    "the seed told in the end": ("game-finished", {"seed": "ab" * 32}, {"shuffle"}),
    "a salt": ("deal-started", {"salt": "00" * 16}, {"shuffle"}),
    "a turn-up": ("deal-started", {"turn_up": "ZZ"}, {"replay", "scores"}),
    "an option": ("game-created", {"options": {}}, {"replay", "scores"}),
    "the time for a turn": ("game-created", {"turn_seconds": 5}, {"scores"}),
    "entropy": ("seat-taken", {"entropy": "mine"}, {"shuffle"}),
    "a passed-out deal": ("deal-passed-out", {"attempt": 2}, {"replay", "scores"}),
    "a rewind further back": ("game-rewound", {"to_version": 10**6}, {"replay", "scores"}),
}


@pytest.mark.parametrize(("kind", "fields", "parts"), FORGED.values(), ids=FORGED)
def test_a_change_is_found_by_the_rules_even_if_all_hashes_were_made_anew(
    game: Table, kind: str, fields: dict[str, Any], parts: set[str]
) -> None:
    version = version_of(game, kind)
    change_data(game.row.pk, version, forge=True, **fields)

    failed = found(game)
    assert set(failed) == parts
    if parts - {"shuffle"}:
        assert min(failed.values()) in (version, game.version)


def test_a_dealt_card_that_was_exchanged_comes_of_no_seed(game: Table) -> None:
    version = version_of(game, "deal-started")
    row = next(row for row in read_raw(game.row.pk) if row.version == version)
    assert row.data is not None
    deck = row.data["deck"]
    change_data(game.row.pk, version, forge=True, deck=[*deck[:-2], deck[-1], deck[-2]])
    assert found(game) == {"shuffle": version}


@pytest.mark.parametrize(
    ("kind", "sql"),
    [
        ("bid-made", "actor_kind = 'bot'"),
        ("card-played", "actor_id = gen_random_uuid()"),
        ("deal-scored", "actor_kind = 'staff'"),
        ("autopilot-on", "actor_kind = 'player', actor_why = NULL"),
        ("deal-scored", "at = at + interval '1 second'"),
        ("card-played", "at = at - interval '1 hour'"),
    ],
)
def test_another_author_or_time_is_found_even_so(game: Table, kind: str, sql: str) -> None:
    version = version_of(game, kind)
    tamper(
        f"UPDATE games_event SET {sql} WHERE game_id = %s AND version = %s",
        str(game.row.pk),
        version,
    )
    forge_hashes(game.row.pk)
    assert found(game) == {"replay": version, "scores": version}


def given_back(game: Table) -> list[int]:
    """The versions at which staff gave a seat back in the act of a rewind."""
    rows = read_raw(game.row.pk)
    off = [row for row in rows if row.kind == "autopilot-off" and row.actor is not None]
    return [row.version for row in off if row.actor and row.actor["kind"] == "staff"]


def test_staff_give_a_seat_back_in_the_act_of_a_rewind_and_never_else(game: Table) -> None:
    rows = {row.version: row for row in read_raw(game.row.pk)}
    inside, anew = given_back(game)
    assert rows[inside - 1].kind == "game-rewound"
    assert [rows[anew - 2].kind, rows[anew - 1].kind] == ["game-rewound", "deal-started"]

    own = version_of(game, "autopilot-off")
    forgeries = (
        (own, "actor_kind = 'staff', actor_id = %(staff)s"),
        (inside, "actor_id = gen_random_uuid()"),
        (inside, "at = at + interval '1 microsecond'"),
        (anew, 'data = \'{"seat": "X"}\''),
    )
    staff = rows[inside].actor
    assert staff is not None
    for version, sql in forgeries:
        with connection.cursor() as cursor:
            cursor.execute("SAVEPOINT untouched")
            set_all = sql.replace("%(staff)s", f"'{staff['id']}'")
            tamper(
                f"UPDATE games_event SET {set_all} WHERE game_id = %s AND version = %s",
                str(game.row.pk),
                version,
            )
            forge_hashes(game.row.pk)
            assert found(game)["replay"] == version, sql
            cursor.execute("ROLLBACK TO SAVEPOINT untouched")


def test_a_rule_that_was_changed_is_found(game: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.engine.following.points", lambda *_: 7)
    assert found(game) == {"scores": version_of(game, "deal-scored")}


ROWS = {
    "games_game": {
        "status": "'finished'",
        "version": "version - 1",
        "score_ns": "score_ns + 1",
        "score_ew": "score_ew - 1",
        "winner": "'tie'",
        "updated_at": "updated_at + interval '1 second'",
        "created_at": "created_at - interval '1 second'",
        "turn_seat": "'N'",
        "deadline": "now()",
        "ruleset": "'bab'",
        "options": "'{}'",
        "turn_seconds": "turn_seconds + 1",
        "sandbox": "NOT sandbox",
    },
    "games_seat": {"participant_id": "NULL", "bot": "NULL", "autopilot": "NOT autopilot"},
    "games_participant": {"sat": "NOT sat"},
}


@pytest.mark.parametrize("table", ROWS)
def test_a_read_model_that_is_not_what_the_log_makes_is_found(game: Table, table: str) -> None:
    key = "id" if table == "games_game" else "game_id"
    for column, value in ROWS[table].items():
        with connection.cursor() as cursor:
            cursor.execute("SAVEPOINT untouched")
            changed = f"{column} IS DISTINCT FROM {value}"
            cursor.execute(
                f"UPDATE {table} SET {column} = {value} WHERE {key} = %s AND {changed}",
                [str(game.row.pk)],
            )
            assert cursor.rowcount > 0, column
            assert set(found(game)) == {"scores"}, column
            cursor.execute("ROLLBACK TO SAVEPOINT untouched")
    assert found(game) == {}
