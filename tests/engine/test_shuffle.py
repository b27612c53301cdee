"""The shuffle against fixed vectors that were computed by code sharing nothing with it."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import PACK
from games.engine.seats import SEATS
from games.engine.shuffle import below, commitment, deck, first_dealer, salt
from tests.oracle import shuffle as second_way

VECTORS = json.loads(
    (Path(__file__).parents[1] / "oracle" / "vectors.json").read_text(encoding="utf-8")
)
GAME = "01985c2e-7b1a-7c3d-9e4f-2a6b8c0d1e2f"
NOBODY = dict.fromkeys(SEATS, "")
WORDS = 2**32


@pytest.mark.parametrize("vector", VECTORS["shuffles"])
def test_decks_dealers_and_commitments_are_those_of_the_vectors(vector: dict[str, Any]) -> None:
    seed, game, entropy = bytes.fromhex(vector["seed"]), vector["game"], vector["entropy"]
    assert commitment(seed) == vector["commitment"]
    assert first_dealer(seed, game, entropy) == vector["first_dealer"]
    for fixed in vector["decks"]:
        found = deck(seed, game, fixed["number"], fixed["attempt"], entropy)
        assert " ".join(found) == fixed["deck"]


@pytest.mark.parametrize("vector", VECTORS["draws"])
def test_draws_from_given_words_are_those_of_the_vectors(vector: dict[str, Any]) -> None:
    assert below(vector["m"], iter(vector["words"])) == vector["draws"]


def test_an_unfair_word_is_thrown_away_and_the_next_taken() -> None:
    fair = WORDS - WORDS % 54
    words = iter([fair, WORDS - 1, fair - 1, 0])
    assert below(54, words) == 53
    assert next(words) == 0


@pytest.mark.parametrize("limit", range(2, 55))
def test_the_last_fair_word_counts_and_the_first_unfair_one_does_not(limit: int) -> None:
    fair = WORDS // limit * limit
    assert below(limit, iter([fair - 1])) == limit - 1
    assert below(limit, iter([fair, 0])) == 0
    if fair < WORDS:
        assert below(limit, iter([WORDS - 1, 1])) == 1 % limit


@pytest.mark.parametrize("limit", [2, 4, 8, 16, 32])
def test_no_word_is_unfair_for_a_power_of_two(limit: int) -> None:
    assert below(limit, iter([WORDS - 1])) == limit - 1


def test_each_number_is_as_likely_as_another_over_all_fair_words_of_a_small_range() -> None:
    drawn = Counter(below(7, iter([word, 0])) for word in range(7 * 1000))
    assert set(drawn.values()) == {1000}


@given(
    seed=st.binary(min_size=32, max_size=32),
    number=st.integers(1, 200),
    attempt=st.integers(1, 10**6),
    entropy=st.fixed_dictionaries({seat: st.text("ab|é🂡", max_size=9) for seat in SEATS}),
)
def test_the_deck_is_the_pack_in_the_order_of_the_second_way(
    seed: bytes, number: int, attempt: int, entropy: dict[str, str]
) -> None:
    found = deck(seed, GAME, number, attempt, entropy)
    assert sorted(found) == sorted(PACK)
    assert list(found) == second_way.deck(seed, GAME, number, attempt, entropy)
    assert first_dealer(seed, GAME, entropy) == second_way.first_dealer(seed, GAME, entropy)


def test_the_deck_depends_on_every_one_of_its_inputs() -> None:
    seed = bytes(32)
    other_game = GAME.replace("e", "f")
    decks = [
        deck(seed, GAME, 1, 1, NOBODY),
        deck(b"\1" + bytes(31), GAME, 1, 1, NOBODY),
        deck(seed, other_game, 1, 1, NOBODY),
        deck(seed, GAME, 2, 1, NOBODY),
        deck(seed, GAME, 1, 2, NOBODY),
        *(deck(seed, GAME, 1, 1, {**NOBODY, seat: "x"}) for seat in SEATS),
    ]
    assert len(set(decks)) == len(decks) == 9


def test_every_seat_can_be_the_first_dealer() -> None:
    dealers = Counter(first_dealer(bytes([n]) * 32, GAME, NOBODY) for n in range(200))
    assert set(dealers) == set(SEATS)


def test_the_commitment_is_the_hash_of_the_raw_bytes() -> None:
    assert commitment(bytes(32)) == hashlib.sha256(bytes(32)).hexdigest()


def test_a_salt_is_32_hex_digits_of_its_own_for_each_attempt_and_gives_no_deck_away() -> None:
    seed = bytes(32)
    salts = {salt(seed, GAME, number, attempt) for number in (1, 2) for attempt in (1, 2)}
    salts |= {salt(seed, GAME.replace("e", "f"), 1, 1), salt(b"\1" * 32, GAME, 1, 1)}
    assert len(salts) == 6
    assert all(len(bytes.fromhex(text)) == 16 for text in salts)
    words = second_way.words(seed, f"backalley-shuffle-1|{GAME}|1|1||||")
    block = b"".join(next(words).to_bytes(4, "big") for _ in range(8))
    assert bytes.fromhex(salt(seed, GAME, 1, 1)) not in block


def test_words_are_drawn_only_as_long_as_they_are_needed() -> None:
    drawn = count()
    below(3, drawn)
    assert next(drawn) == 1
