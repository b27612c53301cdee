"""Legal bids, board levels, contracts and the first lead."""

from __future__ import annotations

import pytest

from games.engine.bidding import (
    Bid,
    BidValue,
    Contract,
    all_passed,
    board_level,
    contracts,
    exempt_from_lead_ban,
    first_leader,
    legal_bids,
)
from games.engine.ruleset import Ruleset
from games.engine.seats import clockwise_from

RULES = Ruleset()


def made(*bids: BidValue, first: str = "N") -> list[Bid]:
    """These bids in turn, boards with their levels."""
    done: list[Bid] = []
    for seat, bid in zip(clockwise_from(first), bids, strict=False):
        level = 1 + sum(other.level is not None for other in done) if bid == "board" else None
        done.append(Bid(seat, bid, level))
    return done


def legal(*before: BidValue, n: int = 6, rules: Ruleset = RULES) -> set[BidValue]:
    """The legal bids of the seat whose turn it is after these bids."""
    seat = clockwise_from("N")[len(before)]
    return set(legal_bids(made(*before), seat, n, rules))


def test_case_7_at_13_pass_1_to_12_and_board_are_legal() -> None:
    assert legal(n=13) == {"pass", *range(1, 13), "board"}


def test_case_8_at_1_only_pass_and_board_and_at_2_a_1_too() -> None:
    assert legal(n=1) == {"pass", "board"}
    assert legal(n=2) == {"pass", 1, "board"}
    assert legal(n=3) == {"pass", 1, 2, "board"}


@pytest.mark.parametrize("n", range(1, 14))
def test_case_9_bids_need_not_rise_and_nothing_bid_before_limits_them(n: int) -> None:
    everything: set[BidValue] = {"pass", *range(1, n), "board"}
    top: BidValue = n - 1 if n > 1 else "board"
    for before in ((), (top,), ("pass", top), (top, top, top), ("board", "board", "board")):
        assert legal(*before, n=n) == everything


def test_a_bid_is_listed_once() -> None:
    for n in range(1, 14):
        bids = legal_bids([], "N", n, RULES)
        assert len(bids) == len(set(bids))


def test_n_may_be_bid_as_a_number_where_the_option_says_so() -> None:
    rules = Ruleset(bid_n_as_number=True)
    assert legal(n=1, rules=rules) == {"pass", 1, "board"}
    assert legal(n=13, rules=rules) == {"pass", *range(1, 14), "board"}


def test_a_sum_over_the_hand_is_allowed_by_default() -> None:
    assert legal(5, "pass") == {"pass", 1, 2, 3, 4, 5, "board"}
    assert contracts(made(5, 1, 5, "pass"), 6, RULES)["NS"] == Contract(10, 0)


def test_cap_makes_the_contract_n_and_leaves_the_bids_free() -> None:
    rules = Ruleset(bid_sum_over_hand="cap")
    assert legal(5, "pass", rules=rules) == legal(5, "pass")
    capped = contracts(made(5, 3, 5, 3), 6, rules)
    assert capped == {"NS": Contract(6, 0), "EW": Contract(6, 0)}
    assert contracts(made(5, 2, "pass", 3), 6, rules)["EW"] == Contract(5, 0)


def test_refuse_keeps_the_numbers_of_partners_within_the_hand_and_board_open() -> None:
    rules = Ruleset(bid_sum_over_hand="refuse")
    assert legal(4, "pass", rules=rules) == {"pass", 1, 2, "board"}
    assert legal(5, "pass", rules=rules) == {"pass", 1, "board"}
    assert legal("pass", 5, rules=rules) == {"pass", 1, 2, 3, 4, 5, "board"}
    assert legal("board", "pass", rules=rules) == {"pass", 1, 2, 3, 4, 5, "board"}
    assert legal(1, 4, "pass", rules=rules) == {"pass", 1, 2, "board"}


def test_refuse_with_n_bid_as_a_number_leaves_the_partner_pass_and_board() -> None:
    rules = Ruleset(bid_sum_over_hand="refuse", bid_n_as_number=True)
    assert legal(6, "pass", rules=rules) == {"pass", "board"}
    assert legal(3, "pass", rules=rules) == {"pass", 1, 2, 3, "board"}


def test_a_partner_may_raise_a_board_unless_the_option_forbids_it() -> None:
    rules = Ruleset(partner_may_raise_board=False)
    assert "board" in legal("board", "pass")
    assert legal("board", "pass", rules=rules) == {"pass", 1, 2, 3, 4, 5}
    assert "board" in legal("board", rules=rules)
    assert "board" in legal("pass", "board", rules=rules)
    assert "board" in legal(5, "pass", rules=rules)
    assert legal("board", "pass", n=1, rules=rules) == {"pass"}


def test_case_10_a_board_after_the_partners_is_level_2_and_so_is_the_contract() -> None:
    bids = made("board", "pass", "board", "pass", first="E")
    assert [bid.level for bid in bids] == [1, None, 2, None]
    assert board_level(bids[:2]) == 2
    assert contracts(bids, 7, RULES) == {"NS": Contract(0, 0), "EW": Contract(7, 2)}


def test_levels_rise_with_every_board_by_anyone() -> None:
    bids = made("board", "board", "board", "board")
    assert [board_level(bids[:place]) for place in range(4)] == [1, 2, 3, 4]
    assert contracts(bids, 3, RULES) == {"NS": Contract(3, 3), "EW": Contract(3, 4)}


def test_numbers_do_not_raise_the_level() -> None:
    assert board_level(made(5, "pass", 4)) == 1


def test_a_number_beside_a_partners_board_no_longer_matters() -> None:
    assert contracts(made("board", "pass", 5, 2), 6, RULES) == {
        "NS": Contract(6, 1),
        "EW": Contract(2, 0),
    }


def test_case_14_partners_who_bid_4_and_4_of_5_have_a_contract_of_8() -> None:
    assert contracts(made(4, "pass", 4, "pass", first="E"), 5, RULES)["EW"] == Contract(8, 0)


def test_a_pass_counts_nothing_in_a_contract() -> None:
    assert contracts(made("pass", 3, "pass", "pass"), 5, RULES) == {
        "NS": Contract(0, 0),
        "EW": Contract(3, 0),
    }


@pytest.mark.parametrize(
    ("bids", "leader"),
    [
        ((3, 5, 2, 4), "S"),
        ((4, 2, 4, 1), "E"),
        (("board", "pass", "board", "pass"), "W"),
        (("board", 12, "pass", 12), "E"),
        ((12, 12, 12, "board"), "N"),
        (("board", "board", "board", 12), "W"),
        (("pass", "pass", "pass", 1), "N"),
        ((1, 1, 1, 1), "E"),
        (("pass", 2, 2, "pass"), "S"),
        ((9, 10, 10, 9), "S"),
    ],
)
def test_case_15_the_highest_single_bid_leads(bids: tuple[BidValue, ...], leader: str) -> None:
    assert first_leader(made(*bids, first="E")) == leader


def test_all_have_passed_only_after_four_passes() -> None:
    assert all_passed(made("pass", "pass", "pass", "pass"))
    assert not all_passed(made("pass", "pass", "pass"))
    assert not all_passed(made("pass", "pass", "pass", 1))
    assert not all_passed(made("board", "pass", "pass", "pass"))


def test_only_the_boards_own_bidder_is_exempt_from_the_ban_on_leading_trump() -> None:
    bids = made("board", 3, "pass", "pass")
    assert exempt_from_lead_ban("N", bids, 1, RULES)
    assert exempt_from_lead_ban("N", bids, 5, RULES)
    for seat in ("E", "S", "W"):
        assert not exempt_from_lead_ban(seat, bids, 1, RULES)
        assert not exempt_from_lead_ban(seat, bids, 2, RULES)


def test_both_boards_bidders_are_exempt() -> None:
    bids = made("board", "board", "pass", "pass")
    assert [exempt_from_lead_ban(seat, bids, 1, RULES) for seat in "NESW"] == [
        *(True, True, False, False)
    ]


def test_board_lead_team_exempts_the_partner_too() -> None:
    rules = Ruleset(board_lead="team")
    bids = made("board", 3, "pass", "pass")
    assert [exempt_from_lead_ban(seat, bids, 1, rules) for seat in "NESW"] == [
        *(True, False, True, False)
    ]


@pytest.mark.parametrize("board_lead", ["bidder", "team"])
def test_the_exemption_may_begin_with_the_second_trick(board_lead: str) -> None:
    rules = Ruleset(board_leads_trump_at_once=False, board_lead=board_lead)
    bids = made("board", 3, "pass", "pass")
    assert not exempt_from_lead_ban("N", bids, 1, rules)
    assert exempt_from_lead_ban("N", bids, 2, rules)
    assert not exempt_from_lead_ban("E", bids, 2, rules)
    assert exempt_from_lead_ban("S", bids, 2, rules) == (board_lead == "team")
