"""Every operation of the document with somebody else's ids, with a wrong token, and with none"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from backalley import openapi
from players.models import Token
from tests.caller import Answer, Caller
from tests.games.api.hooks import deliveries_of, make_hook
from tests.games.seated import People, Seated, seat_four

NOWHERE = "01890a5d-ac96-774b-bcce-b302099a8057"
PARAMETER = re.compile(r"\{(\w+)\}")
BODY = {"bid": "pass", "card": "QS", "text": "Hello!", "reason": "x", "advance_seconds": 1}
RULING = {"ruling": "rejected", "remedy": "none", "note": "No."}


class Operation(NamedTuple):
    """One of the document, and whether it wants a token."""

    method: str
    path: str
    guarded: bool

    def send(self, caller: Caller, ids: dict[str, str]) -> Answer:
        """Ask for it with these ids, and a body that would do."""
        path = PARAMETER.sub(lambda found: ids.get(found[1], NOWHERE), self.path)
        body = json.dumps({**BODY, **RULING}).encode() if self.method != "GET" else b""
        return caller.send(self.method, path, body, headers={"accept": "*/*"})


def operations() -> Iterator[Operation]:
    """All of the document."""
    for path, item in json.loads(openapi._document())["paths"].items():
        for method, operation in item.items():
            guarded = any(operation.get("security", ()))
            yield Operation(method.upper(), path.removeprefix("/api/v1"), guarded)


GUARDED = [operation for operation in operations() if operation.guarded]
OF_A_GAME = [one for one in GUARDED if "{game_id}" in one.path]
# Whoever has a player's name may look at his profile.
OF_SOMEBODY = [
    one for one in GUARDED if PARAMETER.search(one.path) and "{username}" not in one.path
]


def named(operation: Operation) -> str:
    return f"{operation.method} {operation.path}"


@pytest.mark.parametrize("operation", GUARDED, ids=named)
def test_without_a_token_of_ones_own_nothing_is_answered(operation: Operation, db: None) -> None:
    assert len(GUARDED) > 30
    for token in (None, "", "ba_" + "x" * 43, "rubbish"):
        answer = operation.send(Caller(token), {})
        assert (answer.status, answer.code) == (401, "not-authenticated")
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")


@pytest.fixture
def hers(people: People) -> dict[str, str]:
    """The ids of what is ana's alone: a private game that she plays, and what came of it."""
    ana = people["N"]
    hook = make_hook(ana)
    table = seat_four(people, visibility="private")
    dispute = ana.post(f"{table.path}/disputes", {"reason": "x"}).json
    (delivery, *_) = deliveries_of(ana, hook)
    return {
        "game_id": table.id,
        "seat": "N",
        "version": "3",
        "webhook_id": hook["id"],
        "delivery_id": delivery["id"],
        "dispute_id": dispute["id"],
        "token_id": str(Token.objects.filter(player__username="ana").latest("id").pk),
    }


@pytest.mark.parametrize("operation", OF_SOMEBODY, ids=named)
def test_what_is_anothers_alone_is_not_there(
    operation: Operation, hers: dict[str, str], eve: Caller
) -> None:
    assert set(PARAMETER.findall(operation.path)) <= set(hers)
    answer = operation.send(eve, hers)

    assert (answer.status, answer.code) == (404, "not-found")
    assert answer.json["detail"] == operation.send(eve, {"seat": "N"}).json["detail"]


@pytest.mark.parametrize("operation", OF_A_GAME, ids=named)
def test_who_does_not_sit_there_moves_nothing_and_has_no_hand(
    operation: Operation, people: People, eve: Caller
) -> None:
    table = seat_four(people)
    before: list[Any] = [table.show(seat) for seat in people]
    for seat in people:
        answer = operation.send(eve, {"game_id": table.id, "seat": seat, "version": "7"})
        if operation.method != "GET" or operation.path.endswith("/hint"):
            # A taken seat is taken; a game that is no sandbox, or is not over, is so for everybody.
            assert answer.status in (403, 409), answer.content
        else:
            assert answer.status == 200
            for text in (b'"hand":', b'"hands":', b'"legal":', b'"deck":', b'"invite":'):
                assert text not in answer.content
    assert [table.show(seat) for seat in people] == before


def test_ids_of_another_game_do_not_fit_into_this_one(people: People, eve: Caller) -> None:
    here, there = seat_four(people), seat_four({**people, "W": eve})
    there.bid_all()
    # A version that the other game has and this one has not; a dispute of it; a message of it.
    assert people["N"].get(f"{here.path}/states/{there.version}").code == "not-found"
    reason = {"reason": "x", "version": there.version}
    assert people["N"].post(f"{here.path}/disputes", reason).fields == ["version"]
    # A seat is of the game in the path: who sits W there does not sit W here.
    for method, what in (("DELETE", "seats/W"), ("POST", "return"), ("GET", "hint")):
        assert eve.send(method, f"{here.path}/{what}").code == "not-a-player"
    assert eve.put(f"{here.path}/seats/W").code == "seat-taken"
    assert sits_and_plays(there, eve)


def sits_and_plays(table: Seated, caller: Caller) -> bool:
    shown = caller.get(table.path).json
    return shown["you"] == "W" and "hand" in shown["deal"]
