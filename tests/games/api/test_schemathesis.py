"""The service does what its OpenAPI document says, whatever Schemathesis thinks of to send"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from players import services
from players.models import Player
from tests.games.seated import People, Seated, deals, open_game, seat_four
from tests.web import Web

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

EXAMPLES = 3
SEED = 20261130
# All but the one that takes every refusal of what fits the schema for a fault: a game that is over,
# a card that is not held, a cursor of another list.
LEFT_OUT = "positive_data_acceptance"
# One goes on until the game ends; after the other nobody may ask for anything any more.
ENDLESS, LAST = "follow-game", "delete-me"
NOWHERE = "01890a5d-ac96-774b-bcce-b302099a8057"
HOOKS = Path(__file__).with_name("schemathesis_hooks.py")
CONFIGURATION = f"""
# Longer than any long poll, even on a busy machine.
request-timeout = 120
hooks = {json.dumps(str(HOOKS))}
[auth.openapi.bearer]
bearer = "TOKEN"
[phases.coverage]
unexpected-methods = ["PATCH", "QUERY"]
[phases.stateful]
max-steps = 10
[phases.stateful.generation]
max-examples = 8
"""


@pytest.fixture
def web(
    django_db_setup: None, redis_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Web]:
    """A server alone: no bots move, and no webhook is sent to."""
    with closing(
        Web(tmp_path_factory.mktemp("web"), redis_url, WEBHOOKS_ALLOW_PRIVATE="on")
    ) as web:
        web.start()
        yield web
    text = web.log.read_text()
    assert "Traceback" not in text, text


def tables(people: People, number: int, *, to_play: bool) -> list[Seated]:
    """Games in which it is ana's turn to bid, or to play."""
    made = []
    for _ in range(number):
        table = seat_four(people, sandbox=True)
        if to_play:
            table.bid_all()
        while table.turn != "N":
            table.move(lambda legal: legal[0])
        made.append(table)
    return made


def known_things(people: People, playing: list[Seated], bidding: list[Seated]) -> Any:
    """ana's things to ask for, by parameter or operation."""
    ana = people["N"]
    hook = {"url": "http://127.0.0.1:65535/", "events": ["turn", "game-started", "deal-scored"]}
    hooks = [ana.post("/webhooks", hook).json["id"] for _ in range(2)]
    waiting = [open_game(ana)["id"] for _ in range(6)]
    over = seat_four(people, **deals(1))
    over.finish()
    claimed = [
        ana.post(f"/games/{game}/disputes", {"reason": "x"}).json["id"]
        for game in (playing[0].id, over.id)
    ]
    told = ana.get(f"/webhooks/{hooks[0]}/deliveries").json["results"]
    player = Player.objects.get(username="ana")
    return {
        "game_id": [playing[0].id, bidding[0].id, waiting[0], over.id],
        "dispute_id": claimed,
        "webhook_id": hooks[:1],
        "delivery_id": [delivery["id"] for delivery in told],
        # The newest are the first to be found in the list, and revoked.
        "token_id": [str(services.create_token(player)[0].pk) for _ in range(40)][:10],
        "username": ["ana"],
        "make-bid": [table.id for table in bidding],
        "play-card": [table.id for table in playing],
        "card": [table.legal()[0] for table in playing],
        "take-seat": waiting,
        "leave-seat": waiting,
        # Else there would soon be none to list the deliveries of.
        "delete-webhook": [NOWHERE],
    }


def test_it_finds_nothing(
    web: Web, people: People, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "WEBHOOKS_ALLOW_PRIVATE", True)
    playing, bidding = tables(people, 6, to_play=True), tables(people, 6, to_play=False)
    token = people["N"].token or ""
    (tmp_path / "known.json").write_text(json.dumps(known_things(people, playing, bidding)))
    (tmp_path / "schemathesis.toml").write_text(CONFIGURATION.replace("TOKEN", token))
    before = {table.id: table.version for table in (*playing, *bidding)}

    found = subprocess.run(
        [
            str(Path(sys.executable).with_name("schemathesis")),
            *("--config-file", "schemathesis.toml", "run", f"{web.url}/api/v1/openapi.json"),
            *("--exclude-checks", LEFT_OUT, "--no-color"),
            *("--exclude-operation-id", ENDLESS, "--exclude-operation-id", LAST),
            *("--max-examples", str(EXAMPLES), "--seed", str(SEED), "--continue-on-failure"),
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )

    assert found.returncode == 0, found.stdout + found.stderr
    # It did get to moves that were made.
    assert any(table.version > before[table.id] for table in playing)
    assert any(table.version > before[table.id] for table in bidding)
