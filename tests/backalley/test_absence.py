from __future__ import annotations

from pathlib import Path

import psycopg
import pytest
from django.conf import LazySettings
from django.db.utils import OperationalError
from kombu.exceptions import OperationalError as BrokerError

from backalley.embedded.absence import missing_service
from backalley.embedded.home import Home


def unreachable() -> OperationalError:
    failure = OperationalError("connection refused")
    failure.__cause__ = psycopg.OperationalError("connection refused")
    return failure


def test_no_service_and_no_variable(settings: LazySettings, tmp_path: Path) -> None:
    settings.HOME = Home(tmp_path)
    settings.EMBEDDED = {"DATABASE_URL": True, "REDIS_URL": True}
    word = missing_service(unreachable()) or ""
    assert word.startswith(f"The database of {tmp_path} is not running: start it with")
    assert "or set DATABASE_URL" in word
    assert "or set REDIS_URL" in (missing_service(BrokerError("refused")) or "")


def test_a_fault_of_a_running_service_is_shown_as_it_is(
    settings: LazySettings, tmp_path: Path
) -> None:
    settings.HOME = Home(tmp_path)
    settings.EMBEDDED = {"DATABASE_URL": True, "REDIS_URL": True}
    with settings.HOME.lock():
        assert missing_service(unreachable()) is None


def test_a_named_server_that_cannot_be_reached(settings: LazySettings) -> None:
    settings.EMBEDDED = {"DATABASE_URL": False, "REDIS_URL": False}
    assert missing_service(unreachable()) == (
        "The database that DATABASE_URL names cannot be reached: connection refused"
    )


def test_a_statement_that_a_named_server_gave_up_is_shown_as_it_is(settings: LazySettings) -> None:
    settings.EMBEDDED = {"DATABASE_URL": False, "REDIS_URL": False}
    failure = OperationalError("canceling statement due to statement timeout")
    failure.__cause__ = psycopg.errors.QueryCanceled("canceling statement")
    assert missing_service(failure) is None


@pytest.mark.parametrize("failure", [ValueError(), KeyError("deal")])
def test_other_failures_are_none_of_its_business(failure: Exception) -> None:
    assert missing_service(failure) is None
