"""`manage.py play_demo`: four bots play one game over HTTP; the terminal shows it deal by deal."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

import httpx
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from games.bots.choose import LEVELS
from games.engine.ruleset import PRESETS
from games.engine.seats import SEATS, TEAMS

PAUSE = 0.5
"""Seconds between two looks when nothing new has happened."""
PATIENCE = 60.0
"""Seconds without a single move after which the demonstration gives up."""


class Command(BaseCommand):
    """Opens a table for four bots, follows its events, and says where they are to be read."""

    help = "Let four bots play a game over HTTP on a running service, and show it deal by deal."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where the service is, and what is to be played."""
        running = settings.HOME.state().get("address", "http://127.0.0.1:8000")
        parser.add_argument("--url", default=running, help="the service (default: %(default)s)")
        parser.add_argument("--ruleset", default="gamerules", choices=sorted(PRESETS))
        parser.add_argument("--level", default="beginner", choices=LEVELS)

    def handle(self, *args: Any, url: str, ruleset: str, level: str, **options: Any) -> None:
        """Play and show. Raises CommandError when the service cannot be reached or stands still."""
        base = f"{url.rstrip('/')}/api/v1"
        try:
            with httpx.Client(base_url=base, timeout=10) as client:
                token = _answer(client.post("/players/guest", json={}))["token"]
                client.headers["Authorization"] = f"Bearer {token}"
                bots = dict.fromkeys(SEATS, level)
                opening = {"ruleset": ruleset, "seat": None, "bots": bots}
                game = _answer(client.post("/games", json=opening))
                address = f"{base}/games/{game['id']}"
                _show(client, game, Console(file=self.stdout._out))  # type: ignore[arg-type]
        except httpx.TransportError as failure:
            raise CommandError(
                f"No service answers at {url} ({failure}): start it with `manage.py up`."
            ) from None
        self.stdout.write(
            f"The game:    {address}\n"
            f"Its events:  {address}/events\n"
            f"Its record:  {address}/record\n"
            f"Read them with the header  Authorization: Bearer {token}\n"
            f"The API's pages:  {base}/docs"
        )


def _show(client: httpx.Client, game: dict[str, Any], console: Console) -> None:
    rules = {preset["name"]: preset for preset in _answer(client.get("/rulesets"))["results"]}
    deals = len(rules[game["ruleset"]]["options"]["hand_sizes"])
    version, last_move = 0, time.monotonic()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn(), console=console) as progress:
        task = progress.add_task("deals", total=deals)
        while True:
            path = f"/games/{game['id']}/events"
            events = _answer(client.get(path, params={"after": version, "limit": 100}))["results"]
            for event in events:
                version, last_move = event["version"], time.monotonic()
                if line := _line(event):
                    progress.console.print(line, highlight=False)
                progress.advance(task, event["type"] == "deal-scored")
                if event["type"] in ("game-finished", "game-voided"):
                    return
            if not events:
                if time.monotonic() - last_move > PATIENCE:
                    raise CommandError(
                        f"Nothing has happened for {PATIENCE:.0f} s: is a worker up?"
                    )
                time.sleep(PAUSE)


def _line(event: dict[str, Any]) -> str | None:
    """What the terminal says of an event; None for those that it passes over."""
    data = event["data"]
    match event["type"]:
        case "deal-started":
            trump = data["trump"] or "no trump"
            return (
                f"deal {data['number']}: {data['hand_size']} cards, dealer {data['dealer']}, "
                f"turn-up {data['turn_up']}, trump {trump}"
            )
        case "deal-passed-out":
            return "  all four pass; dealt again"
        case "deal-scored":
            return "".join(
                f"\n  {team}: {_contract(data['contracts'][team])}, took {data['tricks'][team]}: "
                f"{data['points'][team]:+d}, {data['scores'][team]} in all"
                for team in TEAMS
            ).lstrip("\n")
        case "game-finished":
            return f"the game is over: {data['winner']} ({data['scores']})"
    return None


def _contract(contract: dict[str, int]) -> str:
    if contract["board"]:
        return f"board {contract['board']} for {contract['tricks']}"
    return f"bid {contract['tricks']}" if contract["tricks"] else "passed"


def _answer(response: httpx.Response) -> dict[str, Any]:
    if response.is_error:
        raise CommandError(
            f"{response.request.url} answered {response.status_code}: {response.text}"
        )
    answer: dict[str, Any] = response.json()
    return answer
