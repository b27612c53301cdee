"""What webhooks are told, for the OpenAPI document: one entry a type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.engine.seats import SEATS, TEAMS
from games.services.outbox import EVENTS

Schema = dict[str, Any]

_WHOLE: Final[Schema] = {"type": "integer"}
_TIME: Final[Schema] = {"type": "string", "format": "date-time"}
_SEAT: Final[Schema] = {"type": "string", "enum": list(SEATS)}
_YOU: Final[Schema] = {
    "oneOf": [_SEAT, {"type": "null"}],
    "description": "The receiver's seat; null if he has left.",
}


def _object(**properties: Schema) -> Schema:
    return {"type": "object", "required": list(properties), "properties": properties}


def _by_team(value: Schema) -> Schema:
    return _object(**dict.fromkeys(TEAMS, value))


_NUMBERS: Final = _by_team(_WHOLE)
_DATA: Final[Mapping[str, dict[str, Schema]]] = {
    "turn": {
        "seat": _SEAT,
        "action": {"type": "string", "enum": ["bid", "play"]},
        "deadline": _TIME,
    },
    "turn-expiring": {"seat": _SEAT, "deadline": _TIME},
    "game-started": {"first_dealer": _SEAT, "you": _YOU},
    "deal-scored": {
        "number": _WHOLE,
        "attempt": _WHOLE,
        "contracts": _by_team(_object(tricks=_WHOLE, board=_WHOLE)),
        "tricks": _NUMBERS,
        "points": _NUMBERS,
        "scores": _NUMBERS,
        "you": _YOU,
    },
    "game-finished": {
        "scores": _NUMBERS,
        "winner": {"type": "string", "enum": [*TEAMS, "tie"]},
        "you": _YOU,
    },
    "game-voided": {"note": {"type": "string"}, "you": _YOU},
    "message": {"message": {"type": "string", "format": "uuid"}, "seat": _SEAT, "you": _YOU},
    "dispute": {
        "dispute": {"type": "string", "format": "uuid"},
        "disputed_version": _WHOLE,
        "status": {"type": "string", "enum": ["open", "upheld", "rejected"]},
        "remedy": {
            "oneOf": [
                {"type": "string", "enum": ["none", "rewind", "void"]},
                {"type": "null"},
            ],
            "description": "Null until the ruling.",
        },
        "note": {
            "type": ["string", "null"],
            "description": "What staff say to the players; null until the ruling.",
        },
        "you": _YOU,
    },
}
_WORDS: Final = {
    "turn": "It is the receiver's turn. Once a turn, and only if nobody else plays for him.",
    "turn-expiring": "The receiver's time is nearly up; then the autopilot moves for him.",
    "game-started": "Four seats are filled, and the cards are dealt.",
    "deal-scored": "A deal is over.",
    "game-finished": "The last deal is over.",
    "game-voided": "The game counts for nothing.",
    "message": "Somebody wrote at the table.",
    "dispute": "A player disputes the game, or staff have ruled on his dispute.",
}
_HEADERS: Final = {
    "webhook-id": ({"type": "string", "format": "uuid"}, "The delivery's id, at every attempt."),
    "webhook-timestamp": ({"type": "string"}, "When this attempt was signed, in Unix seconds."),
    "webhook-signature": ({"type": "string"}, "As Standard Webhooks lays down: `v1,…`."),
}


def payload_schemas() -> dict[str, Schema]:
    """The shapes of the bodies by their names in the document."""
    return {
        _name(kind): {
            "type": "object",
            "description": _WORDS[kind],
            "required": ["type", "timestamp", "data"],
            "properties": {
                "type": {"type": "string", "const": kind},
                "timestamp": {**_TIME, "description": "When it happened, by the game's clock."},
                "data": _object(
                    game={"type": "string", "format": "uuid"}, version=_WHOLE, **_DATA[kind]
                ),
            },
        }
        for kind in EVENTS
    }


def webhooks_section() -> dict[str, Schema]:
    """What the document says under `webhooks`."""
    return {
        kind: {
            "post": {
                "operationId": f"told-of-{kind}",
                "summary": _WORDS[kind].partition(".")[0],
                "description": "Sent to webhooks that asked for it. Any 2xx within ten seconds "
                "is taken for receipt; 410 switches the webhook off; anything else is tried "
                "again, for some three days.",
                "tags": ["webhooks"],
                "parameters": [
                    {
                        "name": name,
                        "in": "header",
                        "required": True,
                        "schema": schema,
                        "description": words,
                    }
                    for name, (schema, words) in _HEADERS.items()
                ],
                "requestBody": {
                    "required": True,
                    "content": {
                        "application/json": {
                            "schema": {"$ref": f"#/components/schemas/{_name(kind)}"}
                        }
                    },
                },
                "responses": {"2XX": {"description": "Received."}},
            }
        }
        for kind in EVENTS
    }


def _name(kind: str) -> str:
    return "".join(word.capitalize() for word in kind.split("-")) + "Webhook"
