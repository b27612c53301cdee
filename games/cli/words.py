"""What happens in a game, in a player's words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from rich.text import Text

from games.cli.screen import JOKERS, Screen

SEATS: Final = {"N": "North", "E": "East", "S": "South", "W": "West"}
TEAMS: Final = {"NS": "North and South", "EW": "East and West"}
LEVELS: Final = {1: "board", 2: "double board", 3: "triple board", 4: "quadruple board"}


class Words:
    """Words for somebody in a seat, whom they call `you`; for a spectator nobody is."""

    def __init__(self, screen: Screen, you: str | None) -> None:
        self._screen = screen
        self._you = you

    def seat(self, seat: str) -> str:
        """You, or North."""
        return "You" if seat == self._you else SEATS[seat]

    def whom(self, seat: str) -> str:
        """The same inside a sentence."""
        return "you" if seat == self._you else SEATS[seat]

    def team(self, team: str) -> str:
        """Both partners, the caller first."""
        if self._you is None or self._you not in team:
            return TEAMS[team]
        partner = team.replace(self._you, "")
        return f"You and {SEATS[partner]}"

    def ours(self) -> list[str]:
        """The teams, the caller's own first."""
        return sorted(TEAMS, key=lambda team: (self._you or "N") not in team)

    def trump(self, deal: Mapping[str, Any]) -> Text:
        """The trump suit and the card that made it."""
        trump = self._screen.suit(deal["trump"]) if deal["trump"] else Text("none")
        return Text.assemble("trump ", trump, " (turned up: ", self._card(deal["turn_up"]), ")")

    def event(self, event: Mapping[str, Any]) -> Sequence[str | Text]:
        """The lines for an event; none for those that a player need not hear of."""
        tellers: dict[str, Callable[[Mapping[str, Any]], Sequence[str | Text]]] = {
            "seat-taken": lambda data: [f"{self.seat(data['seat'])}: the seat is taken."],
            "seat-left": self._left,
            "deal-started": self._deal,
            "deal-passed-out": lambda data: ["All four passed: the cards are dealt again."],
            "bid-made": lambda data: [f"  {self._bids(data)}"],
            "card-played": self._plays,
            "deal-scored": self._scored,
            "autopilot-on": lambda data: [
                f"Time was up: the autopilot plays for {self.whom(data['seat'])}."
            ],
            "game-rewound": lambda data: [f"The game was set back: {data['note']}"],
        }
        tell = tellers.get(event["type"])
        return [] if tell is None else tell(event["data"])

    def bid(self, bid: Mapping[str, Any]) -> str:
        """pass, 3, double board."""
        return LEVELS[bid["level"]] if bid["bid"] == "board" else str(bid["bid"])

    def contract(self, contract: Mapping[str, int]) -> str:
        """What a team has to take."""
        if contract["board"]:
            return f"contract {LEVELS[contract['board']]}, all {contract['tricks']}"
        return f"contract {contract['tricks']}" if contract["tricks"] else "no contract"

    def takes(self, winner: str) -> str:
        """Who has taken a trick."""
        return f"{self._does(winner, 'take')} the trick."

    def end(self, game: Mapping[str, Any]) -> str:
        """How a game has ended."""
        if game["status"] == "void":
            return "This game was voided."
        ours, theirs = (game["scores"][team] for team in self.ours())
        score = f"{ours} to {theirs}"
        if game["winner"] == "tie":
            return f"The game is over, and it is a tie: {score}."
        side = "win" if game["winner"] == self.ours()[0] else "lose"
        if self._you is None:
            return f"The game is over: {TEAMS[game['winner']]} won. {score}."
        return f"The game is over, and you {side}: {score}."

    def _left(self, data: Mapping[str, Any]) -> Sequence[str | Text]:
        after = f"; a {data['bot']} bot plays on." if data["bot"] else "."
        return [f"{self._does(data['seat'], 'leave')} the table{after}"]

    def _deal(self, data: Mapping[str, Any]) -> Sequence[str | Text]:
        size = data["hand_size"]
        cards = f"{size} cards" if size > 1 else "1 card"
        again = ", dealt again" if data["attempt"] > 1 else ""
        lines: list[str | Text] = [
            "",
            Text.assemble(
                (f"Deal {data['number']}{again}", "bold"),
                f": {cards} each, ",
                self.trump(data),
                f"; {self._does(data['dealer'], 'deal')}.",
            ),
        ]
        if replaced := data["replaced"]:
            who = self._does(replaced["seat"], "lay")
            instead = self._card(replaced["drawn"]) if "drawn" in replaced else "a card"
            joker = JOKERS[replaced["joker"]]
            lines.append(Text.assemble(f"{who} {joker} aside for ", instead, " of the stock."))
        return lines

    def _bids(self, data: Mapping[str, Any]) -> str:
        if data["bid"] == "pass":
            return f"{self._does(data['seat'], 'pass')}."
        return f"{self._does(data['seat'], 'bid')} {self.bid(data)}."

    def _plays(self, data: Mapping[str, Any]) -> Sequence[str | Text]:
        card = self._card(data["card"])
        lines: list[str | Text] = [
            Text.assemble(f"  {self._does(data['seat'], 'play')} ", card, ".")
        ]
        if winner := data.get("winner"):
            lines.append(Text(f"  {self.takes(winner)}", "bold"))
        return lines

    def _scored(self, data: Mapping[str, Any]) -> Sequence[str | Text]:
        return [Text(f"Deal {data['number']} is over:", "bold")] + [
            Text(
                f"  {self.team(team)}: {self.contract(data['contracts'][team])}; "
                f"took {data['tricks'][team]}: {data['points'][team]:+d}, "
                f"{data['scores'][team]} in all"
            )
            for team in self.ours()
        ]

    def _card(self, card: str) -> Text:
        return self._screen.card(card)

    def _does(self, seat: str, verb: str) -> str:
        if seat == self._you:
            return f"You {verb}"
        return f"{SEATS[seat]} {verb}{'es' if verb.endswith('s') else 's'}"
