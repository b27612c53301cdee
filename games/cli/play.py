"""One game, from the table as it stands to its end, or until the person leaves."""

from __future__ import annotations

from typing import Any, Final

from rich.markdown import Markdown

from games.cli import picture
from games.cli.choosing import Wish, ask_bid, ask_card
from games.cli.screen import Screen
from games.cli.service import Refused, Service
from games.cli.words import SEATS, Words

PAGE: Final = 100
HELP: Final = (
    "Besides a move you may type: h for a hint, r for the last trick, s for the scores, "
    "t for the table, rules for the rules on two pages, q to leave; the game stays for you."
)


class Play:
    """A person at a table: shows what happens there, and makes the moves that he chooses."""

    def __init__(self, service: Service, screen: Screen, game: dict[str, Any]) -> None:
        self._service = service
        self._screen = screen
        self._game = game
        self._path = f"/games/{game['id']}"
        self._words = Words(screen, game["you"])
        self._told: int = game["version"]

    def to_the_end(self) -> dict[str, Any]:
        """Play; the game as it ended. Raises Leave, Refused and Unreachable."""
        self._take_seat_back()
        if not self._my_turn():
            self._show()
        while self._game["status"] in ("waiting", "active"):
            if self._my_turn():
                self._show()
                self._move()
            elif self._game["status"] == "waiting" and self._is_creator():
                self._fill_or_wait()
            else:
                self._wait()
            self._tell()
        self._screen.say()
        self._screen.say(self._words.end(self._game))
        return self._game

    def _my_turn(self) -> bool:
        turn = self._game["turn"]
        return turn is not None and turn["seat"] == self._game["you"]

    def _is_creator(self) -> bool:
        you = self._game["you"]
        return you is not None and self._game["seats"][you]["player"] == self._game["creator"]

    def _take_seat_back(self) -> None:
        you = self._game["you"]
        if self._game["status"] == "active" and you and self._game["seats"][you]["autopilot"]:
            self._game = self._service.post(f"{self._path}/return", {})
            self._screen.say("The autopilot played for you; now you play yourself again.")

    def _move(self) -> None:
        """Make the chosen move; if it is refused, say why and look at the game again."""
        turn = self._game["turn"]
        bidding = turn["action"] == "bid"
        ask = ask_bid if bidding else ask_card
        try:
            while isinstance(chosen := ask(self._screen, self._game), Wish):
                self._grant(chosen)
            path, word = ("bids", "bid") if bidding else ("plays", "card")
            version = self._game["version"]
            self._game = self._service.post(f"{self._path}/{path}", {word: chosen}, version)
        except Refused as refused:
            moved_on = "The game had moved on before your move arrived."
            self._screen.say(moved_on if refused.status == 412 else str(refused))
            self._game = self._service.get(self._path)

    def _grant(self, wish: Wish) -> None:
        match wish:
            case Wish.HINT:
                hint = self._service.get(f"{self._path}/hint")
                best = self._screen.card(hint["card"]) if "card" in hint else str(hint["bid"])
                self._screen.say("Hint: ", best, f". {hint['reason']}")
            case Wish.LAST_TRICK:
                self._say_last_trick()
            case Wish.SCORES:
                self._screen.show(picture.results(self._game, self._words))
            case Wish.TABLE:
                self._show()
            case Wish.RULES:
                rules = self._service.get("/rules", ruleset=self._game["ruleset"])
                self._screen.show(Markdown(rules["text"]))
            case Wish.HELP:
                self._screen.say(HELP)

    def _say_last_trick(self) -> None:
        last = self._game["deal"]["last_trick"]
        if last is None:
            self._screen.say("No trick has been taken in this deal yet.")
        else:
            shown = picture.trick(last["plays"], self._screen, self._words)
            self._screen.say("The last trick: ", shown, f". {self._words.takes(last['winner'])}")

    def _fill_or_wait(self) -> None:
        """Of a table that is not full: let its creator have bots in the empty seats."""
        empty = [seat for seat, held in self._game["seats"].items() if held is None]
        names = ", ".join(SEATS[seat] for seat in empty)
        self._screen.say(f"Nobody sits here yet: {names}.")
        question = "Enter to wait for people, or b to have bots sit down:"
        answers = {"": False, "w": False, "b": True, "bots": True}
        if not self._screen.ask(question, answers, "Press Enter, or type b or q."):
            self._screen.say("Waiting; Ctrl-C leaves, and your seat stays yours ...")
            self._wait()
            return
        try:
            for seat in empty:
                self._game = self._service.put(f"{self._path}/seats/{seat}", {"bot": "normal"})
        except Refused as refused:
            # Somebody else was quicker.
            self._screen.say(str(refused))
            self._game = self._service.get(self._path)

    def _wait(self) -> None:
        """Until the game moves on."""
        turn = self._game["turn"]
        whom = SEATS[turn["seat"]] if turn else "players"
        with self._screen.waiting(f"Waiting for {whom} (Ctrl-C leaves, the game stays)"):
            while (newer := self._service.newer(self._path, self._game["version"])) is None:
                pass
        self._game = newer

    def _tell(self) -> None:
        """Say what has happened since the last time."""
        while True:
            path = f"{self._path}/events"
            events = self._service.get(path, after=self._told, limit=PAGE)["results"]
            for event in events:
                self._told = event["version"]
                for line in self._words.event(event):
                    self._screen.say(line)
            if len(events) < PAGE:
                return

    def _show(self) -> None:
        if self._game["deal"] is None:
            for seat, name in SEATS.items():
                self._screen.say(f"{name}: {picture.who(self._game, seat)}")
        else:
            self._screen.show(picture.table(self._game, self._screen, self._words))
