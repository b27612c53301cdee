"""Players' webhooks and how deliveries go, to be read; secrets are not shown."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games import models
from games.admin.read_only import ReadOnlyAdmin, facts_shown, game_link, list_link


@admin.register(models.Webhook)
class WebhookAdmin(ReadOnlyAdmin):
    """Where players want to be told."""

    list_display = ("url", "player", "created_at", "failures", "disabled_at", "disabled_reason")
    list_filter = ("disabled_reason",)
    search_fields = ("=id", "url", "player__username")
    ordering = ("-id",)
    list_select_related = ("player",)
    exclude = ("secret",)
    readonly_fields = ("told",)

    @admin.display(description=_("deliveries"))
    def told(self, webhook: models.Webhook) -> str:
        return list_link("games_delivery", str(_("Deliveries")), q=webhook.pk)


@admin.register(models.Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    """What they were told."""

    list_display = ("created_at", "type", "game_told_of", "version", "tries", "delivered_at")
    list_filter = ("type",)
    search_fields = ("=webhook__id", "=game__id")
    search_help_text = _("The id of a webhook or a game.")
    ordering = ("-id",)
    show_full_result_count = False
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

    @admin.display(description=_("game"))
    def game_told_of(self, delivery: models.Delivery) -> str:
        return game_link(delivery.game_id)

    @admin.display(description=_("data"))
    def told(self, delivery: models.Delivery) -> str:
        return facts_shown(delivery.data)
