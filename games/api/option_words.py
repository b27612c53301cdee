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
    # With `most`.
    domain: Words
    most: int


# For an option with values of its own kind: what each of them means.
EFFECTS: Final[Mapping[str, Mapping[str | bool | None, Words]]] = {
    "fixed_trump": {
        None: _("The suit of the turn-up is trump in this deal."),
        **dict.fromkeys(SUITS, _("This suit is always trump, even if a joker is turned up.")),
    },
    "joker_turned_up": {
        "exchange": _(
            "If a joker is turned up, there is no trump; before the bidding, whoever holds the "
            "other joker lays it down, face up, and takes the top card of the stock, unseen. If "
            "the other joker is in the stock, nobody exchanges."
        ),
        "turn_next": _(
            "If a joker is turned up, the next card is turned instead, until one is no joker; if "
            "none is left, there is no trump."
        ),
        "keep_other": _(
            "If a joker is turned up, no suit is trump; the other joker is the only trump."
        ),
    },
    "bid_n_as_number": {
        False: _(
            "Numbers go from one to one less than the cards in a hand; with one card there is only "
            "pass or board."
        ),
        True: _("Numbers go from one to all the tricks; that is no board."),
    },
    "bid_sum_over_hand": {
        "allow": _("The sum may be more than there are tricks; then it cannot be made."),
        "cap": _("A sum of more than there are tricks counts as all of them."),
        "refuse": _(
            "No number may bring the sum above the number of tricks; board may always be bid."
        ),
    },
    "partner_may_raise_board": {
        True: _("A partner's board may be raised by bidding board."),
        False: _("A partner's board may not be raised."),
    },
    "all_pass": {
        "next_dealer": _("After four passes the next player deals."),
        "same_dealer": _("After four passes the same player deals."),
    },
    "trump_lead": {
        "when_broken": _(
            "Trump may be led once one, a joker included, has been played in an earlier trick of "
            "the deal, or by those with nothing else."
        ),
        "free": _("Trump may be led at any time."),
        "only_when_only_trump": _("Trump may be led only by those with nothing else."),
    },
    "board_lead": {
        "bidder": _("Whoever has bid board may lead trump all the same, his partner not."),
        "team": _("After a board both partners may lead trump all the same."),
    },
    "board_leads_trump_at_once": {
        True: _("A board gives this freedom from the first trick on."),
        False: _("A board gives this freedom only from the second trick on."),
    },
    "big_blooper_lead": {
        "all": _(
            "If the Big Blooper is led, the others must play their highest trump, and without one "
            "any card."
        ),
        "opponents": _(
            "If the Big Blooper is led, the opponents must play their highest trump, the leader's "
            "partner any."
        ),
        "none": _("If the Big Blooper is led, everybody plays any trump."),
    },
    "little_blooper_lead": {
        "all": _(
            "If the Little Blooper is led, the others must play their lowest trump; the Big "
            "Blooper only as their only one, and then it wins."
        ),
        "opponents": _(
            "If the Little Blooper is led, the opponents must play their lowest trump, the "
            "leader's partner any."
        ),
        "none": _("If the Little Blooper is led, everybody plays any trump."),
    },
    "board_multiplier": {
        "linear": _("A double board counts twice, a triple three times, a quadruple four times."),
        "doubling": _("A double board counts twice, a triple four times, a quadruple eight times."),
    },
    "tie": {
        "tie": _("Equal totals are a tie."),
        "extra_deal": _(
            "With equal totals there is one more deal, of 13 cards; if still equal, they are a tie."
        ),
    },
}

_A_NUMBER: Final = _("0 to {most}")
MEASURES: Final[Mapping[str, Measure]] = {
    "hand_sizes": Measure(
        _("A game has {count} deals, with so many cards in a hand: {value}."),
        _("up to {most} deals of 1 to 13 cards"),
        MOST_DEALS,
    ),
    "points_per_trick": Measure(
        ngettext_lazy(
            "A contract made brings {value} point a trick bid; missed, it costs as much.",
            "A contract made brings {value} points a trick bid; missed, it costs as much.",
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
            "A board made brings {value} point a trick of the deal; missed, by one trick or by "
            "all, it costs as much.",
            "A board made brings {value} points a trick of the deal; missed, by one trick or by "
            "all, it costs as much.",
            "value",
        ),
        _A_NUMBER,
        MOST_POINTS,
    ),
}
WEAKEST: Final = {"bid_sum_over_hand": "allow", "board_lead": "bidder", "tie": "tie"}
"""The defaults that the sources back least."""
