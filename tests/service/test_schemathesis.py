"""The service does what its OpenAPI document says, whatever Schemathesis thinks of to send"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.running import Running

pytestmark = pytest.mark.slow

BOTS = {"E": "beginner", "S": "beginner", "W": "beginner"}
EXAMPLES = 5
SEED = 20261130
# All but the one that takes every refusal of what fits the schema for a fault: a stale version, a
# key that was used before, a cursor of another list.
LEFT_OUT = "positive_data_acceptance"
# One goes on until the game ends; after the other nobody may ask for anything any more.
ENDLESS, LAST = "follow-game", "delete-me"


@pytest.fixture
def service() -> Iterator[Running]:
    """A service of its own, since this leaves many games behind."""
    folder = Path(tempfile.mkdtemp(prefix="backalley-"))
    running = Running(
        folder / "home", environment={"RATE_LIMITS": "off", "WEBHOOKS_ALLOW_PRIVATE": "on"}
    )
    try:
        running.url()
        yield running
    finally:
        running.end()
        shutil.rmtree(folder)


def known_ids(address: str) -> tuple[str, dict[str, list[str]]]:
    """ana's token, and things of hers to ask for: what is made of nothing is not there (404)."""
    with httpx.Client(base_url=f"{address}/api/v1", timeout=60) as client:

        def post(path: str, body: Any) -> Any:
            return client.post(path, json=body).raise_for_status().json()

        ana = {"username": "ana", "password": "correct horse battery"}
        token = post("/players", ana)["token"]
        client.headers["Authorization"] = f"Bearer {token}"
        hook = {"url": "http://127.0.0.1:65535/", "events": ["turn"]}
        hooks = [post("/webhooks", hook)["id"] for _ in range(3)]
        games = [
            post("/games", {"sandbox": True, "bots": bots, "seat": "N"})["id"]
            for bots in (BOTS, BOTS, {})
        ]
        client.post(f"/games/{games[0]}/clock", json={"advance_seconds": 90_000})
        deliveries = client.get(f"/webhooks/{hooks[0]}/deliveries").json()["results"]
        return token, {
            "game_id": games,
            "webhook_id": hooks[:1],
            "delivery_id": [delivery["id"] for delivery in deliveries],
            # The newest are the first to be found in the list, and revoked.
            "username": ["ana"],
            "token_id": [post("/tokens", ana)["id"] for _ in range(40)][:5],
        }


def configuration(token: str, known: dict[str, list[str]]) -> str:
    """What Schemathesis is to know, as TOML."""
    lines = [
        "[auth.openapi.bearer]",
        f'bearer = "{token}"',
        "[phases.stateful]",
        "max-steps = 10",
        "[parameters]",
        *(f'{name} = {{ dictionary = "{name}", probability = 0.8 }}' for name in known),
    ]
    for name, ids in known.items():
        lines += [f"[dictionaries.{name}]", f"values = {json.dumps(ids)}"]
    # Else there would soon be none to list the deliveries of.
    lines += ["[[operations]]", 'include-operation-id = "delete-webhook"', "enabled = true"]
    lines += ['parameters = { webhook_id = "01890a5d-ac96-774b-bcce-b302099a8057" }']
    return "\n".join(lines)


def test_it_finds_nothing(service: Running, tmp_path: Path) -> None:
    token, known = known_ids(service.url())
    assert known["delivery_id"]
    (tmp_path / "schemathesis.toml").write_text(configuration(token, known))

    found = subprocess.run(
        [
            str(Path(sys.executable).with_name("schemathesis")),
            *("--config-file", "schemathesis.toml", "run", f"{service.url()}/api/v1/openapi.json"),
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
