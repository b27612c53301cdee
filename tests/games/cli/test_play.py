from __future__ import annotations

import re
from datetime import datetime
from io import StringIO
from uuid import UUID

import httpx
import pytest
from rich.console import Console

from games import models
from games.cli.screen import Screen
from games.projections import PLAYERS_GRACE
from games.services import machines
from tests.games.cli.terminal import Terminal

NEW = ("1", "beginner")
PLAIN = Screen(Console(file=StringIO()))
ONE, TWO = ("--hands", "1"), ("--hands", "2")


def time_out() -> None:
    """The present turn of the only game is made by the autopilot."""
    game = models.Game.objects.get()
    assert game.deadline is not None
    late: datetime = game.deadline + PLAYERS_GRACE
    assert machines.move(UUID(str(game.pk)), game.version, clock=lambda: late)


def test_somebody_who_has_read_nothing_finishes_a_deal(terminal: Terminal) -> None:
    shown = terminal.run(
        *NEW, "what?", "h", "1", "?", "r", "rules", "1", "r", "s", "t", "1", words=TWO
    )

    assert shown.startswith("Back Alley at http://cards.example. You are guest-")
    assert re.search(r"^Deal 1, 2 cards, trump .+turned up: .+, dealer \w+$", shown, re.MULTILINE)
    assert "Please bid pass, 1 or board (all 2); h for a hint, ? for more" in shown
    assert re.search(r"^Hint: (pass|1|board)\. \w.+\.$", shown, re.MULTILINE)
    assert re.search(r"^  You bid 1\.$", shown, re.MULTILINE)
    assert "No trick has been taken in this deal yet." in shown
    assert len(re.findall(r"^  \w+ plays? \S+\.$", shown, re.MULTILINE)) == 8
    assert len(re.findall(r"^  \w+ takes? the trick\.$", shown, re.MULTILINE)) == 2
    assert re.search(
        r"^The last trick: (\w+ \S+, ){3}\w+ \S+\. \w+ takes? the trick\.$", shown, re.MULTILINE
    )
    assert re.search(
        r"^  You and South: contract ((\w+ )?board, all )?\d; took \d: [+-]\d+, -?\d+ in all$",
        shown,
        re.MULTILINE,
    )
    assert "Besides a move you may type: h for a hint" in shown
    assert "Little Blooper" in shown
    game = models.Game.objects.get()
    assert game.status == "finished"
    assert f"{game.score_ns} to {game.score_ew}." in shown
    assert "\x1b" not in shown


def test_only_legal_cards_are_offered_and_no_other_is_sent(terminal: Terminal) -> None:
    legal: dict[int, list[str]] = {}
    typed_all_the_same: list[str] = []

    def card() -> str:
        game = terminal.look(f"/games/{models.Game.objects.get().pk}")
        if game["turn"] is None:
            return "q"
        may_not = set(game["deal"]["hand"]) - set(game["turn"]["legal"])
        asked_again = game["version"] in legal
        legal[game["version"]] = game["turn"]["legal"]
        if asked_again or not may_not:
            return "1"
        typed_all_the_same.append(min(may_not))
        return typed_all_the_same[-1]

    shown = terminal.run(*NEW, "1", *[card] * 30, words=("--hands", "13"))

    offers = re.findall(r"^You may play: (.+)$", shown, re.MULTILINE)
    assert [set(re.findall(r"\d+\) (\S+)", offer)) for offer in offers] == [
        {str(PLAIN.card(one)) for one in cards} for cards in legal.values()
    ]
    assert len(legal) == len(terminal.service.posts("/plays")) == 13
    assert typed_all_the_same
    assert shown.count("of a card that you may play") == len(typed_all_the_same)


def test_at_the_table_each_suit_has_one_colour_and_no_other_has_it(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    shown = terminal.run(*NEW, "1", *["1"] * 13, words=("--hands", "13"))

    styles: dict[str, set[str]] = {}
    for style, suit in re.findall(r"\x1b\[([0-9;]+)m(?:10|[2-9JQKA])([♠♥♦♣])", shown):
        styles.setdefault(suit, set()).add(style)
    assert [len(styles[suit]) for suit in "♠♥♦♣"] == [1, 1, 1, 1]
    assert len(set.union(*styles.values())) == 4


def test_moves_are_meant_for_one_state_and_have_one_effect(terminal: Terminal) -> None:
    answers_lost: list[str] = []

    def lost(request: httpx.Request) -> bool:
        move = request.url.path.endswith(("/bids", "/plays"))
        if move and request.headers["Idempotency-Key"] not in answers_lost:
            answers_lost.append(request.headers["Idempotency-Key"])
            return True
        return False

    terminal.service.lost = lost
    shown = terminal.run(*NEW, "board", "1", words=ONE)

    moves = [*terminal.service.posts("/bids"), *terminal.service.posts("/plays")]
    assert len(moves) == 4
    assert len(answers_lost) == 2
    assert all(re.fullmatch(r'"\d+"', move.headers["If-Match"]) for move in moves)
    assert shown.count("was lost. Trying again") == 2
    assert models.Game.objects.get().status == "finished"


def test_who_leaves_finds_his_game_again(terminal: Terminal) -> None:
    left = terminal.run(*NEW, "b", "q", words=ONE)
    assert "Goodbye." in left

    shown = terminal.run("3", "1", "1")

    assert "3) go on with a game of yours (1)" in shown
    assert re.search(r"1\) .+ with beginner bot.*: it is your turn$", shown, re.MULTILINE)
    assert models.Game.objects.get().status == "finished"


def test_who_was_too_slow_is_told_and_asked_again(terminal: Terminal) -> None:
    def late() -> str:
        time_out()
        return "1"

    shown = terminal.run(*NEW, "1", late, "1", words=TWO)

    assert "The game had moved on before your move arrived." in shown
    assert "Time was up: the autopilot plays for you." in shown
    assert models.Game.objects.get().status == "finished"


def test_who_was_away_takes_his_seat_back(terminal: Terminal) -> None:
    terminal.run(*NEW, "1", "q", words=TWO)
    time_out()

    shown = terminal.run("3", "1", "1")

    assert "The autopilot played for you; now you play yourself again." in shown
    assert models.Game.objects.get().status == "finished"


def test_who_interrupts_leaves_and_the_scores_are_there_when_he_is_back(
    terminal: Terminal,
) -> None:
    def interrupt() -> str:
        raise KeyboardInterrupt

    left = terminal.run(*NEW, "b", "1", interrupt, words=("--hands", "1,1"))
    assert "Goodbye." in left

    shown = terminal.run("3", "1", "s")

    row = r"^ 1 +1 +contract [a-z ]*board, all 1, took [01]: [+-]\d0 .+, took [01]: [+-]\d"
    assert re.search(row, shown, re.MULTILINE)
    assert "Will your side take the only trick? Then bid board." in shown


def test_a_card_may_be_named_as_people_write_it(terminal: Terminal) -> None:
    def named() -> str:
        game = models.Game.objects.get()
        shown = terminal.look(f"/games/{game.pk}")
        return str(shown["turn"]["legal"][-1]).lower()

    terminal.run(*NEW, "b", named, words=ONE)

    assert models.Game.objects.get().status == "finished"
