"""manage.py verify"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from io import StringIO
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from rich.console import Console

from games import models
from games.management import rounds
from games.management.commands import verify
from games.verification import choosing
from players.models import Player
from tests.games.services.table import NOON, Table, bots_only
from tests.games.verification.tampering import change_data

pytestmark = pytest.mark.django_db
NOBODY = UUID(int=1)


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> list[Table]:
    """Three games, the oldest first, each later by a day."""
    monkeypatch.setattr("games.tasks.wake", lambda _: None)
    ana = Player.objects.create(username="ana")
    tables = [bots_only(ana, options={"hand_sizes": [1]}) for _ in range(3)]
    for days, table in enumerate(tables):
        table.later(86400 * days)
        table.machine()
    return tables


def run(*words: Any) -> str:
    out = StringIO()
    call_command("verify", *map(str, words), stdout=out)
    return out.getvalue()


def failing(*words: Any) -> tuple[list[str], CommandError]:
    """The lines that it prints before it fails."""
    out = StringIO()
    with pytest.raises(CommandError) as caught:
        call_command("verify", *map(str, words), stdout=out)
    return out.getvalue().splitlines(), caught.value


def test_what_nobody_touched_holds(tables: list[Table]) -> None:
    assert run("--all") == "All of it holds.\n"
    assert run(tables[1].row.pk, tables[2].row.pk) == "All of it holds.\n"


def test_each_game_that_fails_has_a_line_that_names_the_first_bad_version(
    tables: list[Table],
) -> None:
    change_data(tables[0].row.pk, 7, salt="")
    models.Game.objects.filter(pk=tables[2].row.pk).update(score_ns=999)

    lines, error = failing("--all")
    chain = "chain 7: the hash is not that of the event"
    shuffle = "shuffle 7: the salt does not come of the seed"
    version = tables[2].version
    assert lines == [
        f"{tables[0].row.pk}  first bad version 7; {chain}; {shuffle}",
        f"{tables[2].row.pk}  first bad version {version}; scores {version}: rows differ: score_ns",
    ]
    assert (str(error), error.returncode) == ("Games that fail: 2.", 1)
    assert run(tables[1].row.pk) == "All of it holds.\n"


def test_a_game_that_is_not_there_fails(tables: list[Table]) -> None:
    lines, _ = failing(tables[0].row.pk, NOBODY)
    assert lines == [f"{NOBODY}  there is no such game"]


def test_games_are_chosen_by_what_happened_since_and_by_what_was_done(
    tables: list[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choosing, "PAGE", 2)
    seen = list[UUID]()
    monkeypatch.setattr(verify, "_fault", seen.append)
    ids = [table.row.pk for table in tables]
    tomorrow = NOON + timedelta(hours=12)
    for words, chosen in (
        (("--all",), ids),
        (("--since", tomorrow.isoformat()), ids[1:]),
        (("--since", "2026-08-02"), ids[2:]),
        (("--after", ids[0]), ids[1:]),
        (("--since", "2026-08-02", "--after", ids[1]), ids[2:]),
        (("--all", "--after", ids[2]), []),
        ((ids[1],), ids[1:2]),
    ):
        seen.clear()
        run(*words)
        assert seen == chosen, words


def test_in_a_terminal_a_bar_shows_how_far_it_is(
    tables: list[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounds, "Console", partial(Console, force_terminal=True))
    shown = run("--all")
    assert "games" in shown
    assert f"{len(tables)}/{len(tables)}" in shown


@pytest.mark.parametrize("words", [(), ("--all", NOBODY), ("--since", "x"), ("x",)])
def test_what_is_meant_has_to_be_clear(words: tuple[Any, ...]) -> None:
    assert failing(*words)[0] == []


def ctrl_c() -> None:
    raise KeyboardInterrupt


def end_process() -> None:
    os.kill(os.getpid(), signal.SIGTERM)


def lose_database() -> None:
    raise OperationalError("gone")


@pytest.mark.parametrize(
    ("end", "words"),
    [
        (ctrl_c, "Interrupted"),
        (end_process, "Interrupted"),
        (lose_database, "Stopped: gone"),
    ],
)
def test_whoever_interrupts_it_is_told_how_to_go_on(
    tables: list[Table], monkeypatch: pytest.MonkeyPatch, end: Callable[[], None], words: str
) -> None:
    ids = [table.row.pk for table in tables]
    judge = verify._fault

    def judge_or_end(game_id: UUID) -> str | None:
        if game_id == ids[1]:
            end()
        return judge(game_id)

    monkeypatch.setattr(verify, "_fault", judge_or_end)
    change_data(ids[0], 7, salt="")

    lines, error = failing("--all")
    assert len(lines) == 1
    assert (str(error), error.returncode) == (f"{words}; go on with --after {ids[0]}.", 130)
    monkeypatch.setattr(verify, "_fault", judge)
    assert run("--after", ids[0]) == "All of it holds.\n"
