from __future__ import annotations

import re

import httpx
import pytest

from tests.running import Running

pytestmark = pytest.mark.slow


def test_it_shows_a_game_deal_by_deal_and_where_to_read_it(service: Running) -> None:
    shown = service.manage("play_demo", "--ruleset", "short", "--level", "beginner")

    assert shown.returncode == 0, shown.stderr
    scored = re.findall(r"^ +NS: .*: [+-]\d+, (-?\d+) in all$", shown.stdout, re.MULTILINE)
    assert len(scored) == 14
    game = re.search(r"The game: +(\S+)", shown.stdout)
    token = re.search(r"Bearer (\S+)", shown.stdout)
    assert game
    assert token
    answer = httpx.get(game[1], headers={"Authorization": f"Bearer {token[1]}"}).json()
    assert answer["status"] == "finished"
    assert answer["scores"]["NS"] == int(scored[-1])


def test_it_says_that_no_service_answers(service: Running) -> None:
    shown = service.manage("play_demo", "--url", "http://127.0.0.1:9")

    assert shown.returncode != 0
    assert "start it with `manage.py up`" in shown.stderr
    assert "Traceback" not in shown.stderr
