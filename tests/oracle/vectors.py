"""Writes `vectors.json`, the fixed answers that any implementation of the shuffle must give.

Run `python -m tests.oracle.vectors` from the project root after adding a case; a change in an
old case means that the shuffle changed, and with it every game that was ever dealt.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .cards import SEATS
from .shuffle import commitment, deck, first_dealer

PATH = Path(__file__).with_name("vectors.json")

COUNTING = bytes(range(32))
SEEDS = (bytes(32), COUNTING, bytes.fromhex("ff" * 32), bytes(reversed(range(200, 232))))
GAMES = (
    "01985c2e-7b1a-7c3d-9e4f-2a6b8c0d1e2f",
    "0198ffff-ffff-7fff-bfff-ffffffffffff",
    "00000000-0000-7000-8000-000000000000",
)
ENTROPIES = (
    ("", "", "", ""),
    ("ana", "", "", ""),
    ("", "boris", "", "a|b"),
    ("Ω≈", "дама купа", "ジョーカー", "🂡"),
    ("x" * 64, " ", "é", "e\u0301"),
)
DEALS = ((1, 1), (1, 2), (2, 1), (13, 1), (13, 144), (25, 1), (26, 3))

# The first attempt at deal 1 of this seed and game whose shuffle throws a word away (at i = 40),
# found by trying them all in order.
REJECTING = (COUNTING, GAMES[0], ENTROPIES[0], ((1, 1_864_625),))

# m, the words offered, the number drawn: the last word kept, the first thrown away, and so on.
DRAWS = (
    (54, (0,), 0),
    (54, (53,), 53),
    (54, (54,), 0),
    (54, (2**32 - 23,), 53),
    (54, (2**32 - 22, 7), 7),
    (54, (2**32 - 1, 2**32 - 22, 2**32 - 5, 60), 6),
    (53, (2**32 - 43, 5), 52),
    (53, (2**32 - 42, 5), 5),
    (3, (2**32 - 2,), 2),
    (3, (2**32 - 1, 4), 1),
    (32, (2**32 - 1,), 31),
    (4, (2**32 - 1,), 3),
    (2, (2**32 - 1,), 1),
)


def shuffles() -> list[dict[str, Any]]:
    """One entry for a seed, a game and its entropies, with some of its decks."""
    cases = [
        (seed, GAMES[n % len(GAMES)], entropies, DEALS)
        for n, seed in enumerate(SEEDS)
        for entropies in ENTROPIES
    ]
    return [shuffle_case(*case) for case in [*cases, REJECTING]]


def shuffle_case(
    seed: bytes, game: str, entropies: tuple[str, ...], deals: tuple[tuple[int, int], ...]
) -> dict[str, Any]:
    entropy = dict(zip(SEATS, entropies, strict=True))
    return {
        "seed": seed.hex(),
        "commitment": commitment(seed),
        "game": game,
        "entropy": entropy,
        "first_dealer": first_dealer(seed, game, entropy),
        "decks": [
            {"number": k, "attempt": a, "deck": " ".join(deck(seed, game, k, a, entropy))}
            for k, a in deals
        ],
    }


def draws() -> list[dict[str, Any]]:
    """Draws from given words, some of which have to be thrown away; reckoned by hand."""
    return [{"m": m, "words": list(given), "draws": drawn} for m, given, drawn in DRAWS]


def as_text() -> str:
    """The whole file."""
    whole = {"shuffles": shuffles(), "draws": draws()}
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    PATH.write_text(as_text(), encoding="utf-8")
