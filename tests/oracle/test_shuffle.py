"""The shuffle: its stored answers, and draws that throw words away."""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import Any

import pytest

from tests.oracle import vectors
from tests.oracle.cards import PACK
from tests.oracle.shuffle import below, deck, words

STORED = json.loads(vectors.PATH.read_text(encoding="utf-8"))


def test_the_stored_vectors_are_what_the_oracle_gives() -> None:
    assert vectors.as_text() == vectors.PATH.read_text(encoding="utf-8")


@pytest.mark.parametrize("case", STORED["draws"])
def test_words_over_the_last_whole_multiple_are_thrown_away(case: dict[str, Any]) -> None:
    assert below(case["m"], case["words"]) == case["draws"]


def test_words_come_eight_from_a_block() -> None:
    source = words(b"k" * 32, "m")
    block = hmac.new(b"k" * 32, b"m\0\0\0\1", hashlib.sha256).digest()
    assert [next(source) for _ in range(9)][8] == int.from_bytes(block[:4], "big")


def test_the_pool_draws_the_same_deck_as_swapping_in_place() -> None:
    for case in STORED["shuffles"]:
        seed, entropy = bytes.fromhex(case["seed"]), case["entropy"]
        for told in case["decks"]:
            number, attempt = told["number"], told["attempt"]
            seats = "|".join(entropy[seat] for seat in "NESW")
            source = words(seed, f"backalley-shuffle-1|{case['game']}|{number}|{attempt}|{seats}")
            cards = list(PACK)
            for i in range(53, 0, -1):
                j = below(i + 1, source)
                cards[i], cards[j] = cards[j], cards[i]
            assert " ".join(cards) == told["deck"]


def test_one_stored_deck_depends_on_a_word_thrown_away() -> None:
    seed, game, entropies, [(number, attempt)] = vectors.REJECTING
    source = words(seed, f"backalley-shuffle-1|{game}|{number}|{attempt}||||")
    kept_below = [2**32 - 2**32 % (i + 1) for i in range(53, 0, -1)]
    fits = [next(source) < limit for limit in kept_below]
    assert fits.index(False) == 53 - 40
    entropy = dict(zip("NESW", entropies, strict=True))
    assert sorted(deck(seed, game, number, attempt, entropy)) == sorted(PACK)
