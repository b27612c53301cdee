"""Players' webhooks and how deliveries go, to be read; secrets are not shown."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games import models
from games.admin.lists import Sought
from games.admin.read_only import ReadOnlyAdmin, facts_shown, game_link, list_link


class DisabledFilter(admin.SimpleListFilter):
    """Those that were switched off, and why."""

    title = _("switched off")
    parameter_name = "disabled"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return list(models.Webhook.Reason.choices)

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[models.Webhook]
    ) -> QuerySet[models.Webhook]:
        return queryset.filter(disabled_reason=self.value()) if self.value() else queryset


@admin.register(models.Webhook)
class WebhookAdmin(ReadOnlyAdmin):
    """Where players want to be told."""

    list_display = ("url", "player", "created_at", "failures", "disabled_at", "disabled_reason")
    list_filter = (DisabledFilter,)
    search_help_text = _("A webhook’s id, or a player’s name.")
    ordering = ("-id",)
    list_select_related = ("player",)
    exclude = ("secret",)
    readonly_fields = ("told",)

    def matching(self, rows: QuerySet[models.Webhook], sought: Sought) -> QuerySet[models.Webhook]:
        if sought.player is not None:
            return rows.filter(player=sought.player)
        return super().matching(rows, sought)

    @admin.display(description=_("deliveries"))
    def told(self, webhook: models.Webhook) -> str:
        return list_link("games_delivery", str(_("Deliveries")), q=webhook.pk)


@admin.register(models.Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    """What they were told."""

    list_display = ("created_at", "type", "game_told_of", "version", "tries", "delivered_at")
    search_help_text = _("The id of a webhook or a game.")
    ordering = ("-id",)
    fields = (
        "webhook",
        "type",
        "game_told_of",
        "version",
        "at",
        "told",
        "created_at",
        "due_at",
        "delivered_at",
        "tries",
        "attempts",
    )
    readonly_fields = ("game_told_of", "told")

    def matching(
        self, rows: QuerySet[models.Delivery], sought: Sought
    ) -> QuerySet[models.Delivery]:
        if models.Webhook.objects.filter(pk__in=sought.ids).exists():
            return rows.filter(webhook__in=sought.ids)
        # Of a game the webhooks of all who have to do with it were told, and no others.
        people = models.Participant.objects.filter(game__in=sought.ids).values_list("player")
        hooks = models.Webhook.objects.filter(player__in=[player for (player,) in people])
        webhooks = [webhook.pk for webhook in hooks]
        return rows.filter(game__in=sought.ids, webhook__in=webhooks)

    @admin.display(description=_("game"))
    def game_told_of(self, delivery: models.Delivery) -> str:
        return game_link(delivery.game_id)

    @admin.display(description=_("data"))
    def told(self, delivery: models.Delivery) -> str:
        return facts_shown(delivery.data)
