"""What is written for whom to be told by e-mail, in the act's own transaction."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games import models
from games.engine.commands import VoidGame
from games.eventstore.actors import SYSTEM
from games.services import disputes
from games.services.acts import act
from games.services.sweeping import warn
from players import accounts, services
from players.models import Player
from tests.games.mail import everybody_wants, mail_is_on, wants
from tests.games.rated import play_out
from tests.games.services.table import People, Table, seated

pytestmark = pytest.mark.usefixtures("woken")
SHORT = {"hand_sizes": [1]}
DELAY = timedelta(minutes=5)


@pytest.fixture(autouse=True)
def mail(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    mail_is_on(settings, monkeypatch)


def told() -> list[tuple[str, str]]:
    """Who is to be told of what, in order."""
    rows = models.Notice.objects.order_by("pk")
    return list(rows.values_list("player__username", "kind"))


def kinds() -> Counter[str]:
    return Counter(kind for _, kind in told())


def warned(table: Table) -> Table:
    """So much time has passed that the player to act is warned."""
    table.row.refresh_from_db()
    assert table.row.warn_at is not None
    table.now = table.row.warn_at
    assert warn(clock=table.clock) == 1
    return table


def test_nothing_where_the_service_sends_no_mail(people: People, settings: Any) -> None:
    settings.MAIL = {}
    everybody_wants(people)
    play_out(seated(people, options=SHORT))
    assert told() == []


def test_whose_turn_it_is_is_to_be_told_some_minutes_later(people: People) -> None:
    everybody_wants(people, "turn")
    table = seated(people)
    row = models.Notice.objects.get()
    assert row.player == people[table.turn]
    assert (row.deadline, row.due_at) == (table.row.deadline, table.now + DELAY)
    table.move()
    assert [name for name, _ in told()] == [row.player.username, people[table.turn].username]


@pytest.mark.parametrize("wish", [{"turn_seconds": 599}, {"sandbox": True}])
def test_of_turns_that_are_over_before_a_mail_is_read_nobody_is_told(
    people: People, wish: dict[str, Any]
) -> None:
    everybody_wants(people)
    table = seated(people, options=SHORT, **wish)
    play_out(warned(table))
    # Of its end they are, but not in a sandbox.
    assert set(kinds()) == (set() if "sandbox" in wish else {"game_over"})


def test_who_wants_none_or_has_no_address_is_told_nothing(people: People) -> None:
    wants(people["N"], "dispute")
    wants(people["E"], email="")
    wants(people["S"])
    Player.objects.filter(pk=people["W"].pk).update(is_guest=True)
    table = seated(people, options=SHORT)
    models.Notice.objects.all().delete()
    Player.objects.filter(pk=people["S"].pk).update(is_active=False)
    play_out(warned(table))
    assert told() == []


def test_a_guest_is_told_nothing_until_he_names_an_address(db: None) -> None:
    people = {seat: services.start_guest()[0] for seat in "NESW"}
    assert {player.email for player in people.values()} == {""}
    play_out(warned(seated(people, options=SHORT)))
    assert told() == []
    boris = people["E"]
    accounts.change(boris, email="boris@example.org")
    play_out(warned(seated(people, options=SHORT)))
    assert {name for name, _ in told()} == {boris.username}
    assert "game_over" in kinds()


def test_of_one_turn_he_is_told_once(people: People) -> None:
    everybody_wants(people)
    table = warned(seated(people))
    assert told() == [(people[table.turn].username, "turn")]
    # Nor again when somebody else leaves meanwhile.
    other = next(seat for seat in "NESW" if seat != table.turn)
    table.leave(other, people[other])
    assert len(told()) == 1


def test_who_wants_to_be_warned_alone_is(people: People) -> None:
    everybody_wants(people, "turn_expiring")
    table = seated(people)
    assert told() == []
    warned(table)
    row = models.Notice.objects.get()
    assert (row.player, row.kind) == (people[table.turn], "turn_expiring")
    assert row.due_at == table.now


def test_without_a_delay_everybody_is_told_at_once_however_quick_the_game(
    people: People, settings: Any
) -> None:
    settings.NOTICE_DELAY = 0
    everybody_wants(people)
    table = seated(people, turn_seconds=60)
    row = models.Notice.objects.get()
    assert (row.kind, row.due_at) == ("turn", table.now)


def test_who_comes_back_has_a_turn_of_its_own(people: People) -> None:
    everybody_wants(people, "turn")
    table = seated(people)
    seat = table.turn
    table.run_out()
    assert table.machine()
    for _ in range(3):
        table.move()
    assert table.game.seats[seat].autopilot
    before = len(told())
    table.machine()
    while table.turn != seat:
        table.move()
    table.come_back(seat)
    assert table.turn == seat
    assert len(told()) > before
    assert models.Notice.objects.latest("pk").deadline == table.row.deadline


def test_all_who_played_learn_of_the_end(people: People) -> None:
    everybody_wants(people, "game_over")
    table = seated(people, options=SHORT)
    table.leave("W", people["W"])
    play_out(table)
    assert sorted(told()) == [(name, "game_over") for name in ("ana", "boris", "chie", "dipa")]
    void = VoidGame("The cards were marked.")
    table.keep(act(table.row.pk, lambda _: (void, SYSTEM), now=table.later()))
    last = models.Notice.objects.order_by("pk").last()
    assert last is not None
    assert last.data == {"void": True, "note": "The cards were marked."}
    assert kinds() == {"game_over": 8}


def test_of_a_ruling_the_one_who_complained_is_told(people: People) -> None:
    everybody_wants(people, "dispute")
    table, stanka = seated(people), Player.objects.create(username="stanka", is_staff=True)
    dispute = disputes.file_dispute(
        player=people["E"], game_id=table.row.pk, reason="No diamond.", now=table.later()
    )
    assert told() == []
    ruling: dict[str, Any] = {"ruling": "rejected", "remedy": "none", "note": "It was one."}
    disputes.rule(dispute.pk, by=stanka, now=table.later(), **ruling)
    assert told() == [("boris", "dispute")]
    assert models.Notice.objects.get().data == {"status": "rejected", "note": "It was one."}


def test_what_did_not_happen_is_told_to_nobody(people: People) -> None:
    everybody_wants(people)
    table = seated(people)
    before = told()
    with transaction.atomic():
        table.move()
        assert len(told()) == len(before) + 1
        transaction.set_rollback(True)
    assert told() == before


def test_with_the_account_they_go(people: People) -> None:
    everybody_wants(people)
    table = seated(people)
    accounts.delete(people[table.turn])
    assert told() == []
    gone = Player.objects.get(pk=people[table.turn].pk)
    assert gone.notices == []


def test_mail_costs_one_query_a_turn(people: People, settings: Any) -> None:
    table = seated(people)
    with CaptureQueriesContext(connection) as asked:
        table.move()
    settings.MAIL = {}
    with CaptureQueriesContext(connection) as without:
        table.move()
    assert len(asked) - len(without) == 1
