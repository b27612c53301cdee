"""A client that openapi-python-client makes of the document plays a game"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from tests.running import Running

pytestmark = pytest.mark.slow

NAME = "backalley_client"


@pytest.fixture
def client(service: Running, tmp_path: Path) -> Iterator[str]:
    """The name of a freshly generated package."""
    binaries = Path(sys.executable).parent
    made = subprocess.run(
        [
            *(str(binaries / "openapi-python-client"), "generate", "--meta", "none"),
            *("--fail-on-warning", "--url", f"{service.url()}/api/v1/openapi.json"),
            *("--output-path", str(tmp_path / NAME)),
        ],
        # It tidies up what it wrote with ruff.
        env={**os.environ, "PATH": f"{binaries}:{os.environ['PATH']}"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(tmp_path))
        yield NAME
        for module in [name for name in sys.modules if name.partition(".")[0] == NAME]:
            del sys.modules[module]


def part(name: str) -> Any:
    """A module of the generated package."""
    return importlib.import_module(f"{NAME}.{name}")


def test_it_plays_until_the_first_deal_is_scored(service: Running, client: str) -> None:
    models, create = part("models"), part("api.games.create_game")
    with part("client").Client(service.url()) as nobody:
        guest = part("api.players.start_guest").sync(client=nobody)
    me = part("client").AuthenticatedClient(service.url(), guest.token, timeout=60)
    level = models.BotLevel.BEGINNER
    wish = models.NewGameBody(
        options=models.NewGameBodyOptions.from_dict({"hand_sizes": [2, 1]}),
        bots=models.NewGameBodyBots(e=level, s=level, w=level),
        sandbox=True,
    )

    moves = 0
    with me:
        game = create.sync(client=me, body=wish)
        while not game.results:
            if game.turn is not None and game.turn.seat == game.you:
                game, moves = move(me, game), moves + 1
            else:
                game = wait_for_the_others(me, game)

    assert (game.results[0].number, game.results[0].hand_size) == (1, 2)
    assert game.scores.to_dict() == game.results[0].points.to_dict()
    assert moves >= 3


def test_it_reads_a_refusal(service: Running, client: str) -> None:
    me = part("client").AuthenticatedClient(service.url(), "ba_nobody")

    with me:
        refused = part("api.players.show_me").sync_detailed(client=me)

    assert refused.status_code == 401
    assert refused.parsed.code == part("models").ProblemCode.NOT_AUTHENTICATED


def move(me: Any, game: Any) -> Any:
    """Make the first legal move; the game after it."""
    choice, tag = game.turn.legal[0], f'"{game.version}"'
    if game.turn.action == "bid":
        call, body = part("api.moves.make_bid"), {"bid": choice}
        shape = part("models").BidBody
    else:
        call, body = part("api.moves.play_card"), {"card": choice}
        shape = part("models").PlayBody
    key = f"{game.id}-{game.version}"
    sent = {"client": me, "body": shape.from_dict(body), "if_match": tag, "idempotency_key": key}
    moved = call.sync_detailed(game.id, **sent)
    assert moved.status_code == 201, moved.content
    return moved.parsed


def wait_for_the_others(me: Any, game: Any) -> Any:
    """The game once it has moved on, by a long poll."""
    show = part("api.games.show_game")
    assert isinstance(game.id, UUID)
    seen = show.sync_detailed(game.id, client=me, wait=25, if_none_match=f'"{game.version}"')
    assert seen.status_code in (200, 304), seen.content
    return game if seen.parsed is None else seen.parsed
