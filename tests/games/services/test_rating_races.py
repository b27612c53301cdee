"""Games that end at the same moment, and a game's end against its voiding."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from games.engine.commands import VoidGame
from games.engine.player_view import player_view
from games.engine.seats import SEATS
from games.eventstore.actors import SYSTEM
from games.services import machines, moves, ratings
from games.services.acts import act
from players import accounts
from players.models import RatingChange
from players.skill import START
from tests.games.rated import (
    everything,
    one_card_preset,
    play_up_to_the_last_card,
    rated,
    skill,
)
from tests.games.services.table import People, Table
from tests.games.services.test_races import accepted, at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("woken")]


@pytest.fixture(autouse=True)
def short_is_one_card() -> Iterator[None]:
    with one_card_preset():
        yield


def last_card(table: Table) -> Any:
    """The call by which the game ends."""
    turn = player_view(table.game, table.turn).turn
    assert turn is not None
    assert turn.legal
    return partial(
        moves.play,
        player=table.people[table.turn],
        game_id=table.row.pk,
        card=str(turn.legal[0]),
        now=table.later(),
    )


def voiding(table: Table) -> Any:
    """The call by which staff void the game."""
    return partial(act, table.row.pk, lambda _: (VoidGame("Unfair."), SYSTEM), now=table.later())


def test_games_of_the_same_players_that_end_at_once_all_count(people: People) -> None:
    turned = {seat: people[other] for seat, other in zip("NESW", "WSNE", strict=True)}
    tables = [play_up_to_the_last_card(rated(at)) for at in (people, turned) * 2]
    assert len(accepted(at_once([last_card(table) for table in tables]))) == 4
    before = everything()
    assert [row["contests"] for row in before[0]] == [4] * 4
    assert len({row["at"] for row in before[1]}) == 4
    assert ratings.rebuild() == (4, 4, 0)
    assert everything() == before


def test_a_last_card_that_many_play_at_once_moves_each_rating_once(people: People) -> None:
    tables = [play_up_to_the_last_card(rated(people)) for _ in range(3)]
    for done, table in enumerate(tables, start=1):
        card = last_card(table)
        table.reload()
        table.run_out()
        timed_out = partial(machines.move, table.row.pk, table.version, clock=table.clock)
        # Sent twice, and its time is up, which two workers and the sweep have noticed.
        answers = at_once([card, card, *[timed_out] * 3])
        assert len([answer for answer in accepted(answers) if answer is not None]) == 1
        assert [row["contests"] for row in everything()[0]] == [done] * 4
    before = everything()
    assert ratings.rebuild() == (3, 4, 0)
    assert everything() == before


def test_a_game_that_ends_while_it_is_voided_leaves_nothing_behind(people: People) -> None:
    other = play_up_to_the_last_card(rated(people))
    tables = [play_up_to_the_last_card(rated(people)) for _ in range(3)]
    calls = [call(table) for table in tables for call in (last_card, voiding)]
    at_once([*calls, last_card(other)])
    counted = RatingChange.objects.filter(taken_back_at=None)
    assert set(counted.values_list("contest", flat=True)) == {other.row.pk}
    before = everything()
    assert ratings.rebuild().otherwise == 0
    assert everything() == before


def test_a_rebuild_waits_for_games_that_end_and_misses_none(people: People) -> None:
    tables = [play_up_to_the_last_card(rated(people)) for _ in range(3)]
    at_once([*map(last_card, tables), ratings.rebuild])
    before = everything()
    assert {skill(player) for player in people.values()} != {START}
    assert [row["contests"] for row in before[0]] == [3] * 4
    assert ratings.rebuild().otherwise == 0
    assert everything() == before


def test_who_deletes_his_account_while_his_games_end_stops_nobody(people: People) -> None:
    tables = [play_up_to_the_last_card(rated(people)) for _ in range(3)]
    leaver = next(seat for seat in SEATS if seat not in {table.turn for table in tables})
    ends = map(last_card, tables)
    answers = at_once([*ends, partial(accounts.delete, people[leaver])])
    assert len(accepted(answers)) == 4
    before = everything()
    # Who is gone counts with his team like everybody.
    assert [row["contests"] for row in before[0]] == [3] * 4
    assert ratings.rebuild() == (3, 4, 0)
    assert everything() == before
