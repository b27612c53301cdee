"""What a replay page shows: one frame of a game for one viewer, and what lies around it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _

from games import frames
from games.engine.bidding import BidValue
from games.engine.player_view import PlayerView, Viewer, player_view
from games.engine.state import Game
from games.eventstore.actors import ActorKind
from games.eventstore.stream import StoredEvent, Stream
from games.frames import MOVES, Chapter, Frame, Steps
from games.review import words
from games.review.cards import CardShown, in_hand_order, shown
from games.review.picture import Picture, picture
from games.selectors import as_shown, names_in

ENDS: Final = ("deal-passed-out", "deal-scored", "game-finished", "game-voided")


class Replay(NamedTuple):
    """A game opened at a version for a viewer; `frames` are those of the version's chapter.

    `newest` is the game as it stands now, and `names` are those of the people in its log.
    """

    newest: Game
    chapters: Sequence[Chapter]
    frames: Sequence[Frame]
    version: int
    viewer: Viewer
    names: Mapping[str, str]

    @property
    def frame(self) -> Frame:
        """The frame that is shown."""
        return self.frames[self.version - self.frames[0].event.version]

    def before(self) -> PlayerView | None:
        """The table as the viewer saw it before a move; None if the event is no move."""
        frame = self.frame
        if frame.before is None or frame.event.kind not in MOVES:
            return None
        return player_view(frame.before, self.viewer)


def open_replay(newest: Stream, version: int | None, viewer: Viewer) -> Replay:
    """The game at a version, at its first deal if none is named and it is over, else at its newest.

    Raises StreamNotFound for a version that is not there.
    """
    game_id = UUID(newest.game.id)
    chapters = frames.chapters(game_id, newest.version)
    if version is None:
        started = newest.game.over and len(chapters) > 1
        version = chapters[1].first if started else newest.version
    chapter = chapters[frames.chapter_at(chapters, version)]
    return Replay(
        newest=newest.game,
        chapters=chapters,
        frames=frames.frames(game_id, chapter),
        version=version,
        viewer=viewer,
        names=names_in(game_id),
    )


class StepShown(NamedTuple):
    """The event that is shown: what, who, why, when, and what else he might have done.

    `bids` and `cards` are what was legal, as far as the viewer may know; one of them is `made`.
    """

    version: int
    sentence: str
    author: str
    kind: ActorKind
    policy: str
    cause: str
    at: datetime
    took: str
    note: str
    bids: list[str]
    cards: list[CardShown]
    made: str


class Row(NamedTuple):
    """A line of the time line; `card` or `bid` for a move."""

    version: int
    seat: str
    sentence: str
    card: CardShown | None
    bid: str
    author: str
    kind: ActorKind
    took: str


class Group(NamedTuple):
    """Lines of the time line that belong together, such as a trick."""

    title: str
    rows: list[Row]


class DealRow(NamedTuple):
    """A deal in the list of deals; `stands` is false for one that a rewind took back."""

    first: int
    number: int
    attempt: int
    hand_size: int
    points: Mapping[str, str] | None
    passed_out: bool
    stands: bool
    here: bool


class Page(NamedTuple):
    """All that the page shows of the game."""

    version: int
    newest: int
    status: str
    steps: Steps
    step: StepShown
    picture: Picture
    groups: list[Group]
    deals: list[DealRow]


def page(replay: Replay) -> Page:
    """The page of this frame."""
    frame = replay.frame
    view = player_view(frame.after, replay.viewer)
    event = _visible(frame, replay.viewer)
    return Page(
        version=replay.version,
        newest=replay.newest.version,
        status=str(words.STATUSES[replay.newest.status]),
        steps=frames.steps(replay.chapters, replay.frames, replay.version),
        step=_step(replay, event),
        picture=picture(view, event, replay.names),
        groups=_groups(replay),
        deals=_deals(replay),
    )


def _visible(frame: Frame, viewer: Viewer) -> StoredEvent:
    return as_shown(frame.event, frame.after, viewer)


def _step(replay: Replay, event: StoredEvent) -> StepShown:
    before, actor, took = replay.before(), event.actor, replay.frame.took
    turn = None if before is None else before.turn
    legal = () if turn is None or turn.legal is None else turn.legal
    bids, cards = [], []
    if event.kind == "bid-made":
        bids = [words.bid(bid) for bid in legal]
    elif before is not None and before.deal is not None:
        made = event.data["card"]
        ordered = in_hand_order((str(card) for card in legal), before.deal.trump)
        cards = [shown(card, "made" if card == made else "") for card in ordered]
    return StepShown(
        version=event.version,
        sentence=words.sentence(event, replay.names),
        author=words.author(actor, replay.names),
        kind=actor.kind,
        policy=actor.policy or "",
        cause=str(words.CAUSES[actor.cause]) if actor.cause in words.CAUSES else "",
        at=event.at,
        took="" if took is None else words.duration(took),
        note=event.data.get("note", ""),
        bids=bids,
        cards=cards,
        made=_bid(event),
    )


def _bid(event: StoredEvent) -> str:
    bid: BidValue | None = event.data.get("bid")
    # A board is one bid whatever its level.
    return "" if bid is None or event.kind != "bid-made" else words.bid(bid)


def _groups(replay: Replay) -> list[Group]:
    """The events of the chapter, those of a trick together."""
    dealt = replay.frames[0].after.deal is not None
    groups = [Group(_("The deal") if dealt else _("Before the first deal"), [])]
    for frame in replay.frames:
        title = _title(frame)
        if title and title != groups[-1].title:
            groups.append(Group(title, []))
        groups[-1].rows.append(_row(frame, replay))
    return groups


def _title(frame: Frame) -> str:
    """The heading under which an event stands, if it is another than the event's before."""
    deal, kind = frame.after.deal, frame.event.kind
    if kind == "bid-made":
        return _("Bidding")
    if kind in ENDS:
        return _("Result")
    if kind != "card-played" or deal is None:
        return ""
    running = deal.trick is not None and bool(deal.trick.plays)
    return _("Trick {n}").format(n=len(deal.done) + running)


def _row(frame: Frame, replay: Replay) -> Row:
    event = _visible(frame, replay.viewer)
    card = shown(event.data["card"]) if event.kind == "card-played" else None
    level = event.data.get("level")
    return Row(
        version=event.version,
        seat=event.data["seat"] if event.kind in MOVES else "",
        sentence=words.sentence(event, replay.names),
        card=card,
        bid=words.bid(event.data["bid"], level) if event.kind == "bid-made" else "",
        author=words.author(event.actor, replay.names),
        kind=event.actor.kind,
        took="" if frame.took is None else words.duration(frame.took),
    )


def _deals(replay: Replay) -> list[DealRow]:
    standing = {(result.number, result.attempt) for result in replay.newest.results}
    return list(_deal_rows(replay, standing))


def _deal_rows(replay: Replay, standing: set[tuple[int, int]]) -> Iterable[DealRow]:
    for place, chapter in enumerate(replay.chapters):
        dealt, ended = chapter.dealt, chapter.ended
        if dealt is None:
            continue
        number, attempt = dealt["number"], dealt["attempt"]
        scored = ended is not None and not chapter.passed_out
        last = place == len(replay.chapters) - 1
        yield DealRow(
            first=chapter.first,
            number=number,
            attempt=attempt,
            hand_size=dealt["hand_size"],
            points=_points(ended) if scored and ended is not None else None,
            passed_out=chapter.passed_out,
            # One that ended without score or passes was given up for another.
            stands=(number, attempt) in standing if scored else last or chapter.passed_out,
            here=chapter.first <= replay.version <= chapter.last,
        )


def _points(scored: Mapping[str, Mapping[str, int]]) -> dict[str, str]:
    return {team: words.signed(points) for team, points in scored["points"].items()}
