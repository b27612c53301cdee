"""Every list, of hundreds of rows of one instant: page by page each row comes once, both ways"""

from __future__ import annotations

import itertools
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from games import models, tasks
from games.services import machines, tables
from players.models import Player, Rating, Token
from tests.caller import Caller

NOON = datetime(2026, 7, 31, 12, tzinfo=UTC)
SIZE = 7
BOTS = dict.fromkeys("NESW", "beginner")


class Lists:
    """All lists that grow, each to be filled with rows that nothing but their ids tells apart."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.waiting = tables.create_game(player=player, now=NOON).row
        self.game = tables.create_game(player=player, now=NOON, seat=None, bots=BOTS).row
        self.webhooks(1)
        self.hook = models.Webhook.objects.get()
        self.numbers = itertools.count()

    def games(self, count: int) -> None:
        for _ in range(count):
            tables.create_game(player=self.player, now=NOON)

    def events(self, count: int) -> None:
        version = models.Game.objects.get(pk=self.game.pk).version
        wanted = version + count
        while version < wanted:
            done = machines.move(self.game.pk, version, clock=lambda: NOON)
            assert done is not None
            version = done.row.version

    def messages(self, count: int) -> None:
        who = self.waiting.participants.get()
        said: dict[str, Any] = {"seat": "N", "text": "x", "at": NOON, "player": self.player}
        models.Message.objects.bulk_create(
            models.Message(game=self.waiting, participant=who, **said) for _ in range(count)
        )

    def disputes(self, count: int) -> None:
        ruled: dict[str, Any] = {"status": "rejected", "remedy": "none", "ruled_at": NOON}
        claim: dict[str, Any] = {"version": 1, "reason": "x", "at": NOON}
        models.Dispute.objects.bulk_create(
            models.Dispute(game=self.game, player=self.player, **claim, **ruled)
            for _ in range(count)
        )

    def webhooks(self, count: int) -> None:
        made: dict[str, Any] = {"url": "https://8.8.8.8/", "events": ["turn"], "secret": "x"}
        models.Webhook.objects.bulk_create(
            models.Webhook(player=self.player, created_at=NOON, **made) for _ in range(count)
        )

    def deliveries(self, count: int) -> None:
        told: dict[str, Any] = {"type": "message", "at": NOON, "data": {}, "created_at": NOON}
        models.Delivery.objects.bulk_create(
            models.Delivery(webhook=self.hook, game=self.game, version=1, **told)
            for _ in range(count)
        )

    def tokens(self, count: int) -> None:
        Token.objects.bulk_create(
            Token(player=self.player, hash=b"%d" % next(self.numbers), scopes=["read"])
            for _ in range(count)
        )
        Token.objects.update(created_at=NOON)

    def leaderboard(self, count: int) -> None:
        people = Player.objects.bulk_create(
            Player(username=f"player-{next(self.numbers)}") for _ in range(count)
        )
        equal: dict[str, Any] = {"mu": Decimal(25), "sigma": Decimal(3), "rating": 1000}
        Rating.objects.bulk_create(Rating(player=one, contests=12, **equal) for one in people)

    def path(self, name: str) -> str:
        """Where the list of this name is."""
        own = {
            "events": f"/games/{self.game.pk}/events",
            "messages": f"/games/{self.waiting.pk}/messages",
            "deliveries": f"/webhooks/{self.hook.pk}/deliveries",
        }
        return own.get(name, f"/{name}")

    def add(self, name: str, count: int) -> None:
        """More rows of the same instant."""
        getattr(self, name)(count)


NAMES = [
    *("games", "events", "messages", "disputes", "webhooks", "deliveries", "tokens"),
    "leaderboard",
]
ROWS = {"games": 300, "events": 500}
KNOWN_BY = {"events": "version", "leaderboard": "player"}


@pytest.fixture(autouse=True)
def nobody_is_woken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "wake", lambda _: None)


@pytest.fixture
def lists(staff: Caller) -> Lists:
    return Lists(Player.objects.get(username=staff.username))


class Walk:
    """One way through a list from a page on, some rows arriving with the first pages."""

    def __init__(
        self, caller: Caller, lists: Lists, name: str, url: str | None, way: str, arriving: int = 0
    ) -> None:
        self.seen: list[Any] = []
        self.last: dict[str, Any] = {}
        while url:
            self.last = caller.get(url).json
            found = [row[KNOWN_BY.get(name, "id")] for row in self.last["results"]]
            self.seen = [*self.seen, *found] if way == "next" else [*found, *self.seen]
            if arriving > 0:
                arriving -= 1
                lists.add(name, 1)
            url = self.last[way]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_of_equal_rows_each_comes_once_in_both_directions_while_others_arrive(
    staff: Caller, lists: Lists, name: str
) -> None:
    path = lists.path(name)
    lists.add(name, ROWS.get(name, 100))

    def whole() -> list[Any]:
        return Walk(staff, lists, name, f"{path}?limit=100", "next").seen

    there = whole()
    assert len(there) == len(set(there)) >= ROWS.get(name, 100)

    ahead = Walk(staff, lists, name, f"{path}?limit={SIZE}", "next", arriving=10)
    now = whole()
    assert len(now) == len(set(now)) >= len(there) + 10
    # What is new stands before all that was there, only events after it.
    assert ahead.seen == (now if name == "events" else there)
    back = Walk(staff, lists, name, ahead.last["previous"], "previous", arriving=10)
    # All but the page from which the way back began.
    assert back.seen == (now if name == "events" else whole())[: -len(ahead.last["results"])]


def test_a_cursor_of_another_list_is_refused(staff: Caller, lists: Lists) -> None:
    other = tables.create_game(player=lists.player, now=NOON, seat=None, bots=BOTS).row
    for name in NAMES:
        lists.add(name, 3)
    paths = [lists.path(name) for name in NAMES]
    cursors = {
        path: parse_qs(urlsplit(staff.get(f"{path}?limit=1").json["next"]).query)["cursor"][0]
        for path in paths
    }
    foreign = [f"/games/{other.pk}/events", f"/games/{other.pk}/messages", "/rulesets"]
    for path, (home, cursor) in itertools.product([*paths, *foreign], cursors.items()):
        answer = staff.get(f"{path}?cursor={cursor}")
        if path == home:
            assert answer.status == 200
        else:
            assert (answer.status, answer.code) == (400, "invalid-request")
            assert answer.fields == ["cursor"]
