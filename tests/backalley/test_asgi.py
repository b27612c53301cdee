"""What a web process starts with"""

from __future__ import annotations

import os
import subprocess
import sys

from backalley.asgi import application
from backalley.wsgi import application as wsgi_application

PROGRAM = """
import sys
import backalley.asgi
print("games.api.moves" in sys.modules, "backalley.urls" in sys.modules)
"""


def test_it_is_the_wsgi_application_behind_a_front() -> None:
    assert application.application is wsgi_application


def test_all_that_answers_requests_is_there_before_the_first() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "SECRET_KEY": "a test's"},
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.split() == ["True", "True"]
