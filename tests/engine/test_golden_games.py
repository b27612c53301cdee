"""Golden games: played again whole, every event and score must be what it was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.engine.cards import PACK
from games.engine.game import replay
from games.engine.refusals import Refusal
from games.engine.ruleset import PRESETS
from tests.engine.golden_player import play_again
from tests.engine.notation import write

GAMES = sorted((Path(__file__).parent / "golden").glob("*.txt"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_golden_game_played_again_is_the_same_to_the_letter(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    again = play_again(text)
    assert write(again.game.id, again.events).splitlines() == text.splitlines()
    assert again.game.status == "finished"
    assert replay(again.game.id, again.events) == again.game


def test_every_preset_has_a_golden_game_and_there_are_others() -> None:
    assert set(PRESETS) < {path.stem for path in GAMES}


def test_golden_games_show_what_games_are_made_of() -> None:
    texts = "\n".join(path.read_text(encoding="utf-8") for path in GAMES)
    for line in (
        *("passed out", "replaced ", "autopilot on ", "autopilot off ", "leave ", "rewind "),
        *("board/1", "board/2", "trump -", "winner tie", "bot:normal"),
    ):
        assert line in texts, line


CHANGES: dict[str, tuple[str, Callable[..., Any]]] = {
    "what a deal is worth": ("games.engine.following.points", lambda *_: 7),
    "who takes a trick": ("games.engine.game.winner_of", lambda plays, _: plays[0].seat),
    "what may be led": ("games.engine.deal.legal_leads", lambda hand, *_, **__: {min(hand)}),
    "what must follow": ("games.engine.deal.legal_follows", lambda hand, *_: {min(hand)}),
    "how a deck is shuffled": ("games.engine.shuffle.deck", lambda *_: PACK),
    "who wins": ("games.engine.following.winner", lambda _: "tie"),
}


@pytest.mark.parametrize("rule", CHANGES)
def test_a_rule_that_was_changed_is_caught_by_them(
    rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(*CHANGES[rule])

    def is_the_same(text: str) -> bool:
        try:
            again = play_again(text)
        except Refusal:
            return False
        return write(again.game.id, again.events).splitlines() == text.splitlines()

    assert not all(is_the_same(path.read_text(encoding="utf-8")) for path in GAMES)


def test_another_card_makes_another_text() -> None:
    text = next(path for path in GAMES if path.stem == "short").read_text(encoding="utf-8")
    again = play_again(text)
    last = again.events.pop()
    assert write(again.game.id, again.events) != text
    again.events.append(last)
    assert write(again.game.id, again.events) == text
