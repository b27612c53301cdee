"""Ruling from the replay: what is right is done, what is wrong stands beside its field."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games import models
from games.services import disputes
from players.models import Player
from tests.games.review.looking import Onlooker, Seen
from tests.games.services.table import Table, seated


@pytest.fixture
def table(db: None, monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setattr("games.tasks.wake", lambda _: None)
    names = dict(zip("NESW", ("ana", "boris", "chie", "dipa"), strict=True))
    people = {seat: Player.objects.create(username=name) for seat, name in names.items()}
    table = seated(people, options={"hand_sizes": [2, 1]})
    for _ in range(5):
        table.move()
    return table


@pytest.fixture
def dispute(table: Table) -> models.Dispute:
    return disputes.file_dispute(
        player=table.people["N"],
        game_id=table.row.pk,
        reason="<b>That</b> was no diamond.",
        now=table.later(),
        version=9,
    )


def rule(reviewer: Onlooker, dispute: models.Dispute, **given: Any) -> Seen:
    form = {"ruling": "upheld", "remedy": "none", "note": "So it is.", "staff_note": "", **given}
    path = f"/admin/replay/{dispute.game_id}/?dispute={dispute.pk}&version=9"
    return Seen(reviewer.client.post(path, form))


def test_the_claim_stands_on_the_page_and_at_its_version(
    reviewer: Onlooker, dispute: models.Dispute
) -> None:
    seen = reviewer.open(f"/admin/replay/{dispute.game_id}/", dispute=dispute.pk, version=9)

    assert "<b>That</b> was no diamond." in seen.text
    assert "<b>That" not in seen.html
    assert "To the disputed version 9" in seen.text
    assert 'name="to_version" value="9"' in seen.html
    assert seen.html.count("disputed</span>") == 1
    assert "dispute=" in seen.links["go-next"]


def test_a_rewind_goes_to_the_version_that_was_written(
    reviewer: Onlooker, dispute: models.Dispute, table: Table
) -> None:
    note = {"note": "The <i>card</i> was not his.", "staff_note": "Third time."}
    seen = rule(reviewer, dispute, remedy="rewind", to_version="9", **note)
    dispute.refresh_from_db()
    table.reload()

    assert seen.status == 302
    assert (dispute.status, dispute.remedy, dispute.to_version) == ("upheld", "rewind", 9)
    assert (dispute.note, dispute.staff_note) == (note["note"], note["staff_note"])
    assert dispute.ruled_by == Player.objects.get(username="rada")
    assert table.game.deal is not None
    after = reviewer.open(seen.headers["Location"])
    assert "The ruling stands." in after.text
    assert "Staff went back to version 9." in after.text
    assert after.text.count(note["note"]) >= 2
    assert "id_ruling" not in after.html


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"remedy": "rewind"}, "to_version"),
        ({"remedy": "rewind", "to_version": "999"}, "to_version"),
        ({"remedy": "rewind", "to_version": "x"}, "to_version"),
        ({"remedy": "rewind", "to_version": "9" * 30}, "to_version"),
        ({"ruling": "rejected", "remedy": "void"}, "remedy"),
        ({"ruling": "open"}, "ruling"),
        ({"ruling": ""}, "ruling"),
        ({"note": "x" * 2001}, "note"),
        ({"note": ""}, "note"),
        ({"note": " \n"}, "note"),
        ({"staff_note": "\0"}, "staff_note"),
    ],
)
def test_what_is_wrong_stands_beside_its_field(
    reviewer: Onlooker, dispute: models.Dispute, given: dict[str, str], field: str
) -> None:
    seen = rule(reviewer, dispute, **given)
    dispute.refresh_from_db()

    assert seen.status == 422
    assert re.findall(r'id="(\w+)_error"', seen.html) == [f"id_{field}"]
    assert dispute.status == "open"


def test_who_comes_second_is_told(
    reviewer: Onlooker, dispute: models.Dispute, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    stanka = Player.objects.create(username="stanka", is_staff=True)
    first: dict[str, Any] = {"by": stanka, "ruling": "rejected", "remedy": "none", "note": ""}
    really = disputes.rule

    def late(*args: Any, **kwargs: Any) -> models.Dispute:
        really(dispute.pk, now=table.later(), **first)
        return really(*args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(disputes, "rule", late)
        seen = rule(reviewer, dispute)
    assert seen.status == 422
    assert "Somebody else has ruled" in seen.text

    seen = rule(reviewer, dispute)
    assert seen.status == 403
    dispute.refresh_from_db()
    assert dispute.ruled_by == stanka


def test_a_remedy_that_comes_too_late_is_refused(
    reviewer: Onlooker, dispute: models.Dispute, table: Table
) -> None:
    while table.row.status == "active":
        table.move()
    seen = rule(reviewer, dispute, remedy="rewind", to_version="9")

    assert seen.status == 422
    assert "The game is over by now" in seen.text


def test_staff_in_no_group_rule_as_over_the_api_and_see_no_hand(
    judge: Onlooker, dispute: models.Dispute
) -> None:
    page = judge.open(f"/admin/replay/{dispute.game_id}/", dispute=dispute.pk)
    assert "was no diamond" in page.text
    assert "Rule on the claim of ana" in page.text
    assert not any(page.hands.values())

    assert rule(judge, dispute).status == 302
    dispute.refresh_from_db()
    assert (dispute.status, dispute.ruled_by) == ("upheld", Player.objects.get(username="nedko"))


def test_nobody_rules_without_the_right_or_on_his_own_game(
    clerk: Onlooker, anybody: Onlooker, dispute: models.Dispute, table: Table
) -> None:
    Player.objects.filter(pk=table.people["E"].pk).update(is_staff=True)
    partial = Onlooker(table.people["E"])

    assert [rule(who, dispute).status for who in (clerk, partial, anybody)] == [403, 403, 302]
    dispute.refresh_from_db()
    assert dispute.status == "open"


def test_a_ruling_from_another_site_is_refused(reviewer: Onlooker, dispute: models.Dispute) -> None:
    reviewer.client.handler.enforce_csrf_checks = True

    assert rule(reviewer, dispute).status == 403
    dispute.refresh_from_db()
    assert dispute.status == "open"


def test_a_rubbish_dispute_is_not_found(reviewer: Onlooker, table: Table) -> None:
    for asked in ("x", "\0"):
        assert reviewer.open(f"/admin/replay/{table.row.pk}/", dispute=asked).status == 404
