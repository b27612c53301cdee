"""A record gone through by the engine: the frames of a replay, of a game that is in no log."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final, NamedTuple

from games.engine.cards import PACK, Card
from games.engine.commands import MakeBid, PlayCard
from games.engine.dealing import Replaced, deal_out
from games.engine.events import (
    DealStarted,
    Event,
    GameCreated,
    GameFinished,
    GameRewound,
    GameStarted,
    GameVoided,
    SeatTaken,
)
from games.engine.evolve import evolve
from games.engine.following import following
from games.engine.game import decided
from games.engine.player_view import STAFF
from games.engine.refusals import Refusal
from games.engine.scoring import winner
from games.engine.seats import SEATS, Seat
from games.engine.state import Game
from games.eventstore.actors import SYSTEM, Actor
from games.eventstore.codec import encode
from games.eventstore.stream import StoredEvent
from games.frames import MOVES, OUTLINE, Chapter, Frame, chapter_at, outlined
from games.records.shape import Record
from games.records.verify_record import NOT_SO, leader_of, tricks_of
from games.review import words
from games.review.pages import Replay

NO_TIME: Final = datetime.fromtimestamp(0, UTC)
"""A record does not say when anything happened."""


class Retold(NamedTuple):
    """A record as the engine tells it; `stopped` are the first versions of deals that went wrong.

    Such a deal is told up to the first bid or card that the rules refuse, and counts for nothing.
    """

    game: Game
    frames: list[Frame]
    chapters: list[Chapter]
    names: Mapping[Seat, str]
    stopped: frozenset[int]

    def at(self, version: int | None) -> Replay:
        """The replay at a version, all hands open; at the first deal if none is named.

        Raises StreamNotFound for a version that is not there.
        """
        if version is None:
            version = self.chapters[1 if len(self.chapters) > 1 else 0].first
        chapter = self.chapters[chapter_at(self.chapters, version)]
        first, *others = self.frames[chapter.first - 1 : chapter.last]
        frames = [first._replace(before=None), *others]
        return Replay(self.game, self.chapters, frames, version, STAFF, self.names)


def retold(record: Record) -> Retold:
    """Every deal of a record, as `games.records.parse` reads it, move by move."""
    telling = _Telling(record)
    telling.open()
    for deal in record["deals"]:
        telling.deal(deal)
    telling.close()
    told = [frame.event for frame in telling.frames if frame.event.kind in OUTLINE]
    return Retold(
        game=telling.game,
        frames=telling.frames,
        chapters=outlined(told, telling.game.version),
        names=_names(record),
        stopped=frozenset(telling.stopped),
    )


class _Telling:
    """A game while its record goes by."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.game = Game(id=record["game"])
        self.frames: list[Frame] = []
        self.stopped: set[int] = set()
        # At which version the last deal of a number and a dealer began.
        self.began: dict[tuple[int, Seat], int] = {}

    def open(self) -> None:
        record, fairness = self.record, self.record["fairness"]
        created = GameCreated(
            ruleset=record["ruleset"],
            options=record["options"],
            visibility="public",
            turn_seconds=0,
            sandbox=False,
            commitment=fairness["commitment"],
            seed=fairness.get("seed", ""),
        )
        self._tell(created)
        for seat in SEATS:
            if record["seats"][seat] is not None:
                bot = _bot(record, seat)
                person = None if bot else seat
                self._tell(SeatTaken(seat, person, bot, fairness["entropy"][seat]))
        if record["deals"]:
            self._tell(GameStarted(record["deals"][0]["dealer"]))

    def deal(self, deal: Record) -> None:
        """A deal up to its end, or to the first move that the rules refuse."""
        self._go_back(deal["number"], deal["dealer"])
        self._tell(self._dealt(deal))
        began = self.began[deal["number"], deal["dealer"]] = self.game.version
        try:
            for made in deal["bids"]:
                self._move(MakeBid(made["seat"], made["bid"]))
            for card in deal["plays"]:
                if self.game.to_act is None:
                    raise Refusal("wrong-phase")
                self._move(PlayCard(self.game.to_act, card))
        except Refusal:
            self.stopped.add(began)

    def close(self) -> None:
        """The end, if the record has one and all before it could be told."""
        seed = self.record["fairness"].get("seed", "")
        if self.record["winner"] is None:
            if seed:
                self._tell(GameVoided(seed, ""))
        elif self.game.status == "active" and not self.stopped:
            self._tell(GameFinished(self.game.scores, winner(self.game.scores), seed))

    def _go_back(self, number: int, dealer: Seat) -> None:
        """The ruling that a record does not name, where a deal that stood is dealt anew."""
        last, stood = self.game.deal, self.began.get((number, dealer))
        if last is None or stood is None:
            return
        if last.phase == "done" and number == last.number + (not last.passed_out):
            return
        self._tell(GameRewound(stood, "", number, dealer))

    def _dealt(self, deal: Record) -> DealStarted:
        replaced = deal["replaced"]
        hands = _hands(deal, self.game)
        return DealStarted(
            number=deal["number"],
            attempt=deal["attempt"],
            hand_size=deal["hand_size"],
            dealer=deal["dealer"],
            turn_up=deal["turn_up"],
            trump=deal["trump"],
            replaced=None if replaced is None else Replaced(**{"drawn": None, **replaced}),
            deck=tuple(deal.get("deck", ())),
            salt="",
            hands={seat: tuple(hands[seat]) for seat in SEATS},
        )

    def _move(self, command: MakeBid | PlayCard) -> None:
        """A move, and what follows of itself within the deal. Raises Refusal."""
        for event in decided(self.game, command):
            self._tell(event)
        if self.game.to_act is None:
            follower = following(self.game)
            assert follower is not None
            self._tell(follower)

    def _tell(self, event: Event) -> None:
        before, self.game = self.game, evolve(self.game, event)
        kind, schema, data = encode(event)
        actor = self._actor(data["seat"]) if kind in MOVES else SYSTEM
        stored = StoredEvent(self.game.version, kind, schema, data, actor, NO_TIME, b"")
        self.frames.append(Frame(stored, before, self.game, None))

    def _actor(self, seat: Seat) -> Actor:
        bot = _bot(self.record, seat)
        return Actor("player", seat) if bot is None else Actor("bot", level=bot)


def _bot(record: Record, seat: Seat) -> str | None:
    """The level of the bot that holds a seat, if it is one of ours."""
    level = (record["seats"][seat] or {}).get("bot")
    return level if level in words.LEVELS else None


def _names(record: Record) -> dict[Seat, str]:
    """Who holds which seat; there is no more to tell people by."""
    held = {seat: record["seats"][seat] or {} for seat in SEATS}
    names = {seat: who.get("player") or who.get("bot") for seat, who in held.items()}
    return {seat: name for seat, name in names.items() if name}


def _hands(deal: Record, game: Game) -> Mapping[Seat, tuple[Card, ...] | list[Card]]:
    """The hands; where the record has none, what its deck gives, or else the cards played."""
    if "hands" in deal:
        hands: dict[Seat, list[Card]] = deal["hands"]
        return hands
    deck = tuple(deal.get("deck", ()))
    if sorted(deck) == sorted(PACK):
        return deal_out(deck, deal["hand_size"], deal["dealer"], game.ruleset).hands
    try:
        leader = leader_of([(made["seat"], made["bid"]) for made in deal["bids"]])
        plays = [play for trick in tricks_of(deal, leader) for play in trick]
    except NOT_SO:
        # Nobody has bid, so it is not known who led.
        plays = []
    return {seat: [card for by, card in plays if by == seat] for seat in SEATS}
