"""Events to stored JSON and back, under names set by hand that are never changed or used again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from games.engine import events as e
from games.engine.bidding import Contract
from games.engine.dealing import Replaced
from games.eventstore.upcasters import upcast

Data = dict[str, Any]


class Kind(NamedTuple):
    """How one kind of event is stored: its name, its present schema version, the way there."""

    name: str
    schema: int
    encode: Callable[[Any], Data]
    decode: Callable[[Data], e.Event]


def encode(event: e.Event) -> tuple[str, int, Data]:
    """The stored name, schema version and data of an event, secret parts included."""
    kind = _BY_CLASS[type(event)]
    return kind.name, kind.schema, kind.encode(event)


def decode(name: str, schema: int, data: Data) -> e.Event:
    """The event that was stored so, an old shape lifted to the present one first.

    Raises KeyError for a name that never was.
    """
    kind = BY_NAME[name]
    if schema != kind.schema:
        data = upcast(name, schema, kind.schema, data)
    return kind.decode(data)


def event_class(name: str) -> type[e.Event]:
    """The class of the events stored under this name."""
    return _CLASS_OF[name]


def _plain(event: e.Event) -> Data:
    return {name: getattr(event, name) for name in event.__match_args__}


def _without_none(event: e.Event) -> Data:
    return {field: value for field, value in _plain(event).items() if value is not None}


def _encode_deal_started(event: e.DealStarted) -> Data:
    replaced = event.replaced
    return _plain(event) | {
        "replaced": None if replaced is None else replaced._asdict(),
        "deck": list(event.deck),
        "hands": {seat: list(hand) for seat, hand in event.hands.items()},
    }


def _decode_deal_started(data: Data) -> e.DealStarted:
    replaced = data["replaced"]
    return e.DealStarted(
        number=data["number"],
        attempt=data["attempt"],
        hand_size=data["hand_size"],
        dealer=data["dealer"],
        turn_up=data["turn_up"],
        trump=data["trump"],
        replaced=None if replaced is None else Replaced(**replaced),
        deck=tuple(data["deck"]),
        salt=data["salt"],
        hands={seat: tuple(hand) for seat, hand in data["hands"].items()},
    )


def _encode_deal_scored(event: e.DealScored) -> Data:
    contracts = {team: contract._asdict() for team, contract in event.contracts.items()}
    return _plain(event) | {"contracts": contracts}


def _decode_deal_scored(data: Data) -> e.DealScored:
    # As with cards: of all closed deals these are read with every move.
    contracts: Mapping[str, Contract] = {
        team: tuple.__new__(Contract, (contract["tricks"], contract["board"]))
        for team, contract in data["contracts"].items()
    }
    told = data["tricks"], data["points"], data["scores"]
    return tuple.__new__(e.DealScored, (data["number"], data["attempt"], contracts, *told))


def _decode_seat_taken(data: Data) -> e.SeatTaken:
    return e.SeatTaken(data["seat"], data.get("player_id"), data.get("bot"), data["entropy"])


def _decode_bid_made(data: Data) -> e.BidMade:
    return e.BidMade(data["seat"], data["bid"], data.get("level"))


def _decode_card_played(data: Data) -> e.CardPlayed:
    # Its own constructor takes half as long again, and a whole game has hundreds of these.
    return tuple.__new__(e.CardPlayed, (data["seat"], data["card"], data.get("winner")))


def _fields(cls: type[e.Event]) -> Callable[[Data], e.Event]:
    return lambda data: cls(**data)


_BY_CLASS: Final[dict[type[e.Event], Kind]] = {
    e.GameCreated: Kind("game-created", 1, _plain, _fields(e.GameCreated)),
    e.SeatTaken: Kind("seat-taken", 1, _without_none, _decode_seat_taken),
    e.SeatLeft: Kind("seat-left", 1, _plain, _fields(e.SeatLeft)),
    e.GameStarted: Kind("game-started", 1, _plain, _fields(e.GameStarted)),
    e.DealStarted: Kind("deal-started", 1, _encode_deal_started, _decode_deal_started),
    e.BidMade: Kind("bid-made", 1, _without_none, _decode_bid_made),
    e.DealPassedOut: Kind("deal-passed-out", 1, _plain, _fields(e.DealPassedOut)),
    e.CardPlayed: Kind("card-played", 1, _without_none, _decode_card_played),
    e.DealScored: Kind("deal-scored", 1, _encode_deal_scored, _decode_deal_scored),
    e.AutopilotOn: Kind("autopilot-on", 1, _plain, _fields(e.AutopilotOn)),
    e.AutopilotOff: Kind("autopilot-off", 1, _plain, _fields(e.AutopilotOff)),
    e.GameFinished: Kind("game-finished", 1, _plain, _fields(e.GameFinished)),
    e.GameVoided: Kind("game-voided", 1, _plain, _fields(e.GameVoided)),
    e.GameRewound: Kind("game-rewound", 1, _without_none, _fields(e.GameRewound)),
}
BY_NAME: Final = {kind.name: kind for kind in _BY_CLASS.values()}
_CLASS_OF: Final = {kind.name: cls for cls, kind in _BY_CLASS.items()}
