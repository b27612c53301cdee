"""`manage.py import_record`: a record from elsewhere, in either form, gone through deal by deal."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.seats import SEATS, TEAMS
from games.records import RecordError, parse, write
from games.records.verify_record import NOT_SO, check, leader_of, tricks_of, winner_of


class Command(BaseCommand):
    """Shows every trick of a record, and what of it does not hold."""

    help = (
        "Read the record of a game, as JSON or as text, and go through it: hands, bids, tricks and "
        "results of every deal, with what does not hold. Or turn it into the other form. The exit "
        "status is 1 if it is no record, or something does not hold."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file, and what to make of it."""
        parser.add_argument("file", type=Path)
        form = parser.add_mutually_exclusive_group()
        form.add_argument("--text", action="store_true", help="print it as text, and no more")
        form.add_argument("--json", action="store_true", help="print it as JSON, and no more")

    def handle(self, *_: Any, file: Path, text: bool, **asked: Any) -> None:
        """Show. Raises CommandError if it is no record, or if something does not hold."""
        try:
            record = parse(file.read_text(encoding="utf-8"))
        except RecordError as error:
            raise CommandError(f"{file}: {error}") from None
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"{file} cannot be read: {error}") from None
        if text or asked["json"]:
            self.stdout.write(write(record) if text else json.dumps(record, ensure_ascii=False))
            return
        found = check(record)
        for deal, (title, faults) in zip(record["deals"], found, strict=False):
            self.stdout.write(f"{title}: {'; '.join(faults) or 'holds'}")
            self.stdout.writelines(f"  {line}\n" for line in _shown(deal))
        for title, faults in found[len(record["deals"]) :]:
            self.stdout.write(f"{title}: {'; '.join(faults) or 'holds'}")
        if any(faults for _, faults in found):
            raise CommandError("It does not hold.")


def _shown(deal: dict[str, Any]) -> Iterator[str]:
    """A deal as it went by."""
    trump = deal["trump"] or "none"
    yield f"dealer {deal['dealer']}, turn-up {deal['turn_up']}, trump {trump}"
    if deal["replaced"] is not None:
        yield f"{deal['replaced']['seat']} laid {deal['replaced']['joker']} aside"
    for seat in SEATS if "hands" in deal else ():
        yield f"{seat}: {' '.join(deal['hands'][seat])}"
    yield "bids: " + ", ".join(f"{made['seat']} {made['bid']}" for made in deal["bids"])
    yield from _tricks(deal)
    for team in TEAMS if deal["points"] is not None else ():
        took = "" if deal["tricks"] is None else f" took {deal['tricks'][team]},"
        yield f"{team}:{took} {deal['points'][team]:+d} points"


def _tricks(deal: dict[str, Any]) -> Iterator[str]:
    try:
        bids = [(made["seat"], made["bid"]) for made in deal["bids"]]
        tricks = tricks_of(deal, leader_of(bids)) if deal["plays"] else []
    except NOT_SO:
        # Nobody has bid, so it is not known who led.
        yield f"cards: {' '.join(deal['plays'])}"
        return
    for number, trick in enumerate(tricks, start=1):
        cards = ", ".join(f"{seat} {card}" for seat, card in trick)
        won = f" → {winner_of(trick, deal['trump'])}" if len(trick) == 4 else ""
        yield f"trick {number}: {cards}{won}"
