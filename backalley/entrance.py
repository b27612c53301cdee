"""The pages for whoever comes by with a browser: what this is, and how the game is played."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from backalley.pages import Link, text_page
from games.api.rules_shapes import NAMES
from games.api.rules_text import text_of
from games.engine.ruleset import PRESETS

TITLE: Final = _("Back Alley")
LEAD: Final = _(
    "A card game of tricks, bids and boards for four in two teams, played turn by turn."
)
HOW: Final = _(
    "It is played through clients: apps, bots, programs of your own, and one for the terminal that "
    "comes with the service. Bots take the seats that people leave free."
)


class Door(NamedTuple):
    """Where one can go from the front page."""

    to: str
    title: str | Promise
    words: str | Promise

    @property
    def address(self) -> str:
        """Its path."""
        return reverse(self.to)


DOORS: Final = (
    Door("rules-page", _("The rules"), _("How the game is played, with all its options.")),
    Door(
        "guide",
        _("Writing a client"),
        _("From the first request to a finished game, with examples. In English."),
    ),
    Door("docs", _("Reference"), _("Every call of the API and every answer. In English.")),
    Door(
        "fairness",
        _("Were the cards dealt fairly?"),
        _("How every player can check the shuffles. In English."),
    ),
    Door("admin:index", _("For staff"), _("Disputes, replays and the log.")),
)


@require_safe
def front_page(request: HttpRequest) -> HttpResponse:
    """What stands at the root."""
    facts = {"title": TITLE, "lead": LEAD, "how": HOW, "doors": DOORS}
    return render(request, "backalley/front_page.html", {**facts, "language": get_language()})


@require_safe
def rules_page(request: HttpRequest) -> HttpResponse:
    """The rules of a ruleset, `?ruleset=`, in the caller's language. Raises Http404."""
    name = request.GET.get("ruleset", NAMES[0])
    if name not in NAMES:
        raise Http404
    return HttpResponse(_rules(name, get_language() or "en"))


@lru_cache(maxsize=64)
def _rules(name: str, language: str) -> str:
    here = reverse("rules-page")
    others = [Link(f"{here}?ruleset={other}", other) for other in NAMES if other != name]
    others.append(Link(reverse("front-page"), str(TITLE)))
    return text_page(text_of(PRESETS[name]), language=language, others=others)
