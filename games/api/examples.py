"""Answers as they look, for the OpenAPI document."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import OpenApiExample

from games.engine.ruleset import PRESETS
from games.records import write

ANA: Final = {"player": "ana", "bot": None, "autopilot": False}
BOT: Final = {"player": None, "bot": "normal", "autopilot": False}
TABLE: Final[dict[str, Any]] = {
    "id": "01980f6e-5a3c-7b1e-9d52-6c0b7d8f1a2e",
    "status": "waiting",
    "version": 3,
    "ruleset": "gamerules",
    "options": {},
    "visibility": "public",
    "sandbox": False,
    "created_at": "2026-01-05T18:30:00.000000Z",
    "turn_seconds": 86400,
    "you": "N",
    "creator": "ana",
    "seats": {"N": ANA, "E": BOT, "S": None, "W": None},
    "deal": None,
    "turn": None,
    "scores": {"NS": 0, "EW": 0},
    "results": [],
    "winner": None,
}
DEALT: Final[dict[str, Any]] = {
    "number": 12,
    "hand_size": 2,
    "attempt": 1,
    "dealer": "W",
    "turn_up": "7H",
    "trump": "H",
    "replaced": None,
    "phase": "bid",
    "bids": [],
    "contracts": None,
    "trump_broken": False,
    "trick": None,
    "last_trick": None,
    "tricks": {"NS": 0, "EW": 0},
    "cards_left": {"N": 2, "E": 2, "S": 2, "W": 2},
    "hand": ["AS", "TD"],
}
BOTS: Final = {"N": ANA, "E": BOT, "S": BOT, "W": BOT}
DEADLINE: Final = "2026-01-06T18:30:00.000000Z"

WAITING: Final = OpenApiExample("Waiting for two more", TABLE, response_only=True)
BIDDING: Final = OpenApiExample(
    "Bidding",
    {
        **TABLE,
        "status": "active",
        "version": 703,
        "seats": BOTS,
        "deal": DEALT,
        "turn": {
            "seat": "N",
            "action": "bid",
            "legal": ["pass", 1, "board"],
            "deadline": DEADLINE,
        },
        "scores": {"NS": 41, "EW": -15},
    },
    response_only=True,
)
PLAYING: Final = OpenApiExample(
    "Playing",
    {
        **TABLE,
        "status": "active",
        "version": 708,
        "seats": BOTS,
        "deal": {
            **DEALT,
            "phase": "play",
            "bids": [
                {"seat": "N", "bid": 1},
                {"seat": "E", "bid": "board", "level": 1},
                {"seat": "S", "bid": "pass"},
                {"seat": "W", "bid": "pass"},
            ],
            "contracts": {"NS": {"tricks": 1, "board": 0}, "EW": {"tricks": 2, "board": 1}},
            "trick": {"number": 1, "leader": "E", "plays": [{"seat": "E", "card": "KD"}]},
            "cards_left": {"N": 2, "E": 1, "S": 2, "W": 2},
        },
        "turn": {"seat": "S", "action": "play", "deadline": "2026-01-05T18:30:03.000000Z"},
        "scores": {"NS": 41, "EW": -15},
    },
    response_only=True,
)
AN_EVENT: Final = OpenApiExample(
    "A card that took a trick",
    {
        "results": [
            {
                "version": 131,
                "type": "card-played",
                "at": "2026-01-05T18:31:02.345678Z",
                "actor": {
                    "kind": "player",
                    "id": "2f0b7f0e-6a54-4c7e-9a43-1d5b3e0a9c11",
                    "name": "ana",
                },
                "data": {"seat": "N", "card": "TD", "winner": "N"},
                "hash": "9b74c9897bac770ffc029102a200c5de1fd3e1c0a1c2b3d4e5f60718293a4b5c",
            }
        ],
        "next": None,
        "previous": None,
    },
    response_only=True,
)
A_BID: Final = OpenApiExample(
    "A bid",
    {
        "action": "bid",
        "bid": 3,
        "reason": "Your hand should take about 3.4 tricks and your side about 6.9, by what has "
        "been bid so far.",
        "policy": "search/1",
    },
    response_only=True,
)
A_CARD: Final = OpenApiExample(
    "A card",
    {
        "action": "play",
        "card": "TD",
        "reason": "In 160 deals that fit all you know it brought your side 2.1 points more on "
        "average than AD. You cannot win this trick; it is a card that you will hardly miss.",
        "policy": "search/1",
    },
    response_only=True,
)
A_ROW: Final = {
    **{name: value for name, value in TABLE.items() if name not in ("deal", "results")},
    "status": "active",
    "version": 703,
    "seats": BOTS,
    "turn": {"seat": "N", "action": "bid", "deadline": DEADLINE},
    "scores": {"NS": 41, "EW": -15},
}
COMMITMENT: Final = {
    "commitment": "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
    "entropy": {"N": "my own luck", "E": "", "S": "", "W": ""},
}
SEALED: Final = OpenApiExample("While the game runs", COMMITMENT, response_only=True)
OPENED: Final = OpenApiExample(
    "Once it is over",
    {**COMMITMENT, "seed": "".join(f"{number:02x}" for number in range(32))},
    response_only=True,
)
A_RECORD: Final = OpenApiExample(
    "Of a running game, for a spectator",
    {
        "format": "backalley-record",
        "format_version": 1,
        "game": TABLE["id"],
        "ruleset": "gamerules",
        "options": PRESETS["gamerules"].options(),
        "seats": BOTS,
        "deals": [
            {
                "number": 1,
                "attempt": 1,
                "hand_size": 1,
                "dealer": "W",
                "turn_up": "7H",
                "trump": "H",
                "replaced": None,
                "bids": [{"seat": "N", "bid": 1}]
                + [{"seat": seat, "bid": "pass"} for seat in "ESW"],
                "plays": ["AD", "KD", "2D", "QD"],
                "contracts": {"NS": {"tricks": 1, "board": 0}, "EW": {"tricks": 0, "board": 0}},
                "tricks": {"NS": 1, "EW": 0},
                "points": {"NS": 5, "EW": 0},
            }
        ],
        "scores": {"NS": 5, "EW": 0},
        "winner": None,
        "fairness": COMMITMENT,
    },
    response_only=True,
)
A_RECORD_TEXT: Final = OpenApiExample(
    "The same as text", write(A_RECORD.value), response_only=True, media_type="text/plain"
)
HOLDS: Final = {"ok": True, "failed_at": None}
PROVEN: Final = OpenApiExample(
    "All of it holds",
    {"ok": True, **dict.fromkeys(("chain", "replay", "shuffle", "scores"), HOLDS)},
    response_only=True,
)
TAMPERED: Final = OpenApiExample(
    "Somebody changed who took a trick",
    {
        "ok": False,
        "chain": {"ok": False, "failed_at": 131},
        "replay": {"ok": False, "failed_at": 131},
        "shuffle": HOLDS,
        "scores": {"ok": False, "failed_at": 131},
    },
    response_only=True,
)
A_STREAM: Final = OpenApiExample(
    "The start of a game, and a quiet quarter of a minute",
    "id: 5\nevent: game-started\n"
    'data: {"version":5,"type":"game-started","at":"2026-01-05T18:30:00.000000Z",'
    '"actor":{"kind":"system","id":null,"name":null},"data":{"first_dealer":"W"},"hash":"9b74…"}'
    "\n\n:\n\n",
    response_only=True,
)
