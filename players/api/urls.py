"""Where the account operations are, under the base path."""

from __future__ import annotations

from django.urls import path

from players.api import leaderboard, me, views
from players.api.operation import operations

urlpatterns = [
    path("players", operations(post=views.SignUp)),
    path("players/guest", operations(post=views.StartGuest)),
    path("leaderboard", operations(get=leaderboard.ShowLeaderboard)),
    path("me", operations(get=me.ShowMe, patch=me.ChangeMe, delete=me.DeleteMe)),
    path("me/claim", operations(post=me.ClaimName)),
    path("me/export", operations(get=me.ExportMe)),
    path("tokens", operations(get=views.ListTokens, post=views.CreateToken)),
    path("tokens/<str:token_id>", operations(delete=views.RevokeToken)),
]
