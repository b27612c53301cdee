"""A game's row and its stream, locked and read by one statement."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import transaction

from games import models
from games.eventstore.store import load
from games.selectors.rows import locked_with_stream, row_of
from tests.games.services.table import NOON, People, Table, seated

pytestmark = pytest.mark.usefixtures("woken")


def columns(row: models.Game) -> dict[str, object]:
    return {field.attname: getattr(row, field.attname) for field in models.Game._meta.fields}


def found(table: Table) -> models.Game:
    """The row as it was read with the stream, which is what it is alone."""
    with transaction.atomic():
        both = locked_with_stream(table.row.pk)
        alone = row_of(table.row.pk, lock=True)
    assert both is not None
    assert alone is not None
    row, stream = both
    assert stream == load(table.row.pk)
    assert columns(row) == columns(alone)
    assert row.listened_to == alone.listened_to
    assert not row._state.adding
    return row


def test_each_column_is_what_it_is_when_it_is_read_alone(people: People) -> None:
    table = seated(people, turn_seconds=60, options={"hand_sizes": [2, 1]}, sandbox=True)
    assert found(table).options == {"hand_sizes": [2, 1]}
    # Every column has a value once, and every one that may be empty is empty once.
    filled = {
        "invite": 'ä"',
        "clock_offset": 2**40,
        "leased_until": NOON + timedelta(microseconds=1),
        "winner": "tie",
    }
    for change in (filled, {"turn_seat": None, "turn_action": None, "deadline": None}):
        models.Game.objects.filter(pk=table.row.pk).update(**change)
        assert columns(found(table)).items() >= change.items()
    idle = dict.fromkeys(("due_at", "turn_lane", "warn_at", "look_at", "invite", "winner"))
    models.Game.objects.filter(pk=table.row.pk).update(**idle)
    assert columns(found(table)).items() >= idle.items()


def test_it_is_told_whether_a_webhook_listens(people: People) -> None:
    table = seated(people)
    assert not found(table).listened_to
    models.Webhook.objects.create(
        player=people["N"], url="https://example.org/", secret="x", events=[], created_at=NOON
    )
    assert found(table).listened_to


def test_what_is_not_there_is_not_found(db: None) -> None:
    with transaction.atomic():
        assert locked_with_stream(uuid4()) is None
