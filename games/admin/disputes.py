"""The queue of disputes: open ones first, each with the way to its replay, where it is ruled on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, Value
from django.http import HttpRequest, HttpResponse
from django.utils.text import Truncator
from django.utils.timesince import timesince
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import models
from games.admin.lists import Sought
from games.admin.read_only import ReadOnlyAdmin, game_link, replay_link, row_link
from games.engine.ruleset import PRESETS
from games.engine.seats import SEATS
from games.selectors.disputes import is_reviewer
from players.models import Player

Status = models.Dispute.Status


class StatusFilter(admin.SimpleListFilter):
    """The open ones, if nothing else is asked for."""

    title = _("status")
    parameter_name = "status"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [*Status.choices[1:], ("all", _("All"))]

    def choices(self, changelist: ChangeList) -> Iterator[Any]:
        without, *others = super().choices(changelist)
        yield {**without, "display": Status.OPEN.label}
        yield from others

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[models.Dispute]
    ) -> QuerySet[models.Dispute]:
        wanted = self.value() or Status.OPEN
        return queryset if wanted == "all" else queryset.filter(status=wanted)


class GameFilter(admin.SimpleListFilter):
    """How far the game has come, on which it depends what can be done about it."""

    title = _("game")
    parameter_name = "game"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("running", _("running")), ("over", _("over"))]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[models.Dispute]
    ) -> QuerySet[models.Dispute]:
        if self.value() is None:
            return queryset
        # Asked of each claim's game: joined, all games that run would be gone through.
        game = models.Game.objects.filter(pk=OuterRef("game"))
        with_status = queryset.alias(game_status=Subquery(game.values("status")[:1]))
        running = Q(game_status="active")
        return with_status.filter(running if self.value() == "running" else ~running)


class RulesetFilter(admin.SimpleListFilter):
    """By which ruleset the game goes."""

    title = _("ruleset")
    parameter_name = "ruleset"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(name, name) for name in PRESETS]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[models.Dispute]
    ) -> QuerySet[models.Dispute]:
        return queryset.filter(game__ruleset=self.value()) if self.value() else queryset


@admin.register(models.Dispute)
class DisputeAdmin(ReadOnlyAdmin):
    """Read here, ruled on beside the replay."""

    list_display = ("claim", "replay", "age", "table", "game_played", "disputed", "state")
    list_filter = (StatusFilter, "remedy", GameFilter, RulesetFilter, "game__sandbox")
    search_help_text = _("A game’s id, or a player’s name.")
    # As they were filed.
    ordering = ("id",)
    list_select_related = ("game", "player", "ruled_by")
    list_per_page = 50
    readonly_fields = (
        "replay",
        "claimed",
        "player_named",
        "game_played",
        "table",
        "state",
        "ruled",
    )
    fieldsets = (
        (None, {"fields": ("replay", "claimed", "player_named", "at", "game_played", "table")}),
        (
            _("Ruling"),
            {"fields": ("state", "remedy", "to_version", "note", "staff_note", "ruled")},
        ),
    )

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whoever may rule sees what there is to rule on, be he in no group."""
        return is_reviewer(cast(Player, request.user)) or super().has_view_permission(request, obj)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def get_queryset(self, request: HttpRequest) -> QuerySet[models.Dispute]:
        """All but those of games in which this member of staff has a part."""
        player = cast(Player, request.user)
        sat = models.Participant.objects.filter(game=OuterRef("game"), player=player, sat=True)
        rows: QuerySet[models.Dispute] = super().get_queryset(request).exclude(Exists(sat))
        rows = rows.annotate(
            for_reviewer=Value(is_reviewer(player)),
            opens_game=Value(player.has_perm("games.view_game")),
            opens_player=Value(player.has_perm("players.view_player")),
        )
        return rows.prefetch_related("game__seats__participant__player")

    def matching(self, rows: QuerySet[models.Dispute], sought: Sought) -> QuerySet[models.Dispute]:
        if sought.player is not None:
            # Whoever claims something has sat there, too.
            return rows.filter(game__participants__player=sought.player)
        return rows.filter(game__in=sought.ids)

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The queue, with the way to look at a record from elsewhere for whoever may."""
        may = is_reviewer(cast(Player, request.user))
        return super().changelist_view(request, {**(extra_context or {}), "may_review": may})

    @admin.display(description=_("claim"))
    def claim(self, dispute: models.Dispute) -> str:
        """How it begins, and who says so."""
        return f"{dispute.player.username}: {Truncator(dispute.reason).chars(70)}"

    @admin.display(description=_("claim"))
    def claimed(self, dispute: models.Dispute) -> str:
        return dispute.reason

    @admin.display(description=_("player"))
    def player_named(self, dispute: Any) -> str:
        name: str = dispute.player.username
        return row_link("players_player", dispute.player_id, name) if dispute.opens_player else name

    @admin.display(description=_("status"))
    def state(self, dispute: models.Dispute) -> str:
        if dispute.remedy in (None, models.Dispute.Remedy.NONE):
            return dispute.get_status_display()
        return f"{dispute.get_status_display()}, {dispute.get_remedy_display()}"

    @admin.display(description=_("age"))
    def age(self, dispute: models.Dispute) -> str:
        return timesince(dispute.at)

    @admin.display(description=_("game"))
    def game_played(self, dispute: Any) -> str:
        return game_link(dispute.game_id) if dispute.opens_game else str(dispute.game_id)

    @admin.display(description=_("players"))
    def table(self, dispute: models.Dispute) -> str:
        return players_of(dispute.game)

    @admin.display(description=_("version"))
    def disputed(self, dispute: models.Dispute) -> int:
        return dispute.version

    @admin.display(description=_("ruled"))
    def ruled(self, dispute: models.Dispute) -> str:
        if dispute.ruled_by is None or dispute.ruled_at is None:
            return "-"
        return f"{dispute.ruled_by.username}, {dispute.ruled_at:%Y-%m-%d %H:%M}"

    @admin.display(description=_("replay"))
    def replay(self, dispute: Any) -> str:
        if not dispute.for_reviewer:
            return "-"
        is_open = dispute.status == Status.OPEN
        words = gettext("Review and rule") if is_open else gettext("Replay")
        css = "button" if is_open else ""
        return replay_link(dispute.game_id, words, css, version=dispute.version, dispute=dispute.pk)


def players_of(game: models.Game) -> str:
    """Who sits where, as in `N ana, E normal, S chie`."""
    names = {
        held.seat: held.bot if held.participant is None else held.participant.player.username
        for held in game.seats.all()
    }
    return ", ".join(f"{seat} {names[seat]}" for seat in SEATS if names.get(seat))
