"""A move without rules: the token, the body, the lock, the event, the version, the commit."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.db import connection, transaction
from django.urls import path
from rest_framework import exceptions, serializers
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.management.benches.floor import APPEND, LOCK, MOVE_ON
from players import tokens
from players.models import Player, Token


class TokenLookUp(BaseAuthentication):
    """Finds the token and its player as the framework's own TokenAuthentication does."""

    def authenticate(self, request: Request) -> tuple[Player, Token]:
        """Who is asking; raises AuthenticationFailed for an unknown token."""
        text = request.headers.get("Authorization", "").removeprefix("Bearer ")
        try:
            token = Token.objects.select_related("player").get(hash=tokens.digest(text))
        except Token.DoesNotExist:
            raise exceptions.AuthenticationFailed from None
        return token.player, token


class Body(serializers.Serializer[Any]):
    """A card, or whatever stands for one."""

    card = serializers.CharField(max_length=5)


class Append(APIView):
    """Writes what it is sent as the game's next event."""

    authentication_classes = (TokenLookUp,)

    def post(self, request: Request, game_id: UUID) -> Response:
        """Append and answer with the version."""
        body = Body(data=request.data)
        body.is_valid(raise_exception=True)
        card = body.validated_data["card"]
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(LOCK, [game_id])
            ((version,),) = cursor.fetchall()
            cursor.execute(APPEND, [game_id, version + 1, f'{{"seat": "N", "card": "{card}"}}'])
            cursor.execute(MOVE_ON, [version + 1, game_id])
        return Response({"id": str(game_id), "version": version + 1}, status=201)


urlpatterns: Final = [path("games/<uuid:game_id>/moves", Append.as_view())]
