"""What each option of the rules means, in a player's words: one sentence for each value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.api.rules_words import Words
from games.engine.cards import SUITS
from games.engine.ruleset import MOST_DEALS, MOST_POINTS


class Measure(NamedTuple):
    """An option that is a number, or a list of some: what it means, and what it can be."""

    # With `value`, and for a list `count`. A lazy text in the singular or the plural.
    meaning: Any
    domain: Words
    most: int


# For an option with values of its own kind: what each of them means.
EFFECTS: Final[Mapping[str, Mapping[str | bool | None, Words]]] = {
    "fixed_trump": {
        None: _("The suit of the turn-up is trump in this deal."),
        **dict.fromkeys(
            SUITS,
            _("This suit is trump in every deal, whatever is turned up, a joker too."),
        ),
    },
    "joker_turned_up": {
        "exchange": _(
            "If a joker is turned up, there is no trump in this deal. A player who holds the "
            "other joker lays it down, face up, and takes the top card of the stock instead, "
            "unseen by the others, before the bidding begins. If the other joker is in the stock, "
            "nobody exchanges. So no joker is ever played without a trump suit."
        ),
        "turn_next": _(
            "If a joker is turned up, it is put away and the next card of the stock is turned, "
            "until one is no joker. If none is left, there is no trump in this deal."
        ),
        "keep_other": _(
            "If a joker is turned up, no suit is trump in this deal; the other joker stays in "
            "play as the only trump."
        ),
    },
    "bid_n_as_number": {
        False: _(
            "The highest number is one less than the cards in a hand; who wants to take all the "
            "tricks says “board”. With one card each there is nothing but pass and board."
        ),
        True: _(
            "Numbers go up to all the tricks, so one can bid them all without calling it a board."
        ),
    },
    "bid_sum_over_hand": {
        "allow": _("The sum may be more than there are tricks; then the contract cannot be made."),
        "cap": _("A sum of more than there are tricks counts as all the tricks."),
        "refuse": _(
            "No number may be bid that brings the partners' sum above the number of tricks; board "
            "may always be bid."
        ),
    },
    "partner_may_raise_board": {
        True: _("After a partner's board one may bid board, too, and so raise the level."),
        False: _("After a partner's board one may not bid board."),
    },
    "all_pass": {
        "next_dealer": _("After four passes the next player clockwise deals."),
        "same_dealer": _("After four passes the same dealer deals again."),
    },
    "trump_lead": {
        "when_broken": _(
            "Nobody leads trump before it is broken, that is, before somebody has played one, a "
            "joker included, in an earlier trick of this deal. Who holds nothing but trumps may "
            "lead one all the same."
        ),
        "free": _("Trump may be led at any time."),
        "only_when_only_trump": _("Trump is led only by those who hold nothing else."),
    },
    "board_lead": {
        "bidder": _(
            "The ban on leading trump does not bind a player who has bid board himself; his "
            "partner it does bind."
        ),
        "team": _(
            "The ban on leading trump binds neither a player who has bid board nor his partner."
        ),
    },
    "board_leads_trump_at_once": {
        True: _("A board frees its bidder from the first trick on."),
        False: _("A board frees its bidder only from the second trick on."),
    },
    "big_blooper_lead": {
        "all": _(
            "When the Big Blooper is led, each of the other three has to play his highest trump; "
            "who has none plays any card."
        ),
        "opponents": _(
            "When the Big Blooper is led, both opponents have to play their highest trump; the "
            "leader's partner follows with any trump."
        ),
        "none": _("When the Big Blooper is led, everybody follows with any trump."),
    },
    "little_blooper_lead": {
        "all": _(
            "When the Little Blooper is led, each of the other three has to play his lowest "
            "trump; the Big Blooper only if it is his only one, and then it takes the trick."
        ),
        "opponents": _(
            "When the Little Blooper is led, both opponents have to play their lowest trump; the "
            "leader's partner follows with any trump."
        ),
        "none": _("When the Little Blooper is led, everybody follows with any trump."),
    },
    "board_multiplier": {
        "linear": _("A double board counts twice, a triple three times, a quadruple four times."),
        "doubling": _("A double board counts twice, a triple four times, a quadruple eight times."),
    },
    "tie": {
        "tie": _("Equal totals are a tie."),
        "extra_deal": _(
            "With equal totals there is one more deal, of 13 cards each; if they are equal then, "
            "too, it is a tie."
        ),
    },
}

_A_NUMBER: Final = _("a whole number, 0 to {most}")
MEASURES: Final[Mapping[str, Measure]] = {
    "hand_sizes": Measure(
        _("A game has {count} deals; the cards in a hand are, deal by deal: {value}."),
        _("a list of 1 to {most} numbers, each 1 to 13"),
        MOST_DEALS,
    ),
    "points_per_trick": Measure(
        ngettext_lazy(
            "A contract that is made brings {value} point for each trick bid; one that is missed "
            "costs as much.",
            "A contract that is made brings {value} points for each trick bid; one that is missed "
            "costs as much.",
            "value",
        ),
        _A_NUMBER,
        MOST_POINTS,
    ),
    "points_per_overtrick": Measure(
        ngettext_lazy(
            "Each trick over the contract brings {value} point.",
            "Each trick over the contract brings {value} points.",
            "value",
        ),
        _A_NUMBER,
        MOST_POINTS,
    ),
    "board_points": Measure(
        ngettext_lazy(
            "A board that is made brings {value} point for each trick of the deal; one that is "
            "missed, by one trick or by all, costs as much.",
            "A board that is made brings {value} points for each trick of the deal; one that is "
            "missed, by one trick or by all, costs as much.",
            "value",
        ),
        _A_NUMBER,
        MOST_POINTS,
    ),
}
WEAKEST: Final = {"bid_sum_over_hand": "allow", "board_lead": "bidder", "tie": "tie"}
"""The defaults that the sources back least."""
