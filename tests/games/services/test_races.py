"""Several at once, each on a connection of its own."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import pytest
from django.db import connection, transaction

from games import models
from games.engine.player_view import player_view
from games.engine.refusals import Refusal
from games.engine.seats import LEFT_OF, SEATS
from games.eventstore.store import load, read
from games.services import machines, moves, tables
from players.errors import Problem
from players.models import Player
from tests.games.services.table import People, Table, bots_only, seated

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("woken")]


def at_once(calls: Iterable[Callable[[], Any]]) -> list[Any]:
    """What the calls return, all made at the same moment; of a refusal its code."""
    calls = list(calls)
    start, answers = threading.Barrier(len(calls)), list[Any]()

    def run(call: Callable[[], Any]) -> None:
        try:
            start.wait(20)
            answers.append(call())
        except (Refusal, Problem) as refused:
            answers.append(refused.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(answers) == len(calls)
    return answers


def accepted(answers: list[Any]) -> list[Any]:
    """The answers that are no refusals."""
    return [answer for answer in answers if not isinstance(answer, str)]


def a_card(table: Table) -> str:
    """A legal card of whoever is to act."""
    turn = player_view(table.game, table.turn).turn
    assert turn is not None
    assert turn.legal
    return str(turn.legal[0])


def in_play(people: People) -> Table:
    """A game whose first card is to be played."""
    table = seated(people, turn_seconds=60)
    for _ in range(4):
        table.move()
    return table


def test_the_same_card_sent_many_times_at_once_is_played_once(people: People) -> None:
    table = in_play(people)
    seat, card, before = table.turn, a_card(table), table.version
    play = partial(
        moves.play, player=people[seat], game_id=table.row.pk, card=card, now=table.later()
    )
    answers = at_once([play] * 10)
    assert len(accepted(answers)) == 1
    assert answers.count("not-your-turn") == 9
    table.reload()
    assert table.version == before + 1


def test_of_two_writes_at_one_version_the_loser_is_told_the_present_one(people: People) -> None:
    table = in_play(people)
    other = next(seat for seat in SEATS if seat != table.turn)
    seen = (table.version,)
    play = partial(
        moves.play,
        player=people[table.turn],
        game_id=table.row.pk,
        card=a_card(table),
        now=table.later(),
        if_match=seen,
    )
    leave = partial(
        tables.leave_seat,
        player=people[other],
        game_id=table.row.pk,
        seat=other,
        now=table.now,
        if_match=seen,
    )
    answers = at_once([play, leave])
    assert len(accepted(answers)) == 1
    assert "stale-version" in answers
    table.reload()
    assert table.version == seen[0] + 1


def test_who_waits_for_a_move_decides_on_the_game_as_it_is_then(people: People) -> None:
    table = in_play(people)
    seat, card = table.turn, a_card(table)
    play = partial(moves.play, game_id=table.row.pk, now=table.later())
    moved, waited = threading.Event(), threading.Event()

    def play_and_linger() -> None:
        with transaction.atomic():
            play(player=people[seat], card=card)
            moved.set()
            waited.wait(10)
        connection.close()

    first = threading.Thread(target=play_and_linger)
    first.start()
    assert moved.wait(10)
    # Of this transaction nobody else can see anything yet, so that it is his turn is news to him.
    follower = LEFT_OF[seat]
    follows = threading.Timer(0.5, waited.set)
    follows.start()
    with pytest.raises(Refusal) as refused:
        play(player=people[follower], card=card)
    first.join(10)
    assert refused.value.code == "card-not-in-hand"


def test_two_who_want_one_seat(ana: Player, boris: Player, chie: Player) -> None:
    table = Table({}, ana)
    sit = partial(tables.take_seat, game_id=table.row.pk, seat="E", now=table.later())
    answers = at_once([partial(sit, player=boris), partial(sit, player=chie)])
    assert len(accepted(answers)) == 1
    assert "seat-taken" in answers
    table.reload()
    assert models.Participant.objects.filter(game=table.row).count() == 2


def test_one_who_clicks_many_times_sits_once(ana: Player, boris: Player) -> None:
    table = Table({}, ana)
    sit = partial(tables.take_seat, player=boris, game_id=table.row.pk, seat="E", now=table.later())
    before = table.version
    assert len(accepted(at_once([sit] * 6))) == 6
    table.reload()
    assert table.version == before + 1


def test_one_who_wants_two_seats_gets_one(ana: Player, boris: Player) -> None:
    table = Table({}, ana)
    sit = partial(tables.take_seat, player=boris, game_id=table.row.pk, now=table.later())
    answers = at_once([partial(sit, seat="E"), partial(sit, seat="S")])
    assert len(accepted(answers)) == 1
    assert "already-seated" in answers


def test_the_last_two_to_sit_down_start_the_game_once(people: People) -> None:
    table = Table(people, people["N"])
    table.sit("E", people["E"])
    sit = partial(tables.take_seat, game_id=table.row.pk, now=table.later())
    answers = at_once([partial(sit, player=people[seat], seat=seat) for seat in "SW"])
    assert len(accepted(answers)) == 2
    table.reload()
    kinds = models.Event.objects.filter(game__game=table.row).values_list("type", flat=True)
    assert Counter(kinds)["game-started"] == Counter(kinds)["deal-started"] == 1


def test_a_players_card_and_the_time_out_at_the_same_instant(people: People) -> None:
    table = in_play(people)
    for _ in range(12):
        assert table.game.deal is not None
        assert table.game.deal.trick is not None
        if len(table.game.deal.trick.plays) == 3:
            # Whose card takes the trick leads again, and may play at once.
            table.move()
        seat, card, before = table.turn, a_card(table), table.version
        table.run_out()
        play = partial(
            moves.play, player=people[seat], game_id=table.row.pk, card=card, now=table.now
        )
        time_out = partial(machines.move, table.row.pk, before, clock=table.clock)
        answers = at_once([play, time_out])
        cards = [event for event in read(table.row.pk, after=before) if event.kind == "card-played"]
        assert [event.data["seat"] for event in cards] == [seat]
        assert (None in answers) != ("not-your-turn" in answers)
        table.reload()
        while table.turn == seat:
            table.move()


def test_a_task_run_five_times_at_once_moves_each_turn_once(ana: Player) -> None:
    table = bots_only(ana, options={"hand_sizes": [5, 4]})
    for _ in range(4):
        before = table.version
        task = partial(machines.play_on, table.row.pk, before, clock=table.clock)
        counts = at_once([task] * 5)
        after = load(table.row.pk)
        kinds = [event.kind for event in read(table.row.pk, after=before)]
        assert sum(counts) == kinds.count("bid-made") + kinds.count("card-played") > 0
        table.reload()
        assert table.game == after.game
