"""Games and their logs, to be read."""

from __future__ import annotations

from typing import Any, Final, cast, get_args

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery, Value
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import models, selectors
from games.admin.disputes import players_of
from games.admin.lists import Sought
from games.admin.read_only import ReadOnlyAdmin, facts_shown, list_link, replay_link
from games.engine.state import Status
from games.selectors.disputes import is_reviewer
from players.models import Player

PAGE: Final = 100


class StatusFilter(admin.SimpleListFilter):
    """How far a game has come."""

    title = _("status")
    parameter_name = "status"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(status, status) for status in get_args(Status)]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[models.Game]
    ) -> QuerySet[models.Game]:
        return queryset.filter(status=self.value()) if self.value() else queryset


class VisibilityFilter(admin.SimpleListFilter):
    """For whom a game is there."""

    title = _("visibility")
    parameter_name = "visibility"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(visibility, visibility) for visibility in ("public", "private")]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[models.Game]
    ) -> QuerySet[models.Game]:
        return queryset.filter(visibility=self.value()) if self.value() else queryset


@admin.register(models.Game)
class GameAdmin(ReadOnlyAdmin):
    """What the rows say; all else is in the log and in the replay."""

    list_display = ("id", "status", "version", "table", "creator", "created_at", "open_disputes")
    list_filter = (StatusFilter, VisibilityFilter)
    search_help_text = _("A game’s id, or a player’s name.")
    ordering = ("-id",)
    list_select_related = ("creator",)
    list_per_page = 50
    fieldsets = (
        (None, {"fields": ("ways", "status", "version", "table", "scores", "winner")}),
        (
            _("Table"),
            {"fields": ("creator", "visibility", "ruleset", "departures", "turn_seconds")},
        ),
        (
            _("Time"),
            {"fields": ("created_at", "updated_at", "sandbox", "clock_offset", "turn_seat")},
        ),
        (
            _("Timers"),
            {
                "classes": ("collapse",),
                "fields": ("deadline", "due_at", "turn_lane", "leased_until", "warn_at"),
            },
        ),
    )
    readonly_fields = ("ways", "table", "scores", "departures")

    def get_queryset(self, request: HttpRequest) -> QuerySet[models.Game]:
        player = cast(Player, request.user)
        sat = models.Participant.objects.filter(game=OuterRef("pk"), player=player, sat=True)
        claims = models.Dispute.objects.filter(game=OuterRef("pk"), status="open")
        counted = claims.order_by().values("game").annotate(number=Count("pk")).values("number")
        rows: QuerySet[models.Game] = super().get_queryset(request)
        rows = rows.prefetch_related("seats__participant__player")
        return rows.annotate(
            claims=Subquery(counted),
            own_game=Exists(sat),
            for_reviewer=Value(is_reviewer(player)),
        )

    def matching(self, rows: QuerySet[models.Game], sought: Sought) -> QuerySet[models.Game]:
        if sought.player is not None:
            return rows.filter(participants__player=sought.player)
        return super().matching(rows, sought)

    def get_urls(self) -> list[URLPattern]:
        log = self.admin_site.admin_view(self.log)
        return [path("<uuid:game_id>/log/", log, name="games_game_log"), *super().get_urls()]

    def log(self, request: HttpRequest, game_id: Any) -> HttpResponse:
        """The log of a game, some events at a time, without what is still secret to this caller."""
        row = models.Game.objects.select_related("creator").filter(pk=game_id).first()
        if not self.has_view_permission(request, row):
            raise PermissionDenied
        if row is None:
            raise Http404
        table = selectors.table(row, cast(Player, request.user))
        newest = table.stream.version
        asked = request.GET.get("after", "")
        after = min(int(asked), newest) if asked.isdecimal() and len(asked) < 10 else 0
        shown = [
            {
                "event": event,
                "name": table.names.get(event.actor.id or ""),
                "facts": facts_shown(event.data),
                "hash": event.hash.hex(),
            }
            for event in selectors.events_after(table, after, PAGE)
        ]
        last = after + len(shown)
        context = {
            **self.admin_site.each_context(request),
            "title": gettext("Log"),
            "game": row,
            "events": shown,
            "opts": self.opts,
            "earlier": max(after - PAGE, 0) if after else None,
            "later": last if last < newest else None,
        }
        return TemplateResponse(request, "admin/games/log.html", context)

    @admin.display(description=_("see"))
    def ways(self, game: Any) -> str:
        """Where to go from here."""
        log = reverse("admin:games_game_log", args=[game.pk])
        links = [
            format_html('<a class="button" href="{}">{}</a>', log, gettext("Log")),
            list_link("games_dispute", gettext("Disputes"), status="all", q=game.pk),
            list_link("games_staffact", gettext("Acts of staff"), q=game.pk),
        ]
        if game.for_reviewer and not game.own_game:
            links.insert(0, replay_link(game.pk, gettext("Replay"), "button"))
        return format_html(
            '<span class="ways">{}</span>', format_html_join(" ", "{}", ((one,) for one in links))
        )

    @admin.display(description=_("players"))
    def table(self, game: models.Game) -> str:
        return players_of(game)

    @admin.display(description=_("scores"))
    def scores(self, game: models.Game) -> str:
        return f"NS {game.score_ns}, EW {game.score_ew}"

    @admin.display(description=_("options"))
    def departures(self, game: models.Game) -> str:
        return facts_shown(game.options) if game.options else "-"

    @admin.display(description=_("open disputes"))
    def open_disputes(self, game: Any) -> str:
        if not game.claims:
            return "-"
        return list_link("games_dispute", str(game.claims), q=game.pk)
