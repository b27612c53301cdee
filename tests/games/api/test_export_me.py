"""GET /me/export: what games hold of the caller"""

from __future__ import annotations

from typing import Any

from django.apps import apps

from games import clock, models
from games.services import staff as review
from players.models import Player
from tests.caller import Caller
from tests.games.api.test_rematch import make_void
from tests.games.rated import one_card_preset
from tests.games.seated import People, seat_four

# In which section each tie of a row to a person is told of; None: Django's own trail of what
# staff change on its pages, where no account is changed but by the acts that are told.
TOLD = {
    "players.Token.player": "tokens",
    "players.IdempotencyKey.player": "idempotency_keys",
    "players.Rating.player": "rating",
    "games.Game.creator": "games",
    "games.Participant.player": "games",
    "games.Seat.participant": "games",
    "games.Performance.participant": "games",
    "games.Hold.player": "kept_seats",
    "games.Message.participant": "messages",
    "games.Message.player": "messages",
    "games.Dispute.player": "disputes",
    "games.Dispute.ruled_by": "staff_acts",
    "games.StaffAct.by": "staff_acts",
    "games.StaffAct.player": "staff_acts",
    "games.Notice.player": "notices",
    "games.Webhook.player": "webhooks",
    "admin.LogEntry.user": None,
}


def exported(caller: Caller) -> Any:
    answer = caller.get("/me/export")
    assert answer.status == 200, answer.content
    return answer.json


def test_no_row_that_points_to_a_person_is_forgotten(ana: Caller) -> None:
    ties = {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if field.related_model in (Player, models.Participant)
    }

    assert ties == set(TOLD)
    assert {section for section in TOLD.values() if section} <= set(exported(ana))


def test_how_he_fared_and_how_good_he_is_taken_to_be(people: People, ana: Caller) -> None:
    assert exported(ana)["rating"] == []
    with one_card_preset():
        table = seat_four(people, ruleset="short")
        assert exported(ana)["games"][0]["fared"] is None
        table.finish()
    shown, profile = exported(ana), ana.get("/players/ana").json

    fared = shown["games"][0]["fared"]
    assert (fared["result"] == "won") == (profile["wins"] == 1)
    assert {name: fared[name] for name in ("turns", "bids", "boards_made", "boards_missed")} == {
        name: profile[name] for name in ("turns", "bids", "boards_made", "boards_missed")
    }
    (rating,), (change,) = shown["rating"], shown["rating_changes"]
    assert (rating["rating"], rating["rated_games"]) == (profile["rating"], 1)
    assert float(rating["mu"]) == 25 + float(change["mu"])


def test_a_seat_that_is_kept_for_him(people: People, boris: Caller) -> None:
    table = seat_four(people)
    make_void(table)
    game = people["N"].post(f"{table.path}/rematch", {}).json

    (kept,) = exported(boris)["kept_seats"]
    assert (kept["game"], kept["seat"]) == (game["id"], "E")
    boris.put(f"/games/{game['id']}/seats/E")
    assert exported(boris)["kept_seats"] == []


def test_what_staff_did_is_in_theirs_and_in_his_without_them(ana: Caller, staff: Caller) -> None:
    player, stanka = (Player.objects.get(username=one.username) for one in (ana, staff))
    for active in (False, True):
        assert review.set_active(player, active, by=stanka, now=clock.now())

    acts = exported(ana)["staff_acts"]
    assert [(act["kind"], act["own"]) for act in acts] == [
        ("player-activated", False),
        ("player-deactivated", False),
    ]
    assert str(staff.username) not in str(acts)
    assert str(stanka.pk) not in str(acts)
    assert [act["own"] for act in exported(staff)["staff_acts"]] == [True, True]
    assert "ana" not in str(exported(staff)["staff_acts"])
