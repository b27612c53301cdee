"""The table as a player sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from games.cli.screen import Screen
from games.cli.words import SEATS, Words

CLOCKWISE = "NESW"


def table(game: Mapping[str, Any], screen: Screen, words: Words) -> RenderableType:
    """The deal, who sits where with bid and card, the teams, and the caller's hand."""
    deal = game["deal"]
    size = f"{deal['hand_size']} card{'s' if deal['hand_size'] > 1 else ''}"
    title = Text.assemble(
        (f"Deal {deal['number']}, {size}, ", "bold"),
        words.trump(deal),
        f", dealer {words.whom(deal['dealer'])}",
    )
    parts: list[RenderableType] = [Text(), title, _seats(game, screen, words)]
    parts.append(_teams(game, words))
    if "hand" in deal:
        parts.append(Text.assemble(("Your hand:  ", "bold"), screen.hand(deal["hand"])))
    return Group(*parts)


def trick(plays: list[dict[str, str]], screen: Screen, words: Words) -> Text:
    """The cards of a trick in the order in which they were played."""
    shown = [
        Text.assemble(f"{words.seat(play['seat'])} ", screen.card(play["card"])) for play in plays
    ]
    return Text(", ").join(shown)


def results(game: Mapping[str, Any], words: Words) -> RenderableType:
    """Every deal that has been scored, and the totals."""
    teams = words.ours()
    shown = Table("Deal", "Cards", *(words.team(team) for team in teams), box=None)
    for result in game["results"]:
        cells = (
            f"{words.contract(result['contracts'][team])}, took {result['tricks'][team]}: "
            f"{result['points'][team]:+d}"
            for team in teams
        )
        shown.add_row(str(result["number"]), str(result["hand_size"]), *cells)
    shown.add_row("Total", "", *(str(game["scores"][team]) for team in teams), style="bold")
    return shown


def _seats(game: Mapping[str, Any], screen: Screen, words: Words) -> Table:
    deal, you = game["deal"], game["you"] or "N"
    bids = {bid["seat"]: words.bid(bid) for bid in deal["bids"]}
    plays = deal["trick"]["plays"] if deal["trick"] else []
    cards = {play["seat"]: screen.card(play["card"]) for play in plays}
    shown = Table("Seat", "", "Bid", "Cards", "Table", box=None, pad_edge=False)
    start = CLOCKWISE.index(you)
    for seat in CLOCKWISE[start:] + CLOCKWISE[:start]:
        turn = game["turn"] is not None and game["turn"]["seat"] == seat
        led = " (led)" if plays and plays[0]["seat"] == seat else ""
        shown.add_row(
            Text(SEATS[seat], "reverse" if turn else ""),
            who(game, seat),
            bids.get(seat, "-"),
            str(deal["cards_left"][seat]),
            Text.assemble(cards.get(seat, ""), led),
        )
    return shown


def who(game: Mapping[str, Any], seat: str) -> str:
    """Who sits in a seat: you, the partner, a bot, or nobody yet."""
    held, you = game["seats"][seat], game["you"]
    if held is None:
        return "nobody yet"
    name = held["player"] or f"{held['bot']} bot"
    if held["autopilot"]:
        name += ", absent"
    if you is None:
        return str(name)
    if seat == you:
        return f"you, {name}"
    partner = CLOCKWISE[(CLOCKWISE.index(you) + 2) % 4]
    return f"{name}, your partner" if seat == partner else str(name)


def _teams(game: Mapping[str, Any], words: Words) -> Text:
    deal, lines = game["deal"], []
    for team in words.ours():
        said = f"{words.team(team)}: "
        if deal["contracts"]:
            said += f"{words.contract(deal['contracts'][team])}; "
            said += f"taken {deal['tricks'][team]}; "
        lines.append(f"{said}score {game['scores'][team]}")
    return Text("\n".join(lines))
