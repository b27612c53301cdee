from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.cli.terminal import Terminal


@pytest.fixture
def terminal(
    db: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Terminal:
    """A wide terminal in a home of its own, without a pause when something gets lost."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "250")
    monkeypatch.setattr("games.cli.service.PAUSE", 0.0)
    return Terminal(monkeypatch, capsys)
