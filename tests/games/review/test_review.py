"""The replay for staff: all four hands, the eyes of one seat, and what bots would have done."""

from __future__ import annotations

from uuid import uuid4

from games import models
from games.engine.player_view import player_view
from games.engine.seats import SEATS
from games.eventstore.store import load
from players.models import Player
from tests.games.review.looking import Logged, Onlooker


def test_all_four_hands_lie_open(reviewer: Onlooker, under_way: Logged) -> None:
    deal = under_way.newest.deal
    seen = reviewer.review(under_way)

    assert seen.status == 200
    assert deal is not None
    for seat in SEATS:
        assert set(seen.hands[seat]) == set(deal.hands[seat])
    assert seen.backs == 0


def test_as_a_seat_saw_it_comes_from_its_own_view(reviewer: Onlooker, under_way: Logged) -> None:
    for seat in SEATS:
        view = player_view(under_way.newest, seat).deal
        seen = reviewer.review(under_way, **{"as": seat})
        assert view is not None
        assert view.hand is not None
        others = [other for other in SEATS if other != seat]
        assert set(seen.hands[seat]) == set(view.hand)
        assert [seen.hands[other] for other in others] == [[], [], []]
        assert seen.backs == sum(view.cards_left[other] for other in others)


def test_it_says_who_moved_why_and_what_else_was_legal(
    reviewer: Onlooker, under_way: Logged
) -> None:
    made = next(event for event in under_way.moves() if event.actor.kind == "autopilot")
    seen = reviewer.review(under_way, version=made.version)
    turn = player_view(load(under_way.id, upto=made.version - 1).game, made.data["seat"]).turn

    assert turn is not None
    assert turn.legal is not None
    assert "autopilot" in seen.text
    assert "the player's time was up" in seen.text
    assert "fitted/1" in seen.text
    panel = seen.html.split("<dt>Legal</dt>")[1].split("</dd>")[0]
    assert panel.count('class="chip') == len(turn.legal)
    assert panel.count('class="chip made"') == 1


def test_eyes_of_another_are_not_told_what_was_legal_or_bots_would_do(
    reviewer: Onlooker, under_way: Logged
) -> None:
    made = under_way.moves()[-1]
    for seat in SEATS:
        seen = reviewer.review(under_way, version=made.version, bots=1, **{"as": seat})
        assert ("<dt>Legal</dt>" in seen.html) == (seat == made.data["seat"])
        assert ("would have done" in seen.text) == (seat == made.data["seat"])


def test_bots_are_asked_only_when_wanted(reviewer: Onlooker, under_way: Logged) -> None:
    made = under_way.moves()[-1]
    without = reviewer.review(under_way, version=made.version)
    seen = reviewer.review(under_way, version=made.version, bots=1)

    assert "ask-bots" in without.links
    assert "What a bot would have done" not in without.text
    for word in ("simple/1", "fitted/1", "search/1", "beginner", "normal", "expert"):
        assert word in seen.text


def test_links_carry_the_version_and_the_eyes(reviewer: Onlooker, under_way: Logged) -> None:
    newest = under_way.newest.version
    seen = reviewer.review(under_way, version=newest - 1, **{"as": "E"})

    assert seen.links["go-next"] == f"?version={newest}&as=E"
    assert seen.links["go-first"] == "?version=1&as=E"
    assert seen.links["eyes-all"] == f"?version={newest - 1}"
    assert "go-next" not in reviewer.review(under_way).links


def test_a_part_is_the_same_frame_without_the_page_around_it(
    reviewer: Onlooker, under_way: Logged
) -> None:
    whole = reviewer.review(under_way, version=9)
    part = reviewer.review(under_way, version=9, part="frame")

    assert part.html.strip() in whole.html
    assert "<html" not in part.html


def test_what_is_not_there_is_not_found(reviewer: Onlooker, under_way: Logged) -> None:
    for version in ("0", "x", "-1", "9999", "9" * 40, "1.0", "٣", "\0"):
        assert reviewer.review(under_way, version=version).status == 404
        assert reviewer.watch(under_way, version=version).status == 404
    for seat in ("X", "NE", "\0", "spectator"):
        assert reviewer.review(under_way, **{"as": seat}).status == 404


def test_a_game_that_is_not_there_is_not_found(reviewer: Onlooker) -> None:
    assert reviewer.open(f"/admin/replay/{uuid4()}/").status == 404
    assert reviewer.open("/admin/replay/x/").status == 404


def test_who_is_not_signed_in_is_sent_to_do_so(anybody: Onlooker, under_way: Logged) -> None:
    seen = anybody.review(under_way, version=3)

    assert seen.status == 302
    assert seen.headers["Location"].startswith("/admin/login/?next=/admin/replay/")
    assert seen.headers["Location"].endswith("version%3D3")


def test_others_are_told_that_it_is_not_for_them(clerk: Onlooker, under_way: Logged) -> None:
    eve = Onlooker(Player.objects.create(username="eve"))
    for person in (clerk, eve):
        seen = person.review(under_way)
        assert seen.status == 403
        assert "Only staff who review games" in seen.text


def test_staff_who_sit_or_sat_cannot_review(
    reviewer: Onlooker, under_way: Logged, game_row: models.Game
) -> None:
    rada = Player.objects.get(username="rada")
    own = models.Participant.objects.create(
        game=game_row, player=rada, status=game_row.status, public=True
    )
    assert reviewer.review(under_way).status == 200

    models.Participant.objects.filter(pk=own.pk).update(sat=True)
    seen = reviewer.review(under_way)
    assert seen.status == 403
    assert "You sit or sat in this game" in seen.text
    assert not any(seen.hands.values())


def test_staff_in_no_group_see_what_a_spectator_sees(
    judge: Onlooker, anybody: Onlooker, under_way: Logged, game_row: models.Game
) -> None:
    models.Game.objects.filter(pk=game_row.pk).update(status="active")
    for event in under_way.events:
        for query in ({}, {"as": "N"}, {"bots": 1}):
            asked = {"version": event.version, **query}
            seen = judge.review(under_way, **asked)
            told = anybody.watch(under_way, **asked)
            assert (seen.status, seen.backs) == (200, told.backs)
            assert (seen.hands, seen.trick) == (told.hands, told.trick)
            assert seen.html.count("data-card=") == told.html.count("data-card=")
            assert 'class="bots"' not in seen.html
    assert not models.StaffAct.objects.exists()


def test_to_open_the_hands_of_a_running_game_is_noted_once(
    reviewer: Onlooker, under_way: Logged, game_row: models.Game
) -> None:
    models.Game.objects.filter(pk=game_row.pk).update(status="active")
    for query in ({}, {"version": 3}, {"as": "N"}):
        reviewer.review(under_way, **query)
    act = models.StaffAct.objects.get()

    assert (act.kind, act.by.username) == ("hands-opened", "rada")
    assert str(act.game_id) == under_way.id


def test_a_private_game_is_reviewed_like_any(
    reviewer: Onlooker, under_way: Logged, game_row: models.Game
) -> None:
    models.Game.objects.filter(pk=game_row.pk).update(visibility="private", invite="x")

    assert all(reviewer.review(under_way).hands.values())


def test_nothing_but_its_own_files_is_loaded(reviewer: Onlooker, under_way: Logged) -> None:
    seen = reviewer.review(under_way)
    policy = seen.headers["Content-Security-Policy"]

    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert seen.headers["Cache-Control"] == "no-store"
    assert seen.inline == []
    files = [str(file.get("src") or file.get("href")) for file in seen.scripts]
    assert [file.partition("?")[0] for file in files] == [
        "data:,",
        "/static/games/replay.css",
        "/static/games/replay.js",
    ]
    for file in files[1:]:
        answer = reviewer.client.get(file)
        assert answer.status_code == 200
        answer.close()
