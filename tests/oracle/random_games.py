"""For the oracle's own tests: legal random games, and the events a service would write of them."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

from .cards import PACK, SEATS
from .chain import event_hash
from .options import CHOICES, GAMERULES, PRESETS, Options
from .rules import Happening, NaiveGame
from .shuffle import commitment, deck, first_dealer

Events = list[dict[str, Any]]

GAME_ID = "01985c2e-7b1a-7c3d-9e4f-2a6b8c0d1e2f"
SEED = bytes(range(32))
ENTROPY = {"N": "Ω≈", "E": "", "S": "lucky|7", "W": ""}
PLAYER_IDS = {"N": "p-1", "S": "p-3"}


def random_options(dice: random.Random) -> Options:
    """Any mixture of options, over few deals or over a preset's pattern of deals."""
    options: dict[str, Any] = {**GAMERULES}
    for name, choices in CHOICES.items():
        if dice.random() < 0.5:
            options[name] = dice.choice(choices)
    if dice.random() < 0.9:
        options["hand_sizes"] = [dice.randint(1, 13) for _ in range(dice.randint(1, 4))]
    else:
        options["hand_sizes"] = dice.choice(list(PRESETS.values()))["hand_sizes"]
    options["points_per_trick"] = dice.choice([1, 5, 10])
    options["points_per_overtrick"] = dice.choice([0, 1, 2])
    options["board_points"] = dice.choice([10, 20])
    return options  # type: ignore[return-value]


def shuffled(dice: random.Random) -> list[str]:
    """Any order of the pack."""
    cards = list(PACK)
    dice.shuffle(cards)
    return cards


def random_game(options: Options, dice: random.Random) -> NaiveGame:
    """A game over decks that the dice shuffle."""
    return NaiveGame(options, dice.choice(SEATS), lambda number, attempt: shuffled(dice))


def random_moves(game: NaiveGame, dice: random.Random) -> Iterator[list[Happening]]:
    """Play the game to its end by legal moves, one at a time; yields what each brings about."""
    while (seat := game.turn()) is not None:
        bidding = game.deal.phase() == "bid"
        move = dice.choice(game.legal())
        yield game.bid(seat, move) if bidding else game.play(seat, move)


class Log:
    """An event list as the service would serve it once the game is over."""

    def __init__(self) -> None:
        self.events: list[dict[str, Any]] = []

    def write(self, kind: str, actor: dict[str, Any], data: dict[str, Any]) -> None:
        """Append one event."""
        version = len(self.events) + 1
        time = f"2026-01-01T{version // 3600:02}:{version // 60 % 60:02}:{version % 60:02}Z"
        event = {"version": version, "type": kind, "at": time, "actor": actor, "data": data}
        self.events.append(event)

    def sealed(self) -> Events:
        """The events, each with the hash that follows from the one before."""
        previous = bytes(32)
        for event in self.events:
            event["hash"] = event_hash(previous, GAME_ID, event)
            previous = bytes.fromhex(event["hash"])
        return self.events


SYSTEM = {"kind": "system", "id": None, "name": None}
BOT = {"kind": "bot", "id": None, "name": "normal", "level": "normal", "policy": "simple/1"}


def actor_of(seat: str) -> dict[str, Any]:
    """People sit N and S, bots E and W."""
    if seat in PLAYER_IDS:
        return {"kind": "player", "id": PLAYER_IDS[seat], "name": f"name of {seat}"}
    return {**BOT, "cause": "bot-seat"}


def begin(log: Log, preset: str, options: Options) -> NaiveGame:
    """Create a game, fill the seats and deal."""
    created = {"ruleset": preset, "options": options, "visibility": "public"}
    rest = {"turn_seconds": 86400, "sandbox": False, "commitment": commitment(SEED)}
    log.write("game-created", actor_of("N"), {**created, **rest, "seed": SEED.hex()})
    for seat in SEATS:
        who = {"player_id": PLAYER_IDS[seat]} if seat in PLAYER_IDS else {"bot": "normal"}
        taken = {"seat": seat, **who, "entropy": ENTROPY[seat]}
        log.write("seat-taken", actor_of("N"), taken)
    dealer = first_dealer(SEED, GAME_ID, ENTROPY)
    log.write("game-started", SYSTEM, {"first_dealer": dealer})
    game = NaiveGame(options, dealer, lambda k, a: deck(SEED, GAME_ID, k, a, ENTROPY))
    write_happenings(log, "N", [("deal-started", game.start)])
    return game


def write_happenings(log: Log, seat: str, happenings: list[Happening]) -> None:
    """Write what one act brought about, with what only the service knows."""
    for kind, data in happenings:
        actor = actor_of(seat) if kind in ("bid-made", "card-played") else SYSTEM
        secret = {"deal-started": {"salt": "5a17"}, "game-finished": {"seed": SEED.hex()}}
        log.write(kind, actor, {**data, **secret.get(kind, {})})


def finished_events(preset: str, options: Options, dice: random.Random) -> Events:
    """The events of a whole random game."""
    log = Log()
    game = begin(log, preset, options)
    while (seat := game.turn()) is not None:
        write_happenings(log, seat, next(random_moves(game, dice)))
    return log.sealed()


def some_game(seed: int = 7) -> Events:
    """A short game of three deals."""
    options: Options = {**GAMERULES, "hand_sizes": [3, 1, 2]}
    return finished_events("gamerules", options, random.Random(seed))


def rewound_game(steps: int, back: int) -> Events:
    """A game that is rewound once, `back` versions, after so many moves."""
    options: Options = {**GAMERULES, "hand_sizes": [3, 1, 2]}
    log, dice = Log(), random.Random(steps)
    game = begin(log, "gamerules", options)
    then, deals = {}, [len(log.events)]
    for _ in range(steps):
        write_happenings(log, game.turn() or "", next(random_moves(game, dice)))
        then[len(log.events)] = copy.deepcopy(game)
        if log.events[-1]["type"] == "deal-started":
            deals.append(len(log.events))
    target = len(log.events) - back
    log.write("game-rewound", SYSTEM, {"to_version": target, "note": ""})
    if target >= deals[-1]:
        game = then[target]
    else:
        started = max(version for version in deals if version <= target)
        game = copy.deepcopy(then.get(started, then[min(then)]))
        highest = [e["data"] for e in log.events if e["type"] == "deal-started"]
        number = log.events[started - 1]["data"]["number"]
        game.number, game.deal.dealer = number, log.events[started - 1]["data"]["dealer"]
        game.results = [r for r in game.results if r["number"] < number]
        anew = game.deal_anew(1 + max(d["attempt"] for d in highest if d["number"] == number))
        write_happenings(log, "N", [anew])
    for seat in iter(game.turn, None):
        write_happenings(log, seat, next(random_moves(game, dice)))
    return log.sealed()


def record_of(events: Events) -> dict[str, Any]:
    """The portable record of a finished game."""
    created = events[0]["data"]
    deals: list[dict[str, Any]] = []
    for event in events:
        data = event["data"]
        if event["type"] == "deal-started":
            entry = {name: value for name, value in data.items() if name != "salt"}
            score = dict.fromkeys(("contracts", "tricks", "points"))
            deals.append({**entry, "bids": [], "plays": [], **score})
        elif event["type"] == "bid-made":
            deals[-1]["bids"].append(data)
        elif event["type"] == "card-played":
            deals[-1]["plays"].append(data["card"])
        elif event["type"] == "deal-scored":
            deals[-1].update({name: data[name] for name in ("contracts", "tricks", "points")})
    end = events[-1]["data"]
    fairness = {"commitment": created["commitment"], "seed": end["seed"], "entropy": ENTROPY}
    return {
        "format": "backalley-record",
        "format_version": 1,
        "game": GAME_ID,
        "ruleset": created["ruleset"],
        "options": created["options"],
        "seats": {seat: actor_of(seat)["name"] for seat in SEATS},
        "deals": deals,
        "scores": end["scores"],
        "winner": end["winner"],
        "fairness": fairness,
    }
