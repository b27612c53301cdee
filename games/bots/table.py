"""The rules of play on bits, for the bots' own play-outs: what is legal and what a deal scores.

The engine's rules are the rules; the tests hold these to them on thousands of positions.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from games.bots.cards import BIG, JOKERS, LITTLE, SLOTS, TRUMPS

NOBODY: Final = 0
OPPONENTS: Final = 1
EVERYBODY: Final = 2

WHEN_BROKEN: Final = 0
FREE: Final = 1
ONLY_WHEN_ONLY_TRUMP: Final = 2


@dataclass(frozen=True, slots=True)
class Scale:
    """What a deal pays: the scoring options of a ruleset."""

    per_trick: int = 5
    per_overtrick: int = 1
    board: int = 10
    doubling: bool = False
    capped: bool = False

    def level_factor(self, level: int) -> int:
        """By how much a board of this level (1 upwards) multiplies."""
        return 1 << level - 1 if self.doubling else level

    def points(self, size: int, bid: int, level: int, taken: int) -> int:
        """The score of one team.

        `size` is the number of cards a hand, `bid` the sum of the partners' numbers, `level` the
        team's highest board (0 for none) and `taken` the tricks it took.
        """
        if level:
            worth = self.board * size * self.level_factor(level)
            return worth if taken == size else -worth
        if self.capped and bid > size:
            bid = size
        if taken >= bid:
            return self.per_trick * bid + self.per_overtrick * (taken - bid)
        return -self.per_trick * bid


@dataclass(frozen=True, slots=True)
class Table:
    """What does not change in a deal once trump is known.

    `trumps` is the set of all trumps (empty without any), `plains` the other suits; `big` and
    `little` say whom a led joker binds, `at_once` whether a board's exemption from the ban on trump
    leads holds at the first trick.
    """

    size: int
    trumps: int = TRUMPS
    big: int = EVERYBODY
    little: int = EVERYBODY
    trump_lead: int = WHEN_BROKEN
    at_once: bool = True
    scale: Scale = field(default_factory=Scale)
    plains: tuple[int, ...] = field(init=False)
    suit_of: dict[int, int] = field(init=False)

    def __post_init__(self) -> None:
        plains = tuple(suit for suit in SLOTS if not suit & self.trumps)
        suit_of = {}
        for position in range(54):
            card = 1 << position
            home = JOKERS if card & JOKERS else SLOTS[position // 13]
            suit_of[card] = self.trumps if card & self.trumps else home
        object.__setattr__(self, "plains", plains)
        object.__setattr__(self, "suit_of", suit_of)

    def trump_lead_open(self, broken: bool) -> bool:
        """Whether anybody may lead trump; `broken` if a trump lies in an earlier trick."""
        return self.trump_lead == FREE or (broken and self.trump_lead == WHEN_BROKEN)

    def legal_leads(self, hand: int, may_lead_trump: bool) -> int:
        """The cards of a hand that may be led; `may_lead_trump` is broken, free or exempt."""
        return hand if may_lead_trump else hand & ~self.trumps or hand

    def legal_follows(self, hand: int, led: int, led_by_partner: bool) -> int:
        """The cards of a hand that may be played to a trick begun with the card `led`."""
        held = hand & self.suit_of[led]
        if not held:
            return hand
        if led >= LITTLE:
            binds = self.big if led == BIG else self.little
            if binds == EVERYBODY or (binds == OPPONENTS and not led_by_partner):
                return 1 << held.bit_length() - 1 if led == BIG else held & -held
        return held

    def winner(self, cards: tuple[int, ...] | list[int]) -> int:
        """Which of the cards, in the order played, takes the trick: 0 is the leader's."""
        contending = self.suit_of[cards[0]] | self.trumps
        return max(range(len(cards)), key=lambda at: cards[at] & contending)
