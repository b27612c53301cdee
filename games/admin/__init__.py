"""The pages of staff at /admin/: what is there to look at, and the little that may be changed.

Games, their log and the audit trail can be read and nothing else, whoever asks. What staff do here
goes through the services, which write it into the audit trail.
"""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.admin.disputes import DisputeAdmin
from games.admin.games import GameAdmin
from games.admin.players import PlayerAdmin
from games.admin.trail import StaffActAdmin
from games.admin.webhooks import DeliveryAdmin, WebhookAdmin

__all__ = [
    "DeliveryAdmin",
    "DisputeAdmin",
    "GameAdmin",
    "PlayerAdmin",
    "StaffActAdmin",
    "WebhookAdmin",
]

admin.site.site_header = _("Back Alley")
admin.site.site_title = _("Back Alley")
admin.site.index_title = _("Review")
