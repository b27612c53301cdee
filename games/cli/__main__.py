"""`python -m games.cli`: play Back Alley in a terminal."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Sequence

import httpx
from rich.console import Console

from games.cli.guests import come_in
from games.cli.lobby import Lobby
from games.cli.screen import Leave, Screen
from games.cli.service import Refused, Service, Unreachable

NEW = ""
"""The value of --as-guest without a name."""


def main(
    words: Sequence[str] | None = None, *, transport: httpx.BaseTransport | None = None
) -> int:
    """Play until the person leaves; the exit status, not 0 if he could not play.

    Words are those of the command line. A transport stands in for the network in tests.
    """
    asked = _asked(words)
    screen = Screen(Console())
    try:
        service = Service(asked.url, tell=screen.trouble, transport=transport)
        try:
            _play(service, screen, asked)
        finally:
            service.close()
    except (Leave, KeyboardInterrupt):
        screen.say()
        screen.say("Goodbye. Games that go on stay for you: start this again to play on.")
        return 0
    except Unreachable as failure:
        screen.say(f"{failure} Start one with `manage.py up`, or give the address of another.")
    except Refused as refused:
        screen.say(str(refused))
    except LookupError as unknown:
        screen.say(f"No guest of the name {unknown} has played there from here.")
    except OSError as failure:
        screen.say(f"The token cannot be kept: {failure}.")
    return 1


def _play(service: Service, screen: Screen, asked: Namespace) -> None:
    name = come_in(service, name=asked.as_guest or None, new=asked.as_guest == NEW)
    screen.say(f"Back Alley at {service.address}. You are {name}.")
    Lobby(service, screen, asked.hands).stay()


def _asked(words: Sequence[str] | None) -> Namespace:
    parser = ArgumentParser(prog="python -m games.cli", description="Play Back Alley.")
    parser.add_argument("url", nargs="?", default="http://127.0.0.1:8000", help="the service")
    parser.add_argument(
        "--as-guest",
        nargs="?",
        const=NEW,
        metavar="NAME",
        help="play as a guest of this name who has played from here before, or as a new one",
    )
    parser.add_argument(
        "--hands", type=_sizes, metavar="N,N", help="sizes of the hands of new games, such as 3,2,1"
    )
    return parser.parse_args(words)


def _sizes(text: str) -> list[int]:
    try:
        return [int(size) for size in text.split(",")]
    except ValueError:
        raise ArgumentTypeError("numbers with commas between, such as 3,2,1") from None


if __name__ == "__main__":
    sys.exit(main())
