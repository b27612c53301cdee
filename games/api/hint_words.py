"""A bot's reason in words, as a card player would tell it across the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.bots.choice import Code, Reason

SENTENCES: Final[Mapping[Code, str | Promise]] = {
    "counted-winners": _("Your hand holds about {tricks} likely winners."),
    "fitted-bid": _(
        "Your hand should take about {own} tricks and your side about {team}, by what has been "
        "bid so far."
    ),
    "only-legal": _("It is the only card that you may play."),
    "draws-trumps": _("Leading trump draws trumps out of the other hands."),
    "cashes-likely-master": _("A higher card of its suit is hardly out against it."),
    "leads-low": _("It gives little away: no lead of yours is sure of the trick."),
    "wins-cheaply": _("You are the last to play, and it takes the trick."),
    "plays-high": _("It beats what lies there, so the next hand has to beat it in turn."),
    "ruffs": _("You have none of the suit led, so a trump can take the trick."),
    "partner-wins": _("Your partner is winning the trick; keep your strength for another."),
    "cannot-win": _("You cannot win this trick; it is a card that you will hardly miss."),
    "saves-strength": _("You could win for now, but what wins here is worth more later."),
    "searched": _(
        "In {worlds} deals that fit all you know it brought your side {gain} points more on "
        "average than {instead_of}."
    ),
}


def in_words(reason: Reason) -> str:
    """The reason as a sentence, or two, in the language of the request."""
    said = str(SENTENCES[reason.code]).format_map(reason.facts)
    play = reason.facts.get("play")
    return said if play is None else f"{said} {SENTENCES[play]}"
