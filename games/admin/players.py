"""Accounts: shut out and let in again by operators, made staff by a superuser.

They are here and not with the accounts because all of it goes into the audit trail.
"""

from __future__ import annotations

from typing import Any, cast

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.db.models.functions import Lower
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games import clock
from games.admin.lists import ListAdmin, Sought
from games.services import staff
from players.models import Player


class AccountFilter(admin.SimpleListFilter):
    """The few accounts that are unlike all others."""

    title = _("account")
    parameter_name = "account"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("staff", _("of staff")), ("out", _("shut out or deleted"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Player]) -> QuerySet[Player]:
        if self.value() == "staff":
            return queryset.filter(is_staff=True)
        return queryset.filter(is_active=False) if self.value() == "out" else queryset


@admin.register(Player)
class PlayerAdmin(ListAdmin):
    """Nobody is added or deleted here: people do that themselves."""

    list_display = ("username", "is_active", "is_guest", "is_staff", "created_at", "last_login")
    list_filter = (AccountFilter,)
    search_help_text = _("A player’s name, address or id.")
    ordering = ("-id",)
    fields = (
        "username",
        "email",
        "locale",
        "is_active",
        "is_guest",
        "created_at",
        "last_login",
        "is_staff",
        "is_superuser",
        "groups",
    )
    readonly_fields = (
        "username",
        "email",
        "locale",
        "is_active",
        "is_guest",
        "created_at",
        "last_login",
        "is_superuser",
    )
    filter_horizontal = ("groups",)
    actions = ("shut_out", "let_in")

    def matching(self, rows: QuerySet[Player], sought: Sought) -> QuerySet[Player]:
        if sought.player is not None:
            return rows.filter(pk=sought.player.pk)
        if sought.ids:
            return super().matching(rows, sought)
        return rows.alias(folded=Lower("email")).filter(folded=sought.text.lower())

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        # Whoever could make himself a reviewer would be one.
        return bool(request.user.is_active and request.user.is_superuser)

    def has_deactivate_permission(self, request: HttpRequest) -> bool:
        """Who has the two actions."""
        return request.user.has_perm("players.deactivate_player")

    @admin.action(description=_("Shut the selected players out"), permissions=["deactivate"])
    def shut_out(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        """All but superusers, and oneself."""
        self._set_active(request, players.exclude(pk=cast(Player, request.user).pk), active=False)

    @admin.action(description=_("Let the selected players in again"), permissions=["deactivate"])
    def let_in(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        """Those whom staff have shut out."""
        self._set_active(request, players, active=True)

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        staff.set_rights(
            obj,
            is_staff=form.cleaned_data["is_staff"],
            groups=form.cleaned_data["groups"],
            by=cast(Player, request.user),
            now=clock.now(),
        )

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """The service has done it."""

    def _set_active(self, request: HttpRequest, players: QuerySet[Player], *, active: bool) -> None:
        by, now = cast(Player, request.user), clock.now()
        ordinary = players.filter(is_superuser=False)
        done = sum(staff.set_active(player, active, by=by, now=now) for player in ordinary)
        words = ngettext("{count} player.", "{count} players.", done).format(count=done)
        self.message_user(request, words, messages.SUCCESS if done else messages.WARNING)
