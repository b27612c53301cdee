"""GET /metrics, and what is counted for it."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

import pytest
from django.conf import settings
from django.db import OperationalError, connection
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from backalley import exposition
from backalley.celery import app, queues_of
from games import clock, models, selectors
from games.engine.commands import MakeBid
from games.eventstore.actors import Actor
from games.eventstore.store import Conflict, load
from games.models import Lane
from games.services import acts, sweeping
from games.tasks import MESSENGERS
from players import services
from players.errors import Problem
from players.models import Player
from tests.caller import Caller
from tests.games.seated import Seated, open_game

pytestmark = pytest.mark.django_db

Read = Callable[..., float]
TOKEN = "a token of the operators"


@pytest.fixture
def ana() -> Caller:
    player = Player.objects.create(username="ana")
    return Caller(services.create_token(player)[1], "ana")


def itself(now: datetime) -> datetime:
    return now


def value(name: str, **labels: str) -> float:
    """What /metrics tells of one metric now; 0 for what was never counted."""
    text = Client().get("/metrics").content.decode()
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            if sample.name == name and sample.labels == labels:
                return float(sample.value)
    return 0.0


def names() -> set[str]:
    text = Client().get("/metrics").content.decode()
    return {family.name for family in text_string_to_metric_families(text)}


def test_it_works(redis_url: str, client: Client) -> None:
    answer = client.get("/metrics")

    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain; version=")
    assert answer["Cache-Control"] == "no-store"
    assert {
        "backalley_oldest_overdue_turn_seconds",
        "backalley_queue_depth",
        "backalley_reachable",
        "backalley_moves",
        "backalley_refusals",
        "backalley_append_conflicts",
        "backalley_bot_decision_seconds",
        "backalley_http_requests",
        "backalley_http_request_seconds",
    } <= names()


def test_whoever_scrapes_needs_no_host_that_the_service_knows(client: Client) -> None:
    assert client.get("/metrics", headers={"host": "10.0.0.7:8000"}).status_code == 200


def test_nothing_but_reading_is_allowed(client: Client) -> None:
    refused = client.post("/metrics")

    assert (refused.status_code, refused["Allow"]) == (405, "GET, HEAD")
    head = client.head("/metrics")
    assert (head.status_code, head.content) == (200, b"")


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.9.10", "::1", "::ffff:127.0.0.1"])
def test_this_machine_may_read_it(client: Client, address: str) -> None:
    assert client.get("/metrics", REMOTE_ADDR=address).status_code == 200


@pytest.mark.parametrize("address", ["10.0.0.7", "198.51.100.1", "2001:db8::1", "", "unknown"])
@pytest.mark.parametrize("method", ["get", "post", "options"])
def test_for_others_it_is_not_there(client: Client, address: str, method: str) -> None:
    answer = getattr(client, method)("/metrics", REMOTE_ADDR=address)

    assert (answer.status_code, answer.content) == (404, b"Not found.\n")


@pytest.mark.parametrize("name", exposition.FORWARDED)
@pytest.mark.parametrize("said", ["127.0.0.1", "for=127.0.0.1", ""])
def test_who_comes_by_a_proxy_on_this_machine_is_not_on_this_machine(
    client: Client, name: str, said: str
) -> None:
    assert client.get("/metrics", headers={name: said}).status_code == 404


def test_behind_proxies_this_machine_is_not_enough(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "TRUSTED_PROXIES", 1)

    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"x-forwarded-for": "127.0.0.1"}).status_code == 404


def test_the_token_opens_it_from_anywhere(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(authorization: str) -> int:
        headers = {"authorization": authorization, "x-forwarded-for": "198.51.100.1"}
        return client.get("/metrics", REMOTE_ADDR="10.0.0.7", headers=headers).status_code

    assert {asked("Bearer "), asked("Bearer"), asked(f"Bearer {TOKEN}")} == {404}
    monkeypatch.setattr(settings, "METRICS_TOKEN", TOKEN)
    assert {asked(f"Bearer {TOKEN}"), asked(f"bearer {TOKEN}")} == {200}
    assert {asked("Bearer é"), asked(f"Basic {TOKEN}"), asked(""), asked(TOKEN)} == {404}
    assert client.get("/metrics").status_code == 200


def test_a_players_token_does_not_open_it(ana: Caller, client: Client) -> None:
    headers = {"authorization": f"Bearer {ana.token}"}

    assert client.get("/metrics", REMOTE_ADDR="10.0.0.7", headers=headers).status_code == 404


def test_requests_are_counted_by_operation_and_status(ana: Caller) -> None:
    def seen(operation: str, status: str) -> float:
        return value("backalley_http_requests_total", operation=operation, status=status)

    ok, missing, other = seen("show-me", "200"), seen("show-me", "401"), seen("other", "404")
    timed = value("backalley_http_request_seconds_count", operation="show-me")
    ana.get("/me")
    ana.send("HEAD", "/me")
    Caller().get("/me")
    ana.send("PURGE", "/nothing")

    assert seen("show-me", "200") == ok + 2
    assert seen("show-me", "401") == missing + 1
    assert seen("other", "404") == other + 1
    assert value("backalley_http_request_seconds_count", operation="show-me") == timed + 3


def test_a_client_cannot_make_up_operations(ana: Caller) -> None:
    for method, path in (("FOO", "/me"), ("DELETE", "/games"), ("GET", "/made/up")):
        ana.send(method, path)
    text = Client().get("/metrics").content.decode()

    assert set(re.findall(r'operation="([a-z-]+)"', text)) == set(
        re.findall(r'operation="([^"]*)"', text)
    )
    assert "foo" not in text.lower()
    assert "made" not in text


def test_refusals_are_counted_by_code(ana: Caller) -> None:
    before = value("backalley_refusals_total", code="not-authenticated")
    Caller().get("/me")

    assert value("backalley_refusals_total", code="not-authenticated") == before + 1


@pytest.mark.django_db(transaction=True)
def test_moves_are_counted_by_who_made_them(ana: Caller) -> None:
    def moves(kind: str) -> float:
        return value("backalley_moves_total", kind=kind)

    before = {kind: moves(kind) for kind in ("player", "bot", "autopilot")}
    thought = value("backalley_bot_decision_seconds_count", level="beginner")
    bots = dict.fromkeys("ESW", "beginner")
    table = Seated(open_game(ana, bots=bots, options={"hand_sizes": [2]})["id"], {"N": ana})
    now = clock.now()
    for own in (True, False):
        while table.turn != "N":
            now += timedelta(seconds=5)
            sweeping.sweep(Lane.QUICK, clock=partial(itself, now))
        if own:
            assert table.bid("N", table.legal()[-1]).status == 201
        else:
            now += timedelta(days=2)
            sweeping.sweep(Lane.QUICK, clock=partial(itself, now))
    kinds = [
        event["actor"]["kind"]
        for event in table.events()
        if event["type"] in ("bid-made", "card-played")
    ]

    for kind, earlier in before.items():
        assert kinds.count(kind) > 0
        assert moves(kind) == earlier + kinds.count(kind)
    later = value("backalley_bot_decision_seconds_count", level="beginner")
    assert later == thought + kinds.count("bot")


def test_lost_races_are_counted(ana: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(told_by: str) -> float:
        return value("backalley_append_conflicts_total", told_by=told_by)

    before = {told_by: lost(told_by) for told_by in ("if-match", "worker", "log")}
    table = Seated(open_game(ana, bots=dict.fromkeys("ESW", "normal"))["id"], {"N": ana})
    assert table.bid("N", 1, if_match='"1"').code == "stale-version"
    thought_about, now = load(table.id, upto=1), clock.now()
    with pytest.raises(Problem, match="stale-version"):
        acts.act(UUID(table.id), lambda _: [], now=now, if_match=(1,), known=thought_about)

    def faster(*_: object, **__: object) -> None:
        raise Conflict(1)

    monkeypatch.setattr(acts, "append", faster)
    assert ana.delete(f"{table.path}/seats/N").code == "stale-version"
    assert lost("if-match") == before["if-match"] + 1
    assert lost("worker") == before["worker"] + 1
    assert lost("log") == before["log"] + 1


def test_the_oldest_overdue_turn_is_told(ana: Caller) -> None:
    assert value("backalley_oldest_overdue_turn_seconds") == 0
    game = open_game(ana, bots=dict.fromkeys("ESW", "normal"))
    due = clock.now() - timedelta(seconds=90)
    models.Game.objects.filter(pk=game["id"]).update(due_at=due, look_at=due)

    assert value("backalley_oldest_overdue_turn_seconds") == pytest.approx(90, abs=10)


def test_the_depth_of_every_queue_is_told(redis_url: str) -> None:
    def depth(queue: str) -> float:
        return value("backalley_queue_depth", queue=queue)

    queue = queues_of(Lane.QUICK)[0]
    text = Client().get("/metrics").content.decode()
    told = set(re.findall(r'backalley_queue_depth{queue="([^"]+)"}', text))
    moving = {queue for lane in Lane.values for queue in queues_of(lane)}
    assert told == moving | set(MESSENGERS)
    before = depth(queue)
    app.send_task("backalley.sign_of_life", ("quick",), queue=queue, expires=1)
    assert depth(queue) == before + 1
    with app.connection_for_write() as broker:
        broker.default_channel.queue_purge(queue)
    assert depth(queue) == 0


def test_without_database_and_broker_the_rest_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def away(*_: object) -> float:
        raise OperationalError

    monkeypatch.setattr(selectors, "oldest_overdue", away)
    # Within a test there is but this one connection.
    monkeypatch.setattr(connection, "close", lambda: None)
    monkeypatch.setattr(settings, "REDIS_URL", "redis://127.0.0.1:1/0")
    assert value("backalley_reachable", server="database") == 0
    assert value("backalley_reachable", server="broker") == 0
    told = names()
    assert "backalley_moves" in told
    assert "backalley_oldest_overdue_turn_seconds" not in told
    assert "backalley_queue_depth" not in told
    monkeypatch.undo()
    assert value("backalley_reachable", server="database") == 1
    assert value("backalley_reachable", server="broker") == 1


def test_a_refused_command_is_no_move(ana: Caller) -> None:
    game = open_game(ana, bots=dict.fromkeys("ESW", "normal"))
    before = value("backalley_moves_total", kind="player")
    order = MakeBid("N", 99), Actor("player", None)
    with pytest.raises(Exception, match="-"):
        acts.act(UUID(game["id"]), lambda _: order, now=clock.now())

    assert value("backalley_moves_total", kind="player") == before
