"""Accounts that are deleted while something happens at their tables."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from games import models
from games.engine.seats import SEATS
from games.services import tables, talk, webhooks
from players import accounts, idempotency, services
from players.errors import Problem
from players.models import IdempotencyKey, Player, Token
from players.names import ANONYMOUS
from tests.games.services.table import People, Table, seated
from tests.games.services.test_races import accepted, at_once

pytestmark = pytest.mark.usefixtures("woken")
racing = pytest.mark.django_db(transaction=True)


def seats_of(*players: Player) -> list[models.Seat]:
    return list(models.Seat.objects.filter(participant__player__in=players))


def test_the_rows_are_what_the_log_says(people: People) -> None:
    table = seated(people)
    accounts.delete(people["E"])
    table.reload()

    assert [table.game.seats[seat].bot for seat in SEATS] == [None, "normal", None, None]


@racing
def test_of_two_deletions_at_once_one_is_done(people: People) -> None:
    table = seated(people)
    answers = at_once([partial(accounts.delete, people["E"])] * 4)

    assert sorted(map(str, answers)) == ["None", *["not-authenticated"] * 3]
    kinds = models.Event.objects.filter(game__game=table.row).values_list("type", flat=True)
    assert list(kinds).count("seat-left") == 1


@racing
def test_all_four_may_go_at_once_from_several_games(people: People) -> None:
    played = [seated(people) for _ in range(2)]
    answers = at_once([partial(accounts.delete, player) for player in people.values()])

    assert answers == [None] * 4
    for table in played:
        table.reload()
        assert {held.bot for held in table.game.seats.values()} == {"normal"}
    assert seats_of(*people.values()) == []


@racing
def test_the_last_seat_is_taken_while_another_player_goes(people: People) -> None:
    for _ in range(3):
        goer = Player.objects.create(username=f"goer-{Player.objects.count()}")
        table = Table({}, people["N"])
        table.sit("E", goer)
        table.sit("S", people["S"])
        sit = partial(
            tables.take_seat,
            player=people["W"],
            game_id=table.row.pk,
            seat="W",
            now=table.later(),
        )
        assert len(accepted(at_once([sit, partial(accounts.delete, goer)]))) == 2
        table.reload()
        left = table.game.seats["E"]
        assert (left.player_id, left.bot) in ((None, None), (None, "normal"))
        assert (left.bot is None) == (table.game.status == "waiting")


Write = Callable[[Player, Table], Any]
WRITES: dict[str, Write] = {
    "open": lambda player, table: tables.create_game(player=player, now=table.now),
    "sit": lambda player, table: tables.take_seat(
        player=player, game_id=table.row.pk, seat="E", now=table.now
    ),
    "webhook": lambda player, table: webhooks.create_webhook(
        player=player, url="https://8.8.8.8/", events=["turn"], now=table.now
    ),
    "token": lambda player, table: services.create_token(player),
    "say": lambda player, table: talk.write(
        player=player, game_id=table.row.pk, text="Hello!", now=table.now
    ),
    "key": lambda player, table: idempotency.once(
        player, "k", b"", lambda: idempotency.Kept(200, {}, "")
    ),
}


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_nothing_is_written_for_who_is_gone(ana: Player, boris: Player, write: Write) -> None:
    table = Table({}, ana)
    accounts.delete(boris)

    with pytest.raises(Problem, match="not-authenticated"):
        write(boris, table)
    assert models.Game.objects.count() == 1
    assert models.Participant.objects.count() == 1


@racing
def test_nor_for_who_goes_at_the_same_moment(ana: Player) -> None:
    table = Table({}, ana)
    for name, write in WRITES.items():
        goer = Player.objects.create(username=name)
        assert len(at_once([partial(write, goer, table), partial(accounts.delete, goer)])) == 2
        goer.refresh_from_db()
        assert not goer.is_active
        assert seats_of(goer) == []
        assert not Token.objects.filter(player=goer).exists()
        assert not models.Webhook.objects.filter(player=goer).exists()
        assert not IdempotencyKey.objects.filter(player=goer).exists()


@racing
def test_a_claim_and_a_deletion_at_once(ana: Player) -> None:
    for number in range(3):
        guest, _ = services.start_guest()
        name = f"claimed-{number}"
        claim = partial(accounts.claim, guest, username=name, password="correct horse battery")
        answers = at_once([claim, partial(accounts.delete, guest)])
        assert None in answers
        guest.refresh_from_db()
        assert (guest.is_active, guest.has_usable_password()) == (False, False)
        assert guest.username.startswith(ANONYMOUS)
