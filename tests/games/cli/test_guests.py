from __future__ import annotations

import re
import stat
from pathlib import Path

from players.models import Player, Token
from tests.games.cli.terminal import Terminal


def name_in(shown: str) -> str:
    found = re.search(r"You are (\S+)\.$", shown, re.MULTILINE)
    assert found
    return found[1]


def test_the_token_is_kept_for_its_owner_alone_and_used_again(
    terminal: Terminal, tmp_path: Path
) -> None:
    first = name_in(terminal.run())
    file = tmp_path / "backalley" / "guests.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700

    assert name_in(terminal.run()) == first
    assert Player.objects.count() == 1


def test_another_guest_and_back_to_the_first(terminal: Terminal) -> None:
    first = name_in(terminal.run())
    second = name_in(terminal.run(words=["--as-guest"]))
    assert second != first

    assert name_in(terminal.run()) == second
    assert name_in(terminal.run(words=["--as-guest", first])) == first
    assert name_in(terminal.run()) == first
    shown = terminal.run(words=["--as-guest", "nobody"], status=1)
    assert shown == "No guest of the name nobody has played there from here.\n"


def test_who_is_not_known_any_more_comes_as_a_new_guest(terminal: Terminal) -> None:
    first = name_in(terminal.run())
    Token.objects.all().delete()

    assert name_in(terminal.run()) != first


def test_a_file_that_is_no_list_of_guests_is_written_anew(
    terminal: Terminal, tmp_path: Path
) -> None:
    file = tmp_path / "backalley" / "guests.json"
    file.parent.mkdir()
    for rubbish in ("", "[1]", '{"http://cards.example": 3}'):
        file.write_text(rubbish)
        assert name_in(terminal.run()) in file.read_text()
