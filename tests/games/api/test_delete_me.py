"""DELETE /me: what becomes of the games"""

from __future__ import annotations

from uuid import UUID

import pytest

from games import clock
from games.models import Delivery, Participant, Webhook
from games.services import machines
from games.services.disputes import file_dispute
from players.models import Player
from tests.caller import Caller
from tests.games.api.hooks import make_hook
from tests.games.seated import (
    LEFT,
    People,
    deals,
    events_of,
    open_game,
    seat_four,
)
from tests.oracle.chain import wrong_hashes


def name_after(caller: Caller, player: Player) -> str:
    """Delete the caller's account; under which name its games stay."""
    assert caller.delete("/me").status == 204
    return Player.objects.get(pk=player.pk).username


@pytest.fixture
def player(ana: Caller) -> Player:
    return Player.objects.get(username="ana")


def test_a_bot_takes_over_in_a_running_game(people: People, player: Player, eve: Caller) -> None:
    table = seat_four(people)
    name = name_after(people["N"], player)
    game = people["E"].get(table.path).json

    assert game["status"] == "active"
    assert game["seats"]["N"] == {"player": None, "bot": "normal", "autopilot": False}
    assert game["creator"] == name
    last = events_of(eve, table.path)[-1]
    assert (last["type"], last["data"]) == ("seat-left", {"seat": "N", "bot": "normal"})
    assert (last["actor"]["kind"], last["actor"]["name"]) == ("player", name)


def test_a_waiting_game_has_an_empty_seat(ana: Caller, boris: Caller, eve: Caller) -> None:
    game = open_game(ana)
    seats = f"/games/{game['id']}/seats"
    boris.put(f"{seats}/E")
    boris.delete("/me")

    shown = ana.get(f"/games/{game['id']}").json
    assert (shown["status"], shown["seats"]["E"]) == ("waiting", None)
    assert eve.put(f"{seats}/E").status == 200


def test_a_finished_game_stays_as_it_was_but_for_the_name(
    people: People, player: Player, eve: Caller
) -> None:
    table = seat_four(people, **deals(1))
    table.finish()
    reads = ("", "/events?limit=100", "/record", "/states/9", "/fairness")
    before = [eve.get(table.path + what).content.decode() for what in reads]
    name = name_after(people["N"], player)

    after = [eve.get(table.path + what).content.decode() for what in reads]
    assert after == [text.replace('"ana"', f'"{name}"') for text in before]
    assert '"ana"' in before[0]
    assert wrong_hashes(table.id, events_of(eve, table.path)) == []
    assert eve.get(f"{table.path}/verification").json["ok"] is True
    assert eve.get(f"/games?player={name}").json["results"][0]["id"] == table.id
    assert eve.get("/games?player=ana").json["results"] == []


def test_every_running_game_is_left_and_others_are_not(
    people: People, ana: Caller, boris: Caller
) -> None:
    running = [seat_four(people, **deals(1)) for _ in "ab"]
    over = seat_four(people, **deals(1))
    over.finish()
    others = open_game(boris)
    ana.delete("/me")

    for table in running:
        assert boris.get(table.path).json["seats"]["N"]["bot"] == "normal"
        assert table.events("E")[-1]["type"] == "seat-left"
    assert over.events("E")[-1]["type"] == "game-finished"
    assert boris.get(f"/games/{others['id']}").json["version"] == others["version"]


def test_the_others_play_on(people: People) -> None:
    table = seat_four(people, **deals(2))
    leaver = table.turn
    people[leaver].delete("/me")
    people["N"] = people[LEFT[leaver]]
    table.time_out()

    event = table.events("N")[-1]
    assert (event["type"], event["actor"]["cause"]) == ("bid-made", "left")


def test_what_they_play_to_the_end_is_readable_and_verifies(
    people: People, player: Player, eve: Caller
) -> None:
    table = seat_four(people, **deals(2, 1))
    name = name_after(people["N"], player)
    del people["N"]
    while (game := eve.get(table.path).json)["status"] == "active":
        seat = game["turn"]["seat"]
        if seat == "N":
            assert machines.move(UUID(table.id), game["version"], clock=clock.now)
        else:
            people["N"] = people[seat]
            table.move(lambda legal: legal[-1])

    events = events_of(eve, table.path)
    own = [one for one in events if one["data"].get("seat") == "N" and one["type"] == "card-played"]
    assert {one["actor"]["kind"] for one in own} == {"bot"}
    assert len(own) == 3
    assert wrong_hashes(table.id, events) == []
    assert eve.get(f"{table.path}/verification").json["ok"] is True
    record = eve.get(f"{table.path}/record")
    assert record.status == 200
    assert '"ana"' not in record.content.decode() + str(events)
    assert name in str(events)


def test_who_left_before_is_not_got_up_again(people: People, boris: Caller) -> None:
    table = seat_four(people)
    boris.delete(f"{table.path}/seats/E")
    version = table.version
    boris.delete("/me")

    assert table.version == version


def test_webhooks_end_and_nothing_more_is_told(ana: Caller, boris: Caller, eve: Caller) -> None:
    make_hook(ana)
    kept = make_hook(boris)
    ana.post("/games", {"bots": dict.fromkeys("ESW", "normal")})
    assert Delivery.objects.exists()
    ana.delete("/me")

    assert [str(hook.pk) for hook in Webhook.objects.all()] == [kept["id"]]
    assert not Delivery.objects.exists()


def test_his_games_are_in_his_export(people: People, ana: Caller, boris: Caller) -> None:
    table = seat_four(people, **deals(1))
    private = open_game(boris, visibility="private")
    opened = open_game(ana, seat=None)
    hook = make_hook(ana)
    table.finish()
    for name, reason in (("ana", "That was no trick of theirs."), ("boris", "A fifth ace!")):
        player = Player.objects.get(username=name)
        file_dispute(player=player, game_id=UUID(table.id), reason=reason, now=clock.now())
    shown = ana.get("/me/export")

    games = {game["id"]: game for game in shown.json["games"]}
    assert list(games) == [opened["id"], table.id]
    assert private["id"].encode() not in shown.content
    finished = games[table.id]
    person = Participant.objects.get(game_id=table.id, player__username="ana")
    assert finished["participant"] == str(person.pk)
    assert finished.items() >= {"status": "finished", "sat": True, "creator": True}.items()
    assert (games[opened["id"]]["sat"], games[opened["id"]]["creator"]) == (False, True)
    assert [one["id"] for one in shown.json["webhooks"]] == [hook["id"]]
    assert hook["secret"].encode() not in shown.content
    assert b"boris" not in shown.content
    assert [(one["game"], one["reason"]) for one in shown.json["disputes"]] == [
        (table.id, "That was no trick of theirs.")
    ]


def test_no_kept_answer_to_anybody_has_the_name_any_more(people: People, player: Player) -> None:
    table = seat_four(people)
    seat = table.turn if table.turn != "N" else LEFT[table.turn]
    if table.turn == "N":
        table.bid("N", "pass")
    bid = {"bid": "pass"}
    first = people[seat].post(f"{table.path}/bids", bid, idempotency_key="status")
    assert '"ana"' in first.content.decode()
    name = name_after(people["N"], player)

    again = people[seat].post(f"{table.path}/bids", bid, idempotency_key="status")
    assert again.status == 201
    assert again.content.decode() == first.content.decode().replace('"ana"', f'"{name}"')
