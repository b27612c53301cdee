"""Before a game: which one?"""

from __future__ import annotations

from typing import Any, Final

from games.cli.picture import who
from games.cli.play import Play
from games.cli.screen import Screen
from games.cli.service import Refused, Service
from games.cli.words import SEATS

LEVELS: Final = ("beginner", "normal", "expert")
MOST_SHOWN: Final = 20


class Lobby:
    """Offers games and plays them. `hands` are the sizes of new games, None for a preset's."""

    def __init__(self, service: Service, screen: Screen, hands: list[int] | None) -> None:
        self._service = service
        self._screen = screen
        self._hands = hands

    def stay(self) -> None:
        """One game after the other. Raises Leave, Refused and Unreachable."""
        while True:
            try:
                game = self._chosen()
                if game is not None:
                    Play(self._service, self._screen, game).to_the_end()
            except Refused as refused:
                if refused.status == 401:
                    raise
                self._screen.say(str(refused))

    def _chosen(self) -> dict[str, Any] | None:
        mine = self._mine()
        self._screen.say()
        self._screen.say("1) a new game against three bots")
        self._screen.say("2) a seat at a table with other people")
        answers = {"": self._new, "1": self._new, "new": self._new, "2": self._seat}
        answers["seat"] = self._seat
        if mine:
            self._screen.say(f"3) go on with a game of yours ({len(mine)})")
            answers["3"] = self._one_of_mine
            answers["mine"] = self._one_of_mine
        sorry = "Please type one of the numbers, or q to leave."
        return self._screen.ask("What would you like? (Enter for 1, q to leave)", answers, sorry)()

    def _new(self) -> dict[str, Any]:
        level = self._number("How well should they play?", list(LEVELS))
        bots = dict.fromkeys("ESW", LEVELS[level])
        wish: dict[str, Any] = {"bots": bots}
        if self._hands is not None:
            wish["options"] = {"hand_sizes": self._hands}
        else:
            rulesets = self._service.get("/rulesets")["results"]
            lines = [f"{rules['name']}: {_length(rules)}" for rules in rulesets]
            wish["ruleset"] = rulesets[self._number("Which game?", lines)]["name"]
        game: dict[str, Any] = self._service.post("/games", wish)
        return game

    def _seat(self) -> dict[str, Any]:
        game: dict[str, Any] = self._service.post("/games/quick", {})
        return game

    def _one_of_mine(self) -> dict[str, Any]:
        mine = self._mine()
        chosen = mine[self._number("Which one?", [_line(game) for game in mine])]
        game: dict[str, Any] = self._service.get(f"/games/{chosen['id']}")
        return game

    def _mine(self) -> list[dict[str, Any]]:
        """The games that go on or wait and in which the caller sits, newest first."""
        found = [
            game
            for status in ("active", "waiting")
            for game in self._service.get("/games", mine="true", status=status)["results"]
            if game["you"] is not None
        ]
        return found[:MOST_SHOWN]

    def _number(self, question: str, lines: list[str]) -> int:
        """Which of these lines; the first one for Enter."""
        self._screen.say(question)
        answers = {"": 0}
        for number, line in enumerate(lines, 1):
            self._screen.say(f"  {number}) {line}")
            answers[str(number)] = number - 1
            answers.setdefault(line.partition(":")[0], number - 1)
        sorry = f"Please type a number from 1 to {len(lines)}, or q to leave."
        return self._screen.ask("Number (Enter for 1):", answers, sorry)


def _length(rules: dict[str, Any]) -> str:
    sizes = rules["options"]["hand_sizes"]
    return f"{len(sizes)} deals, hands of {sizes[0]} cards at first, {max(sizes)} at most"


def _line(game: dict[str, Any]) -> str:
    turn = game["turn"]
    if turn is None:
        state = "waits for players"
    elif turn["seat"] == game["you"]:
        state = "it is your turn"
    else:
        state = f"it is {SEATS[turn['seat']]}'s turn"
    others = ", ".join(who(game, seat) for seat in SEATS if seat != game["you"])
    return f"{game['created_at'][:16].replace('T', ' ')} with {others}: {state}"
