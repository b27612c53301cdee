"""`manage.py up`: the whole service with one command."""

from __future__ import annotations

import errno
import re
import sys
import time
from argparse import ArgumentParser
from contextlib import ExitStack
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from backalley.embedded.binaries import NoBinary
from backalley.embedded.home import AlreadyRunning
from backalley.embedded.identity import NoIdentity
from backalley.embedded.postgres import PostgresFailed
from backalley.service import NotReady, Service, listen
from backalley.supervision import Ended, KeepsDying

ADDRESS = re.compile(r"(?:(?P<host>\[[0-9A-Fa-f:.]+\]|[^:\[\]]+):)?(?P<port>\d{1,5})")
# The web processes of an `up` that was killed let go of its port within this time.
LEFTOVER_PATIENCE = 12.0


class Command(BaseCommand):
    """Starts database, broker, web server, worker and sweep; ends all of them on Ctrl-C."""

    help = (
        "Run the whole service: web server, worker and sweep, and a PostgreSQL and a Valkey of "
        "its own where DATABASE_URL and REDIS_URL name none."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """An address, as for Django's own runserver."""
        parser.add_argument(
            "address",
            nargs="?",
            default="127.0.0.1:8000",
            metavar="HOST:PORT",
            help="where to listen; 127.0.0.1:8000 if not given, port 0 for any free one",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until asked to end."""
        host, port = parse_address(options["address"])
        # A log line in any language must not end the service on a terminal that knows but one.
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")
        home = settings.HOME
        try:
            home.create()
            with ExitStack() as held:
                held.enter_context(home.lock())
                # State without a holder of the lock: the last `up` was killed.
                killed = bool(home.state())
                deadline = time.monotonic() + LEFTOVER_PATIENCE

                def leftover() -> bool:
                    time.sleep(0.2)
                    return killed and time.monotonic() < deadline

                listener = held.enter_context(listen(host, port, leftover))
                self.run(Service(home, settings.BASE_DIR, listener, settings.EMBEDDED))
        except AlreadyRunning as running:
            raise CommandError(already_running(str(home.path), running.state)) from None
        except (NoBinary, NoIdentity, PostgresFailed) as refusal:
            raise CommandError(str(refusal)) from None
        except OSError as failure:
            raise CommandError(in_words(failure, host, port, str(home.path))) from failure

    def run(self, service: Service) -> None:
        """Start, serve, and take everything down however that ends."""
        say = service.supervisor.say
        try:
            say(f"starting in {service.home.path}")
            started = time.monotonic()
            service.start()
            say(f"ready after {time.monotonic() - started:.1f} s: {service.address}")
            service.serve()
        except Ended as ended:
            say(f"{ended}: ending")
        except (KeepsDying, NotReady) as failure:
            say(str(failure))
            raise CommandError(str(failure)) from None
        finally:
            service.stop()
            (service.home.path / "up.json").unlink(missing_ok=True)
            say("ended")


def parse_address(text: str) -> tuple[str, int]:
    """Host and port of HOST:PORT, [IPV6]:PORT or a port alone. Raises CommandError."""
    found = ADDRESS.fullmatch(text)
    if found is None or int(found["port"]) > 65535:
        raise CommandError(f"{text!r} is no address: give HOST:PORT, as in 127.0.0.1:8000.")
    return (found["host"] or "127.0.0.1").strip("[]"), int(found["port"])


def already_running(home: str, state: dict[str, Any]) -> str:
    """The word for who starts it twice."""
    where = f" at {state['address']}" if "address" in state else ", still starting or ending"
    process = f" (process {state['pid']})" if "pid" in state else ""
    return f"It is running already{where}{process}, with its games in {home}."


def in_words(failure: OSError, host: str, port: int, home: str) -> str:
    """The word for a port or a folder that cannot be had."""
    if failure.errno == errno.EADDRINUSE:
        return (
            f"Port {port} on {host} is in use by another program: end that one, or choose "
            f"another port, as in `manage.py up {host}:{port + 1}`."
        )
    if failure.errno == errno.EADDRNOTAVAIL or failure.errno is None or failure.errno < 0:
        return f"This machine has no address {host}."
    if failure.errno == errno.EACCES and 0 < port < 1024:
        return f"Port {port} is only for root: choose one above 1023, or check {home}."
    return f"{failure.strerror} ({failure.filename or home})."
