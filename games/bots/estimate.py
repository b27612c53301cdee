"""How many tricks a hand is worth by itself: linear in the features, fitted by self-play."""

from __future__ import annotations

from collections.abc import Sequence

from games.bots.cards import JOKERS, SUIT
from games.bots.features import closed_up, plain_features, trump_features


class _TrumpWorth(dict[int, float]):
    """The worth of a trump holding, worked out when first asked for."""

    def __init__(self, weights: Sequence[float]) -> None:
        super().__init__()
        self._weights = weights

    def __missing__(self, trumps: int) -> float:
        worth = self._weights[0] + sum(
            self._weights[at] * value for at, value in trump_features(trumps)
        )
        self[trumps] = worth
        return worth


class _PlainWorth(dict[int, float]):
    """The worth of a plain suit beside so many trumps, worked out when first asked for."""

    def __init__(self, weights: Sequence[float], trumps: int) -> None:
        super().__init__()
        self._weights = weights
        self._trumps = trumps

    def __missing__(self, suit: int) -> float:
        worth = sum(self._weights[at] * value for at, value in plain_features(suit, self._trumps))
        self[suit] = worth
        return worth


class Estimate:
    """The own-trick estimate for one hand size, with or without a trump suit."""

    def __init__(self, weights: Sequence[float]) -> None:
        self.weights = weights
        self._trumps = _TrumpWorth(weights)
        plain = tuple(_PlainWorth(weights, count) for count in range(4))
        # More than three trumps beside a short suit are worth no more than three.
        self._plain = (*plain, *(plain[3],) * 10)

    def tricks(self, hand: int, trump_mask: int, turned: int) -> float:
        """The tricks that this hand should take by itself; `turned` is the turn-up if a trump."""
        own = hand & trump_mask
        count = own.bit_count()
        plain = self._plain[count]
        if trump_mask == JOKERS:
            return (
                self._trumps[own >> 39]
                + plain[hand & SUIT]
                + plain[hand >> 13 & SUIT]
                + plain[hand >> 26 & SUIT]
                + plain[hand >> 39 & SUIT]
            )
        return (
            self._trumps[closed_up(own >> 39, turned >> 39)]
            + plain[hand & SUIT]
            + plain[hand >> 13 & SUIT]
            + plain[hand >> 26 & SUIT]
        )
