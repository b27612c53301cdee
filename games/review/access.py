"""Who may open which replay, and with whose eyes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, cast
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from games import models, selectors
from games.api.versions import VERSION
from games.engine.player_view import SPECTATOR, STAFF, Viewer
from games.engine.seats import SEATS, Seat
from games.engine.state import Game
from games.selectors.disputes import is_reviewer, sees_hands, took_part
from players.errors import Problem
from players.models import Player

View = Callable[..., HttpResponse]


class Refused(Exception):
    """A page that this caller may not open; says why, to him."""


def guarded(view: View) -> View:
    """Answer a refusal with a page, and let nobody keep these pages or learn their addresses."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            response = view(request, *args, **kwargs)
        except Refused as refused:
            response = render(request, "games/refused.html", {"why": str(refused)}, status=403)
        response.headers["Cache-Control"] = "no-store"
        response.headers["Referrer-Policy"] = "same-origin"
        return response

    return answer


def for_reviewers(view: View) -> View:
    """Let in staff who may review; others are sent to sign in, or told that they may not."""

    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path(), reverse("admin:login"))
        if not is_reviewer(reviewer(request)):
            raise Refused(_("Only staff who review games may open this page."))
        return view(request, *args, **kwargs)

    return checked


def reviewer(request: HttpRequest) -> Player:
    """Who reviews; to be asked behind `for_reviewers`."""
    return cast(Player, request.user)


def game_to_review(player: Player, game_id: UUID) -> models.Game:
    """The game, for staff. Raises Http404, and Refused for those who sit or sat in it."""
    row = _found(lambda: selectors.find_game(player, game_id))
    if took_part(player, game_id):
        raise Refused(_("You sit or sat in this game, so others have to review it."))
    return row


def game_to_watch(user: Player | AnonymousUser, game_id: UUID) -> models.Game:
    """The game, if it is there for whoever opens its public page. Raises Http404."""
    if isinstance(user, Player):
        return _found(lambda: selectors.find_game(user, game_id))
    return _found(lambda: selectors.public_game(game_id))


def eyes_of_staff(request: HttpRequest, game: Game) -> Viewer:
    """All four hands, or the seat that `?as=` names; what all see, for staff who see no hands.

    Raises Http404 for what is no seat.
    """
    if not sees_hands(reviewer(request)):
        return eyes_of_all(request, game)
    return _seat_asked(request) or STAFF


def eyes_of_all(request: HttpRequest, game: Game) -> Viewer:
    """A spectator's while the game runs; once it is over all lies open, or what a seat saw."""
    seat = _seat_asked(request)
    return (seat or STAFF) if game.over else SPECTATOR


def version_asked(given: Mapping[str, Any]) -> int | None:
    """The version that is `given` as such, None without. Raises Http404 for what is none."""
    text = given.get("version", "")
    if text and not VERSION.fullmatch(text):
        raise Http404
    return int(text) if text else None


def dispute_asked(request: HttpRequest) -> UUID | None:
    """The dispute that `?dispute=` names, None without. Raises Http404 for what is none."""
    text = request.GET.get("dispute", "")
    try:
        return UUID(text) if text else None
    except ValueError:
        raise Http404 from None


def _seat_asked(request: HttpRequest) -> Seat | None:
    text = request.GET.get("as", "").upper()
    if text and text not in SEATS:
        raise Http404
    return text or None


def _found(find: Callable[[], models.Game]) -> models.Game:
    try:
        return find()
    except Problem:
        raise Http404 from None
