from __future__ import annotations

from django.core.handlers.asgi import ASGIHandler

from backalley.asgi import application


def test_it_is_the_service_for_asgi_servers() -> None:
    assert isinstance(application, ASGIHandler)
