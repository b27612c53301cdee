"""All that the log does it does in partitions, too."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any, Final
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, connection, transaction

from games.engine.events import AutopilotOn
from games.eventstore import partitions
from games.eventstore.actors import SYSTEM
from games.eventstore.statements import LAST_DEAL, SHOWN, WHOLE
from games.eventstore.store import Conflict, append, load, read
from games.verification.examining import examine
from tests.engine.table import GAME_ID
from tests.eventstore import logs
from tests.eventstore.races import LATER, race
from tests.games.verification.tampering import set_column

PARTS: Final = 5
TABLES: Final = ("games_event", *(f"games_event_{number}" for number in range(PARTS)))


def rewrite(parts: int) -> int:
    return partitions.rewrite(parts, lambda done, of: None)


@pytest.fixture
def partitioned(db: None) -> None:
    """The log in partitions, and a game in it."""
    rewrite(PARTS)
    logs.row()
    logs.write(logs.KINDS["a short game"].acts())


@pytest.mark.usefixtures("partitioned")
def test_streams_are_spread_and_each_lies_in_one_partition() -> None:
    for game_id in (str(uuid4()) for _ in range(20)):
        logs.row(game_id)
        logs.write(list(logs.KINDS["a short game"].acts())[:5], game_id)
    with connection.cursor() as cursor:
        cursor.execute("SELECT game, array_agg(DISTINCT tableoid) FROM games_event GROUP BY 1")
        places = [parts for _, parts in cursor.fetchall()]
    assert len(places) == 1 + 20
    assert {len(parts) for parts in places} == {1}
    assert len({part for (part,) in places}) > 1


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(
    "change",
    ["UPDATE {} SET type = type WHERE false", "DELETE FROM {} WHERE false", "TRUNCATE {}"],
)
@pytest.mark.parametrize("role", ["origin", "replica"])
@pytest.mark.usefixtures("partitioned")
def test_the_log_and_each_of_its_partitions_refuse_every_change(
    table: str, change: str, role: str
) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(f"SET LOCAL session_replication_role = {role}")
        with pytest.raises(IntegrityError, match="the log is append-only"), transaction.atomic():
            cursor.execute(change.format(table))


@pytest.mark.usefixtures("partitioned")
def test_late_writers_are_told_so() -> None:
    other = str(uuid4())
    logs.row(other)
    *_, late, _ = logs.write(logs.KINDS["a game of absent players"].acts(), other)
    with pytest.raises(Conflict), transaction.atomic():
        append(late, late.version, [(AutopilotOn("N"), SYSTEM)], at=LATER)


@pytest.mark.usefixtures("partitioned")
def test_whatever_is_changed_is_found() -> None:
    assert examine(UUID(GAME_ID)).findings.chain is None
    set_column(GAME_ID, 5, "at", "at + interval '1 microsecond'")
    fault = examine(UUID(GAME_ID)).findings.chain
    assert fault is not None
    assert fault.version == 5


@pytest.mark.parametrize("generic", [False, True])
@pytest.mark.parametrize("sql", [LAST_DEAL, WHOLE, SHOWN])
@pytest.mark.usefixtures("partitioned")
def test_a_query_looks_into_one_partition(sql: str, generic: bool) -> None:
    prepared = sql % {"game": "$1", "upto": "$2", "after": "$3", "limit": "$4"}
    with connection.cursor() as cursor:
        mode = "force_generic_plan" if generic else "force_custom_plan"
        cursor.execute(f"SET LOCAL plan_cache_mode = {mode}")
        cursor.execute(f"PREPARE asked (uuid, integer, integer, integer) AS {prepared}")
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE asked ('{GAME_ID}', 40, 10, 20)")
        (((plan, *_),),) = cursor.fetchall()
        cursor.execute("DEALLOCATE asked")
    log = [node for node in nodes(plan["Plan"]) if node.get("Relation Name") in TABLES]
    entered = [node for node in log if node["Actual Loops"]]
    assert len({node["Relation Name"] for node in log}) == PARTS
    assert len({node["Relation Name"] for node in entered}) == 1
    assert "Seq Scan" not in {node["Node Type"] for node in entered}


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for inner in plan.get("Plans", ()):
        yield from nodes(inner)


@pytest.fixture
def for_all_to_see(transactional_db: None) -> Iterator[None]:
    """The log in partitions, committed; in one table again at the end."""
    rewrite(PARTS)
    try:
        yield
    finally:
        rewrite(1)


@pytest.mark.usefixtures("for_all_to_see")
def test_of_several_writers_at_one_version_exactly_one_wins() -> None:
    logs.row()
    stream = logs.write(list(logs.KINDS["a short game"].acts())[:1])[-1]
    for _ in range(5):
        assert sorted(race(stream, 3)) == ["conflict", "conflict", "written"]
        stream = load(GAME_ID)


@pytest.mark.django_db(transaction=True)
def test_who_plays_on_while_the_log_is_rewritten_notices_nothing() -> None:
    logs.row()
    stream = logs.write(list(logs.KINDS["a short game"].acts())[:1])[-1]
    done, versions = threading.Event(), list[int]()

    def play_on() -> None:
        # By one connection, which has all its statements prepared.
        nonlocal stream
        try:
            while not done.is_set() or len(versions) < 20:
                with transaction.atomic():
                    seen = load(GAME_ID)
                    assert seen == stream
                    stream, _ = append(seen, seen.version, [(AutopilotOn("N"), SYSTEM)], at=LATER)
                versions.append(stream.version)
        finally:
            connection.close()

    player = threading.Thread(target=play_on)
    player.start()
    for parts in (PARTS, 3, 1):
        rewrite(parts)
    done.set()
    player.join(60)
    assert versions == list(range(2, 2 + len(versions)))
    assert len(read(GAME_ID)) == 1 + len(versions)
