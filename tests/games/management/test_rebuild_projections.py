"""manage.py rebuild_projections"""

from __future__ import annotations

import threading
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.forms.models import model_to_dict

from games import clock, models
from games.eventstore.codec import BY_NAME
from games.services import sandbox
from games.services.rebuilding import rebuild
from players.models import Player, Rating
from tests.games.rated import everything, one_card_preset, play_out, rated
from tests.games.services.table import NOON, Table, bots_only, seat_rows
from tests.games.verification.eventful import eventful
from tests.games.verification.tampering import change_data, forge_hashes


@pytest.fixture(autouse=True)
def nobody_is_woken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.tasks.wake", lambda _: None)


def run(*words: Any) -> str:
    out = StringIO()
    call_command("rebuild_projections", *map(str, words), stdout=out)
    return out.getvalue()


def rows(table: Table) -> dict[str, Any]:
    """A game's row but for when it is looked at, its seats', its participants', how they fared."""
    row = models.Game.objects.get(pk=table.row.pk)
    sat = dict(models.Participant.objects.filter(game=row).values_list("pk", "sat"))
    fared = list(models.Performance.objects.filter(participant__game=row).order_by("pk").values())
    told = {"version": row.version, "seats": seat_rows(row), "sat": sat, "fared": fared}
    return {**model_to_dict(row, exclude=["look_at"]), **told}


def scramble(table: Table) -> None:
    """Make of everything that the log tells something else."""
    models.Seat.objects.filter(game=table.row).delete()
    models.Performance.objects.filter(participant__game=table.row).update(turns=-1)
    models.Participant.objects.filter(game=table.row).update(sat=False)
    models.Game.objects.filter(pk=table.row.pk).update(
        status="waiting",
        version=999,
        ruleset="bab",
        options={"tie": "tie"},
        visibility="public",
        turn_seconds=1,
        created_at=NOON,
        updated_at=NOON,
        turn_seat="X",
        turn_action="nap",
        deadline=None,
        due_at=None,
        look_at=None,
        turn_lane=None,
        score_ns=-1,
        score_ew=-1,
        winner="NS",
    )


@pytest.mark.django_db
def test_after_every_kind_of_act_the_same_rows_are_made() -> None:
    names = ("ana", "boris", "chie", "dipa")
    people = dict(zip("NESW", (Player.objects.create(username=n) for n in names), strict=True))
    seen = set[str]()
    for table in eventful(people):
        if seen.issuperset(table.kinds):
            continue
        seen.update(table.kinds)
        before = rows(table)
        assert rebuild(table.row.pk).differences == ()
        assert rows(table) == before
        scramble(table)
        assert rows(table) != before
        assert rebuild(table.row.pk).differences != ()
        assert rows(table) == before
    assert seen == set(BY_NAME)


@pytest.mark.django_db
def test_a_sandbox_whose_clock_was_moved_keeps_its_timers() -> None:
    ana = Player.objects.create(username="ana")
    table = Table({"N": ana}, ana, sandbox=True, bots=dict.fromkeys("ESW", "normal"))
    while table.turn != "N":
        table.machine()
    sandbox.advance_clock(player=ana, game_id=table.row.pk, seconds=100, clock=clock.now)
    before = rows(table)
    assert rebuild(table.row.pk).differences == ()
    assert rows(table) == before


@pytest.mark.django_db
def test_it_prints_what_differed() -> None:
    ana = Player.objects.create(username="ana")
    tables = [bots_only(ana) for _ in range(3)]
    models.Game.objects.filter(pk=tables[1].row.pk).update(score_ns=999)
    models.Seat.objects.filter(game=tables[2].row, seat="S").update(bot="expert")

    assert run("--all").splitlines() == [
        f"{tables[1].row.pk}  score_ns: 999 → 0",
        f"{tables[2].row.pk}  seat S: (None, 'expert', False) → (None, 'normal', False)",
        "Games put right: 2.",
        "Ratings put right: 0.",
    ]
    assert run("--all") == "Games put right: 0.\nRatings put right: 0.\n"


@pytest.mark.django_db
@pytest.mark.parametrize("forge", [False, True])
def test_a_log_that_does_not_hold_is_left_to_people(forge: bool) -> None:
    ana = Player.objects.create(username="ana")
    table = bots_only(ana)
    change_data(table.row.pk, 7, turn_up="ZZ")
    if forge:
        forge_hashes(table.row.pk)
    scramble(table)
    before = rows(table)

    with pytest.raises(CommandError, match="Games left alone: 1"):
        run(table.row.pk)
    assert rows(table) == before


@pytest.mark.django_db(transaction=True)
def test_a_move_and_a_rebuild_wait_for_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    table = bots_only(Player.objects.create(username="ana"))
    began, moved = threading.Event(), list[bool]()

    def move() -> None:
        began.set()
        moved.append(table.machine() is not None)
        connection.close()

    mover = threading.Thread(target=move)
    examine = rebuild.__globals__["examine"]

    def while_somebody_moves(game_id: Any) -> Any:
        mover.start()
        began.wait(10)
        mover.join(0.3)
        assert not moved, "he waits"
        return examine(game_id)

    monkeypatch.setitem(rebuild.__globals__, "examine", while_somebody_moves)
    models.Game.objects.filter(pk=table.row.pk).update(score_ew=999)
    table.later()
    (difference,) = rebuild(table.row.pk).differences
    assert (difference.key, difference.wanted) == ("score_ew", 0)
    mover.join(10)
    assert moved == [True]


@pytest.mark.django_db
def test_how_players_fared_and_their_ratings_are_made_anew() -> None:
    names = ("ana", "boris", "chie", "dipa")
    people = dict(zip("NESW", (Player.objects.create(username=n) for n in names), strict=True))
    with one_card_preset():
        tables = [play_out(rated(people)) for _ in range(2)]
        before = everything(), list(models.Performance.objects.order_by("pk").values())
        assert run("--all") == "Games put right: 0.\nRatings put right: 0.\n"
        fared = models.Performance.objects.filter(participant__game=tables[0].row)
        fared.filter(result="won").delete()
        fared.update(result="tied", turns=0)
        Rating.objects.filter(player=people["N"]).update(mu=7)
        told = run("--all").splitlines()
        assert told[0].startswith(f"{tables[0].row.pk}  performance ")
        assert told[1:] == ["Games put right: 1.", "Ratings put right: 1."]
        assert (everything(), list(models.Performance.objects.order_by("pk").values())) == before
