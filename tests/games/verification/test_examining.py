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
from tests.games.verification.tampering import (
    STREAM,
    change_data,
    forge_hashes,
    set_author,
    set_column,
    tamper,
)


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
    "type": (
        "(CASE type WHEN 'autopilot-on' THEN 'autopilot-off' ELSE 'autopilot-on' END)"
        "::games_event_type"
    ),
    "schema": "schema + 1",
    "data": "data || '{\"x\": 1}'",
    "author": "CASE author WHEN 1 THEN 2 ELSE 1 END",
    "at": "at + interval '1 microsecond'",
    "hash": "set_byte(hash, 31, 255 - get_byte(hash, 31))",
}
AUTHORS = {
    "game": "-1",
    "number": "number + 1000",
    "kind": "CASE kind WHEN 'staff' THEN 'system'::games_actor_kind ELSE 'staff' END",
    "person": "CASE WHEN person IS NULL THEN gen_random_uuid() END",
    "why": "CASE WHEN why IS NULL THEN '{}'::jsonb END",
}
STREAMS = {"number": "-1", "game_id": "gen_random_uuid()"}
TABLES = ((models.Event, COLUMNS), (models.Author, AUTHORS), (models.Stream, STREAMS))


def test_every_column_is_tried() -> None:
    for model, tried in TABLES:
        columns = {field.column for field in model._meta.concrete_fields}
        # What an event is, its place, is tried further below.
        assert columns - tried.keys() == ({"game", "version"} if model is models.Event else set())


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


@pytest.mark.parametrize("column", AUTHORS)
def test_a_change_of_any_author_is_found_at_his_first_event(game: Table, column: str) -> None:
    authors = models.Author.objects.filter(game__game=game.row).values_list("number", flat=True)
    first = dict(
        models.Event.objects.filter(game__game=game.row)
        .order_by("-version")
        .values_list("author", "version")
    )
    assert {*authors} == {*first}
    for number, version in first.items():
        with connection.cursor() as cursor:
            cursor.execute("SAVEPOINT untouched")
            tamper(
                f"UPDATE games_author SET {column} = {AUTHORS[column]} "
                f"WHERE {STREAM} AND number = %s",
                str(game.row.pk),
                number,
            )
            assert found(game)["chain"] == version, (number, column)
            cursor.execute("ROLLBACK TO SAVEPOINT untouched")


@pytest.mark.parametrize("column", STREAMS)
def test_a_stream_that_was_given_another_name_is_missed(game: Table, column: str) -> None:
    sql = f"UPDATE games_stream SET {column} = {STREAMS[column]} WHERE game_id = %s"
    tamper(sql, str(game.row.pk))
    assert found(game)["chain"] == 1


def test_streams_that_changed_places_are_found(game: Table) -> None:
    other = Table({}, game.people["N"])
    mine, theirs = (models.Stream.objects.get(game=one.row).number for one in (game, other))
    for number, one in ((-1, game), (mine, other), (theirs, game)):
        sql = "UPDATE games_stream SET number = %s WHERE game_id = %s"
        tamper(sql, number, str(one.row.pk))
    assert found(game)["chain"] == found(other)["chain"] == 1


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
    number = models.Stream.objects.get(game=other.row).number
    set_column(game.row.pk, version, "game", str(number))
    assert found(game)["chain"] == version
    assert found(other)["chain"] <= version


@pytest.mark.parametrize("version", ["0", "-5", "100000"])
def test_another_version_is_found(game: Table, version: str) -> None:
    mine = version_of(game, "card-played")
    set_column(game.row.pk, mine, "version", version)
    assert found(game)["chain"] == min(mine, int(version))


def test_what_is_cut_out_or_off_is_found(game: Table) -> None:
    pk = str(game.row.pk)
    tamper(f"DELETE FROM games_event WHERE {STREAM} AND version = %s", pk, game.version)
    assert found(game) == {"chain": game.version, "scores": game.version - 1}
    middle = version_of(game, "deal-passed-out")
    tamper(f"DELETE FROM games_event WHERE {STREAM} AND version = %s", pk, middle)
    assert found(game) == dict.fromkeys(("chain", "replay", "scores"), middle)
    tamper(f"DELETE FROM games_event WHERE {STREAM}", pk)
    assert found(game) == dict.fromkeys(("chain", "replay", "shuffle", "scores"), 1)


GARBAGE = {
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
    "author": ["0", "-1", "32767"],
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
        ("bid-made", "kind = 'bot'"),
        ("card-played", "person = gen_random_uuid()"),
        ("deal-scored", "kind = 'staff'"),
        ("autopilot-on", "kind = 'player', why = NULL"),
    ],
)
def test_another_author_is_found_even_so(game: Table, kind: str, sql: str) -> None:
    version = version_of(game, kind)
    set_author(game.row.pk, version, sql)
    forge_hashes(game.row.pk)
    assert found(game) == {"replay": version, "scores": version}


@pytest.mark.parametrize(
    ("kind", "at"),
    [("deal-scored", "at + interval '1 second'"), ("card-played", "at - interval '1 hour'")],
)
def test_another_time_is_found_even_so(game: Table, kind: str, at: str) -> None:
    version = version_of(game, kind)
    set_column(game.row.pk, version, "at", at)
    forge_hashes(game.row.pk)
    assert found(game) == {"replay": version, "scores": version}


def given_back(game: Table) -> list[int]:
    """The versions at which staff gave a seat back in the act of a rewind."""
    rows = read_raw(game.row.pk)
    off = [row for row in rows if row.kind == "autopilot-off" and row.actor is not None]
    return [row.version for row in off if row.actor and row.actor["kind"] == "staff"]


def test_staff_give_a_seat_back_in_the_act_of_a_rewind_and_never_else(game: Table) -> None:
    rows = {row.version: row for row in read_raw(game.row.pk)}
    # Within a deal the rewind comes right before; else the deal that it has dealt anew.
    before = {rows[version - 1].kind: version for version in reversed(given_back(game))}
    inside, anew = before["game-rewound"], before["deal-started"]
    assert rows[anew - 2].kind == "game-rewound"

    own, pk = version_of(game, "autopilot-off"), game.row.pk
    staff = rows[inside].actor
    assert staff is not None
    forgeries = (
        (own, set_author, (f"kind = 'staff', person = '{staff['id']}'",)),
        (inside, set_author, ("person = gen_random_uuid()",)),
        (inside, set_column, ("at", "at + interval '1 microsecond'")),
        (anew, set_column, ("data", '\'{"seat": "X"}\'')),
    )
    for version, forge, change in forgeries:
        with connection.cursor() as cursor:
            cursor.execute("SAVEPOINT untouched")
            forge(pk, version, *change)
            forge_hashes(pk)
            assert found(game)["replay"] == version, change
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
        "creator_id": "(SELECT max(id::text)::uuid FROM players_player WHERE id <> creator_id)",
    },
    "games_seat": {"participant_id": "NULL", "bot": "NULL", "autopilot": "NOT autopilot"},
    "games_participant": {"sat": "NOT sat", "status": "'waiting'", "public": "NOT public"},
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
