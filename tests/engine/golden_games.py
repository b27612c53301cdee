"""Writes the golden games that are missing: `python -m tests.engine.golden_games`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from games.engine.cards import HEIGHT, is_trump
from games.engine.commands import Command, CreateGame, MakeBid, Mover, PlayCard, TakeSeat
from games.engine.events import Event
from games.engine.player_view import DealView, player_view
from games.engine.seats import SEATS, Seat
from games.engine.state import Game
from tests.engine.notation import write
from tests.engine.random_games import act, disturbance

FOLDER = Path(__file__).with_name("golden")


class Recipe(NamedTuple):
    """How a golden game was once played; its text is the truth, not this."""

    ruleset: str
    options: Mapping[str, Any] = {}
    number: int = 0
    bots: frozenset[str] = frozenset()
    disturbances: int = 0


RECIPES = {
    "gamerules": Recipe("gamerules", number=21),
    "pagat": Recipe("pagat"),
    "short": Recipe("short"),
    "bab": Recipe("bab", number=2),
    "house": Recipe(
        "gamerules",
        {
            "hand_sizes": [3, 5, 8, 6, 1],
            "joker_turned_up": "keep_other",
            "bid_sum_over_hand": "refuse",
            "partner_may_raise_board": False,
            "board_lead": "team",
            "board_leads_trump_at_once": False,
            "trump_lead": "only_when_only_trump",
            "big_blooper_lead": "none",
            "little_blooper_lead": "opponents",
            "points_per_overtrick": 2,
        },
        number=4,
        bots=frozenset("E"),
        disturbances=5,
    ),
    "level": Recipe(
        "short",
        {
            "hand_sizes": [2, 4],
            "points_per_trick": 0,
            "points_per_overtrick": 0,
            "board_points": 0,
            "tie": "extra_deal",
            "fixed_trump": "S",
            "trump_lead": "free",
        },
        bots=frozenset(SEATS),
    ),
}


def strength(deal: DealView) -> int:
    """About how many tricks a hand is worth."""
    hand = deal.hand or ()
    trumps = sum(is_trump(card, deal.trump) for card in hand)
    high = sum(HEIGHT[card] >= 13 for card in hand if not is_trump(card, deal.trump))
    return (3 * trumps + 2 * high) // 4


def mover(game: Game, seat: Seat, random: Random) -> Mover:
    """A bot for itself; a player now and then forgets his turn, and does not come back at once."""
    holder = game.seats[seat]
    if holder.player_id is None:
        return "bot"
    return "autopilot" if random.random() < (0.8 if holder.autopilot else 0.02) else "player"


def choose(game: Game, random: Random) -> Command:
    """A sensible bid, now and then a bold one; any legal card."""
    assert game.to_act is not None
    view = player_view(game, game.to_act)
    assert view.deal is not None
    assert view.turn is not None
    assert view.turn.legal is not None
    seat, legal = view.turn.seat, view.turn.legal
    by = mover(game, seat, random)
    if view.turn.action == "play":
        return PlayCard(seat, str(random.choice(legal)), by)
    bid = strength(view.deal) + random.choice((-1, 0, 0, 0, 1))
    if random.random() < 0.06 or bid >= view.deal.hand_size:
        return MakeBid(seat, "board" if "board" in legal else "pass", by)
    return MakeBid(seat, bid if bid in legal else "pass", by)


def played(name: str, recipe: Recipe) -> tuple[str, list[Event]]:
    """The game of a recipe: its id and its events."""
    random = Random(f"{name} {recipe.number}")
    game = Game(id=f"0198c0de-0000-7000-8000-{random.getrandbits(48):012x}")
    log: list[Event] = []
    commands: list[Command] = [
        CreateGame(random.randbytes(32).hex(), recipe.ruleset, recipe.options)
    ]
    for seat, person in zip(SEATS, ("ana", "boris", "chie", "dipa"), strict=True):
        if seat in recipe.bots:
            commands.append(TakeSeat(seat, bot="normal"))
        else:
            commands.append(TakeSeat(seat, player_id=person, entropy=f"{person}'s luck"))
    disturbances = recipe.disturbances
    while not game.over:
        if commands:
            command = commands.pop(0)
        elif disturbances and random.random() < 0.04:
            disturbances -= 1
            command = disturbance(game, log, random)
        else:
            command = choose(game, random)
        step = act(game, command)
        log += step.events
        game = step.after
    return game.id, log


if __name__ == "__main__":
    for name, recipe in RECIPES.items():
        path = FOLDER / f"{name}.txt"
        if not path.exists():
            path.write_text(write(*played(name, recipe)), encoding="utf-8")
