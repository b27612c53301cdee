"""One line for each command, by which it is found again, and nothing in it that is secret."""

from __future__ import annotations

import logging
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from backalley.celery import app, pass_on_request_id, sign_of_life, take_on_request_id
from backalley.middleware import RequestIdFilter, request_id
from players import services
from players.models import Player
from tests.caller import PASSWORD, Caller
from tests.games.seated import People, deals, seat_four

pytestmark = pytest.mark.django_db

CARD = re.compile(r"\b(?:[2-9TJQKA][CDHS]|BB|LB)\b")


class Lines(logging.Handler):
    """Every line that a log of the service would have, at the level that tells most."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.addFilter(RequestIdFilter())
        self.setFormatter(logging.Formatter("{name} [{request_id}]: {message}", style="{"))
        self.said = list[str]()

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(self.format(record))

    def of(self, name: str) -> list[str]:
        """The lines for one request."""
        return [line for line in self.said if f"[{name}]" in line]


@pytest.fixture
def lines() -> Iterator[Lines]:
    handler, root = Lines(), logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield handler
    root.setLevel(level)
    root.removeHandler(handler)


@pytest.fixture
def people() -> People:
    names = dict(zip("NESW", ("ana", "boris", "chie", "dipa"), strict=True))
    return {
        seat: Caller(services.create_token(Player.objects.create(username=name))[1], name)
        for seat, name in names.items()
    }


@pytest.mark.django_db(transaction=True)
def test_a_command_accepted_is_one_line(people: People, lines: Lines) -> None:
    table = seat_four(people)
    seat = table.turn
    table.bid(seat, 1, x_request_id="bid-1")

    (line,) = lines.of("bid-1")
    assert line == (
        f"games.services.acts [bid-1]: accepted game={table.id} version={table.version} "
        f"seat={seat} actor=player events=bid-made"
    )


@pytest.mark.django_db(transaction=True)
def test_what_follows_of_itself_is_in_the_same_line(people: People, lines: Lines) -> None:
    table = seat_four(people, **deals(1))
    table.bid_all("pass", "pass", "pass")
    table.bid(table.turn, "pass", x_request_id="last")

    (line,) = lines.of("last")
    assert line.endswith("events=bid-made,deal-passed-out,deal-started")
    assert f"version={table.version} " in line


def test_a_command_refused_says_where_and_why(people: People, lines: Lines) -> None:
    table = seat_four(people)
    table.bid(table.waiting, 1, x_request_id="early")
    table.bid(table.turn, 99, x_request_id="wild")

    for name, code in (("early", "not-your-turn"), ("wild", "illegal-bid")):
        first, second = lines.of(name)
        assert f"refused game={table.id} version={table.version} command=MakeBid" in first
        assert first.endswith(f"code={code}")
        assert second.endswith(f"{table.path}/bids {409 if name == 'early' else 422} {code}")


@pytest.mark.django_db(transaction=True)
def test_a_machines_move_says_game_and_version(people: People, lines: Lines) -> None:
    table = seat_four(people)
    lines.said.clear()
    table.time_out()

    (line,) = (line for line in lines.said if "accepted" in line)
    assert f"game={table.id} version={table.version} " in line
    assert "actor=autopilot events=autopilot-on,bid-made" in line


def test_a_task_is_named_by_the_request_that_it_is_for() -> None:
    headers = dict[str, Any]()
    token = request_id.set("ticket-9")
    try:
        pass_on_request_id(headers=headers)
        request_id.set("-")
        sign_of_life.push_request(**headers)
        take_on_request_id(task=sign_of_life)
        assert request_id.get() == "ticket-9"
        sign_of_life.pop_request()
        take_on_request_id(task=sign_of_life)
        assert request_id.get() == "-"
    finally:
        request_id.reset(token)


def test_the_id_travels_with_the_message(redis_url: str) -> None:
    token = request_id.set("ticket-10")
    try:
        app.send_task("backalley.sign_of_life", ("quick",), queue="of-this-test")
    finally:
        request_id.reset(token)
    with app.connection_for_read() as broker, broker.SimpleQueue("of-this-test") as queue:
        message = queue.get(timeout=5)
        message.ack()

    assert message.headers["request_id"] == "ticket-10"


@pytest.mark.django_db(transaction=True)
@pytest.mark.slow
def test_no_line_holds_a_hand_a_seed_a_token_or_a_password(lines: Lines) -> None:
    guest = Caller().post("/players", {"username": "eve", "password": PASSWORD}).json
    token = Caller().post("/tokens", {"username": "eve", "password": PASSWORD}).json["token"]
    Caller().post("/tokens", {"username": "eve", "password": PASSWORD + "x"})
    people: People = dict.fromkeys("N", Caller(guest["token"], "eve"))
    for name, seat in (("boris", "E"), ("chie", "S"), ("dipa", "W")):
        secret = services.create_token(Player.objects.create(username=name))[1]
        people[seat] = Caller(secret, name)
    table = seat_four(people, **deals(4), visibility="private")
    dice = random.Random(3)
    for _ in range(12):
        table.people[table.turn].get(f"{table.path}/hint")
        table.play(table.turn, "BB", x_request_id="try")
        table.play(table.waiting, "2C")
        table.move(lambda legal: dice.choice(legal[1:] or legal))
    table.time_out()
    text = "\n".join(lines.said)

    assert text.count("accepted") >= 14
    assert text.count("refused") >= 24
    assert CARD.findall(text) == []
    secrets = [guest["token"], token, PASSWORD, *(one.token or "" for one in people.values())]
    assert not [secret for secret in secrets if secret in text]
    assert "seed" not in text
    assert table.show()["invite"] not in text
