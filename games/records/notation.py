"""A record as text, in the spirit of PBN: tags in brackets, every card written once.

What stands for the whole game comes first; each `Deal` begins an attempt at a deal. Of a deck, what
the hands do not tell is the `Rest`, from the turn-up on, as it lay.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Final

from games.engine.seats import LEFT_OF, SEATS, TEAMS, clockwise_from
from games.records.shape import FORMAT, FORMAT_VERSION, Record

NAMES: Final = {"N": "North", "E": "East", "S": "South", "W": "West"}
NOTHING: Final = "-"
WIDTH: Final = 98
TITLE: Final = f"% {FORMAT} {FORMAT_VERSION}"


def write(record: Record) -> str:
    """The record as text, from which `parse` makes the very same; it has to be a proper one."""
    parts = [[TITLE, *_lines(_head(record)), "", *_lines(_tag(*o) for o in _options(record))]]
    parts += [_lines(_deal(deal)) for deal in record["deals"]]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def dealt(deal: Record) -> list[str] | None:
    """The part of the deck that the hands tell, in the order it was dealt; None if they cannot."""
    size, replaced = deal["hand_size"], deal["replaced"] or {}
    hands = {seat: list(deal["hands"][seat]) for seat in SEATS}
    if any(len(hand) != size for hand in hands.values()):
        return None
    if "drawn" in replaced:
        hand = hands[replaced["seat"]]
        hands[replaced["seat"]] = [
            replaced["joker"] if card == replaced["drawn"] else card for card in hand
        ]
    order = clockwise_from(LEFT_OF[deal["dealer"]])
    return [hands[seat][place] for place in range(size) for seat in order]


def _head(record: Record) -> Iterator[str]:
    yield _tag("Game", record["game"])
    yield _tag("Ruleset", record["ruleset"])
    yield _tag("Scores", _by_team(record["scores"]))
    if record["winner"] is not None:
        yield _tag("Winner", record["winner"])
    for seat, name in NAMES.items():
        yield _tag(name, _holder(record["seats"][seat]))
    fairness = record["fairness"]
    yield _tag("Commitment", fairness["commitment"])
    if "seed" in fairness:
        yield _tag("Seed", fairness["seed"])
    for seat, name in NAMES.items():
        if fairness["entropy"][seat]:
            yield _tag(f"{name}Entropy", fairness["entropy"][seat])


def _options(record: Record) -> Iterator[tuple[str, str]]:
    for name, value in record["options"].items():
        match value:
            case list():
                yield name, " ".join(map(str, value))
            case bool():
                yield name, "true" if value else "false"
            case _:
                yield name, NOTHING if value is None else str(value)


def _holder(seat: Record | None) -> str:
    if seat is None:
        return "empty"
    if seat["player"] is not None:
        who = f"player {seat['player']}"
    elif seat["bot"] is not None:
        who = f"bot {seat['bot']}"
    else:
        who = "somebody"
    return f"away {who}" if seat["autopilot"] else who


def _deal(deal: Record) -> Iterator[str]:
    number, attempt = deal["number"], deal["attempt"]
    yield _tag("Deal", str(number) if attempt == 1 else f"{number}.{attempt}")
    yield _tag("Cards", str(deal["hand_size"]))
    yield _tag("Dealer", deal["dealer"])
    yield _tag("TurnUp", deal["turn_up"])
    yield _tag("Trump", deal["trump"] or NOTHING)
    if deal["replaced"] is not None:
        told = (deal["replaced"].get(name) for name in ("seat", "joker", "drawn"))
        yield _tag("Replaced", " ".join(filter(None, told)))
    yield from _cards(deal)
    if deal["bids"]:
        yield _tag("Bids", ", ".join(map(_bid, deal["bids"])))
    if deal["plays"]:
        plays = deal["plays"]
        tricks = [" ".join(plays[first : first + 4]) for first in range(0, len(plays), 4)]
        yield _tag("Play", _wrapped(tricks, " / "))
    if deal["contracts"] is not None:
        yield _tag("Contracts", ", ".join(_contract(deal["contracts"], t) for t in TEAMS))
    for name, counted in (("Tricks", deal["tricks"]), ("Points", deal["points"])):
        if counted is not None:
            yield _tag(name, _by_team(counted))


def _cards(deal: Record) -> Iterator[str]:
    if "hands" in deal:
        yield from (_tag(seat, " ".join(deal["hands"][seat])) for seat in SEATS)
    if "deck" not in deal:
        return
    deck, known = deal["deck"], dealt(deal) if "hands" in deal else None
    if known is not None and deck[: len(known)] == known:
        yield _tag("Rest", _wrapped(deck[len(known) :], " "))
    else:
        yield _tag("Deck", _wrapped(deck, " "))


def _bid(made: Record) -> str:
    level = f" {made['level']}" if "level" in made else ""
    return f"{made['seat']} {made['bid']}{level}"


def _contract(contracts: Record, team: str) -> str:
    tricks, board = contracts[team]["tricks"], contracts[team]["board"]
    return f"{team} {tricks} board {board}" if board else f"{team} {tricks}"


def _by_team(counted: Record) -> str:
    return ", ".join(f"{team} {counted[team]}" for team in TEAMS)


def _tag(name: str, value: str) -> str:
    # Only long lists go over several lines, and they hold nothing that has to be escaped.
    text = f'"{value}"' if "\n" in value else json.dumps(value, ensure_ascii=False)
    return f"[{name} {text}]"


def _wrapped(items: Iterable[str], between: str) -> str:
    """The items on as many lines as they need, none of them broken."""
    lines = [""]
    for item in items:
        joined = f"{lines[-1]}{between}{item}" if lines[-1] else item
        if len(joined) > WIDTH - 10:
            lines.append(item)
        else:
            lines[-1] = joined
    return "\n  ".join(lines)


def _lines(tags: Iterable[str]) -> list[str]:
    """The tags, as many on a line as there is room for."""
    lines = [""]
    for tag in tags:
        joined = f"{lines[-1]} {tag}".lstrip()
        if len(joined) > WIDTH or "\n" in joined:
            lines.append(tag)
        else:
            lines[-1] = joined
    return [line for line in lines if line]
