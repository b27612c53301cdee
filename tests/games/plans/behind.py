"""What the service does behind its operations: workers, sweep, streams, probes."""

from __future__ import annotations

from datetime import datetime, timedelta
from unittest import mock
from uuid import UUID

from django.test import Client

from games import clock, models
from games.api import live
from games.live.feed import Ask
from games.live.watcher import Claim
from games.models import Lane
from games.services import deliveries, machines, mailbox, mailing, rebuilding, sweeping
from games.verification.examining import examine
from games.webhooks import sending
from games.webhooks.sending import Outcome
from players import idempotency, services, unsubscribing
from players.models import Player, Token
from tests.games.plans.walk import Walk
from tests.games.seated import open_game


def later(days: int) -> datetime:
    """So many days from now."""
    return clock.now() + timedelta(days=days)


def moves(walk: Walk) -> None:
    """Bots, absent players and games that nobody came to."""
    for level in ("beginner", "expert"):
        bots = {"E": level, "S": "beginner", "W": "beginner"}
        game_id = UUID(open_game(walk.ana, bots=bots, options={"hand_sizes": [1]})["id"])
        while machines.play_on(game_id, version_of(game_id), clock=clock.now):
            pass
    with (
        mock.patch.dict(sweeping.CLAIMS_A_SWEEP, dict.fromkeys(Lane, 3)),
        mock.patch.object(sweeping, "WARNINGS_A_SWEEP", 3),
    ):
        for lane in Lane:
            sweeping.sweep(lane, clock=lambda: later(30))
        sweeping.warn(clock=lambda: later(30))


def version_of(game_id: UUID) -> int:
    """Where a game stands."""
    return models.Game.objects.values_list("version", flat=True).get(pk=game_id)


def news(walk: Walk) -> None:
    """Webhooks and mails on their way, to endpoints of every kind."""
    outcomes = (Outcome(200, "", 1), Outcome(None, "timed out", 1), Outcome(410, "gone", 1))
    with (
        mock.patch.object(sending, "send") as send,
        mock.patch.object(deliveries, "ENDPOINTS_A_SWEEP", 2),
        mock.patch.object(deliveries, "TURN", 0.2),
        mock.patch.object(mailing, "TURN", 0.2),
    ):
        for outcome in outcomes:
            send.return_value = outcome
            deliveries.deliver(UUID(walk.hook), clock=clock.now)
            deliveries.deliver_due(clock=lambda: later(1))
        mailing.send_due(clock=clock.now)


def streams(walk: Walk) -> None:
    """What those are told who follow a game."""
    names = (walk.ana.username, walk.eve.username)
    people = Player.objects.filter(username__in=names).values_list("pk", flat=True)
    token = Token.objects.filter(player__username=walk.ana.username)[0]
    disputes = models.Dispute.objects.filter(player__username=walk.ana.username)[:2]
    for game in (walk.table, walk.private):
        game_id = UUID(game.id)
        live.read(game_id, [Ask(player, 3) for player in people])
        claims = [Claim(game_id, player, token.pk) for player in people]
        live.look([game_id], claims, [dispute.pk for dispute in disputes])


def probes(walk: Walk) -> None:
    """Who looks after the service, a page for all, and a link out of a mail."""
    client = Client()
    for path in ("/readyz", "/metrics", f"/games/{walk.table.id}/replay"):
        assert client.get(path).status_code in (200, 503)
    ana = Player.objects.get(username=walk.ana.username)
    address = unsubscribing.address_for(ana).partition(".example")[2]
    assert client.post(address).status_code == 200
    services.sign_in(username=walk.ana.username.upper(), password="correct horse battery")


def proofs(walk: Walk) -> None:
    """Games proved, and made anew."""
    for game in (walk.table, walk.rated):
        examine(UUID(game.id))
        rebuilding.rebuild(UUID(game.id))


def tidying() -> None:
    """What is old is cleared away."""
    now = later(100)
    idempotency.forget_old_keys(now)
    deliveries.tidy(now)
    mailbox.tidy(now)
