"""The replay pages: one for staff, with all four hands open, and one for all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games import clock, models
from games.engine.player_view import Viewer
from games.engine.state import Game
from games.eventstore.store import StreamNotFound, load
from games.review import access, rulings, uploads, words
from games.review.opinions import bots_know, opinions
from games.review.pages import Replay, open_replay, page
from games.review.retold import retold
from games.selectors.disputes import sees_hands
from games.services.staff import note_opened_hands

FRAME: Final = "games/replay_frame.html"
"""What changes from version to version; `?part=frame` asks for it alone."""
Eyes = Callable[[HttpRequest, Game], Viewer]


@access.guarded
@access.for_reviewers
@require_http_methods(["GET", "HEAD", "POST"])
def review(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """A game step by step for staff, with its disputes: all four hands or what one seat saw, or,
    for those who see no hands, what all see.
    """
    player = access.reviewer(request)
    row = access.game_to_review(player, game_id)
    claims = rulings.claims(player, row, access.dispute_asked(request))
    dispute, form = claims.to_rule, None
    if request.method == "POST":
        if dispute is None:
            raise access.Refused(_("This dispute has been ruled on already."))
        form = rulings.filled_in(request.POST)
        if rulings.rule(form, dispute, by=player, now=clock.now()):
            messages.success(request, _("The ruling stands."))
            # Without a version, the game as the ruling left it.
            return redirect(f"{request.path}?dispute={dispute.pk}")
    replay = _opened(request, row, access.eyes_of_staff)
    hands = sees_hands(player)
    if hands:
        note_opened_hands(row.pk, by=player, now=clock.now())
    if form is None and dispute is not None:
        form = rulings.blank(replay.version)
    facts = {
        "staff": True,
        "hands": hands,
        "bots": opinions(replay) if request.GET.get("bots") else None,
        "claims": claims,
        "disputed": claims.versions,
        "dispute": claims.asked,
        "form": form,
    }
    response = _answer(request, row, replay, facts)
    if form is not None and form.errors:
        response.status_code = 422
    return response


@access.guarded
@require_safe
def watch(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """A game step by step for all: what a spectator sees, or everything once it is over."""
    row = access.game_to_watch(request.user, game_id)
    return _answer(
        request, row, _opened(request, row, access.eyes_of_all), {"staff": False, "hands": False}
    )


@access.guarded
@access.for_reviewers
@require_http_methods(["GET", "HEAD", "POST"])
def record(request: HttpRequest) -> HttpResponse:
    """A record from elsewhere step by step; it comes along with every step and is kept nowhere."""
    if request.method != "POST":
        return render(request, "games/record.html", {"form": uploads.RecordForm()})
    form = uploads.RecordForm(request.POST, request.FILES)
    if not form.is_valid():
        return render(request, "games/record.html", {"form": form}, status=422)
    parsed = form.cleaned_data["parsed"]
    told = retold(parsed)
    try:
        shown = uploads.record_page(told, access.version_asked(request.POST))
    except StreamNotFound:
        raise Http404 from None
    context = {"replay": shown, "posted": True}
    if request.POST.get("part") == "frame":
        return render(request, FRAME, context)
    found = uploads.findings(parsed, told)
    context |= {"record": parsed, "text": form.cleaned_data["text"], "found": found}
    return render(request, "games/record.html", {**context, "form": uploads.RecordForm()})


def _opened(request: HttpRequest, row: models.Game, eyes: Eyes) -> Replay:
    newest = load(row.pk)
    try:
        return open_replay(newest, access.version_asked(request.GET), eyes(request, newest.game))
    except StreamNotFound:
        raise Http404 from None


def _answer(
    request: HttpRequest, row: models.Game, replay: Replay, facts: dict[str, Any]
) -> HttpResponse:
    part = request.GET.get("part") == "frame"
    context = {
        "game": row,
        "replay": page(replay),
        "eyes": replay.viewer if replay.viewer in words.SEATS else "",
        "may_ask_bots": facts["staff"] and bots_know(replay),
        "may_choose_eyes": facts["hands"] or replay.newest.over,
        "seats": words.SEATS,
        **facts,
    }
    return render(request, FRAME if part else "games/replay.html", context)
