"""What happened at a table in words: for a screen reader, and for everybody else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.bidding import BOARD, PASS, BidValue
from games.engine.seats import Seat
from games.eventstore.actors import Actor
from games.eventstore.stream import StoredEvent

Words = Mapping[Any, str | Promise]

SEATS: Final[Words] = {
    "N": gettext_lazy("North"),
    "E": gettext_lazy("East"),
    "S": gettext_lazy("South"),
    "W": gettext_lazy("West"),
}
TEAMS: Final[Words] = {
    "NS": gettext_lazy("North and South"),
    "EW": gettext_lazy("East and West"),
}
SUITS: Final[Words] = {
    "C": gettext_lazy("clubs"),
    "D": gettext_lazy("diamonds"),
    "H": gettext_lazy("hearts"),
    "S": gettext_lazy("spades"),
}
JOKERS: Final[Words] = {
    "BB": gettext_lazy("Big Blooper"),
    "LB": gettext_lazy("Little Blooper"),
}
RANKS: Final[Words] = {
    **{rank: rank for rank in "23456789"},
    "T": "10",
    "J": gettext_lazy("jack"),
    "Q": gettext_lazy("queen"),
    "K": gettext_lazy("king"),
    "A": gettext_lazy("ace"),
}
BOARDS: Final[Words] = {
    1: gettext_lazy("board"),
    2: gettext_lazy("double board"),
    3: gettext_lazy("triple board"),
    4: gettext_lazy("quadruple board"),
}
KINDS: Final[Words] = {
    "player": gettext_lazy("player"),
    "bot": gettext_lazy("bot"),
    "autopilot": gettext_lazy("autopilot"),
    "system": gettext_lazy("the service"),
    "staff": gettext_lazy("staff"),
}
LEVELS: Final[Words] = {
    "beginner": gettext_lazy("beginner"),
    "normal": gettext_lazy("normal"),
    "expert": gettext_lazy("expert"),
}
CAUSES: Final[Words] = {
    "bot-seat": gettext_lazy("a bot holds this seat"),
    "timed-out": gettext_lazy("the player's time was up"),
    "left": gettext_lazy("the player had left for good"),
}
STATUSES: Final[Words] = {
    "waiting": gettext_lazy("waiting for players"),
    "active": gettext_lazy("running"),
    "finished": gettext_lazy("finished"),
    "void": gettext_lazy("void"),
}


def card(code: str) -> str:
    """A card's name, as in "queen of spades"."""
    if code in JOKERS:
        return str(JOKERS[code])
    return _("{rank} of {suit}").format(rank=RANKS[code[0]], suit=SUITS[code[1]])


def bid(value: BidValue, level: int | None = None) -> str:
    """A bid, boards by their level."""
    if value == BOARD:
        return str(BOARDS[level or 1])
    return _("pass") if value == PASS else str(value)


def contract(tricks: int, board: int) -> str:
    """What a team must take."""
    if board:
        return str(BOARDS[board])
    return ngettext("{n} trick", "{n} tricks", tricks).format(n=tricks)


def to_act(seat: Seat, action: str) -> str:
    """Whose turn it is, to bid or to play."""
    said = _("{seat} is to bid.") if action == "bid" else _("{seat} is to play.")
    return said.format(seat=SEATS[seat])


def duration(took: timedelta) -> str:
    """How long somebody took: a tenth of a second when short, days and hours when long."""
    seconds = took.total_seconds()
    if seconds < 60:
        return _("{n} s").format(n=f"{max(seconds, 0):.1f}")
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return _("{m} min {s} s").format(m=minutes, s=rest)
    hours, minutes = divmod(minutes, 60)
    if hours < 24:
        return _("{h} h {m} min").format(h=hours, m=minutes)
    return _("{d} d {h} h").format(d=hours // 24, h=hours % 24)


def author(actor: Actor, names: Mapping[str, str]) -> str:
    """Who did it: a person by name, a machine by what it is."""
    name = names.get(actor.id or "", "")
    kind = str(KINDS[actor.kind])
    if actor.kind == "player":
        return name or kind
    if actor.kind == "autopilot":
        return _("autopilot for {name}").format(name=name) if name else kind
    if actor.level is not None:
        return _("bot ({level})").format(level=LEVELS[actor.level])
    return kind


def sentence(event: StoredEvent, names: Mapping[str, str]) -> str:
    """What happened, in one sentence. Names no card that was not laid open to all."""
    return _SENTENCES[event.kind](event.data, names)


def _seat(data: Mapping[str, Any]) -> str | Promise:
    return SEATS[data["seat"]]


def _sat_down(data: Mapping[str, Any], names: Mapping[str, str]) -> str:
    if data.get("bot"):
        level = LEVELS[data["bot"]]
        return _("A bot ({level}) takes the seat {seat}.").format(level=level, seat=_seat(data))
    name = names.get(data.get("player_id") or "", KINDS["player"])
    return _("{name} takes the seat {seat}.").format(name=name, seat=_seat(data))


def _left(data: Mapping[str, Any], _names: Mapping[str, str]) -> str:
    if data.get("bot"):
        return _("{seat} leaves for good; a bot takes over.").format(seat=_seat(data))
    return _("{seat} leaves.").format(seat=_seat(data))


def _dealt(data: Mapping[str, Any], _names: Mapping[str, str]) -> str:
    said = ngettext(
        "{dealer} deals {n} card each; {card} is turned up.",
        "{dealer} deals {n} cards each; {card} is turned up.",
        data["hand_size"],
    ).format(dealer=SEATS[data["dealer"]], n=data["hand_size"], card=card(data["turn_up"]))
    replaced = data["replaced"]
    if replaced is not None:
        laid = _("{seat} lays the {joker} aside and draws a card.").format(
            seat=_seat(replaced), joker=card(replaced["joker"])
        )
        said = f"{said} {laid}"
    return said


def _bid_made(data: Mapping[str, Any], _names: Mapping[str, str]) -> str:
    if data["bid"] == PASS:
        return _("{seat} passes.").format(seat=_seat(data))
    said = bid(data["bid"], data.get("level"))
    return _("{seat} bids {bid}.").format(seat=_seat(data), bid=said)


def _played(data: Mapping[str, Any], _names: Mapping[str, str]) -> str:
    said = _("{seat} plays the {card}.").format(seat=_seat(data), card=card(data["card"]))
    if "winner" not in data:
        return said
    taken = _("{seat} takes the trick.").format(seat=SEATS[data["winner"]])
    return f"{said} {taken}"


def _scored(data: Mapping[str, Any], _names: Mapping[str, str]) -> str:
    points = data["points"]
    return _("The deal is scored: North and South {ns}, East and West {ew}.").format(
        ns=signed(points["NS"]), ew=signed(points["EW"])
    )


def _finished(data: Mapping[str, Any], _names: Mapping[str, str]) -> str:
    scores = f"{data['scores']['NS']} : {data['scores']['EW']}"
    if data["winner"] == "tie":
        return _("The game is over, a tie, {scores}.").format(scores=scores)
    team = TEAMS[data["winner"]]
    return _("The game is over: {team} win, {scores}.").format(team=team, scores=scores)


def signed(points: int) -> str:
    """Points with their sign, and a minus that is as wide as a plus."""
    return f"+{points}" if points > 0 else str(points).replace("-", "−")


def _always(text: str | Promise) -> Callable[[Mapping[str, Any], Mapping[str, str]], str]:
    return lambda data, names: str(text)


def _of_seat(text: str | Promise) -> Callable[[Mapping[str, Any], Mapping[str, str]], str]:
    return lambda data, names: str(text).format(seat=_seat(data))


_SENTENCES: Final[Mapping[str, Callable[[Mapping[str, Any], Mapping[str, str]], str]]] = {
    "game-created": _always(gettext_lazy("The table is opened.")),
    "seat-taken": _sat_down,
    "seat-left": _left,
    "game-started": lambda data, names: _("The game starts; {seat} deals first.").format(
        seat=SEATS[data["first_dealer"]]
    ),
    "deal-started": _dealt,
    "bid-made": _bid_made,
    "deal-passed-out": _always(gettext_lazy("All four passed: the deal does not count.")),
    "card-played": _played,
    "deal-scored": _scored,
    "autopilot-on": _of_seat(gettext_lazy("{seat}'s time is up: the autopilot takes over.")),
    "autopilot-off": _of_seat(gettext_lazy("{seat} is back; the autopilot is off.")),
    "game-finished": _finished,
    "game-voided": _always(gettext_lazy("The game is void: it counts for nothing.")),
    "game-rewound": lambda data, names: _("Staff went back to version {n}.").format(
        n=data["to_version"]
    ),
}
