"""GET /games/{id}"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import uuid4

import pytest

from tests.caller import Caller
from tests.games.seated import LEFT, SEATS, People, Seated, deals, limited_to, open_game, seat_four

NO_GAME = "4790bd06-ba09-4437-9eea-826a9f584f4b"
DEAL_FIELDS = [
    "number",
    "hand_size",
    "attempt",
    "dealer",
    "turn_up",
    "trump",
    "replaced",
    "phase",
    "bids",
    "contracts",
    "trump_broken",
    "trick",
    "last_trick",
    "tricks",
    "cards_left",
]


def test_it_works(table: Seated) -> None:
    turn = table.turn
    game = table.show(turn)

    assert game["status"] == "active"
    assert game["you"] == turn
    assert {seat: held["player"] for seat, held in game["seats"].items()} == {
        "N": "ana",
        "E": "boris",
        "S": "chie",
        "W": "dipa",
    }
    deal = game["deal"]
    assert list(deal) == [*DEAL_FIELDS, "hand"]
    assert (deal["number"], deal["hand_size"], deal["attempt"]) == (1, 13, 1)
    assert LEFT[deal["dealer"]] == turn
    assert (deal["phase"], deal["bids"]) == ("bid", [])
    assert deal["contracts"] is deal["trick"] is deal["last_trick"] is None
    assert deal["tricks"] == {"NS": 0, "EW": 0}
    assert deal["cards_left"] == dict.fromkeys(SEATS, 13)
    assert len(set(deal["hand"])) == 13
    assert game["turn"]["seat"] == turn
    assert game["turn"]["action"] == "bid"
    assert game["turn"]["legal"] == ["pass", *range(1, 13), "board"]
    assert game["turn"]["deadline"].endswith("Z")


def test_as_long_as_somebody_is_to_act_there_is_a_deadline_and_none_ends_the_game(
    people: People,
) -> None:
    game = open_game(people["N"], bots={"S": "beginner"}, turn_seconds=60, **deals(2, 1))
    for seat in "EW":
        people[seat].put(f"/games/{game['id']}/seats/{seat}")
    table, turns = Seated(game["id"], people), 0
    while (game := table.show())["status"] == "active":
        turns += 1
        for caller in people.values():
            deadline = caller.get(table.path).json["turn"]["deadline"]
            assert datetime.fromisoformat(deadline) > datetime.fromisoformat(game["created_at"])
        seat = game["turn"]["seat"]
        before = table.version
        if seat == "S" or turns % 2:
            # One turn is made for him and no more; the next one he may make himself.
            table.time_out(game)
            kinds = [event["type"] for event in table.events()[before:]]
            assert kinds.count("bid-made") + kinds.count("card-played") == 1
        else:
            table.move(lambda legal: legal[-1])
    assert game["turn"] is None
    assert game["status"] == "finished"
    assert turns >= 16


def test_a_seat_sees_its_own_hand_and_its_own_choices_only(table: Seated) -> None:
    shown = {seat: table.show(seat) for seat in SEATS}

    hands = [set(game["deal"]["hand"]) for game in shown.values()]
    assert len(set().union(*hands)) == 52
    assert [seat for seat, game in shown.items() if "legal" in game["turn"]] == [table.turn]


def test_a_spectator_and_staff_see_no_hand(table: Seated, eve: Caller, staff: Caller) -> None:
    for caller in (eve, staff):
        game = caller.get(table.path).json
        assert game["you"] is None
        assert list(game["deal"]) == DEAL_FIELDS
        assert "legal" not in game["turn"]


def test_the_play_is_shown_trick_by_trick(people: People) -> None:
    table = seat_four(people, **deals(3))
    first = table.turn
    table.bid_all("board", "board", "pass", 1)
    leader = LEFT[first]

    deal = table.show()["deal"]
    assert deal["bids"] == [
        {"seat": first, "bid": "board", "level": 1},
        {"seat": leader, "bid": "board", "level": 2},
        {"seat": LEFT[leader], "bid": "pass"},
        {"seat": LEFT[LEFT[leader]], "bid": 1},
    ]
    team = "NS" if leader in "NS" else "EW"
    assert deal["contracts"][team] == {"tricks": 3, "board": 2}
    assert deal["trick"] == {"number": 1, "leader": leader, "plays": []}
    assert deal["last_trick"] is None

    plays = []
    for _ in range(4):
        plays.append({"seat": table.turn, "card": table.legal()[0]})
        table.move(lambda legal: legal[0])
    deal = table.show()["deal"]
    winner = deal["last_trick"]["winner"]
    assert deal["last_trick"] == {"leader": leader, "plays": plays, "winner": winner}
    assert deal["trick"] == {"number": 2, "leader": winner, "plays": []}
    assert deal["tricks"]["NS" if winner in "NS" else "EW"] == 1
    assert deal["cards_left"] == dict.fromkeys(SEATS, 2)
    assert table.turn == winner


def test_a_finished_game_shows_its_last_deal_and_all_results(people: People) -> None:
    table = seat_four(people, **deals(2, 1))
    table.finish()

    game = table.show()
    assert (game["status"], game["turn"]) == ("finished", None)
    deal = game["deal"]
    assert (deal["number"], deal["phase"], deal["trick"]) == (2, "done", None)
    assert len(deal["last_trick"]["plays"]) == 4
    assert deal["hand"] == []
    first, second = game["results"]
    assert list(first) == ["number", "attempt", "hand_size", "contracts", "tricks", "points"]
    for team in ("NS", "EW"):
        assert first["points"][team] + second["points"][team] == game["scores"][team]
    best = max(game["scores"].values())
    best_teams = [team for team, score in game["scores"].items() if score == best]
    assert game["winner"] == (best_teams[0] if len(best_teams) == 1 else "tie")


def test_a_passed_out_deal_is_dealt_again(people: People) -> None:
    table = seat_four(people, **deals(4))
    dealer = table.show()["deal"]["dealer"]
    table.bid_all("pass", "pass", "pass", "pass")

    deal = table.show()["deal"]
    assert (deal["number"], deal["attempt"], deal["dealer"]) == (1, 2, LEFT[dealer])
    assert (deal["phase"], deal["bids"]) == ("bid", [])


def test_an_exchanged_joker_is_open_and_what_was_drawn_for_its_seat_alone(people: People) -> None:
    while True:
        table = seat_four(people, **deals(13))
        replaced = table.show()["deal"]["replaced"]
        if replaced is not None:
            break

    assert table.show()["deal"]["trump"] is None
    for seat in SEATS:
        shown = table.show(seat)["deal"]
        if seat == replaced["seat"]:
            assert shown["replaced"]["drawn"] in shown["hand"]
            assert replaced["joker"] not in shown["hand"]
        else:
            assert set(shown["replaced"]) == {"seat", "joker"}


def test_its_tag_is_the_version(table: Seated, ana: Caller) -> None:
    answer = ana.get(table.path)

    assert answer.headers["ETag"] == f'"{answer.json["version"]}"'
    assert answer.headers["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize(
    "tags", ['"V"', 'W/"V"', '"1", "V"', 'W/"x","V"', "*", '"V", "V"', ' "V" ', '"a,b", "V"']
)
def test_nothing_is_sent_to_who_has_it_already(table: Seated, ana: Caller, tags: str) -> None:
    version = str(table.version)
    answer = ana.get(table.path, if_none_match=tags.replace("V", version))

    assert (answer.status, answer.content) == (304, b"")
    assert answer.headers["ETag"] == f'"{version}"'


@pytest.mark.parametrize("tags", ["V", '"1"', 'W/"1"', "x", "", '"V', "'V'", '"0V"', '"V" "V"'])
def test_any_other_tag_is_answered(table: Seated, ana: Caller, tags: str) -> None:
    answer = ana.get(table.path, if_none_match=tags.replace("V", str(table.version)))

    assert answer.status == 200


def test_a_move_makes_it_new(table: Seated, ana: Caller) -> None:
    tag = ana.get(table.path).headers["ETag"]
    table.move(lambda legal: "pass")

    assert ana.get(table.path, if_none_match=tag).status == 200


def test_a_private_game_is_there_for_its_people_staff_and_who_knows_the_code(
    people: People, eve: Caller, staff: Caller
) -> None:
    table = seat_four(people, visibility="private")
    invite = table.show()["invite"]

    for caller in (*people.values(), staff):
        assert caller.get(table.path).status == 200
    assert eve.get(table.path).code == "not-found"
    shown = eve.get(f"{table.path}?invite={invite}")
    assert (shown.status, shown.json["you"]) == (200, None)
    assert "hand" not in shown.json["deal"]
    for wrong in ("", "x", invite[:-1], invite + "x", invite.swapcase(), "%00", "%ff", "ключ"):
        answer = eve.get(f"{table.path}?invite={wrong}")
        assert answer.status in (400, 404)
        assert "deal" not in answer.json


def test_the_invite_is_in_its_creators_answers_alone(people: People, staff: Caller) -> None:
    table = seat_four(people, visibility="private")
    invite = table.show()["invite"]

    for caller in (people["E"], people["S"], people["W"], staff):
        for path in ("", f"?invite={invite}", "/events", "/states/2", "/record", "/fairness"):
            answer = caller.get(table.path + path)
            assert answer.status == 200
            assert invite.encode() not in answer.content.replace(f"?invite={invite}".encode(), b"")


def test_a_public_game_has_no_invite(ana: Caller) -> None:
    assert "invite" not in open_game(ana)


@pytest.mark.parametrize("game_id", ["0", "x", NO_GAME, "a" * 32, "%00", "%F0%9F%98%80", "-"])
def test_what_is_not_there_is_not_found(ana: Caller, game_id: str) -> None:
    answer = ana.get(f"/games/{game_id}")

    assert answer.status in (404, 400)
    assert answer.code in ("not-found", "invalid-request")


def test_an_id_is_read_in_either_case(table: Seated, ana: Caller) -> None:
    assert ana.get(f"/games/{table.id.upper()}").json["id"] == table.id


def test_the_answer_of_a_private_game_is_that_of_no_game(ana: Caller, eve: Caller) -> None:
    def answer(game_id: str) -> dict[str, Any]:
        problem: dict[str, Any] = eve.get(f"/games/{game_id}").json
        return {name: value for name, value in problem.items() if name != "instance"}

    assert answer(open_game(ana, visibility="private")["id"]) == answer(str(uuid4()))


def test_it_takes_a_token_of_the_scope_read(table: Seated, ana: Caller, nobody: Caller) -> None:
    assert nobody.get(table.path).code == "not-authenticated"
    assert limited_to(ana, "play").get(table.path).code == "insufficient-scope"
    assert limited_to(ana, "play").get(f"/games/{uuid4()}").code == "not-found"
