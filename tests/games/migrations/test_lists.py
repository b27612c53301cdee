"""What the lists go by, filled in for the rows of before."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from games import models, tasks
from games.services import disputes, talk
from players.models import IdempotencyKey, Player, Rating, RatingTally
from tests.games.migrations.test_short_rows import migrate
from tests.games.rated import one_card_preset, play_out, rated
from tests.games.services.conftest import ana, boris, chie, dipa, people
from tests.games.services.table import People, seated

__all__ = ["ana", "boris", "chie", "dipa", "people"]

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "wake", lambda _: None)


def told() -> dict[str, Any]:
    """What was filled in."""
    return {
        "people": set(models.Participant.objects.values_list("pk", "sat", "status", "public")),
        "messages": set(models.Message.objects.values_list("pk", "player")),
        "answers": {row.key: sorted(row.names) for row in IdempotencyKey.objects.all()},
        "ratings": set(Rating.objects.values_list("pk", "retired", "ranked")),
        "tally": set(
            RatingTally.objects.exclude(people=0, bots=0).values_list("rating", "people", "bots")
        ),
    }


def test_there_and_back_they_are_the_same(people: People) -> None:
    with one_card_preset():
        play_out(rated(people))
    table = seated(people, visibility="private")
    talk.write(player=people["E"], game_id=table.row.pk, text="Hello", now=table.later())
    disputes.file_dispute(
        player=people["E"], game_id=table.row.pk, reason="x", now=table.later(), version=2
    )
    Player.objects.filter(pk=people["W"].pk).update(is_active=False)
    Rating.objects.filter(player=people["W"]).update(retired=True)
    body = '{"creator": "ana", "seats": {"N": {"player": "ana"}, "E": {"player" : "boris"}}}'
    IdempotencyKey.objects.create(
        player=people["N"],
        key="k",
        fingerprint=b"",
        status=201,
        body=body,
        names=["ana", "boris"],
        created_at=timezone.now(),
    )
    before = told()
    assert all(before.values())

    migrate(("players", "0006_notices"))
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass('players_ratingtally')")
        assert cursor.fetchall() == [(None,)]
    migrate()

    assert told() == before
