"""A whole game by the book: deals in order, redeals, the extra deal, totals and the winner.

`NaiveGame` reports what each move brings about in the words of the public event list, so that a
recorded game can be compared with it step by step.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .cards import LEFT
from .deal import NaiveDeal
from .options import Options
from .scoring import Bid

__all__ = ["Happening", "NaiveDeal", "NaiveGame"]

Happening = tuple[str, dict[str, Any]]
DeckOf = Callable[[int, int], Sequence[str]]


class NaiveGame:
    """A game from its first deal to its winner; `deck_of(number, attempt)` gives each deck."""

    deal: NaiveDeal
    start: dict[str, Any]  # what `deal-started` tells of the present deal

    def __init__(self, options: Options, first_dealer: str, deck_of: DeckOf) -> None:
        self.options = options
        self.deck_of = deck_of
        self.results: list[dict[str, Any]] = []
        self.winner: str | None = None
        self.number = self.attempt = 0
        self.start_deal(1, 1, first_dealer)

    def turn(self) -> str | None:
        """The seat that has to act, or nobody once the game is over."""
        return self.deal.turn()

    def legal(self) -> list[Any]:
        """The legal bids or cards of the seat that has to act."""
        if self.turn() is None:
            return []
        return self.deal.legal_bids() if self.deal.phase() == "bid" else self.deal.legal_cards()

    def scores(self) -> dict[str, int]:
        """The totals of the deals scored so far."""
        return {t: sum(result["points"][t] for result in self.results) for t in ("NS", "EW")}

    def start_deal(self, number: int, attempt: int, dealer: str) -> Happening:
        """Deal the cards of one attempt."""
        sizes = self.options["hand_sizes"]
        size = sizes[number - 1] if number <= len(sizes) else 13
        deck = list(self.deck_of(number, attempt))
        self.number, self.attempt = number, attempt
        self.deal = deal = NaiveDeal(self.options, size, dealer, deck)
        self.start = {
            "number": number,
            "attempt": attempt,
            "hand_size": size,
            "dealer": dealer,
            "turn_up": deal.turn_up,
            "trump": deal.trump,
            "replaced": deal.replaced,
            "deck": deck,
            "hands": deal.hands_at_bidding,
        }
        return "deal-started", self.start

    def bid(self, seat: str, bid: Bid) -> list[Happening]:
        """Make a legal bid; returns the events of the whole act."""
        self.deal.bid(seat, bid)
        made: dict[str, Any] = {"seat": seat, "bid": bid}
        if bid == "board":
            made["level"] = self.deal.level(seat)
        happenings: list[Happening] = [("bid-made", made)]
        if self.deal.passed_out():
            passed_out = {"number": self.number, "attempt": self.attempt}
            happenings.append(("deal-passed-out", passed_out))
            dealer = self.deal.dealer
            if self.options["all_pass"] == "next_dealer":
                dealer = LEFT[dealer]
            happenings.append(self.start_deal(self.number, self.attempt + 1, dealer))
        return happenings

    def play(self, seat: str, card: str) -> list[Happening]:
        """Play a legal card; returns the events of the whole act."""
        self.deal.play(seat, card)
        played = {"seat": seat, "card": card}
        if not self.deal.trick():
            played["winner"] = self.deal.winner_of(self.deal.tricks[-1])
        happenings: list[Happening] = [("card-played", played)]
        if self.deal.phase() == "done":
            happenings.append(self.score())
            happenings.append(self.next_deal_or_end())
        return happenings

    def score(self) -> Happening:
        """Write the finished deal down."""
        result = {
            "number": self.number,
            "attempt": self.attempt,
            "hand_size": self.deal.hand_size,
            "contracts": self.deal.contracts(),
            "tricks": self.deal.tricks_taken(),
            "points": self.deal.points(),
        }
        self.results.append(result)
        told = {name: value for name, value in result.items() if name != "hand_size"}
        return "deal-scored", {**told, "scores": self.scores()}

    def next_deal_or_end(self) -> Happening:
        """The next deal, the extra one after a tie where that is played, or the end."""
        last = len(self.options["hand_sizes"])
        scores = self.scores()
        level = scores["NS"] == scores["EW"]
        extra = self.number == last and level and self.options["tie"] == "extra_deal"
        if self.number < last or extra:
            return self.start_deal(self.number + 1, 1, LEFT[self.deal.dealer])
        self.winner = "tie" if level else max(scores, key=lambda team: scores[team])
        return "game-finished", {"scores": scores, "winner": self.winner}

    def deal_anew(self, attempt: int) -> Happening:
        """Deal the present deal once more, by the same dealer: what a rewind to its start does."""
        return self.start_deal(self.number, attempt, self.deal.dealer)
