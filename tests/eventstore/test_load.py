from __future__ import annotations

from typing import get_args
from uuid import uuid4

import pytest
from django.db import connection

from games import models
from games.engine.evolve import evolve
from games.engine.state import Game
from games.eventstore.actors import ActorKind
from games.eventstore.codec import BY_NAME
from games.eventstore.store import (
    NEWEST,
    StreamNotFound,
    events_of,
    load,
    load_whole,
    read,
)
from games.eventstore.stream import Stream
from games.models.log import CARRIED
from tests.engine.table import GAME_ID
from tests.eventstore import logs
from tests.games.verification.tampering import tamper

pytestmark = pytest.mark.django_db
games = pytest.mark.parametrize("kind", logs.KINDS.values(), ids=logs.KINDS)


@games
def test_a_stream_from_its_last_deal_is_the_whole_one_at_every_version(kind: logs.Kind) -> None:
    logs.row()
    newest = logs.write(kind.acts())[-1]
    for version in range(1, newest.version + 1):
        assert load(GAME_ID, version) == load_whole(GAME_ID, version)


def test_so_it_is_over_25_deals() -> None:
    logs.row()
    logs.write(logs.LONG.acts())
    rows, game = read(GAME_ID), Game(id=GAME_ID)
    for row, event in zip(rows, events_of(rows), strict=True):
        game = evolve(game, event)
        stream = load(GAME_ID, row.version)
        assert (stream.game, stream.head, stream.at) == (game, row.hash, row.at)
    assert len(game.results) == 25


def test_a_closed_deals_score_is_made_once_of_what_its_row_says() -> None:
    logs.row()
    logs.write(logs.LONG.acts())
    first, again = load(GAME_ID).game.results, load(GAME_ID).game.results
    assert all(one is another for one, another in zip(first[:-1], again[:-1], strict=True))
    tamper(
        "UPDATE games_event SET data = jsonb_set(data, '{points,NS}', '77') WHERE type = %s",
        "deal-scored",
    )
    assert {result.points["NS"] for result in load(GAME_ID).game.results} == {77}
    assert [result._replace(points={}) for result in load(GAME_ID).game.results] == [
        result._replace(points={}) for result in first
    ]


@games
def test_the_log_tells_the_game_as_it_was_played(kind: logs.Kind) -> None:
    logs.row()
    acts = list(kind.acts())
    streams = logs.write(acts)
    assert events_of(read(GAME_ID)) == [event for step in acts for event in step.events]
    game = Game(id=GAME_ID)
    for step, stream in zip(acts, streams, strict=True):
        for event in step.events:
            game = evolve(game, event)
        assert stream.game == game
    assert load_whole(GAME_ID) == streams[-1]


@games
def test_what_append_returns_is_what_is_loaded(kind: logs.Kind) -> None:
    logs.row()
    for stream in logs.write(kind.acts()):
        assert load(GAME_ID, stream.version) == stream


def test_the_newest_is_loaded_unless_an_older_one_is_asked_for() -> None:
    logs.row()
    streams = logs.write(logs.KINDS["a short game"].acts())
    assert load(GAME_ID) == load(GAME_ID, NEWEST) == load(GAME_ID, 10**6) == streams[-1]


def test_there_is_no_stream_without_events() -> None:
    logs.row()
    for missing in (GAME_ID, str(uuid4())):
        with pytest.raises(StreamNotFound):
            load(missing)
        with pytest.raises(StreamNotFound):
            load_whole(missing)


def test_there_is_no_stream_at_version_0() -> None:
    logs.row()
    logs.write(logs.KINDS["a short game"].acts())
    with pytest.raises(StreamNotFound):
        load(GAME_ID, 0)


def test_games_do_not_mix() -> None:
    other = str(uuid4())
    logs.row()
    logs.row(other)
    logs.write(logs.KINDS["a short game"].acts())
    before = load(GAME_ID)
    assert logs.write(logs.KINDS["a game of absent players"].acts(), other)[-1] == load(other)
    assert load(GAME_ID) == before
    assert isinstance(load(other), Stream)


def test_the_database_knows_the_words_that_the_code_writes() -> None:
    for name, words in (("games_event_type", BY_NAME), ("games_actor_kind", get_args(ActorKind))):
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT unnest(enum_range(NULL::{name}))::text")
            assert {word for (word,) in cursor.fetchall()} == {*words}


def test_the_index_holds_the_events_that_are_carried() -> None:
    condition = models.Event._meta.indexes[0].condition
    assert condition is not None
    assert condition.children == [("type__in", list(CARRIED))]
