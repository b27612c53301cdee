"""Going through games one after another, named ones or all, so that it can be gone on with."""

from __future__ import annotations

import signal
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from django.core.management.base import CommandError, OutputWrapper
from django.db import Error
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from games.verification.choosing import count_games, game_ids

INTERRUPTED: Final = 130
"""The exit status of a program that was asked to end, as shells have it."""
_COLUMNS: Final = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())


def add_arguments(parser: ArgumentParser) -> None:
    """Which games to go through."""
    parser.add_argument("games", nargs="*", type=UUID, metavar="GAME", help="these games only")
    parser.add_argument("--all", action="store_true", help="all games, the oldest first")
    parser.add_argument(
        "--since",
        type=_moment,
        metavar="TIME",
        help="of all games those in which anything happened since this date or time, in UTC",
    )
    parser.add_argument(
        "--after",
        type=UUID,
        metavar="GAME",
        help="of all games those behind this one: how to go on after an interruption",
    )


def go_through(asked: dict[str, Any], out: OutputWrapper, do: Callable[[UUID], str | None]) -> int:
    """Do something to each of the games that were asked for; print what it has to say of some.

    Returns of how many it had. Holds one page of ids at a time. Raises CommandError when it is not
    clear which games are meant, and when it is interrupted: that tells how to go on.
    """
    named, since, last = asked["games"], asked["since"], asked["after"]
    if bool(named) == bool(asked["all"] or since or last):
        raise CommandError("Name games, or ask for --all, or for those --since a time.")
    ids = iter(named) if named else game_ids(since=since, after=last)
    total = len(named) if named else count_games(since=since, after=last)
    console = Console(file=out._out, soft_wrap=True)  # type: ignore[arg-type]
    bar = Progress(*_COLUMNS, console=console, disable=not console.is_terminal)
    told = 0
    with _told_how_to_go_on(lambda: last), _ending_as_asked(), bar:
        for game_id in bar.track(ids, total=total):
            said = do(game_id)
            if said is not None:
                told += 1
                bar.console.print(f"{game_id}  {said}", highlight=False, markup=False)
            last = game_id
    return told


@contextmanager
def _told_how_to_go_on(last: Callable[[], UUID | None]) -> Iterator[None]:
    try:
        yield
    except (KeyboardInterrupt, Error) as reason:
        done = last()
        where = "from the beginning" if done is None else f"with --after {done}"
        words = "Interrupted" if isinstance(reason, KeyboardInterrupt) else f"Stopped: {reason}"
        raise CommandError(f"{words}; go on {where}.", returncode=INTERRUPTED) from None


@contextmanager
def _ending_as_asked() -> Iterator[None]:
    """Whoever asks the process to end is treated as if he had pressed Ctrl-C."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError("expected a date or a time such as 2026-07-31T12:00") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
