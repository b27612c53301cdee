"""The rules in words, as one player tells them to another: every rule once.

What an option decides is said in `option_words`; `rules_text` makes one text of both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = str | Promise


class Option(NamedTuple):
    """Here stands what the value of this option in force means."""

    name: str


class Weak(NamedTuple):
    """A rule, on which no option decides, that the sources hardly back."""

    words: Words


class Section(NamedTuple):
    """A heading and its rules; those without more are plain words."""

    title: Words
    rules: Sequence[Words | Option | Weak]


TITLE: Final = _("The rules of Back Alley: {ruleset}")
INTRODUCTION: Final = _(
    "Back Alley is for four in two teams: partners sit opposite each other, North and South "
    "against East and West. In each deal everybody first bids how many tricks he will take; "
    "partners' bids are added up. A team that keeps its word scores; one that does not loses as "
    "much. The boldest bid is “board”: all the tricks."
)
PRESETS: Final[Mapping[str, Words]] = {
    "gamerules": _(
        "`gamerules`, the default, is what gamerules.com publishes; where that is silent, we have "
        "decided."
    ),
    "pagat": _(
        "`pagat` has 26 deals, down to hands of one card and up again, two of these in the middle. "
        "Nothing else is known of it; the rest is as in `gamerules`."
    ),
    "short": _(
        "`short` takes less time: 14 deals of at most seven cards, nearly all with a trump suit."
    ),
    "bab": _(
        "`bab` is the sharp game: 13 deals, down to one card by twos and up again, dearer tricks, "
        "and boards that double from level to level."
    ),
}
DEPARTURES: Final = _("It departs from `gamerules` in {options}.")
MARKS: Final = _(
    "Rules end with the option that decides on them; † marks our decisions that the sources back "
    "least."
)

SECTIONS: Final = (
    Section(
        _("The cards"),
        (
            _("The pack has 52 cards and two jokers, the Big Blooper and the Little Blooper."),
            _(
                "Both jokers are trumps, the Big Blooper the highest, the Little Blooper the next. "
                "Every suit goes ace, king, queen, jack, ten and so on to the two."
            ),
            Option("hand_sizes"),
        ),
    ),
    Section(
        _("The deal"),
        (
            _("The first dealer is drawn by lot; then the deal passes clockwise."),
            _(
                "The dealer gives one card at a time, from his left on, and turns up the next: all "
                "see it, nobody plays it. The rest is the stock."
            ),
            Option("fixed_trump"),
            Option("joker_turned_up"),
        ),
    ),
    Section(
        _("The bidding"),
        (
            _(
                "From the dealer's left on, each player bids once: a pass, a number of tricks, or "
                "“board”. No bid has to be higher than another."
            ),
            Option("bid_n_as_number"),
            _(
                "A team's contract is the sum of its bids; a pass counts nothing. With a board it "
                "is all the tricks, whatever the partner bids."
            ),
            Option("bid_sum_over_hand"),
            _(
                "Whoever bids them, the second board of a deal is a double one, then come triple "
                "and quadruple. One just says “board”."
            ),
            Option("partner_may_raise_board"),
            Weak(_("If both partners have bid board, the higher level counts.")),
            Weak(
                _(
                    "If all four pass, nobody scores and as many cards are dealt again, until "
                    "somebody bids."
                )
            ),
            Option("all_pass"),
        ),
    ),
    Section(
        _("The play"),
        (
            _(
                "The highest single bid leads first: a board before any number, the last of "
                "several boards, the first of equal numbers. Then the winner of each trick leads "
                "to the next."
            ),
            _(
                "Follow the suit led if you can; if not, play any card. The highest trump takes "
                "the trick; without one, the highest card of the suit led."
            ),
            Option("trump_lead"),
            Option("board_lead"),
            Option("board_leads_trump_at_once"),
            Option("big_blooper_lead"),
            Option("little_blooper_lead"),
            _("A joker played to another's lead is just a high trump."),
        ),
    ),
    Section(
        _("The score"),
        (
            _("Each team is scored on its own contract."),
            Option("points_per_trick"),
            Option("points_per_overtrick"),
            _("For a team that has passed twice, every trick is one over."),
            Option("board_points"),
            Option("board_multiplier"),
            _(
                "For example: bids of 4 and 3 score {made} with nine tricks and {missed} with six; "
                "a double board with five cards brings {board_made} or {board_missed}."
            ),
            _("After the last deal the higher total wins."),
            Option("tie"),
        ),
    ),
)

OPTIONS: Final = _("The options")
OTHER_RULES: Final = _(
    "Whoever opens a game may change its options. Here stands the value of each, and what it can "
    "be instead:"
)
