"""Streams while brokers, web processes and clients fail"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest

from backalley.embedded.home import Home
from backalley.embedded.valkey import Valkey
from games import clock
from games.services import machines
from tests.caller import Caller
from tests.games.http import HttpPlayer
from tests.games.live.conftest import Follow
from tests.games.live.slowness import slowness
from tests.games.seated import SEATS, People, Seated, deals, seat_four
from tests.web import Web

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


class Broker:
    """A Valkey of a test's own, to be killed."""

    def __init__(self, folder: Path) -> None:
        self.server = Valkey(Home(folder), durable=False)
        self.url = self.server.url
        self.start()

    def start(self) -> None:
        self.server.prepare()
        self.process = subprocess.Popen(
            self.server.command(),
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=self.server.enter(),
            start_new_session=True,
        )
        deadline = time.monotonic() + 30
        while not self.server.is_ready():
            assert time.monotonic() < deadline
            time.sleep(0.05)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    broker = Broker(tmp_path_factory.mktemp("b"))
    yield broker
    broker.kill()


@pytest.fixture(scope="module")
def web(
    broker: Broker, django_db_setup: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Web]:
    """A web server with a broker of its own."""
    with closing(Web(tmp_path_factory.mktemp("web"), broker.url)) as web:
        web.start()
        yield web
    assert "Traceback" not in web.log.read_text()


@pytest.fixture
def game(people: People) -> Seated:
    return seat_four(people, **deals(3))


def lowest(legal: list[object]) -> object:
    return legal[0] if legal[0] != "pass" else legal[-1]


def test_nothing_is_lost_while_the_broker_is_away_or_when_it_is_back(
    game: Seated, broker: Broker, web: Web, follow: Follow, eve: Caller
) -> None:
    # Moves are told over another broker, so this server hears of none: as if all were lost.
    stream = follow(eve, game.id)
    stream.wait_for_version(game.version)

    broker.kill()
    game.move(lowest)
    stream.wait_for_version(game.version)
    broker.start()
    game.move(lowest)
    stream.wait_for_version(game.version)

    assert stream.versions == list(range(1, game.version + 1))
    assert not stream.ended.is_set()


def test_after_the_broker_was_away_news_come_at_once_again(
    broker: Broker, web: Web, follow: Follow, eve: Caller
) -> None:
    player = HttpPlayer(web.url)
    wish = {"seat": None, "bots": {"E": "beginner"}}
    game = player.send("POST", "/games", wish).json()["id"]
    stream = follow(eve, game)
    stream.wait_for_version(2)
    broker.kill()
    broker.start()
    # By now the subscription is there again, and who publishes has stopped sulking.
    time.sleep(6)

    delays = []
    for seat in "NS":
        began = time.monotonic()
        seated = player.send("PUT", f"/games/{game}/seats/{seat}", {"bot": "beginner"})
        stream.wait_for_version(seated.json()["version"])
        delays.append(time.monotonic() - began)
    player.session.close()

    assert min(delays) < 0.9


def test_a_web_server_that_ends_ends_its_streams_in_order_and_they_go_on_after_it(
    game: Seated, web: Web, follow: Follow, eve: Caller, ana: Caller
) -> None:
    streams = [follow(caller, game.id) for caller in (eve, ana) * 5]
    for stream in streams:
        stream.wait_for_version(game.version)

    seconds = web.stop()

    assert web.process is not None
    assert web.process.returncode == 0
    assert all(stream.ended.wait(10) and not stream.broken for stream in streams)
    assert seconds < 3 * slowness()
    game.move(lowest)
    web.start()
    again = follow(eve, game.id, streams[0].last)
    game.move(lowest)
    again.wait_for_version(game.version)
    assert streams[0].versions + again.versions == list(range(1, game.version + 1))


def test_whoever_is_cut_off_by_a_crash_goes_on_where_he_was(
    game: Seated, web: Web, follow: Follow, eve: Caller
) -> None:
    stream = follow(eve, game.id)
    stream.wait_for_version(game.version)
    for worker in web.workers():
        os.kill(worker, signal.SIGKILL)
    assert stream.ended.wait(10)
    assert stream.broken
    game.move(lowest)

    again = follow(eve, game.id, stream.last)
    again.wait_for_version(game.version)

    assert stream.versions + again.versions == list(range(1, game.version + 1))


def test_after_a_crash_everybody_has_the_cards_and_the_turn_that_he_had(
    game: Seated, web: Web
) -> None:
    def shown() -> list[Any]:
        with httpx.Client(base_url=f"{web.url}/api/v1{game.path}", timeout=60) as client:
            tokens = {seat: f"Bearer {game.people[seat].token}" for seat in SEATS}
            return [
                client.get(path, headers={"Authorization": token}).json()
                for token in tokens.values()
                for path in ("", "/states/7", "/events")
            ]

    # The cards are dealt; a bid is made; a trick is begun.
    for moves in (0, 1, 4):
        for _ in range(moves):
            game.move(lowest)
        before = shown()
        for worker in web.workers():
            os.kill(worker, signal.SIGKILL)
        assert shown() == before


def test_a_client_that_reads_late_gets_all(
    people: People, web: Web, follow: Follow, eve: Caller
) -> None:
    table = seat_four(people, **deals(13, 13, 13))
    # Whoever is absent is quickly done with.
    for seat in SEATS:
        people[seat].delete(f"{table.path}/seats/{seat}")
    while machines.play_on(UUID(table.id), table.version, clock=clock.now):
        pass
    with socket.socket() as connection:
        # So small that the server cannot be rid of all that it has to send.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", web.port))
        connection.settimeout(60)
        head = f"GET /api/v1/games/{table.id}/stream HTTP/1.1\r\nHost: localhost\r\n"
        connection.sendall(f"{head}Authorization: Bearer {people['N'].token}\r\n\r\n".encode())
        quick = follow(eve, table.id)
        assert quick.ended.wait(30)

        received = bytearray()
        while not received.endswith(b"\r\n0\r\n\r\n"):
            piece = connection.recv(65536)
            assert piece
            received += piece
    ids = [int(line[4:]) for line in received.split(b"\n") if line.startswith(b"id: ")]
    assert ids == quick.versions == list(range(1, table.version + 1))


def test_a_client_that_vanishes_gives_its_place_back(
    game: Seated, web: Web, follow: Follow, eve: Caller
) -> None:
    for _ in range(30):
        with socket.create_connection(("127.0.0.1", web.port)) as connection:
            head = f"GET /api/v1/games/{game.id}/stream HTTP/1.1\r\nHost: localhost\r\n"
            connection.sendall(f"{head}Authorization: Bearer {eve.token}\r\n\r\n".encode())
            assert connection.recv(12) == b"HTTP/1.1 200"

    assert [follow(eve, game.id).status for _ in range(10)] == [200] * 10
