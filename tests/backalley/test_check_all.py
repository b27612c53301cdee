from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from backalley.management.commands import check_all

FINE = ["python", "-c", "pass"]
FAILS = ["python", "-c", "raise SystemExit(3)"]


def test_it_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_all, "STEPS", {"one": FINE, "two": FINE})
    said = StringIO()
    call_command("check_all", stdout=said)
    assert said.getvalue().splitlines()[-1] == "all checks passed"


def test_all_steps_run_and_the_failed_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_all, "STEPS", {"one": FAILS, "two": FINE, "three": FAILS})
    said = StringIO()
    with pytest.raises(CommandError, match=r"^failed: one, three$"):
        call_command("check_all", stdout=said)
    assert "--- two: status 0" in said.getvalue()


def test_a_program_that_is_missing_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_all, "STEPS", {"one": ["no-such-program"]})
    with pytest.raises(CommandError, match=r"install requirements-dev\.txt"):
        call_command("check_all", stdout=StringIO())


def test_the_engine_has_a_bar_of_its_own() -> None:
    assert check_all.STEPS["coverage of the engine"][-1] == "100"
