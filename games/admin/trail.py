"""The audit trail, to be read."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from games import models
from games.admin.lists import Sought
from games.admin.read_only import ReadOnlyAdmin, facts_shown, game_link, row_link


@admin.register(models.StaffAct)
class StaffActAdmin(ReadOnlyAdmin):
    """Who of the staff did what, and when."""

    list_display = ("at", "by", "kind", "game_concerned", "player_concerned", "shown")
    list_filter = ("kind", "at")
    search_help_text = _("The id of a game or a dispute, or a name.")
    ordering = ("-at", "-id")
    list_select_related = ("by", "player")
    list_display_links = ("at",)
    fields = ("at", "by", "kind", "game_concerned", "dispute", "player_concerned", "shown")
    readonly_fields = ("game_concerned", "player_concerned", "shown")

    def matching(
        self, rows: QuerySet[models.StaffAct], sought: Sought
    ) -> QuerySet[models.StaffAct]:
        if sought.player is not None:
            return rows.filter(Q(by=sought.player) | Q(player=sought.player))
        return rows.filter(Q(game__in=sought.ids) | Q(dispute__in=sought.ids))

    @admin.display(description=_("game"))
    def game_concerned(self, act: models.StaffAct) -> str:
        return "-" if act.game_id is None else game_link(act.game_id)

    @admin.display(description=_("player"))
    def player_concerned(self, act: models.StaffAct) -> str:
        if act.player is None:
            return "-"
        return row_link("players_player", act.player_id, act.player.username)

    @admin.display(description=_("facts"))
    def shown(self, act: models.StaffAct) -> str:
        return facts_shown(act.facts)
