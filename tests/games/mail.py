"""A service that sends mail, and players who want some."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from games.services import mailing
from players.models import NoticeKind, Player


def mail_is_on(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The service sends mail, into Django's own box for tests."""
    settings.MAIL = {"EMAIL_HOST": "mail.example"}
    settings.PUBLIC_URL = "https://cards.example"
    settings.DEFAULT_FROM_EMAIL = "Back Alley <cards@cards.example>"
    monkeypatch.setattr(mailing._server, "away_until", 0.0)


def wants(player: Player, *kinds: str, email: str | None = None) -> Player:
    """Have a player want notices of these kinds, or of all, at an address."""
    player.notices = list(kinds or NoticeKind.values)
    player.email = f"{player.username}@example.org" if email is None else email
    player.save()
    return player


def everybody_wants(people: Mapping[str, Player], *kinds: str) -> None:
    """The same of all four."""
    for player in people.values():
        wants(player, *kinds)
