"""GET /games/{game_id}/stream on the web server as it is shipped"""

from __future__ import annotations

import itertools
import random
import time
from pathlib import Path

import pytest
from django.db import connection

from players import services
from players.models import Player, Token
from tests.caller import Caller
from tests.games.live.conftest import Follow
from tests.games.live.slowness import slowness
from tests.games.seated import SEATS, People, Seated, deals, events_of, seat_four
from tests.oracle.leaks import leaks_in_events
from tests.web import NAME, Web

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def game(people: People) -> Seated:
    """A game of two short deals."""
    return seat_four(people, **deals(2, 3))


def test_what_happens_comes_as_it_happens(game: Seated, follow: Follow, eve: Caller) -> None:
    stream = follow(eve, game.id)
    stream.wait_for_version(game.version)

    for _ in range(6):
        game.move(lambda legal: legal[0] if legal[0] != "pass" else legal[-1])
        stream.wait_for_version(game.version)

    assert stream.versions == list(range(1, game.version + 1))
    assert stream.events == events_of(eve, game.path)
    assert stream.headers["content-type"] == "text/event-stream"
    assert stream.headers["cache-control"] == "no-store"
    assert stream.headers["x-accel-buffering"] == "no"
    assert stream.headers["x-request-id"]
    assert not stream.ended.is_set()


def test_a_game_that_ends_ends_the_stream_and_there_is_nothing_more(
    game: Seated, follow: Follow, eve: Caller
) -> None:
    stream = follow(eve, game.id)
    game.finish()

    assert stream.ended.wait(30)
    assert not stream.broken
    assert stream.versions == list(range(1, game.version + 1))
    assert follow(eve, game.id, stream.last).status == 204
    again = follow(eve, game.id, stream.last - 2)
    assert again.ended.wait(30)
    assert again.versions == [stream.last - 1, stream.last]


def test_whoever_connects_again_and_again_sees_each_version_once(
    game: Seated, follow: Follow, people: People
) -> None:
    dice = random.Random(11)
    seen: dict[str, list[int]] = {seat: [] for seat in SEATS}
    streams = {seat: follow(people[seat], game.id) for seat in SEATS}
    for _ in game.moves(random.Random(5)):
        seat = dice.choice(SEATS)
        if dice.random() < 0.5:
            # Sometimes in the middle of what is on its way.
            streams[seat].close()
            seen[seat] += streams[seat].versions
            streams[seat] = follow(people[seat], game.id, (seen[seat] or [0])[-1])
    for seat, stream in streams.items():
        assert stream.ended.wait(30)
        seen[seat] += stream.versions

    assert seen == {seat: list(range(1, game.version + 1)) for seat in SEATS}


def test_nothing_is_missed_that_is_written_while_a_stream_is_opened(
    game: Seated, follow: Follow, eve: Caller, people: People
) -> None:
    streams = []
    for turn, _ in enumerate(game.moves(random.Random(6))):
        caller = eve if turn % 2 else people[SEATS[turn % 4]]
        streams.append((turn % 3, follow(caller, game.id, turn % 3)))
        if len(streams) == 9:
            streams.pop(0)[1].leave()

    for first, stream in streams:
        assert stream.ended.wait(30)
        assert stream.versions == list(range(first + 1, game.version + 1))


def test_a_comment_comes_with_every_heartbeat(game: Seated, follow: Follow, eve: Caller) -> None:
    stream = follow(eve, game.id)
    stream.wait_for(lambda: len(stream.comments) >= 4)

    first, *beats = stream.comments
    gaps = [later - sooner for sooner, later in itertools.pairwise(beats)]
    assert beats[0] - first > 0.5
    assert all(gap > 0.5 for gap in gaps)


def test_streams_show_no_more_than_the_list_of_events_does(
    people: People, follow: Follow, eve: Caller, staff: Caller
) -> None:
    table = seat_four(people, **deals(3, 13))
    viewers = {**people, "eve": eve, "staff": staff}
    streams = {name: follow(caller, table.id) for name, caller in viewers.items()}
    moves = table.moves(random.Random(4))
    while table.show()["deal"]["number"] == 1:
        next(moves)
    for _ in range(9):
        next(moves)
    # A former player is a spectator from here on.
    people["E"].delete(f"{table.path}/seats/E")
    late = {name: follow(caller, table.id) for name, caller in viewers.items()}
    version = table.version
    for stream in (*streams.values(), *late.values()):
        stream.wait_for_version(version)
    whole = events_of(people["N"], table.path)
    for place, event in enumerate(whole):
        if event["type"] == "deal-started" and "deck" not in event["data"]:
            seen = [streams[seat].events[place]["data"]["hands"] for seat in SEATS]
            hands = {seat: hand for shown in seen for seat, hand in shown.items()}
            dealt = [card for hand in hands.values() for card in hand]
            deck = [*dealt, event["data"]["turn_up"]]
            event["data"] = event["data"] | {"hands": hands, "deck": deck}

    for name, stream in late.items():
        seat = name if name in "NSW" else None
        assert stream.events == events_of(viewers[name], table.path)
        assert leaks_in_events(stream.events, whole, seat) == []
    for name, stream in streams.items():
        assert leaks_in_events(stream.events, whole, name if name in SEATS else None) == []


def test_a_private_game_is_followed_by_its_own_alone(
    people: People, follow: Follow, eve: Caller, staff: Caller
) -> None:
    table = seat_four(people, visibility="private", **deals(3))

    assert follow(eve, table.id).code == "not-found"
    for caller in (people["N"], staff):
        follow(caller, table.id).wait_for_version(table.version)


def test_whoever_may_no_longer_see_a_private_game_is_cut_off(
    people: People, follow: Follow, staff: Caller
) -> None:
    table = seat_four(people, visibility="private", **deals(3))
    stream = follow(staff, table.id)
    stream.wait_for_version(table.version)

    Player.objects.filter(username=staff.username).update(is_staff=False)

    assert stream.ended.wait(30)
    assert not stream.broken


def test_a_deleted_account_ends_its_streams_at_once_and_no_others(
    game: Seated, follow: Follow, ana: Caller, eve: Caller
) -> None:
    streams, other = [follow(eve, game.id) for _ in "ab"], follow(ana, game.id)
    for stream in [*streams, other]:
        stream.wait_for_version(game.version)

    assert eve.delete("/me").status == 204
    assert all(stream.ended.wait(10) for stream in streams)
    assert not any(stream.broken for stream in streams)
    game.move(lambda legal: legal[-1])
    other.wait_for_version(game.version)
    assert follow(eve, game.id).code == "not-authenticated"


def test_a_revoked_token_ends_its_streams_at_once_and_no_others(
    game: Seated, follow: Follow, ana: Caller
) -> None:
    player = Player.objects.get(username="ana")
    token, text = services.create_token(player)
    other = follow(ana, game.id)
    streams = [follow(Caller(text), game.id) for _ in range(6)]
    for stream in streams:
        stream.wait_for_version(game.version)

    began = time.monotonic()
    assert ana.delete(f"/tokens/{token.pk}").status == 204
    assert all(stream.ended.wait(30) for stream in streams)
    at_once = time.monotonic() - began

    assert not any(stream.broken for stream in streams)
    assert at_once < slowness()
    assert not other.ended.is_set()
    assert follow(Caller(text), game.id).code == "not-authenticated"


def test_a_revocation_of_which_nobody_tells_ends_a_stream_with_the_next_look(
    game: Seated, follow: Follow
) -> None:
    token, text = services.create_token(Player.objects.get(username="ana"))
    stream = follow(Caller(text), game.id)

    Token.objects.filter(pk=token.pk).delete()

    assert stream.ended.wait(30)
    assert not stream.broken


def test_a_token_that_expires_ends_its_stream(game: Seated, follow: Follow) -> None:
    _, text = services.create_token(Player.objects.get(username="ana"), expires_in=3)
    stream = follow(Caller(text), game.id)
    stream.wait_for_version(game.version)
    assert not stream.ended.is_set()

    assert stream.ended.wait(30)
    assert not stream.broken


def test_ten_streams_are_a_players_right_and_some_number_is_too_many(
    game: Seated, follow: Follow, eve: Caller, ana: Caller
) -> None:
    streams = [follow(eve, game.id) for _ in range(24)]

    assert [stream.status for stream in streams[:10]] == [200] * 10
    refused = [stream for stream in streams if stream.status != 200]
    assert refused
    assert {stream.code for stream in refused} == {"rate-limited"}
    assert all(int(stream.headers["retry-after"]) > 0 for stream in refused)
    assert follow(ana, game.id).status == 200
    for stream in streams:
        stream.leave()
    for stream in streams:
        stream.close()
    assert [follow(eve, game.id).status for _ in range(10)] == [200] * 10


def test_streams_that_only_wait_hold_neither_thread_nor_database_connection(
    game: Seated, web: Web, follow: Follow, people: People
) -> None:
    processes = web.workers()
    streams = [follow(people[seat], game.id) for seat in SEATS * 10]
    for stream in streams:
        stream.wait_for_version(game.version)

    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE application_name = %s", [NAME])
        held = cursor.fetchone()[0]
    threads = [len(list(Path(f"/proc/{process}/task").iterdir())) for process in processes]

    # Two for requests and two for reading, in each of two processes, whatever waits.
    assert len(processes) == 2
    assert held <= 2 * 4
    assert all(count <= 1 + 4 for count in threads)


def test_players_are_told_of_disputes_as_they_come_and_others_are_not(
    game: Seated, follow: Follow, eve: Caller, staff: Caller
) -> None:
    streams = [follow(caller, game.id) for caller in (game.people["N"], game.people["E"], eve)]
    for stream in streams:
        stream.wait_for_version(game.version)
    claim = {"reason": "I hold the ace of spades.", "version": 3}
    filed = game.people["N"].post(f"{game.path}/disputes", claim).json
    for stream in streams[:2]:
        stream.wait_for_disputes(1)
    ruling = {"ruling": "upheld", "remedy": "rewind", "to_version": game.version, "note": "So."}
    assert staff.post(f"/disputes/{filed['id']}/ruling", ruling).status == 201

    for stream in streams[:2]:
        stream.wait_for_disputes(2)
        told = {
            "game": game.id,
            "dispute": filed["id"],
            "disputed_version": 3,
            "status": "open",
            "remedy": None,
            "note": None,
        }
        ruled = told | {"status": "upheld", "remedy": "rewind", "note": "So."}
        assert stream.disputes == [told, ruled]
    for stream in streams:
        stream.wait_for_version(game.version)
        assert stream.versions == list(range(1, game.version + 1))
    assert streams[2].disputes == []
