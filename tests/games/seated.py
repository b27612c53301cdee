"""A game with callers in its seats, played over the API as clients would."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any
from uuid import UUID

from games.projections import PLAYERS_GRACE
from games.services import machines
from players import services
from players.models import Player
from tests.caller import Answer, Caller

People = dict[str, Caller]
SEATS = "NESW"
LEFT = dict(zip(SEATS, "ESWN", strict=True))


class Seated:
    """A game and the people at its table."""

    def __init__(self, game_id: str, people: People) -> None:
        self.id = game_id
        self.people = people
        self.path = f"/games/{game_id}"

    def show(self, seat: str = "N") -> Any:
        return self.people[seat].get(self.path).json

    @property
    def version(self) -> int:
        return int(self.show()["version"])

    @property
    def turn(self) -> str:
        """The seat that is to act."""
        return str(self.show()["turn"]["seat"])

    @property
    def waiting(self) -> str:
        """A seat that is not to act."""
        return LEFT[self.turn]

    def legal(self) -> list[Any]:
        return list(self.show(self.turn)["turn"]["legal"])

    def bid(self, seat: str, bid: Any, **headers: str) -> Answer:
        return self.people[seat].post(f"{self.path}/bids", {"bid": bid}, **headers)

    def play(self, seat: str, card: Any, **headers: str) -> Answer:
        return self.people[seat].post(f"{self.path}/plays", {"card": card}, **headers)

    def move(self, choose: Callable[[list[Any]], Any]) -> Answer:
        """Whoever is to act makes the move that is chosen from the legal ones."""
        turn = self.show(self.turn)["turn"]
        act = self.bid if turn["action"] == "bid" else self.play
        answer = act(turn["seat"], choose(turn["legal"]))
        assert answer.status == 201, answer.content
        return answer

    def bid_all(self, *bids: Any) -> None:
        """The four bids in turn; without any, the first seat bids 1 and the others pass."""
        for bid in bids or (1, "pass", "pass", "pass"):
            assert self.bid(self.turn, bid).status == 201

    def moves(self, dice: random.Random) -> Iterator[Answer]:
        """The random moves of the rest of the game; no more than three passes a deal."""

        def choose(legal: list[Any]) -> Any:
            passes = [made["bid"] for made in state["deal"]["bids"]] == ["pass"] * 3
            return dice.choice(legal[1:] if passes else legal)

        while (state := self.show())["status"] == "active":
            yield self.move(choose)

    def finish(self, seed: int = 1) -> None:
        for _ in self.moves(random.Random(seed)):
            pass

    def time_out(self, game: Any = None) -> None:
        """The time of the turn shown, or of the present one, is up, and the autopilot moves."""
        game = game or self.show()
        late = datetime.fromisoformat(game["turn"]["deadline"]) + PLAYERS_GRACE
        assert machines.move(UUID(self.id), game["version"], clock=lambda: late)

    def events(self, seat: str = "N") -> list[dict[str, Any]]:
        """All events as a seat is shown them now."""
        return events_of(self.people[seat], self.path)


def events_of(caller: Caller, path: str) -> list[dict[str, Any]]:
    """All events of a game as a caller is shown them now, page by page."""
    url, events = f"{path}/events?limit=100", []
    while url:
        page = caller.get(url).json
        events += page["results"]
        url = page["next"]
    return events


def open_game(creator: Caller, **wish: Any) -> Any:
    """A new game as its creator is shown it."""
    answer = creator.post("/games", wish)
    assert answer.status == 201, answer.content
    return answer.json


def seat_four(people: People, **wish: Any) -> Seated:
    """A game of ana's in which all four sit; it has started."""
    game = open_game(people["N"], **wish)
    invite = {"invite": game["invite"]} if "invite" in game else {}
    for seat in "ESW":
        answer = people[seat].put(f"/games/{game['id']}/seats/{seat}", invite)
        assert answer.status == 200, answer.content
    return Seated(game["id"], people)


def limited_to(caller: Caller, *scopes: str) -> Caller:
    """The same person with a token of fewer scopes."""
    player = Player.objects.get(username=caller.username)
    return Caller(services.create_token(player, scopes=scopes)[1], caller.username)


def deals(*sizes: int, **options: Any) -> dict[str, Any]:
    """Wish for a game of deals of these sizes."""
    return {"options": {"hand_sizes": list(sizes), **options}}
