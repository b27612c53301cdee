"""The replay for all: what a spectator sees while the game runs, and everything once it is over."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games import models
from games.engine.events import GameVoided
from games.engine.player_view import player_view
from games.engine.seats import SEATS
from games.eventstore.actors import Actor
from games.eventstore.store import append, load
from players.models import Player
from tests.eventstore.logs import BEGINNING
from tests.games.review.looking import Logged, Onlooker
from tests.oracle.leaks import cards_named_in, cards_open_in


def test_a_running_game_shows_no_card_that_a_spectator_may_not_see(
    anybody: Onlooker, under_way: Logged
) -> None:
    whole = [{"type": event.kind, "data": event.data} for event in under_way.events]
    allowed = cards_open_in(whole, under_way.dealt - 1, None)

    for version in range(under_way.dealt, under_way.newest.version + 1):
        part = "" if version == under_way.dealt else "frame"
        seen = anybody.watch(under_way, version=version, part=part, bots=1)
        assert seen.status == 200
        assert set(cards_named_in(seen.html)) <= allowed
        assert not any(seen.hands.values())
        assert "<dt>Legal</dt>" not in seen.html


def test_in_a_running_game_nobody_chooses_whose_eyes(anybody: Onlooker, under_way: Logged) -> None:
    for seat in SEATS:
        seen = anybody.watch(under_way, **{"as": seat})
        assert not any(seen.hands.values())
        assert "eyes-all" not in seen.links


def test_even_a_reviewer_sees_here_what_a_spectator_sees(
    reviewer: Onlooker, under_way: Logged
) -> None:
    assert not any(reviewer.watch(under_way).hands.values())


def test_the_hands_of_a_finished_game_lie_open(anybody: Onlooker, finished: Logged) -> None:
    started = finished.moves("deal-started")[0]
    seen = anybody.watch(finished)

    assert {seat: set(hand) for seat, hand in seen.hands.items()} == {
        seat: set(hand) for seat, hand in started.data["hands"].items()
    }
    assert "ask-bots" not in seen.links


def test_a_finished_game_can_be_seen_with_the_eyes_of_a_seat(
    anybody: Onlooker, finished: Logged
) -> None:
    version = finished.moves()[5].version
    view = player_view(load(finished.id, upto=version).game, "E").deal
    seen = anybody.watch(finished, version=version, **{"as": "e"})

    assert view is not None
    assert set(seen.hands["E"]) == set(view.hand or ())
    assert not any(hand for seat, hand in seen.hands.items() if seat != "E")


@pytest.mark.parametrize("who", ["nobody", "a player", "a former player", "staff"])
def test_a_private_game_is_there_for_its_people_and_staff(
    under_way: Logged, game_row: models.Game, who: str
) -> None:
    models.Game.objects.filter(pk=game_row.pk).update(visibility="private", invite="x")
    eve = Player.objects.create(username="eve", is_staff=who == "staff")
    if who == "a former player":
        models.Participant.objects.create(
            game=game_row, player=eve, sat=True, status=game_row.status, public=False
        )
    seen = Onlooker(None if who == "nobody" else eve).watch(under_way, invite="x")

    assert seen.status == (200 if who in ("a former player", "staff") else 404)


def test_a_note_is_never_markup(anybody: Onlooker, under_way: Logged) -> None:
    stream = load(under_way.id)
    voided = GameVoided(stream.game.seed, "<script>alert('a note')</script>")
    append(stream, stream.version, [(voided, Actor("staff"))], at=BEGINNING + timedelta(days=1))
    seen = anybody.watch(under_way, version=stream.version + 1)

    assert "<script>alert('a note')</script>" in seen.text
    assert "<script>alert" not in seen.html
