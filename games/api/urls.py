"""Where the operations on games are, under the base path."""

from __future__ import annotations

from django.urls import path

from games.api import (
    disputes,
    hints,
    history,
    moves,
    profiles,
    record,
    rulesets,
    sandbox,
    seats,
    streams,
    tables,
    talk,
    verification,
    webhooks,
)
from players.api.operation import operations

urlpatterns = [
    path("players/<str:username>", operations(get=profiles.ShowPlayer)),
    path("games", operations(get=tables.ListGames, post=tables.CreateGame)),
    path("games/quick", operations(post=tables.QuickGame)),
    path("games/<str:game_id>", operations(get=tables.ShowGame), name="game"),
    path(
        "games/<str:game_id>/seats/<str:seat>",
        operations(put=seats.TakeSeat, delete=seats.LeaveSeat),
    ),
    path("games/<str:game_id>/bids", operations(post=moves.MakeBid)),
    path("games/<str:game_id>/plays", operations(post=moves.PlayCard)),
    path("games/<str:game_id>/return", operations(post=moves.ReturnToSeat)),
    path(
        "games/<str:game_id>/messages",
        operations(get=talk.ListMessages, post=talk.WriteMessage),
    ),
    path("games/<str:game_id>/rematch", operations(post=tables.Rematch)),
    path("games/<str:game_id>/events", operations(get=history.ListEvents)),
    path("games/<str:game_id>/stream", operations(get=streams.FollowGame)),
    path("games/<str:game_id>/states/<str:version>", operations(get=history.ShowState)),
    path("games/<str:game_id>/hint", operations(get=hints.ShowHint)),
    path("games/<str:game_id>/clock", operations(post=sandbox.AdvanceClock)),
    path("games/<str:game_id>/record", operations(get=record.ShowRecord)),
    path("games/<str:game_id>/fairness", operations(get=record.ShowFairness)),
    path("games/<str:game_id>/verification", operations(get=verification.ShowVerification)),
    path("games/<str:game_id>/disputes", operations(post=disputes.FileDispute)),
    path("disputes", operations(get=disputes.ListDisputes)),
    path("disputes/<str:dispute_id>", operations(get=disputes.ShowDispute)),
    path("disputes/<str:dispute_id>/ruling", operations(post=disputes.RuleOnDispute)),
    path("webhooks", operations(get=webhooks.ListWebhooks, post=webhooks.CreateWebhook)),
    path(
        "webhooks/<str:webhook_id>",
        operations(get=webhooks.ShowWebhook, delete=webhooks.DeleteWebhook),
    ),
    path("webhooks/<str:webhook_id>/deliveries", operations(get=webhooks.ListDeliveries)),
    path(
        "webhooks/<str:webhook_id>/deliveries/<str:delivery_id>/redeliver",
        operations(post=webhooks.Redeliver),
    ),
    path("rulesets", operations(get=rulesets.ListRulesets)),
    path("rules", operations(get=rulesets.ShowRules)),
]
