from __future__ import annotations

from uuid import uuid4

import pytest

from games import models
from games.engine.refusals import Refusal
from games.services import tables
from players.errors import Problem
from players.models import Player
from tests.games.services.table import NOON, People, Table, bots_only, seat_rows, seated

pytestmark = pytest.mark.usefixtures("woken")


def person(table: Table, player: Player) -> str:
    """The player's id in this game's log."""
    return str(models.Participant.objects.get(game=table.row, player=player).pk)


def test_the_creator_opens_a_table_and_sits_down(ana: Player) -> None:
    table = Table({}, ana)
    assert table.kinds == ["game-created", "seat-taken"]
    assert table.row.status == "waiting"
    assert seat_rows(table.row)["N"] == (person(table, ana), None, False)


def test_a_creator_may_only_watch(ana: Player) -> None:
    table = Table({}, ana, seat=None)
    assert table.kinds == ["game-created"]
    assert seat_rows(table.row) == dict.fromkeys("NESW", (None, None, False))
    assert not models.Participant.objects.get(player=ana).sat


def test_bots_are_seated_from_the_beginning(ana: Player) -> None:
    table = Table({}, ana, bots={"S": "expert", "E": "beginner"})
    assert table.kinds == ["game-created", "seat-taken", "seat-taken", "seat-taken"]
    assert table.row.status == "waiting"
    assert seat_rows(table.row)["S"] == (None, "expert", False)


def test_four_bots_and_no_person_start_at_once(ana: Player) -> None:
    table = bots_only(ana)
    assert table.kinds[-2:] == ["game-started", "deal-started"]
    assert table.row.status == "active"


def test_what_follows_of_itself_is_nobodys_doing(ana: Player) -> None:
    table = bots_only(ana)
    assert [event.actor.kind for event in table.done.written[-3:]] == ["player", "system", "system"]


def test_the_game_starts_by_itself_with_the_fourth_seat(people: People) -> None:
    table = seated(people)
    assert table.kinds == ["seat-taken", "game-started", "deal-started"]
    assert table.row.deadline is not None
    assert (table.row.deadline - table.now).total_seconds() == 86400


def test_the_log_knows_a_player_by_an_id_of_this_game_alone(ana: Player) -> None:
    first, second = Table({}, ana), Table({}, ana)
    ids = {person(first, ana), person(second, ana)}
    assert len(ids) == 2
    assert str(ana.pk) not in ids


def test_a_seat_that_is_taken_is_refused_and_leaves_no_trace(ana: Player, boris: Player) -> None:
    table = Table({}, ana)
    with pytest.raises(Refusal, match="seat-taken"):
        table.sit("N", boris)
    assert not models.Participant.objects.filter(player=boris).exists()


def test_nobody_sits_in_two_seats(ana: Player) -> None:
    table = Table({}, ana)
    with pytest.raises(Refusal, match="already-seated"):
        table.sit("E", ana)


def test_to_sit_down_again_in_ones_own_seat_is_nothing(ana: Player) -> None:
    table = Table({}, ana)
    assert table.sit("N", ana).written == ()


def test_the_entropy_of_who_sits_down_stays_in_the_log(ana: Player, boris: Player) -> None:
    table = Table({}, ana, entropy="dice: 4 2")
    table.sit("W", boris, entropy="грах")
    assert table.game.seats["N"].entropy == "dice: 4 2"
    assert table.game.seats["W"].entropy == "грах"


def test_only_the_creator_seats_bots(ana: Player, boris: Player) -> None:
    table = Table({}, ana)
    table.sit("S", boris)
    with pytest.raises(Problem) as caught:
        table.seat_bot("E", boris)
    assert caught.value.code == "not-the-creator"
    table.seat_bot("E", ana, "expert")
    assert table.game.seats["E"].bot == "expert"


def test_who_gets_up_before_the_start_leaves_an_empty_seat(ana: Player, boris: Player) -> None:
    table = Table({}, ana)
    table.sit("S", boris)
    table.leave("S", boris)
    assert seat_rows(table.row)["S"] == (None, None, False)
    assert table.done.written[0].data == {"seat": "S", "bot": None}


def test_the_creator_clears_any_seat_before_the_start(ana: Player, boris: Player) -> None:
    table = Table({}, ana, bots={"E": "normal"})
    table.sit("S", boris)
    table.leave("S", ana)
    table.leave("E", ana)
    assert {seat for seat, held in seat_rows(table.row).items() if any(held)} == {"N"}


def test_nobody_else_does(ana: Player, boris: Player, eve: Player) -> None:
    table = Table({}, ana)
    table.sit("S", boris)
    for player in (boris, eve):
        with pytest.raises(Problem) as caught:
            table.leave("N", player)
        assert caught.value.code == "not-the-creator"


def test_an_empty_seat_can_be_cleared_again(ana: Player) -> None:
    table = Table({}, ana)
    assert table.leave("W", ana).written == ()


def test_after_the_start_nobody_clears_anothers_seat(people: People, eve: Player) -> None:
    table = seated(people)
    for player in (people["N"], eve):
        with pytest.raises(Problem) as caught:
            table.leave("E", player)
        assert caught.value.code == "not-a-player"


def test_a_bot_takes_over_for_good_from_who_leaves_a_running_game(people: People) -> None:
    table = seated(people)
    absent = table.turn
    table.leave(absent, people[absent])
    assert seat_rows(table.row)[absent] == (None, "normal", False)
    table.later(5)
    done = table.machine()
    assert done is not None
    (move,) = done.written
    assert (move.actor.kind, move.actor.cause, move.actor.id) == ("bot", "left", None)
    with pytest.raises(Refusal, match="seat-taken"):
        table.sit(absent, people[absent])


def test_a_private_game_has_an_invite(ana: Player) -> None:
    assert Table({}, ana, visibility="private").row.invite
    assert Table({}, ana).row.invite is None


def test_an_option_that_cannot_be_is_named(ana: Player) -> None:
    with pytest.raises(Problem) as caught:
        Table({}, ana, options={"hand_sizes": [14]})
    assert caught.value.errors[0]["field"] == "options.hand_sizes"
    assert not models.Game.objects.exists()


def test_there_is_no_sitting_at_a_table_that_is_not_there(ana: Player) -> None:
    with pytest.raises(Problem) as caught:
        tables.take_seat(player=ana, game_id=uuid4(), seat="N", now=NOON)
    assert caught.value.code == "not-found"
    assert not models.Participant.objects.exists()


def test_a_stale_version_is_refused_and_says_which_is_the_present(
    ana: Player, boris: Player
) -> None:
    table = Table({}, ana)
    with pytest.raises(Problem) as caught:
        table.sit("E", boris, if_match=(1,))
    assert caught.value.code == "stale-version"
    assert caught.value.facts["version"] == 2
    table.sit("E", boris, if_match=(1, 2))


def test_after_the_end_there_is_nothing_to_leave(people: People, eve: Player) -> None:
    table = seated(people, options={"hand_sizes": [1]})
    while not table.game.over:
        table.move()
    with pytest.raises(Refusal, match="game-over"):
        table.leave("S", people["S"])
    with pytest.raises(Problem) as caught:
        table.leave("S", eve)
    assert caught.value.code == "not-a-player"
