"""A game step by step: the table before and after each event, one deal at a time.

What stands in a frame is the engine's state, all of it; what of it somebody may see is for
`player_view` to say, here as everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from itertools import pairwise
from typing import Any, Final, NamedTuple
from uuid import UUID

from games.engine.absence import begins_turn
from games.engine.evolve import evolve
from games.engine.state import Game
from games.eventstore.store import StreamNotFound, events_of, load, read
from games.eventstore.stream import StoredEvent, Stream

MOVES: Final = ("bid-made", "card-played")
OUTLINE: Final = ("deal-started", "deal-scored", "deal-passed-out")
"""The events that tell where a game's deals begin, and how they ended."""


class Chapter(NamedTuple):
    """The events from `first` to `last` of one deal, or of the time before the first deal.

    `dealt` is what its deal-started says and `ended` what its deal-scored or deal-passed-out does,
    None if there is none.
    """

    first: int
    last: int
    dealt: dict[str, Any] | None = None
    ended: dict[str, Any] | None = None

    @property
    def passed_out(self) -> bool:
        """Whether all four passed."""
        return self.ended is not None and "points" not in self.ended


class Frame(NamedTuple):
    """One event and the table around it.

    `before` is None for the first of a chapter; `took` is how long whoever made a bid or played a
    card was to act before he did, None for all other events.
    """

    event: StoredEvent
    before: Game | None
    after: Game
    took: timedelta | None


class Steps(NamedTuple):
    """Where one can go from a version; None where there is nowhere to go."""

    first: int | None
    previous_deal: int | None
    previous_trick: int | None
    previous: int | None
    next: int | None
    next_trick: int | None
    next_deal: int | None
    last: int | None


def chapters(game_id: UUID, newest: int) -> list[Chapter]:
    """All chapters of a game of so many versions, in order, without a gap. At least one."""
    return outlined(read(game_id, upto=newest, kinds=OUTLINE), newest)


def outlined(told: Sequence[StoredEvent], newest: int) -> list[Chapter]:
    """The chapters of so many versions, from the events that tell of their outline."""
    starts = [event for event in told if event.kind == "deal-started"]
    ends = [event for event in told if event.kind != "deal-started"]
    firsts = sorted({1, *(event.version for event in starts)})
    dealt = {event.version: event.data for event in starts}
    found = []
    for first, after in pairwise([*firsts, newest + 1]):
        ended = (event.data for event in ends if first <= event.version < after)
        found.append(Chapter(first, after - 1, dealt.get(first), next(ended, None)))
    return found


def chapter_at(chapters: Sequence[Chapter], version: int) -> int:
    """The place of the chapter that holds this version. Raises StreamNotFound if none does."""
    for place, chapter in enumerate(chapters):
        if chapter.first <= version <= chapter.last:
            return place
    raise StreamNotFound(version)


def frames(game_id: UUID, chapter: Chapter) -> list[Frame]:
    """The frames of one chapter, in order."""
    stored = read(game_id, after=chapter.first - 1, upto=chapter.last)
    return list(_unrolled(load(game_id, upto=chapter.first), stored))


def _unrolled(stream: Stream, stored: Sequence[StoredEvent]) -> Iterable[Frame]:
    """From the state after the first event on."""
    game, began = stream.game, stream.turn_began
    yield Frame(stored[0], None, game, None)
    for row, event in zip(stored[1:], events_of(stored[1:]), strict=True):
        before, game = game, evolve(game, event)
        took = row.at - began if row.kind in MOVES and began is not None else None
        yield Frame(row, before, game, took)
        # Who comes back from the autopilot has more time, but his turn began when it did.
        if begins_turn(game, event) and row.kind != "autopilot-off":
            began = row.at


def steps(chapters: Sequence[Chapter], frames: Sequence[Frame], version: int) -> Steps:
    """Where one can go from this version; `frames` are those of its chapter."""
    place = chapter_at(chapters, version)
    chapter, newest = chapters[place], chapters[-1].last
    stops = _stops(frames)
    before = [stop for stop in stops if stop < version]
    after = [stop for stop in stops if stop > version]
    # A deal's own beginning comes before the deal that was before it.
    deals_before = [other.first for other in chapters if other.first < version]
    deals_after = [other.first for other in chapters if other.first > version]
    earlier = version - 1 if version > 1 else None
    later = version + 1 if version < newest else None
    return Steps(
        first=1 if earlier else None,
        previous_deal=deals_before[-1] if deals_before else None,
        previous_trick=before[-1] if before else earlier,
        previous=earlier,
        next=later,
        next_trick=after[0] if after else (chapter.last + 1 if chapter.last < newest else None),
        next_deal=deals_after[0] if deals_after else (newest if later else None),
        last=newest if later else None,
    )


def _stops(frames: Sequence[Frame]) -> list[int]:
    """The versions of a chapter at which one who steps by trick stops.

    Its first and its last, where the bidding is over, and wherever a trick is complete.
    """
    inner = [
        frame.event.version
        for frame in frames
        if "winner" in frame.event.data or _bidding_over(frame)
    ]
    return sorted({frames[0].event.version, *inner, frames[-1].event.version})


def _bidding_over(frame: Frame) -> bool:
    deal = frame.after.deal
    return frame.event.kind == "bid-made" and deal is not None and len(deal.bids) == 4
