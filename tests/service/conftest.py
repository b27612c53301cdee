"""One running service for the tests that use the product as its users do."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.running import Running


@pytest.fixture(scope="session")
def service() -> Iterator[Running]:
    """`manage.py up`, ready, in a home of its own."""
    folder = Path(tempfile.mkdtemp(prefix="backalley-"))
    # The receiver of a test's webhooks is on this machine.
    running = Running(folder / "home", environment={"WEBHOOKS_ALLOW_PRIVATE": "on"})
    try:
        running.url()
        yield running
    finally:
        running.end()
        shutil.rmtree(folder)
