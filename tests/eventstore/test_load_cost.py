"""What a load reads, as PostgreSQL plans it over a log of many games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.db import connection

from games.eventstore.statements import LAST_DEAL, SHOWN
from games.eventstore.store import NEWEST, load_whole
from tests.engine.table import GAME_ID
from tests.eventstore import logs

pytestmark = pytest.mark.django_db

GAMES: Final = 100
ACTS_A_DEAL: Final = 4 + 52
"""Four bids and thirteen tricks."""
OF_STREAMS: Final = {"games_stream_pkey", "games_stream_game_id_key"}


COPIED: Final = {
    "games_game": "'id', others.id",
    "games_stream": "'game_id', others.id, 'number', -others.stream",
    "games_author": "'game', -others.stream",
    "games_event": "'game', -others.stream",
}
"""The tables that hold a game, and what is new in a copy of it."""


@pytest.fixture
def versions() -> list[int]:
    """A whole game among a hundred, the statistics up to date; the versions of its deals."""
    logs.row()
    logs.write(logs.LONG.acts())
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TEMPORARY TABLE others ON COMMIT DROP AS "
            "SELECT gen_random_uuid() AS id, number AS stream FROM generate_series(2, %s) number",
            [GAMES],
        )
        for table, new in COPIED.items():
            cursor.execute(
                f"INSERT INTO {table} SELECT copy.* FROM {table} AS row, others, LATERAL "
                f"jsonb_populate_record(row, jsonb_build_object({new})) AS copy"
            )
        cursor.execute("ANALYZE games_stream, games_author, games_event")
        cursor.execute(
            "SELECT version FROM games_log WHERE game_id = %s AND type = 'deal-started' "
            "ORDER BY version",
            [GAME_ID],
        )
        return [version for (version,) in cursor.fetchall()]


def plan(sql: str, **parameters: Any) -> dict[str, Any]:
    """How PostgreSQL carried the query out."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", parameters)
        (((found,),),) = cursor.fetchall()
    plan: dict[str, Any] = found["Plan"] if isinstance(found, dict) else found[0]["Plan"]
    return plan


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for inner in plan.get("Plans", ()):
        yield from nodes(inner)


def rows_read(plan: dict[str, Any]) -> int:
    """The rows that were fetched from the log, wanted or not."""
    return sum(
        int((node["Actual Rows"] + node.get("Rows Removed by Filter", 0)) * node["Actual Loops"])
        for node in nodes(plan)
        if node.get("Relation Name") == "games_event"
    )


def test_a_load_goes_by_indexes_and_by_the_one_of_what_is_carried(versions: list[int]) -> None:
    for upto in (versions[0], versions[12], versions[-1] + 40, NEWEST):
        found = plan(LAST_DEAL, game=GAME_ID, upto=upto)
        used = {node["Index Name"] for node in nodes(found) if "Index Name" in node}
        assert used - OF_STREAMS == {"games_event_pkey", "games_event_carried"}
        # The few streams that there are here lie in one page.
        whole = {node["Relation Name"] for node in nodes(found) if node["Node Type"] == "Seq Scan"}
        assert whole <= {"games_stream"}


def test_a_load_at_the_last_deal_reads_no_more_than_at_the_first(versions: list[int]) -> None:
    assert len(versions) >= 25
    # The deals of the first and of the last 13 cards, as their last cards are played.
    ends = versions[1] - 2, load_whole(GAME_ID).version - 2
    first, last = (rows_read(plan(LAST_DEAL, game=GAME_ID, upto=end)) for end in ends)
    # Of every deal before, one event is carried: its score.
    assert last <= first + len(versions)
    assert last <= 2 * (ACTS_A_DEAL + 1) + len(versions) + 10


def test_a_page_of_events_reads_that_page(versions: list[int]) -> None:
    found = plan(SHOWN, game=GAME_ID, after=versions[3], upto=NEWEST, limit=20)
    assert rows_read(found) == 20
