"""Cookies are for pages alone"""

from __future__ import annotations

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client

from backalley.page_middleware import Messages, Sessions, Users
from players.models import Player

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("middleware", [Sessions, Users, Messages])
@pytest.mark.parametrize("path", ["/api/v1", "/api/v1/me", "/api/v1/docs"])
def test_a_request_for_the_api_passes_it_by(middleware: type[Sessions], path: str) -> None:
    request = HttpRequest()
    request.path = path
    known = dict(vars(request))

    middleware(lambda _: HttpResponse())(request)

    assert vars(request) == known


def test_a_session_is_no_token(client: Client) -> None:
    client.force_login(Player.objects.create(username="stanka", is_staff=True, is_superuser=True))

    assert client.get("/admin/").status_code == 200
    answer = client.get("/api/v1/me")
    assert answer.status_code == 401
    assert not answer.cookies


def test_without_a_session_the_review_asks_who_it_is(client: Client) -> None:
    assert client.get("/admin/").status_code == 302
