"""Errors as the OpenAPI document shows them: their shape, and one of each code."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from backalley.problem_kinds import KINDS
from backalley.problems import body_of
from players.errors import Problem, invalid

Schema = dict[str, Any]

_SEAT: Final[Schema] = {"type": "string", "enum": ["N", "E", "S", "W"]}
_TEXT: Final[Schema] = {"type": "string"}
_LAST_MOVE: Final[Schema] = {
    "type": "object",
    "description": "The last bid or card, which may be what got in between.",
    "required": ["version", "type", "seat", "actor"],
    "properties": {
        "version": {"type": "integer"},
        "type": {"type": "string", "enum": ["bid-made", "card-played"]},
        "seat": _SEAT,
        "actor": {
            "type": "object",
            "required": ["kind"],
            "properties": {"kind": {"type": "string", "enum": ["player", "bot", "autopilot"]}},
        },
    },
}
PROBLEM_SCHEMA: Final[Schema] = {
    "type": "object",
    "description": "An error, as RFC 9457 has it; clients switch on `code`.",
    "required": ["type", "title", "status", "detail", "instance", "code"],
    "properties": {
        "type": {"type": "string", "format": "uri-reference"},
        "title": _TEXT,
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "A sentence in the caller's language."},
        "instance": {"type": "string", "format": "uri-reference"},
        "code": {"type": "string", "enum": list(KINDS)},
        "errors": {
            "type": "array",
            "description": "What is wrong with which field, parameter or header.",
            "items": {
                "type": "object",
                "required": ["field", "code", "detail"],
                "properties": {"field": _TEXT, "code": _TEXT, "detail": _TEXT},
            },
        },
        "legal": {
            "type": "array",
            "items": {"type": ["string", "integer"]},
            "description": "The legal bids or cards, when a rule refused one.",
        },
        "version": {
            "type": "integer",
            "description": "The game's present version, where the request may have come too late.",
        },
        "last_move": _LAST_MOVE,
    },
}
_INSTANCE: Final = "/api/v1/games/01980f6e-5a3c-7b1e-9d52-6c0b7d8f1a2e"
_TOO_LATE: Final = {
    "version": 131,
    "last_move": {"version": 131, "type": "bid-made", "seat": "N", "actor": {"kind": "autopilot"}},
}
_FACTS: Final[dict[str, dict[str, Any]]] = {
    "insufficient-scope": {"scope": "play"},
    "method-not-allowed": {"allowed": "GET, HEAD, OPTIONS"},
    "too-large": {"max_bytes": 65536},
    "not-your-turn": {"turn": "E", **_TOO_LATE},
    "wrong-phase": {"phase": "play", **_TOO_LATE},
    "seat-taken": {"seat": "E"},
    "username-taken": {"username": "ana"},
    "stale-version": _TOO_LATE,
    "illegal-bid": {"legal": ["pass", 4, 5, "board"]},
    "card-not-in-hand": {"legal": ["TD", "AD"], **_TOO_LATE},
    "must-follow-suit": {"legal": ["TD", "AD"]},
    "trump-not-broken": {"legal": ["TD", "AD"]},
    "must-play-highest-trump": {"legal": ["KH"]},
    "must-play-lowest-trump": {"legal": ["2H"]},
    "internal-error": {"request_id": "b5a7f51cb0f24fbd901ce7ba4b682fed"},
}


def examples_of(codes: Iterable[str]) -> Schema:
    """Where the document has an error of each of these codes."""
    return {code: {"$ref": f"#/components/examples/{code}"} for code in codes}


def all_examples() -> Schema:
    """An error of each code."""
    return {
        code: {"summary": str(kind.title), "value": body_of(example(code), _INSTANCE)}
        for code, kind in KINDS.items()
    }


def example(code: str) -> Problem:
    """An error of this code, with all the facts that its sentence tells."""
    if code == "invalid-request":
        return invalid("turn_seconds", "At least 5 unless it is a sandbox.", code="min-value")
    return Problem(code, **_FACTS.get(code, {}))
