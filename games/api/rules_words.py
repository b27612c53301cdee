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
    "Back Alley is for four players in two fixed teams: partners sit opposite each other, North "
    "and South against East and West. Before the play of each deal every player says how many "
    "tricks he means to take, and partners add up what they bid. A team that keeps its word "
    "scores, one that does not loses as much. The boldest word is “board”: all the tricks."
)
PRESETS: Final[Mapping[str, Words]] = {
    "gamerules": _(
        "`gamerules` is the default: the rules that gamerules.com publishes, with a decision of "
        "ours wherever those are silent."
    ),
    "pagat": _(
        "`pagat` has 26 deals: down to hands of one card and up again, with two such deals in the "
        "middle. Only this pattern is known of it; all else is as in `gamerules`."
    ),
    "short": _(
        "`short` is for an evening with less time: 14 deals with no more than seven cards each, "
        "and a trump suit in almost all of them."
    ),
    "bab": _(
        "`bab` is the sharp game: 13 deals, down to one card by twos and up again by twos, dearer "
        "tricks, and boards that double from level to level."
    ),
}
DEPARTURES: Final = _("It differs from `gamerules` in these options:")
DEPARTURE: Final = _("`{option}`: {value} instead of {default}")
MARKS: Final = _(
    "The option that decides on a rule stands behind it in brackets. Rules marked † are those of "
    "our decisions that the sources back least."
)

SECTIONS: Final = (
    Section(
        _("The cards"),
        (
            _(
                "The pack has 52 cards and two different jokers, the Big Blooper and the Little "
                "Blooper."
            ),
            _(
                "Both jokers belong to the trump suit. From the top it goes: Big Blooper, Little "
                "Blooper, ace, king, queen, jack, ten and so on down to the two. The other suits "
                "go from the ace to the two."
            ),
            Option("hand_sizes"),
        ),
    ),
    Section(
        _("The deal"),
        (
            _(
                "The first dealer is drawn by lot. From then on the deal passes clockwise to the "
                "next player."
            ),
            _(
                "The dealer gives one card at a time, beginning with the player on his left. The "
                "next card is turned up; it lies there for all to see and is out of play. The "
                "rest is the stock."
            ),
            Option("fixed_trump"),
            Option("joker_turned_up"),
        ),
    ),
    Section(
        _("The bidding"),
        (
            _(
                "Each player bids once, the one on the dealer's left first, the dealer last. He "
                "passes, names a number of tricks from one up, or says “board”. Nobody has to bid "
                "more than the one before him."
            ),
            Option("bid_n_as_number"),
            _(
                "A team's contract is the sum of the partners' bids; a pass counts nothing. If "
                "one of them says “board”, their contract is all the tricks, whatever the other "
                "one bids."
            ),
            Option("bid_sum_over_hand"),
            _(
                "The first board of a deal is a plain board, the next one, whoever bids it, a "
                "double board, then come triple and quadruple. The level follows from the order; "
                "one just says “board”."
            ),
            Option("partner_may_raise_board"),
            Weak(_("If both partners have bid board, the higher of their levels counts.")),
            Weak(
                _(
                    "If all four pass, nobody scores, and as many cards are dealt again, as often "
                    "as it takes."
                )
            ),
            Option("all_pass"),
        ),
    ),
    Section(
        _("The play"),
        (
            _(
                "The highest single bid leads to the first trick: any board before any number, of "
                "several boards the last, of equal numbers the first. After that the winner of a "
                "trick leads to the next."
            ),
            _(
                "Follow the suit led if you can; if you cannot, play whatever you like. The "
                "highest trump takes the trick, or, without a trump in it, the highest card of "
                "the suit led."
            ),
            Option("trump_lead"),
            Option("board_lead"),
            Option("board_leads_trump_at_once"),
            Option("big_blooper_lead"),
            Option("little_blooper_lead"),
            _(
                "A joker asks this only when it is led; played to another's lead it is just a "
                "high trump."
            ),
        ),
    ),
    Section(
        _("The score"),
        (
            _(
                "Each team is scored on its own contract: so both may make theirs, and both may "
                "fail."
            ),
            Option("points_per_trick"),
            Option("points_per_overtrick"),
            _("A team that has passed twice has bid nothing, so each of its tricks is one over."),
            Option("board_points"),
            Option("board_multiplier"),
            _(
                "For example: partners who bid 4 and 3 score {made} for nine tricks and {missed} "
                "for six. A double board with five cards brings {board_made} or {board_missed}."
            ),
            _("After the last deal the team with the higher total has won."),
            Option("tie"),
        ),
    ),
)

OPTIONS: Final = _("The options")
OTHER_RULES: Final = _(
    "The table may agree on other rules: whoever opens a game names the options that are to be "
    "different. This is what each can be:"
)
IN_FORCE: Final = _("`{option}`: here {value}.")
MEASURE_IN_FORCE: Final = _("`{option}`: here {value}. Possible: {domain}.")
