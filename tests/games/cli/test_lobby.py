from __future__ import annotations

from games import models
from tests.games.cli.terminal import Terminal


def test_enter_alone_opens_a_game_by_the_default_rules(terminal: Terminal) -> None:
    shown = terminal.run("", "", "")

    game = models.Game.objects.get()
    assert (game.ruleset, game.status) == ("gamerules", "active")
    assert "1) gamerules: 25 deals, hands of 13 cards at first, 13 at most" in shown
    assert "Your bid: pass, 1 to 12 or board (all 13) (h for a hint, ? for more)?" in shown


def test_a_seat_among_people_and_bots_if_nobody_comes(terminal: Terminal) -> None:
    shown = terminal.run("2", "x", "b")

    assert "Nobody sits here yet: East, South, West." in shown
    assert models.Game.objects.get().status == "active"


def test_a_refusal_is_told_in_the_service_s_words_and_the_lobby_stays(terminal: Terminal) -> None:
    shown = terminal.run("1", "1", "1", "1", words=("--hands", "99"))

    assert shown.count("What would you like?") == 3
    assert models.Game.objects.count() == 0
    assert "hand_sizes" in shown
