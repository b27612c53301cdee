"""The deck of a deal and the first dealer, worked out from the seed as the contract describes.

Written apart from the service: the shuffle draws cards out of a shrinking pool, which is the
same permutation as swapping in place from the back.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Iterable, Iterator, Mapping
from itertools import count

from .cards import PACK, SEATS


def commitment(seed: bytes) -> str:
    """What is published of the seed before the game."""
    return hashlib.sha256(seed).hexdigest()


def words(seed: bytes, message: str) -> Iterator[int]:
    """The endless 32-bit numbers that belong to a message."""
    for counter in count():
        block = hmac.digest(seed, message.encode() + struct.pack(">I", counter), "sha256")
        yield from struct.unpack(">8I", block)


def below(m: int, source: Iterable[int]) -> int:
    """An even draw from 0 … m − 1: words above the last whole multiple of m are thrown away."""
    whole = 2**32 // m * m
    return next(word for word in source if word < whole) % m


def first_dealer(seed: bytes, game_id: str, entropy: Mapping[str, str]) -> str:
    """The seat that deals deal 1; `entropy` gives the text of each seat."""
    message = "|".join(["backalley-dealer-1", game_id, *(entropy[seat] for seat in SEATS)])
    return SEATS[below(4, words(seed, message))]


def deck(
    seed: bytes, game_id: str, number: int, attempt: int, entropy: Mapping[str, str]
) -> list[str]:
    """The 54 cards of one attempt at one deal, the first to be dealt first."""
    parts = ["backalley-shuffle-1", game_id, str(number), str(attempt)]
    source = words(seed, "|".join(parts + [entropy[seat] for seat in SEATS]))
    pool, drawn = list(PACK), []
    while len(pool) > 1:
        position = below(len(pool), source)
        drawn.append(pool[position])
        pool[position] = pool[-1]
        pool.pop()
    return pool + drawn[::-1]
