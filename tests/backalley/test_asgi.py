from __future__ import annotations

from backalley.asgi import application
from backalley.wsgi import application as wsgi_application


def test_it_is_the_wsgi_application_behind_a_front() -> None:
    assert application.application is wsgi_application
