"""GET /games/{id}/fairness"""

from __future__ import annotations

import hashlib

from tests.caller import Caller
from tests.games.seated import People, Seated, deals, limited_to, open_game, seat_four
from tests.oracle.shuffle import deck, first_dealer


def test_it_works(ana: Caller, boris: Caller, eve: Caller) -> None:
    game = open_game(ana, entropy="my own luck")
    boris.put(f"/games/{game['id']}/seats/W", {"entropy": "другият късмет"})
    answer = eve.get(f"/games/{game['id']}/fairness")

    assert answer.status == 200
    assert answer.json == {
        "commitment": answer.json["commitment"],
        "entropy": {"N": "my own luck", "E": "", "S": "", "W": "другият късмет"},
    }
    assert len(bytes.fromhex(answer.json["commitment"])) == 32


def test_once_the_game_is_over_the_seed_proves_every_deal(people: People, eve: Caller) -> None:
    table = seat_four(people, entropy="luck", **deals(2, 1))
    before = eve.get(f"{table.path}/fairness").json
    assert "seed" not in before
    table.finish()
    fairness = eve.get(f"{table.path}/fairness").json

    seed = bytes.fromhex(fairness["seed"])
    assert hashlib.sha256(seed).hexdigest() == before["commitment"] == fairness["commitment"]
    entropy = fairness["entropy"]
    for event in table.events():
        data = event["data"]
        if event["type"] == "game-started":
            assert data["first_dealer"] == first_dealer(seed, table.id, entropy)
        elif event["type"] == "deal-started":
            dealt = deck(seed, table.id, data["number"], data["attempt"], entropy)
            assert data["deck"] == dealt


def test_who_left_during_the_game_still_counts(people: People) -> None:
    table = seat_four(people, entropy="luck")
    people["N"].delete(f"{table.path}/seats/N")

    assert people["N"].get(f"{table.path}/fairness").json["entropy"]["N"] == "luck"


def test_a_private_game_is_for_its_people(people: People, eve: Caller) -> None:
    table = seat_four(people, visibility="private")

    assert people["S"].get(f"{table.path}/fairness").status == 200
    assert eve.get(f"{table.path}/fairness").code == "not-found"


def test_it_takes_a_token_of_the_scope_read(table: Seated, ana: Caller, nobody: Caller) -> None:
    assert nobody.get(f"{table.path}/fairness").code == "not-authenticated"
    assert limited_to(ana, "play").get(f"{table.path}/fairness").code == "insufficient-scope"
