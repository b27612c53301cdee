from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import psycopg
import pytest
from django.db import DataError, OperationalError, connection, transaction
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from players.database import ask, tell

WHOEVER = "SELECT pg_backend_pid()"


def test_rows_are_told_with_times_in_utc(db: None) -> None:
    at = datetime(2026, 2, 3, 4, 5, 6, 789, tzinfo=UTC)
    assert ask("SELECT %s::timestamptz, %s::integer UNION ALL SELECT NULL, 2", [at, 1]) == [
        (at, 1),
        (None, 2),
    ]
    assert ask("SELECT %(at)s::timestamptz", {"at": at})[0][0].utcoffset() == at.utcoffset()
    assert ask("SELECT 1 WHERE false") == []


def test_what_is_told_is_part_of_the_transaction(transactional_db: None) -> None:
    tell("CREATE TEMPORARY TABLE told (number integer)")
    try:
        with transaction.atomic():
            tell("INSERT INTO told VALUES (%s)", [1])
            assert ask("SELECT number FROM told") == [(1,)]
            transaction.set_rollback(True)
        assert ask("SELECT number FROM told") == []
    finally:
        tell("DROP TABLE told")


def test_errors_are_djangos_and_break_the_transaction(db: None) -> None:
    with transaction.atomic():
        with pytest.raises(DataError), transaction.atomic(savepoint=False):
            ask("SELECT 1 / 0")
        with pytest.raises(TransactionManagementError):
            ask("SELECT 1")


def test_whoever_listens_hears_it(db: None) -> None:
    with CaptureQueriesContext(connection) as heard:
        assert ask("SELECT 1 + %s", [1]) == [(2,)]
    assert [query["sql"] for query in heard] == ["SELECT 1 + 1"]


def lose_the_connection() -> None:
    """As a restart of the database does it, between two requests or within one."""
    ((number,),) = ask(WHOEVER)
    with psycopg.connect(**connection.get_connection_params()) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [number])


@pytest.fixture
def reconnected() -> Iterator[None]:
    """Leaves a connection behind that works."""
    yield
    connection.close()


@pytest.mark.usefixtures("transactional_db", "reconnected")
def test_the_first_question_of_a_request_survives_a_lost_connection() -> None:
    ask("SELECT set_config('application_name', 'lost', false)")
    lose_the_connection()
    connection.close_if_unusable_or_obsolete()  # what Django does as a request begins

    assert ask("SELECT current_setting('application_name')") != [("lost",)]


@pytest.mark.usefixtures("transactional_db", "reconnected")
def test_no_other_question_does() -> None:
    lose_the_connection()
    with pytest.raises(OperationalError):
        ask("SELECT 1")


@pytest.mark.usefixtures("transactional_db", "reconnected")
def test_nor_does_a_transaction() -> None:
    @transaction.atomic
    def lost_within() -> None:
        lose_the_connection()
        ask("SELECT 1")

    with pytest.raises(OperationalError):
        lost_within()


@pytest.mark.usefixtures("transactional_db", "reconnected")
def test_an_error_of_the_question_itself_is_told_at_once() -> None:
    ((before,),) = ask(WHOEVER)
    tell("SET statement_timeout = '50ms'")
    connection.close_if_unusable_or_obsolete()
    with pytest.raises(OperationalError):
        ask("SELECT pg_sleep(9)")
    assert ask(WHOEVER) == [(before,)]
