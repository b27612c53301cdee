"""What the value of an option has to be, in words, for whoever has given another."""

from __future__ import annotations

import json

from django.utils.translation import gettext as _

from games.engine.ruleset import CHOICES, MOST_DEALS, MOST_POINTS, POINTS, SWITCHES


def bounds_of(option: str) -> str:
    """A sentence on what this option of a ruleset can be."""
    if option in CHOICES:
        # As they stand in JSON.
        choices = ", ".join(map(json.dumps, CHOICES[option]))
        return _("Must be one of {choices_shown}.").format(choices_shown=choices)
    if option in SWITCHES:
        return _("Must be true or false.")
    if option in POINTS:
        return _("Must be an integer from 0 to {most}.").format(most=MOST_POINTS)
    return _("Must be an array of 1 to {most} integers, each 1 to 13.").format(most=MOST_DEALS)
