"""The bids: what a beginner counts, what the fitted bidder predicts and makes of it."""

from __future__ import annotations

from random import Random

import pytest

from games.bots.bid_words import legal_bid
from games.bots.cards import BITS, PACK, TRUMPS
from games.bots.features import NAMES, features
from games.bots.fitted_bids import Prediction, expected, fitted_wish, shipped
from games.bots.one_card import auction_of, kind_of
from games.bots.position import ALL_TRICKS, BidSeen
from games.bots.selfplay import auction, deal
from games.bots.simple_bids import number_of_tricks, sure_tricks
from games.bots.table import Scale, Table

BIT = BITS["S"]


def cards(names: str) -> int:
    """A set of cards by their names; spades are trump."""
    return sum(BIT[name] for name in names.split())


def wish(hand: str, *bids: int, board: bool = True) -> int:
    """The fitted bid on a hand after these bids, 2S turned up."""
    own = cards(hand)
    size = own.bit_count()
    levels = [sum(bid == ALL_TRICKS for bid in bids[: at + 1]) for at in range(len(bids))]
    seen = [
        BidSeen(at, bid, level if bid == ALL_TRICKS else 0)
        for at, (bid, level) in enumerate(zip(bids, levels, strict=True))
    ]
    return fitted_wish(shipped(), Table(size), own, BIT["2S"], seen, range(max(1, size)), board).bid


def test_a_beginner_counts_masters_and_half_a_trick_for_a_small_trump() -> None:
    hand = cards("BB LB 3S AC KD 2D")
    assert sure_tricks(Table(13), hand, PACK & ~hand) == 3.5


def test_a_beginner_holds_back_when_the_partner_has_bid() -> None:
    hand = cards("BB LB AS KS AC")
    unseen = PACK & ~hand
    first = number_of_tricks(Table(13), hand, unseen, partner_has_bid=False)
    assert (first, number_of_tricks(Table(13), hand, unseen, partner_has_bid=True)) == (5, 3)


@pytest.mark.parametrize(
    ("tricks", "size", "legal", "bid"),
    [
        (0, 5, ("pass", 1, 2, 3, 4, "board"), "pass"),
        (3, 5, ("pass", 1, 2, 3, 4, "board"), 3),
        (99, 5, ("pass", 1, 2, 3, 4, "board"), "board"),
        (5, 5, ("pass", 1, 2, 3, 4, 5, "board"), 5),
        (4, 5, ("pass", 1, 2, "board"), 2),
        (99, 5, ("pass", 1, 2, 3, 4), 4),
        (1, 1, ("pass", "board"), "board"),
        (1, 2, ("pass", "board"), "pass"),
    ],
)
def test_a_wish_becomes_the_nearest_legal_bid(
    tricks: int, size: int, legal: tuple[str | int, ...], bid: str | int
) -> None:
    assert legal_bid(tricks, size, legal) == bid


def test_a_feature_has_a_weight_in_every_fit() -> None:
    hand = cards("BB AS 3S AC KC 5D")
    assert len(features(hand, TRUMPS, BIT["2S"])) == len(NAMES)
    assert set(shipped().bidders) == {
        (size, suit) for size in range(2, 14) for suit in (True, False)
    }


def test_an_estimate_is_the_sum_of_its_weights_over_the_features() -> None:
    rng = Random(1)
    for size, suited in shipped().bidders:
        dealt = deal(rng, size, suited=suited)
        estimate = shipped().bidders[size, suited].own
        for hand in dealt.hands:
            row = features(hand, dealt.table.trumps, dealt.turned)
            weights = estimate.weights
            plain = sum(weight * value for weight, value in zip(weights, row, strict=True))
            assert estimate.tricks(hand, dealt.table.trumps, dealt.turned) == pytest.approx(plain)


def test_stronger_hands_bid_more() -> None:
    weak = wish("2C 3C 4C 5D 6D 7D 2H 3H 4H 6H 5C 9D 8H")
    middle = wish("AC 3C 4C KD QD 7D 2H 3H 4H 6S 5S 9S 8H")
    strong = wish("BB LB AS KS QS 7S AC KC AD KD QH 9S 8H")
    assert weak == 0 < middle < strong


def test_the_second_bidder_adds_less_the_more_the_partner_bids() -> None:
    hand = "AC 3C KD 7D 2H 4S 5S 9S"
    bids = [wish(hand, partner, 1) for partner in range(6)]
    assert bids == sorted(bids, reverse=True)
    assert bids[0] > bids[5]


def test_a_sure_hand_of_two_cards_bids_board() -> None:
    assert wish("BB LB") == ALL_TRICKS
    assert wish("2C 3D") == 0


def test_one_card_is_boarded_when_it_is_the_best_and_never_called_a_number() -> None:
    assert wish("BB") == ALL_TRICKS
    for dealt in (deal(Random(seed), 1) for seed in range(200)):
        for made in auction(
            dealt,
            0,
            lambda dealt, seat, bids: (
                fitted_wish(
                    shipped(), dealt.table, dealt.hands[seat], dealt.turned, bids, (0,), True
                ).bid
            ),
        ):
            assert made.bid in (0, ALL_TRICKS)


def test_an_auction_of_one_card_is_known_by_its_letters() -> None:
    assert auction_of([BidSeen(0, 0, 0), BidSeen(1, ALL_TRICKS, 1)]) == "PB"


def test_trumps_count_from_the_top_whatever_was_turned_up() -> None:
    assert kind_of(BIT["KS"], TRUMPS, BIT["AS"]) == kind_of(BIT["AS"], TRUMPS, BIT["KS"])
    assert kind_of(BIT["BB"], TRUMPS, BIT["AS"]) == 14
    assert kind_of(BIT["2C"], TRUMPS, BIT["AS"]) == kind_of(BIT["2D"], TRUMPS, BIT["AS"])


def test_chances_add_up_and_lie_around_the_prediction() -> None:
    chances = Prediction(4.2, 1.0).chances(13)
    assert sum(chances) == pytest.approx(1)
    assert max(range(14), key=chances.__getitem__) == 4


def test_the_expected_score_weighs_making_against_missing() -> None:
    assert expected([0.25, 0.75], Scale(), 0, 1) == pytest.approx(0.75 * 10 - 0.25 * 10)
    assert expected([0.5, 0.0, 0.5], Scale(), 1, 0) == pytest.approx(0.5 * 6 - 0.5 * 5)
