"""The provable shuffle: every deck follows from the seed, the game and the players' entropy.

The seed's commitment is published before anybody sits down, so that after the game everyone can
compute each deck again. Words come from HMAC-SHA256 blocks; a word that would favour some card is
thrown away (rejection); cards are exchanged by Fisher and Yates (Knuth, TAOCP 2, algorithm P).
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Iterator, Mapping

from games.engine.cards import PACK, Card
from games.engine.seats import SEATS, Seat

_WORDS = 1 << 32


def commitment(seed: bytes) -> str:
    """What is published of the seed before the game: its SHA-256 in hex."""
    return hashlib.sha256(seed).hexdigest()


def deck(
    seed: bytes, game_id: str, number: int, attempt: int, entropy: Mapping[Seat, str]
) -> tuple[Card, ...]:
    """The 54 cards of an attempt of a deal, the first to be dealt first.

    `seed` is 32 bytes, `game_id` lower-case with hyphens, `entropy` the text of each seat's last
    occupant before the start, "" if none.
    """
    message = f"backalley-shuffle-1|{game_id}|{number}|{attempt}|{_joined(entropy)}"
    words = _words(seed, message)
    cards = list(PACK)
    for last in range(len(cards) - 1, 0, -1):
        other = below(last + 1, words)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


def first_dealer(seed: bytes, game_id: str, entropy: Mapping[Seat, str]) -> Seat:
    """The dealer of the first deal, drawn like the decks."""
    words = _words(seed, f"backalley-dealer-1|{game_id}|{_joined(entropy)}")
    return SEATS[below(len(SEATS), words)]


def salt(seed: bytes, game_id: str, number: int, attempt: int) -> str:
    """Secret hex digits stored beside a deck, so that an event's public hash tells nothing of it.

    They follow from the seed, which keeps dealing a pure function, and give nothing of it away.
    """
    message = f"backalley-salt-1|{game_id}|{number}|{attempt}"
    return hmac.digest(seed, message.encode(), "sha256")[:16].hex()


def below(limit: int, words: Iterator[int]) -> int:
    """A number 0 … limit − 1, each as likely as another, from 32-bit words."""
    fair = _WORDS - _WORDS % limit
    word = next(words)
    while word >= fair:
        word = next(words)
    return word % limit


def _joined(entropy: Mapping[Seat, str]) -> str:
    return "|".join(entropy[seat] for seat in SEATS)


def _words(seed: bytes, message: str) -> Iterator[int]:
    prefix = message.encode()
    counter = 0
    while True:
        yield from struct.unpack(
            ">8I", hmac.digest(seed, prefix + counter.to_bytes(4, "big"), "sha256")
        )
        counter += 1
