"""The way out of notices by e-mail: a signed address in each, which needs no sign-in.

Whoever opens it is shown a button; mail programs look at addresses by themselves. Their own button
sends the POST right away (RFC 8058).
"""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from players import accounts
from players.models import Player

SALT: Final = "players.notices"


def address_for(player: Player) -> str:
    """Where this player ends all notices. It is good for ever, as the mails are that hold it."""
    return settings.PUBLIC_URL + reverse("stop-notices", args=[signed(player.pk)])


def signed(player_id: UUID) -> str:
    """What stands for a player in such an address, and cannot be made by anybody else."""
    return signing.dumps(str(player_id), salt=SALT)


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop_notices(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether to end all notices, and end them. Raises Http404 for what nobody has signed."""
    try:
        player_id = UUID(signing.loads(token, salt=SALT))
    except signing.BadSignature:
        raise Http404 from None
    if request.method == "POST":
        accounts.stop_notices(player_id)
    return render(request, "players/stop_notices.html", {"stopped": request.method == "POST"})
