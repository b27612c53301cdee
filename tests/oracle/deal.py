"""One deal by the book: bidding, then tricks. It changes in place and asks the rules each time."""

from __future__ import annotations

from collections.abc import Sequence

from .cards import JOKERS, LEFT, PARTNER, SEATS, TEAM, order_from, strength
from .dealing import deal_out
from .options import Options
from .scoring import Bid, Contract, board_levels, contracts_of, points_for

TRUMP = "trump"
Play = tuple[str, str]


class NaiveDeal:
    """A deal from the turn-up to its last trick."""

    def __init__(self, options: Options, hand_size: int, dealer: str, deck: Sequence[str]) -> None:
        self.options = options
        self.hand_size = hand_size
        self.dealer = dealer
        self.table = deal_out(options, hand_size, dealer, deck)
        self.hands = self.table.hands
        self.hands_at_bidding = {seat: list(hand) for seat, hand in self.hands.items()}
        self.turn_up = self.table.turn_up
        self.trump = self.table.trump
        self.replaced = self.table.replaced
        self.bids: list[tuple[str, Bid]] = []
        self.tricks: list[list[Play]] = []
        self.trump_broken = False

    # Whose turn it is

    def phase(self) -> str:
        """`bid`, `play`, or `done` (played to the end or passed out)."""
        if len(self.bids) < 4:
            return "bid"
        if self.passed_out():
            return "done"
        played = sum(len(trick) for trick in self.tricks)
        return "done" if played == 4 * self.hand_size else "play"

    def passed_out(self) -> bool:
        """All four have bid, and all four passed."""
        return [bid for _, bid in self.bids] == ["pass"] * 4

    def turn(self) -> str | None:
        """The seat that has to bid or play, or nobody."""
        if self.phase() == "done":
            return None
        if self.phase() == "bid":
            return order_from(LEFT[self.dealer])[len(self.bids)]
        trick = self.trick()
        return LEFT[trick[-1][0]] if trick else self.leader()

    # Bidding

    def legal_bids(self) -> list[Bid]:
        """What the seat whose turn it is may bid."""
        seat = self.turn()
        assert seat is not None
        assert self.phase() == "bid"
        partners = dict(self.bids).get(PARTNER[seat])
        highest = self.hand_size if self.options["bid_n_as_number"] else self.hand_size - 1
        legal: list[Bid] = ["pass"]
        for number in range(1, highest + 1):
            together = number + partners if isinstance(partners, int) else number
            if together > self.hand_size and self.options["bid_sum_over_hand"] == "refuse":
                continue
            legal.append(number)
        if partners != "board" or self.options["partner_may_raise_board"]:
            legal.append("board")
        return legal

    def bid(self, seat: str, bid: Bid) -> None:
        """Make one bid; the caller has made sure that it is legal."""
        assert seat == self.turn()
        assert bid in self.legal_bids()
        self.bids.append((seat, bid))

    def level(self, seat: str) -> int | None:
        """The level of the seat's board, if it bid board."""
        return board_levels(self.bids).get(seat)

    def contracts(self) -> dict[str, Contract]:
        """What each team undertook."""
        return contracts_of(self.options, self.hand_size, self.bids)

    def first_leader(self) -> str:
        """The last board; without one the earliest of the highest numbers."""
        boards = [seat for seat, bid in self.bids if bid == "board"]
        if boards:
            return boards[-1]
        best = max(bid for _, bid in self.bids if isinstance(bid, int))
        return next(seat for seat, bid in self.bids if bid == best)

    # Play

    def trick(self) -> list[Play]:
        """The running trick, empty between two tricks."""
        return self.tricks[-1] if self.tricks and len(self.tricks[-1]) < 4 else []

    def done_tricks(self) -> list[list[Play]]:
        """The tricks that have their four cards."""
        return [trick for trick in self.tricks if len(trick) == 4]

    def leader(self) -> str:
        """Who leads, or has led, the running trick."""
        if self.trick():
            return self.trick()[0][0]
        done = self.done_tricks()
        return self.winner_of(done[-1]) if done else self.first_leader()

    def suit(self, card: str) -> str:
        """The suit a card belongs to; jokers and the trump suit are one suit."""
        return TRUMP if card in JOKERS or card[1] == self.trump else card[1]

    def why_not(self, seat: str, card: str) -> str | None:
        """The code that refuses this card from the seat to act, or None if it is legal."""
        hand = self.hands[seat]
        if card not in hand:
            return "card-not-in-hand"
        if not self.trick():
            if self.suit(card) != TRUMP or self.may_lead_trump(seat):
                return None
            return "trump-not-broken"
        led = self.trick()[0][1]
        of_the_suit = [held for held in hand if self.suit(held) == self.suit(led)]
        if not of_the_suit:
            return None
        if card not in of_the_suit:
            return "must-follow-suit"
        highest, lowest = max(of_the_suit, key=strength), min(of_the_suit, key=strength)
        if led == "BB" and self.bound_by(self.options["big_blooper_lead"], seat):
            return None if card == highest else "must-play-highest-trump"
        if led == "LB" and self.bound_by(self.options["little_blooper_lead"], seat):
            return None if card == lowest else "must-play-lowest-trump"
        return None

    def may_lead_trump(self, seat: str) -> bool:
        """Whether the leader may lead a trump to this trick."""
        if all(self.suit(card) == TRUMP for card in self.hands[seat]):
            return True
        boarded = [bidder for bidder, bid in self.bids if bid == "board"]
        exempt = seat in boarded
        if self.options["board_lead"] == "team" and PARTNER[seat] in boarded:
            exempt = True
        if not self.done_tricks() and not self.options["board_leads_trump_at_once"]:
            exempt = False
        if exempt or self.options["trump_lead"] == "free":
            return True
        return self.options["trump_lead"] == "when_broken" and self.trump_broken

    def bound_by(self, whom: str, seat: str) -> bool:
        """Whether a led joker's effect (`all`, `opponents`, `none`) reaches this seat."""
        return whom == "all" or (whom == "opponents" and TEAM[seat] != TEAM[self.leader()])

    def legal_cards(self) -> list[str]:
        """What the seat whose turn it is may play."""
        seat = self.turn()
        assert seat is not None
        assert self.phase() == "play"
        return [card for card in self.hands[seat] if self.why_not(seat, card) is None]

    def play(self, seat: str, card: str) -> None:
        """Play one card; the caller has made sure that it is legal."""
        assert seat == self.turn()
        assert card in self.legal_cards()
        if not self.trick():
            self.tricks.append([])
        self.hands[seat].remove(card)
        self.tricks[-1].append((seat, card))
        if not self.trick() and any(self.suit(c) == TRUMP for _, c in self.tricks[-1]):
            self.trump_broken = True

    def winner_of(self, trick: list[Play]) -> str:
        """The highest trump takes the trick, else the highest card of the suit led."""
        trumps = [play for play in trick if self.suit(play[1]) == TRUMP]
        followed = [play for play in trick if self.suit(play[1]) == self.suit(trick[0][1])]
        return max(trumps or followed, key=lambda play: strength(play[1]))[0]

    def tricks_taken(self) -> dict[str, int]:
        """The tricks of each team so far."""
        taken = {"NS": 0, "EW": 0}
        for trick in self.done_tricks():
            taken[TEAM[self.winner_of(trick)]] += 1
        return taken

    def points(self) -> dict[str, int]:
        """The points of each team for the tricks it has taken."""
        contracts, taken = self.contracts(), self.tricks_taken()
        return {
            team: points_for(self.options, self.hand_size, contracts[team], taken[team])
            for team in taken
        }

    def every_card(self) -> list[str]:
        """All cards of the deal wherever they lie; always the whole pack."""
        played = [card for trick in self.tricks for _, card in trick]
        held = [card for seat in SEATS for card in self.hands[seat]]
        return held + played + [self.turn_up] + self.table.stock + self.table.discards
