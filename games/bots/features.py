"""What a bidder looks at in a hand: high cards and shape, as numbers.

A hand's estimate is a sum over its suits, so that each suit is worked out once and looked up
ever after: the search asks for the estimate of thousands of hands a move.
"""

from __future__ import annotations

from typing import Final

from games.bots.cards import JOKERS, SUIT

TRUMP_NAMES: Final = (
    "big", "little", "trump_1st", "trump_2nd", "trump_3rd", "trump_4th", "trump_5th", "trump_6th",
    "trump_small", "trump_length_2", "trump_length_3", "trump_length_4", "trump_length_5",
    "trump_length_6", "trump_beyond_6",
)  # fmt: skip
PLAIN_NAMES: Final = (
    "ace", "king", "king_with_ace", "king_bare", "queen", "queen_with_higher", "queen_short",
    "jack", "jack_with_higher", "ten", "nine", "middle", "void_with_trump", "void_with_2_trumps",
    "void_with_3_trumps", "single_with_trump", "single_with_2_trumps", "double_with_2_trumps",
    "length_4", "length_5", "length_beyond_5",
)  # fmt: skip
NAMES: Final = ("constant", *TRUMP_NAMES, *PLAIN_NAMES)

Sparse = tuple[tuple[int, float], ...]
"""Pairs of a feature's place in `NAMES` and its value; those not named are nought."""

_TRUMP_AT: Final = 1
_PLAIN_AT: Final = 1 + len(TRUMP_NAMES)


def closed_up(trumps: int, turned: int) -> int:
    """The trumps of a hand, shifted down 39 bits, with the gap closed that the turn-up leaves.

    `turned` is the turned-up trump, shifted alike; 0 when it is none.
    """
    if not turned or turned > SUIT:
        return trumps
    below = trumps & turned - 1
    return trumps ^ below | below << 1


def trump_features(trumps: int) -> Sparse:
    """Those of the trump suit: bits 0 to 12 the ranks, 13 and 14 the jokers."""
    found = []
    if trumps & 1 << 14:
        found.append((_TRUMP_AT, 1.0))
    if trumps & 1 << 13:
        found.append((_TRUMP_AT + 1, 1.0))
    found += [(_TRUMP_AT + 2 + i, 1.0) for i in range(6) if trumps & 1 << 12 - i]
    small = (trumps & (1 << 7) - 1).bit_count()
    if small:
        found.append((_TRUMP_AT + 8, float(small)))
    length = trumps.bit_count()
    found += [(_TRUMP_AT + 7 + i, 1.0) for i in range(2, 7) if length >= i]
    if length > 6:
        found.append((_TRUMP_AT + 14, float(length - 6)))
    return tuple(found)


def plain_features(suit: int, trumps: int) -> Sparse:
    """Those of one plain suit, shifted down to bits 0 to 12, beside `trumps` trumps in the hand."""
    ace, king, queen, jack = (bool(suit & 1 << 12 - i) for i in range(4))
    length = suit.bit_count()
    values = (
        ace,
        king and not ace and length > 1,
        king and ace,
        king and length == 1,
        queen and not (ace or king) and length > 2,
        queen and (ace or king),
        queen and not (ace or king) and length <= 2,
        jack and not (ace or king or queen),
        jack and (ace or king or queen),
        bool(suit & 1 << 8),
        bool(suit & 1 << 7),
        (suit & 0b1111000).bit_count(),
        length == 0 and trumps > 0,
        length == 0 and trumps > 1,
        length == 0 and trumps > 2,
        length == 1 and trumps > 0,
        length == 1 and trumps > 1,
        length == 2 and trumps > 1,
        length >= 4,
        length >= 5,
        max(0, length - 5),
    )
    return tuple((_PLAIN_AT + at, float(value)) for at, value in enumerate(values) if value)


def features(hand: int, trump_mask: int, turned: int) -> list[float]:
    """All features of a hand, in the order of `NAMES`: what the fit works on."""
    row = [0.0] * len(NAMES)
    row[0] = 1.0
    suited = trump_mask != JOKERS
    own = hand & trump_mask
    count = own.bit_count()
    for at, value in trump_features(closed_up(own >> 39, turned >> 39 if suited else 0)):
        row[at] += value
    for slot in range(3 if suited else 4):
        for at, value in plain_features(hand >> 13 * slot & SUIT, count):
            row[at] += value
    return row
