"""The log laid into partitions and back again, whole or not at all."""

from __future__ import annotations

import threading
from io import StringIO
from typing import Final
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from games.eventstore import partitions
from games.verification.examining import examine
from games.verification.findings import Findings
from tests.eventstore import whole_logs
from tests.eventstore.whole_logs import told

DESCRIBED: Final = """
SELECT 'column', attname::text, format_type(atttypid, atttypmod) || attnotnull || attnum
FROM pg_attribute WHERE attrelid = 'games_event'::regclass AND attnum > 0
UNION SELECT 'index', indexrelid::regclass::text, pg_get_indexdef(indexrelid)
FROM pg_index WHERE indrelid = 'games_event'::regclass
UNION SELECT 'constraint', conname, pg_get_constraintdef(oid)
FROM pg_constraint WHERE conrelid = 'games_event'::regclass
UNION SELECT 'trigger', tgname, tgenabled::text || pg_get_triggerdef(oid)
FROM pg_trigger WHERE tgrelid = 'games_event'::regclass
UNION SELECT 'view', 'games_log', pg_get_viewdef('games_log'::regclass)
UNION SELECT 'table', relname, relkind::text FROM pg_class
WHERE relname LIKE '%games\\_event%' AND relkind IN ('r', 'p')
"""


def partition(parts: int) -> str:
    out = StringIO()
    call_command("partition_log", "--parts", str(parts), stdout=out)
    return out.getvalue()


def described() -> set[tuple[str, ...]]:
    """What the database knows of the log's table, its rows aside."""
    with connection.cursor() as cursor:
        cursor.execute(DESCRIBED)
        return {*cursor.fetchall()}


@pytest.fixture
def games(db: None, monkeypatch: pytest.MonkeyPatch) -> list[UUID]:
    """Games of every kind."""
    return whole_logs.written(monkeypatch)


@pytest.mark.django_db
def test_no_row_is_lost_or_changed_there_and_back(games: list[UUID]) -> None:
    before, shape = {game_id: told(game_id) for game_id in games}, described()
    number = sum(len(rows) for rows, *_ in before.values())
    for parts, named in ((5, "5 partitions"), (2, "2 partitions"), (1, "one table")):
        assert partition(parts).startswith(f"{number} events now lie in {named}, after ")
        assert partitions.parts() == parts
        assert {game_id: told(game_id) for game_id in games} == before
    assert examine(games[0]).findings == Findings()
    assert described() == shape


@pytest.mark.django_db
@pytest.mark.parametrize("slice_", [1, 2, 1000])
def test_streams_are_copied_slice_by_slice(
    games: list[UUID], slice_: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(partitions, "SLICE", slice_)
    steps = list[tuple[int, int]]()
    before = {game_id: told(game_id) for game_id in games}
    partitions.rewrite(2, lambda done, of: steps.append((done, of)))
    assert {game_id: told(game_id) for game_id in games} == before
    assert steps == sorted(steps)
    assert steps[-1][0] == steps[-1][1]
    assert len(steps) >= len(games) / slice_


@pytest.mark.django_db
@pytest.mark.parametrize("loss", ["version <> 9", "type <> 'seat-taken'", "false"])
def test_a_copy_that_lacks_a_row_is_given_up(
    games: list[UUID], loss: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, shape = {game_id: told(game_id) for game_id in games}, described()
    lossy = partitions._COPY.replace("ORDER BY", f"AND {loss} ORDER BY")
    monkeypatch.setattr(partitions, "_COPY", lossy)
    with pytest.raises(CommandError, match="all is as before"):
        partition(3)
    assert {game_id: told(game_id) for game_id in games} == before
    assert described() == shape


@pytest.mark.django_db
def test_a_log_without_events_is_partitioned_too() -> None:
    assert partition(3).startswith("0 events now lie in 3 partitions")
    assert partition(1).startswith("0 events now lie in one table")


@pytest.mark.django_db
def test_what_is_so_already_is_left_alone() -> None:
    with pytest.raises(CommandError, match="already lies in one table"):
        partition(1)
    partition(4)
    with pytest.raises(CommandError, match="already lies in 4 partitions"):
        partition(4)


@pytest.mark.django_db(transaction=True)
def test_a_log_that_is_in_use_is_left_alone() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("LOCK TABLE games_event IN ACCESS SHARE MODE")
        said = list[str]()

        def elsewhere() -> None:
            with connection.cursor() as other:
                other.execute("SET lock_timeout = '100ms'")
            try:
                partition(2)
            except CommandError as refused:
                said.append(str(refused))
            finally:
                connection.close()

        thread = threading.Thread(target=elsewhere)
        thread.start()
        thread.join(30)
    assert said == ["The log is in use; stop the service, or try again."]
    assert partitions.parts() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("parts", [0, -1, 65])
def test_there_is_no_such_number_of_parts(parts: int) -> None:
    with pytest.raises(CommandError, match="from 1 to 64"):
        partition(parts)
