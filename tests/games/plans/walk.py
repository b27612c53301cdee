"""One walk through all that people can ask the service for."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any, ClassVar
from urllib.parse import urlsplit

from django.urls import resolve

from backalley.openapi import _with_hyphens
from players.models import Player
from tests.caller import BASE, PASSWORD, Answer, Caller
from tests.games.seated import People, deals, open_game, seat_four

STATUSES = (None, "waiting", "active", "finished", "void")
ENDPOINT = {"url": "http://127.0.0.1:65535/", "events": ["turn", "game-started", "message"]}


class Walker(Caller):
    """A caller who notes which operations he was answered by."""

    called: ClassVar[set[str]] = set()

    def send(self, method: str, path: str, *args: Any, **kwargs: Any) -> Answer:
        answer = super().send(method, path, *args, **kwargs)
        if answer.status < 400:
            route = resolve(urlsplit(path if "://" in path else BASE + path).path)
            operation = route.func.operations[method.lower()]  # type: ignore[attr-defined]
            self.called.add(_with_hyphens(operation.__name__))
        return answer


def ok(answer: Answer) -> Any:
    """What was answered, for it was no refusal."""
    assert answer.status < 400, answer.content
    return answer.json if "json" in answer.media_type else answer.content


def pages(caller: Caller, path: str) -> list[Any]:
    """The first two pages of a list, and the way back."""
    first = ok(caller.get(path))
    if first["next"]:
        second = ok(caller.get(first["next"]))
        ok(caller.get(second["previous"]))
    return list(first["results"])


class Walk:
    """Five people, and one of the staff, whose names begin alike."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.ana, self.chie, self.dipa, self.eve, self.stanka = map(self._arrive, "acdes")
        self.boris = self._arrive_as_a_guest("b")
        self.people: People = {"N": self.ana, "E": self.boris, "S": self.chie, "W": self.dipa}
        Player.objects.filter(username=self.stanka.username).update(is_staff=True)

    def go(self) -> None:
        """All of it, in an order in which there is something to see everywhere."""
        self.account()
        self.hooks()
        self.tables()
        self.play()
        self.clock()
        self.disputes()
        self.told()
        self.read()
        for caller in (self.ana, self.stanka):
            self.lists(caller)

    def _arrive(self, letter: str) -> Walker:
        username = f"{self.name}-{letter}"
        wish = {"username": username, "password": PASSWORD}
        return Walker(ok(Walker().post("/players", wish))["token"], username)

    def _arrive_as_a_guest(self, letter: str) -> Walker:
        username = f"{self.name}-{letter}"
        guest = Walker(ok(Walker().post("/players/guest", {}))["token"], username)
        ok(guest.post("/me/claim", {"username": username, "password": PASSWORD}))
        return guest

    def account(self) -> None:
        """What somebody does with his account."""
        ana = self.ana
        ok(ana.get("/me"))
        ok(ana.patch("/me", {"email": f"{self.name}@example.org", "notices": {"turn": True}}))
        by_name = {"username": ana.username, "password": PASSWORD}
        ok(Walker().post("/tokens", by_name))
        short = ok(Walker().post("/tokens", {**by_name, "scopes": ["read"], "expires_in": 3600}))
        ok(ana.delete(f"/tokens/{short['id']}"))
        pages(ana, "/tokens?limit=1")

    def hooks(self) -> None:
        """Webhooks, as far as there is nothing to tell them."""
        made = [ok(self.ana.post("/webhooks", ENDPOINT)) for _ in range(3)]
        self.hook = made[0]["id"]
        ok(self.ana.get(f"/webhooks/{self.hook}"))
        pages(self.ana, "/webhooks?limit=1")
        ok(self.ana.delete(f"/webhooks/{made[1]['id']}"))

    def tables(self) -> None:
        """Tables of every kind before the first card."""
        ana, boris = self.ana, self.boris
        for wish in ({}, {"turn_seconds": 600}):
            for caller in (self.eve, self.chie):
                ok(caller.post("/games/quick", {"ruleset": "short", **wish}))
        private = open_game(ana, visibility="private")
        invite, path = {"invite": private["invite"]}, f"/games/{private['id']}"
        ok(boris.get(f"{path}?invite={private['invite']}"))
        assert self.eve.get(path).status == 404
        ok(boris.put(f"{path}/seats/E", invite))
        ok(ana.put(f"{path}/seats/S", {"bot": "beginner"}))
        ok(ana.delete(f"{path}/seats/S"))
        ok(boris.delete(f"{path}/seats/E"))
        bots = {"bots": dict.fromkeys("ESW", "beginner"), **deals(1)}
        for _ in range(2):
            ok(ana.post("/games", bots, idempotency_key=f"{self.name}-game"))
        open_game(self.eve, seat=None)

    def play(self) -> None:
        """Games of four people, from the first card to a rematch; one of them counts."""
        self.rated = seat_four(self.people, ruleset="short")
        self.rated.finish()
        self.private = seat_four(self.people, visibility="private", **deals(13))
        self.private.bid_all()
        self.table = table = seat_four(self.people, **deals(2, 1))
        table.bid_all()
        first = table.turn
        ok(self.people[first].get(f"{table.path}/hint"))
        table.move(lambda legal: legal[0])
        assert table.play(first, "AD").status == 409
        assert table.play(table.turn, table.legal()[0], if_match='"1"').status == 412
        table.time_out()
        for caller in self.people.values():
            ok(caller.post(f"{table.path}/return"))
        for text in ("Good luck", "to all"):
            ok(self.ana.post(f"{table.path}/messages", {"text": text}))
        self.look_at(table.path)
        table.finish()
        self.look_at(table.path)
        new = ok(self.ana.post(f"{table.path}/rematch", {}))
        ok(self.boris.post(f"{table.path}/rematch", {}))
        ok(self.boris.put(f"/games/{new['id']}/seats/E", {}))
        ok(self.chie.get(f"/games/{new['id']}"))

    def look_at(self, path: str) -> None:
        """All that there is to see of a game."""
        for caller in (self.ana, self.eve):
            ok(caller.get(path))
            pages(caller, f"{path}/events?limit=5")
            said = pages(caller, f"{path}/messages?limit=1")
            ok(caller.get(f"{path}/messages?after={said[-1]['id']}"))
            for what in ("states/7", "record", "record?as=text", "fairness", "stream?after=3"):
                ok(caller.get(f"{path}/{what}"))
            ok(caller.get(f"{path}/verification"))

    def clock(self) -> None:
        """A sandbox, and time that flies."""
        sandbox = seat_four(self.people, sandbox=True, **deals(2))
        ok(self.ana.post(f"{sandbox.path}/clock", {"advance_seconds": 100_000}))

    def disputes(self) -> None:
        """Claims, and rulings of every kind."""
        over = seat_four(self.people, ruleset="short")
        over.finish()
        rulings: tuple[dict[str, Any], ...] = (
            {"ruling": "rejected", "remedy": "none"},
            {"ruling": "upheld", "remedy": "rewind", "to_version": 8},
            {"ruling": "upheld", "remedy": "void"},
        )
        games = (over.id, self.private.id, self.rated.id)
        for game, ruling in zip(games, rulings, strict=True):
            claim = ok(self.ana.post(f"/games/{game}/disputes", {"reason": "x"}))
            assert self.ana.post(f"/games/{game}/disputes", {"reason": "x"}).status == 409
            for caller in (self.ana, self.stanka):
                ok(caller.get(f"/disputes/{claim['id']}"))
            ok(self.stanka.post(f"/disputes/{claim['id']}/ruling", {"note": "n", **ruling}))
        ok(self.boris.post(f"/games/{over.id}/disputes", {"reason": "x"}))
        for caller in (self.ana, self.stanka):
            for status, game in itertools.product(("", "open", "upheld"), ("", over.id)):
                wanted = f"&status={status}" * bool(status) + f"&game={game}" * bool(game)
                pages(caller, f"/disputes?limit=1{wanted}")

    def told(self) -> None:
        """What a webhook was told, and told again."""
        path = f"/webhooks/{self.hook}/deliveries"
        told = pages(self.ana, f"{path}?limit=1")
        ok(self.ana.post(f"{path}/{told[0]['id']}/redeliver"))

    def read(self) -> None:
        """What is the same for everybody."""
        for path in ("rulesets", "rules", "openapi.json", "docs", "docs/guide", "docs/fairness"):
            ok(self.ana.get(f"/{path}"))
        ok(self.ana.get("/docs/verify_record.py"))

    def lists(self, caller: Caller) -> None:
        """Games by all that they can be asked for by, the table of ratings, and people."""
        for query in wishes(self.boris.username):
            pages(caller, f"/games?limit=1{query}")
        ok(caller.get("/games"))
        for bots in ("true", "false"):
            pages(caller, f"/leaderboard?limit=1&bots={bots}")
        for name in (self.ana.username, caller.username):
            ok(caller.get(f"/players/{name}"))
        ok(caller.get("/me/export"))

    def leave(self) -> None:
        """Somebody goes, from a table and for good."""
        dipa = self.dipa
        table = seat_four(self.people, **deals(3))
        ok(dipa.delete(f"{table.path}/seats/W"))
        open_game(dipa)
        ok(dipa.post("/games", {}, idempotency_key="x"))
        ok(dipa.post("/webhooks", ENDPOINT))
        ok(dipa.delete("/me"))


def wishes(name: str) -> Iterator[str]:
    """Every combination of the filters of games."""
    several = itertools.product(STATUSES, (False, True), (False, True), (None, name))
    for status, mine, my_turn, player in several:
        yield "".join(
            (
                f"&status={status}" if status else "",
                "&mine=true" if mine else "",
                "&my_turn=true" if my_turn else "",
                f"&player={player}" if player else "",
            )
        )
