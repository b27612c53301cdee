"""Every version of whole games has its frame, and in it the state that the log gives there."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise
from uuid import UUID

import pytest

from games.engine.state import Game
from games.eventstore.store import StreamNotFound, load
from games.frames import MOVES, Chapter, Frame, chapter_at, chapters, frames, steps
from tests.engine.table import GAME_ID
from tests.eventstore.logs import KINDS, row, write

pytestmark = pytest.mark.django_db
GAME = UUID(GAME_ID)


def played(name: str) -> Game:
    """A game of this kind, in the log."""
    row()
    return write(KINDS[name].acts())[-1].game


def opened(newest: Game) -> tuple[list[Chapter], list[Frame]]:
    """All chapters of a game, and all its frames."""
    told = chapters(GAME, newest.version)
    return told, [frame for chapter in told for frame in frames(GAME, chapter)]


@pytest.mark.parametrize("name", [name for name in KINDS if name != "a short game"])
def test_each_version_has_the_state_that_the_log_gives_there(name: str) -> None:
    newest = played(name)
    told, shown = opened(newest)

    assert [frame.event.version for frame in shown] == list(range(1, newest.version + 1))
    assert [chapter.first for chapter in told[1:]] == [
        frame.event.version for frame in shown if frame.event.kind == "deal-started"
    ]
    for frame in shown:
        assert frame.after == load(GAME, upto=frame.event.version).game
    for earlier, later in pairwise(shown):
        assert later.before == (None if later.event.kind == "deal-started" else earlier.after)


def test_a_move_took_as_long_as_its_seat_was_to_act() -> None:
    _, shown = opened(played("a game of absent players"))
    # Who comes back during his turn has begun it no later for that.
    began = None
    for frame in shown:
        if frame.event.kind in MOVES:
            assert began is not None
            assert frame.took == frame.event.at - began > timedelta(0)
        else:
            assert frame.took is None
        if frame.event.kind in (*MOVES, "deal-started"):
            began = frame.event.at


def test_a_chapter_knows_how_its_deal_ended() -> None:
    newest = played("a game with many a passed-out deal")
    told, _ = opened(newest)

    assert told[0].dealt is None
    assert any(chapter.passed_out for chapter in told)
    scored = [chapter.ended for chapter in told[1:] if not chapter.passed_out]
    points = [result.points for result in newest.results]
    assert [ended and ended["points"] for ended in scored] == points


def test_steps_by_event_reach_every_version_both_ways() -> None:
    told, shown = opened(played("a game with many a passed-out deal"))

    for version in range(1, len(shown) + 1):
        chapter = told[chapter_at(told, version)]
        there = steps(told, shown[chapter.first - 1 : chapter.last], version)
        assert there.previous == (version - 1 or None)
        assert there.next == (version + 1 if version < len(shown) else None)


def test_steps_by_trick_stop_where_a_trick_is_complete() -> None:
    told, shown = opened(played("a game of absent players"))
    stops, version = list[int](), 1
    while True:
        chapter = told[chapter_at(told, version)]
        there = steps(told, shown[chapter.first - 1 : chapter.last], version)
        if there.next_trick is None:
            break
        stops.append(version := there.next_trick)
    tricks = [frame.event.version for frame in shown if "winner" in frame.event.data]
    bidding = [
        frame.event.version
        for frame in shown
        if frame.event.kind == "bid-made"
        and frame.after.deal is not None
        and len(frame.after.deal.bids) == 4
    ]
    ends = [end for chapter in told for end in (chapter.first, chapter.last)]
    assert stops == sorted({*tricks, *bidding, *ends} - {1})

    for earlier, later in pairwise([1, *stops]):
        chapter = told[chapter_at(told, later)]
        there = steps(told, shown[chapter.first - 1 : chapter.last], later)
        assert there.previous_trick == earlier


def test_steps_by_deal_go_to_where_deals_begin() -> None:
    newest = played("a game of absent players")
    told, shown = opened(newest)
    inside = told[2].first + 3
    there = steps(told, shown[told[2].first - 1 : told[2].last], inside)

    assert (there.previous_deal, there.next_deal) == (told[2].first, told[3].first)
    assert (there.first, there.last) == (1, newest.version)
    at_the_end = steps(told, shown[told[-1].first - 1 :], newest.version)
    assert (at_the_end.next_deal, at_the_end.next_trick, at_the_end.last) == (None, None, None)


def test_a_version_that_is_not_there_has_no_chapter() -> None:
    told, _ = opened(played("a game of absent players"))

    for version in (0, told[-1].last + 1):
        with pytest.raises(StreamNotFound):
            chapter_at(told, version)
