"""GET /webhooks, GET and DELETE /webhooks/{id}"""

from __future__ import annotations

from uuid import uuid4

import pytest

from games.models import Delivery, Webhook
from tests.caller import Caller
from tests.games.api.hooks import make_hook
from tests.games.seated import People, limited_to, seat_four


def test_the_callers_own_are_listed_newest_first_without_secrets(
    ana: Caller, boris: Caller
) -> None:
    hooks = [make_hook(ana) for _ in range(3)]
    make_hook(boris)

    page = ana.get("/webhooks").json
    for hook in hooks:
        del hook["secret"]
    assert page == {"results": hooks[::-1], "next": None, "previous": None}


def test_the_list_comes_in_pages(ana: Caller) -> None:
    hooks = [make_hook(ana)["id"] for _ in range(3)]

    first = ana.get("/webhooks?limit=2").json
    second = ana.get(first["next"]).json
    assert [one["id"] for one in first["results"] + second["results"]] == hooks[::-1]
    for limit in ("0", "101", "x"):
        assert ana.get(f"/webhooks?limit={limit}").code == "invalid-request"


def test_one_is_shown_without_its_secret(ana: Caller) -> None:
    hook = make_hook(ana)
    del hook["secret"]

    assert ana.get(f"/webhooks/{hook['id']}").json == hook


def test_one_that_was_switched_off_says_why(ana: Caller) -> None:
    hook = make_hook(ana)
    Webhook.objects.update(disabled_at="2026-07-31T12:00:00Z", disabled_reason="gone")

    shown = ana.get(f"/webhooks/{hook['id']}").json
    assert (shown["active"], shown["disabled_reason"]) == (False, "gone")
    assert shown["disabled_at"] == "2026-07-31T12:00:00.000000Z"


def test_it_is_deleted_with_its_deliveries(people: People) -> None:
    ana = people["N"]
    hook = make_hook(ana)
    seat_four(people)
    assert Delivery.objects.exists()

    answer = ana.delete(f"/webhooks/{hook['id']}")
    assert (answer.status, answer.content) == (204, b"")
    assert not Delivery.objects.exists()
    assert ana.delete(f"/webhooks/{hook['id']}").code == "not-found"
    assert ana.get("/webhooks").json["results"] == []


@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_others_do_not_find_it(ana: Caller, eve: Caller, staff: Caller, method: str) -> None:
    hook = make_hook(ana)

    for caller in (eve, staff):
        answer = caller.send(method, f"/webhooks/{hook['id']}")
        assert (answer.status, answer.code) == (404, "not-found")
    for nothing in (uuid4(), "x", "0", f"{hook['id']}x"):
        assert ana.send(method, f"/webhooks/{nothing}").code == "not-found"
    assert Webhook.objects.count() == 1


@pytest.mark.parametrize(("method", "path"), [("GET", ""), ("GET", "/id"), ("DELETE", "/id")])
def test_they_take_the_scope_of_the_account(
    ana: Caller, nobody: Caller, method: str, path: str
) -> None:
    url = "/webhooks" + path.replace("id", make_hook(ana)["id"])

    assert nobody.send(method, url).code == "not-authenticated"
    assert limited_to(ana, "read", "play").send(method, url).code == "insufficient-scope"
