"""Somebody who looks at pages, and what he finds on them."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any, NamedTuple

from django.test import Client

from games.engine.state import Game
from games.eventstore.stream import StoredEvent


class Logged(NamedTuple):
    """A game in the log: its state now, and its events."""

    id: str
    newest: Game
    events: list[StoredEvent]

    def moves(self, kind: str = "card-played") -> list[StoredEvent]:
        """Its bids or cards."""
        return [event for event in self.events if event.kind == kind]

    @property
    def dealt(self) -> int:
        """The version at which the last deal began."""
        return self.moves("deal-started")[-1].version


class Onlooker:
    """A browser without scripts, signed in or not."""

    def __init__(self, player: Any = None) -> None:
        self.client = Client(raise_request_exception=False)
        if player is not None:
            self.client.force_login(player)

    def open(self, path: str, **query: Any) -> Seen:
        return Seen(self.client.get(path, query))

    def review(self, game: Logged, **query: Any) -> Seen:
        return self.open(f"/admin/replay/{game.id}/", **query)

    def watch(self, game: Logged, **query: Any) -> Seen:
        return self.open(f"/games/{game.id}/replay", **query)


class Seen(HTMLParser):
    """A page: its text, its links, and the cards in each hand and on the table."""

    def __init__(self, response: Any) -> None:
        super().__init__()
        self.status: int = response.status_code
        self.headers = response.headers
        self.html: str = response.content.decode()
        self.hands: dict[str, list[str]] = {seat: [] for seat in "NESW"}
        self.trick: list[str] = []
        self.backs = 0
        self.links: dict[str, str] = {}
        self.words: list[str] = []
        self.scripts: list[dict[str, str | None]] = []
        self.inline: list[str] = []
        self._place: list[str] | None = None
        self.feed(self.html)

    @property
    def text(self) -> str:
        """All that is written on it."""
        return " ".join(" ".join(self.words).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        classes = (given.get("class") or "").split()
        if hand := re.search(r"\bat-([NESW])\b", " ".join(classes)):
            self._place = self.hands[hand[1]]
        elif "trick" in classes and tag == "section":
            self._place = self.trick
        elif tag in ("section", "nav"):
            self._place = None
        if (card := given.get("data-card")) and self._place is not None:
            self._place.append(card)
        self.backs += classes == ["card", "back"]
        if tag == "a" and given.get("id"):
            self.links[str(given["id"])] = str(given.get("href"))
        if tag in ("script", "link"):
            self.scripts.append(given)
        self.inline += [name for name in given if name == "style" or name.startswith("on")]
        self.words += [given[name] or "" for name in ("aria-label", "title") if name in given]

    def handle_data(self, data: str) -> None:
        self.words.append(data)
