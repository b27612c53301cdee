"""For the oracle's own tests: a deal with chosen cards in chosen hands."""

from __future__ import annotations

from typing import Any

from .cards import LEFT, PACK, SEATS, order_from
from .deal import NaiveDeal
from .options import GAMERULES, Options
from .scoring import Bid


def arranged_deck(
    hand_size: int, hands: dict[str, str], dealer: str = "N", turn_up: str = "7H", stock: str = ""
) -> list[str]:
    """A deck that gives these hands ("AH KH"), turn-up and top of the stock; the rest is filled
    with what is left of the pack, clubs first."""
    chosen = {seat: hands.get(seat, "").split() for seat in SEATS}
    named = {*" ".join(hands.values()).split(), turn_up, *stock.split()}
    spare = [card for card in PACK if card not in named]
    for hand in chosen.values():
        while len(hand) < hand_size:
            hand.append(spare.pop(0))
    order = order_from(LEFT[dealer])
    dealt = [chosen[seat][place] for place in range(hand_size) for seat in order]
    deck = [*dealt, turn_up, *stock.split(), *spare]
    assert sorted(deck) == sorted(PACK)
    return deck


def arranged(
    hand_size: int,
    hands: dict[str, str],
    bids: tuple[Bid, ...] = (),
    *,
    dealer: str = "N",
    turn_up: str = "7H",
    stock: str = "",
    **departures: Any,
) -> NaiveDeal:
    """A deal of those cards after these bids, from the dealer's left on."""
    options: Options = {**GAMERULES, **departures}  # type: ignore[typeddict-item]
    deck = arranged_deck(hand_size, hands, dealer, turn_up, stock)
    deal = NaiveDeal(options, hand_size, dealer, deck)
    for bid in bids:
        make_bid(deal, bid)
    return deal


def make_bid(deal: NaiveDeal, bid: Bid) -> None:
    """The seat whose turn it is bids."""
    seat = deal.turn()
    assert seat is not None
    deal.bid(seat, bid)


def play(deal: NaiveDeal, cards: str) -> None:
    """Cards played one after the other by the seats whose turn it is."""
    for card in cards.split():
        seat = deal.turn()
        assert seat is not None
        deal.play(seat, card)


def legal(deal: NaiveDeal) -> str:
    """The legal cards in the order of the pack: "3C AH LB"."""
    return " ".join(card for card in PACK if card in deal.legal_cards())
