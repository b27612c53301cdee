"""Disputes: who may file and rule, what a ruling does, and that it is done once."""

from __future__ import annotations

from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction

from games import models
from games.engine.seats import SEATS, Seat
from games.eventstore.chain import timestamp
from games.eventstore.store import load_whole, read
from games.services import disputes, outbox, staff, webhooks
from games.verification.examining import examine
from games.verification.findings import Findings
from players.errors import Problem
from players.models import Player
from tests.games.services.table import NOON, SECOND, People, Table, seated
from tests.games.services.test_races import accepted, at_once

pytestmark = pytest.mark.usefixtures("woken")
SHORT = {"hand_sizes": [2, 2, 1]}


@pytest.fixture
def stanka(db: None) -> Player:
    """Staff in no group, who plays nowhere."""
    return Player.objects.create(username="stanka", is_staff=True)


@pytest.fixture
def stoyan(db: None) -> Player:
    """More staff."""
    return Player.objects.create(username="stoyan", is_staff=True)


@pytest.fixture
def table(people: People) -> Table:
    return seated(people, options=SHORT)


def claim(table: Table, seat: str = "N", **more: Any) -> models.Dispute:
    return disputes.file_dispute(
        player=table.people[seat],
        game_id=table.row.pk,
        reason="That was no diamond.",
        now=table.later(),
        **more,
    )


def rule(table: Table, dispute: models.Dispute, by: Player, **more: Any) -> models.Dispute:
    ruling = {"ruling": "upheld", "remedy": "none", "note": "So it is.", **more}
    return disputes.rule(dispute.pk, by=by, now=table.later(), **ruling)


def time_out(table: Table) -> None:
    table.run_out()
    assert table.machine() is not None


def play_on(table: Table, moves: int) -> None:
    for _ in range(moves):
        table.move()


def next_deal(table: Table) -> None:
    number = table.game.deal.number  # type: ignore[union-attr]
    while table.game.deal is not None and table.game.deal.number == number:
        table.move()


def test_a_claim_is_open_and_names_the_version_it_is_about(table: Table) -> None:
    now = claim(table)
    version = table.version
    before = claim(table, "E", version=2)

    assert (now.status, now.version, now.at) == ("open", version, NOON + 4 * SECOND)
    assert (before.version, before.remedy, before.ruled_at) == (2, None, None)
    table.reload()
    assert table.version == version


def test_a_claim_moves_no_game_but_minds_if_match(table: Table) -> None:
    with pytest.raises(Problem, match="stale-version"):
        claim(table, if_match=(1,))
    assert claim(table, if_match=(table.version,)).status == "open"


@pytest.mark.parametrize("version", [0, -1, 10**9])
def test_a_version_that_is_not_there_is_refused_by_its_field(table: Table, version: int) -> None:
    with pytest.raises(Problem, match="invalid-request") as refused:
        claim(table, version=version)
    assert refused.value.errors[0]["field"] == "version"


def test_only_who_sits_or_sat_may_claim_and_only_once_it_has_begun(
    table: Table, eve: Player, ana: Player
) -> None:
    with pytest.raises(Problem, match="not-a-player"):
        disputes.file_dispute(player=eve, game_id=table.row.pk, reason="x", now=table.now)
    gone = next(seat for seat in SEATS if seat != table.turn)
    table.leave(gone, table.people[gone])
    assert claim(table, gone).status == "open"
    with pytest.raises(Problem, match="game-not-started"):
        claim(Table({"N": ana}, ana))


def test_one_open_claim_a_player_and_game(table: Table, stanka: Player) -> None:
    first = claim(table)
    with pytest.raises(Problem, match="already-disputed"):
        claim(table)
    assert claim(table, "E").status == "open"
    rule(table, first, stanka)
    assert claim(table).pk != first.pk


def test_the_database_itself_refuses_a_second_open_claim(table: Table) -> None:
    first = claim(table)
    with pytest.raises(IntegrityError, match="games_dispute_one_open"), transaction.atomic():
        models.Dispute.objects.create(
            game=table.row, player=first.player, version=1, reason="", at=NOON
        )


def test_who_is_no_staff_and_who_sat_there_may_not_rule(table: Table, eve: Player) -> None:
    dispute = claim(table)
    with pytest.raises(Problem, match="not-staff"):
        rule(table, dispute, eve)
    Player.objects.filter(pk=table.people["E"].pk).update(is_staff=True)
    with pytest.raises(Problem, match="own-game"):
        rule(table, dispute, Player.objects.get(pk=table.people["E"].pk))
    with pytest.raises(Problem, match="not-found"):
        disputes.rule(uuid4(), by=eve, ruling="upheld", remedy="none", note="", now=NOON)


def test_a_rewind_inside_the_deal_takes_the_later_cards_back(table: Table, stanka: Player) -> None:
    play_on(table, 6)
    back, seen = table.version - 2, table.game
    dispute = claim(table)
    ruled = rule(table, dispute, stanka, remedy="rewind", to_version=back)

    assert (ruled.status, ruled.remedy, ruled.to_version) == ("upheld", "rewind", back)
    table.reload()
    assert table.version == seen.version + 1
    (event,) = read(table.row.pk, after=seen.version)
    assert event.data == {"to_version": back, "note": "So it is."}
    assert (event.kind, event.actor.kind) == ("game-rewound", "staff")
    assert event.actor.id not in {str(player.pk) for player in Player.objects.all()}
    assert table.game.to_act == load_whole(table.row.pk, upto=back).game.to_act
    while not table.game.over:
        table.move()


def test_a_rewind_to_before_the_deal_deals_the_one_of_then_anew(
    table: Table, stanka: Player
) -> None:
    next_deal(table)
    standing = table.version
    next_deal(table)
    play_on(table, 5)
    rule(table, claim(table), stanka, remedy="rewind", to_version=standing)

    table.reload()
    deal = table.game.deal
    assert deal is not None
    assert (deal.number, deal.attempt, len(table.game.results)) == (2, 2, 1)
    rule(table, claim(table), stanka, remedy="rewind", to_version=1)
    table.reload()
    deal = table.game.deal
    assert deal is not None
    assert (deal.number, deal.attempt, table.game.results) == (1, 2, ())
    play_on(table, 3)


class TestAbsence:
    """A rewind gives a seat back to who has only been away since; others stay away."""

    def back(self, table: Table, stanka: Player, version: int) -> list[str]:
        """Staff goes back to this version; the kinds of what was written."""
        before = table.version
        rule(table, claim(table), stanka, remedy="rewind", to_version=version)
        table.reload()
        assert examine(table.row.pk).findings == Findings()
        return [event.kind for event in read(table.row.pk, after=before)]

    def away(self, table: Table) -> set[Seat]:
        return {seat for seat, held in table.game.seats.items() if held.autopilot}

    @pytest.mark.parametrize("until_announced", [0, 1])
    @pytest.mark.parametrize("later", [0, 3])
    def test_whose_time_out_is_taken_back_has_his_seat_and_his_full_time(
        self, table: Table, stanka: Player, later: int, until_announced: int
    ) -> None:
        seat, before = table.turn, table.version
        time_out(table)
        assert table.kinds[:2] == ["autopilot-on", "bid-made"]
        play_on(table, later)

        written = self.back(table, stanka, before + until_announced)

        assert written == ["game-rewound", "autopilot-off"]
        assert (table.turn, self.away(table)) == (seat, set())
        assert table.row.deadline == table.now + table.game.turn_seconds * SECOND
        (*_, given_back) = read(table.row.pk)
        assert (given_back.actor.kind, given_back.data) == ("staff", {"seat": seat})
        # Nobody moves for him meanwhile, and he plays without having to come back.
        table.later(10 * 60)
        assert table.machine() is None
        table.move()
        assert table.kinds[0] == "bid-made"

    def test_who_was_away_already_still_is(self, table: Table, stanka: Player) -> None:
        first = table.turn
        time_out(table)
        play_on(table, 2)
        before = table.version
        assert table.turn != first
        time_out(table)

        assert self.back(table, stanka, before) == ["game-rewound", "autopilot-off"]
        assert self.away(table) == {first}
        assert self.back(table, stanka, table.version) == ["game-rewound"]

    def test_who_came_back_meanwhile_is_not_sent_away_again(
        self, table: Table, stanka: Player
    ) -> None:
        seat = table.turn
        time_out(table)
        version = table.version
        table.come_back(seat)

        assert self.back(table, stanka, version) == ["game-rewound"]
        assert self.away(table) == set()

    def test_who_left_for_good_meanwhile_has_left(self, table: Table, stanka: Player) -> None:
        seat, version = table.turn, table.version
        time_out(table)
        table.leave(seat, table.people[seat])

        assert self.back(table, stanka, version) == ["game-rewound"]
        assert table.game.seats[seat].bot == "normal"

    def test_before_the_deal_it_is_dealt_before_the_seats_are_given_back(
        self, table: Table, stanka: Player
    ) -> None:
        standing = table.version
        next_deal(table)
        for _ in range(3):
            time_out(table)

        written = self.back(table, stanka, standing)

        assert written == ["game-rewound", "deal-started", *["autopilot-off"] * 3]
        assert self.away(table) == set()
        assert table.row.deadline == table.now + table.game.turn_seconds * SECOND
        play_on(table, 5)

    def test_the_player_whose_turn_it_is_again_is_told_once(
        self, table: Table, stanka: Player
    ) -> None:
        seat, version = table.turn, table.version
        webhooks.create_webhook(
            player=table.people[seat], url="https://8.8.8.8/hook", events=["turn"], now=NOON
        )
        time_out(table)
        self.back(table, stanka, version)

        (told,) = models.Delivery.objects.values_list("version", "data", named=True)
        assert (told.version, told.data["seat"]) == (table.version, seat)
        assert table.row.deadline is not None
        assert told.data["deadline"] == timestamp(table.row.deadline)


def test_a_void_game_has_no_winner_and_shows_its_seed(table: Table, stanka: Player) -> None:
    while not table.game.over:
        table.move()
    assert table.row.winner is not None
    rule(table, claim(table), stanka, remedy="void")

    table.reload()
    assert table.row.status == "void"
    assert {table.row.winner, table.game.winner} == {None}
    assert read(table.row.pk)[-1].data == {"seed": table.game.seed, "note": "So it is."}


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"remedy": "rewind"}, "invalid-request"),
        ({"remedy": "rewind", "to_version": 0}, "invalid-request"),
        ({"remedy": "rewind", "to_version": 10**9}, "invalid-request"),
        ({"ruling": "rejected", "remedy": "void"}, "invalid-request"),
        ({"if_match": (1,)}, "stale-version"),
    ],
)
def test_a_ruling_that_makes_no_sense_changes_nothing(
    table: Table, stanka: Player, wrong: Any, code: str
) -> None:
    dispute, version = claim(table), table.version
    with pytest.raises(Problem, match=code):
        rule(table, dispute, stanka, **wrong)

    table.reload()
    assert table.version == version
    assert models.StaffAct.objects.count() == 0
    dispute.refresh_from_db()
    assert dispute.status == "open"


def test_what_comes_too_late_is_refused_and_the_claim_stays_open(
    table: Table, stanka: Player
) -> None:
    while not table.game.over:
        table.move()
    dispute = claim(table)
    with pytest.raises(Problem, match="game-over"):
        rule(table, dispute, stanka, remedy="rewind", to_version=3)
    rule(table, dispute, stanka, remedy="void")
    with pytest.raises(Problem, match="already-ruled"):
        rule(table, dispute, stanka)
    other = claim(table, "E")
    with pytest.raises(Problem, match="game-over"):
        rule(table, other, stanka, remedy="void")
    assert rule(table, other, stanka, ruling="rejected").status == "rejected"


def test_every_ruling_is_in_the_audit_trail(table: Table, stanka: Player) -> None:
    dispute = claim(table)
    rule(table, dispute, stanka, staff_note="Watch this one.")

    act = models.StaffAct.objects.get()
    assert (act.by, act.kind, act.dispute_id, act.at) == (
        stanka,
        "dispute-ruled",
        dispute.pk,
        table.now,
    )
    assert act.facts == {
        "ruling": "upheld",
        "remedy": "none",
        "to_version": None,
        "note": "So it is.",
        "staff_note": "Watch this one.",
        "version": table.version,
    }


CHANGES = {
    "update": "UPDATE games_staffact SET kind = 'x'",
    "delete": "DELETE FROM games_staffact",
    "truncate": "TRUNCATE games_staffact",
    "truncate of the disputes": "TRUNCATE games_dispute CASCADE",
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("role", ["origin", "replica"])
def test_the_audit_trail_refuses_every_change(db: None, change: str, role: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL session_replication_role = {role}")
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            cursor.execute(change)


def test_hands_that_staff_open_are_noted_once_for_each_version(
    table: Table, stanka: Player
) -> None:
    note = partial(staff.note_opened_hands, table.row.pk, by=stanka, now=table.now)
    note()
    note()
    table.move()
    note()

    versions = [act.facts["version"] for act in models.StaffAct.objects.order_by("id")]
    assert versions == [table.version - 1, table.version]
    while not table.game.over:
        table.move()
    note()
    assert models.StaffAct.objects.count() == 2


def test_both_teams_are_told_by_their_webhooks(table: Table, stanka: Player) -> None:
    hooks = {
        seat: webhooks.create_webhook(
            player=table.people[seat], url="https://8.8.8.8/hook", events=["dispute"], now=NOON
        )
        for seat in SEATS
    }
    dispute = claim(table, version=3)
    claim(table, "E")
    rule(table, dispute, stanka)

    for seat in SEATS:
        filed, second, ruled = hooks[seat].deliveries.order_by("id")
        assert filed.type == "dispute"
        assert filed.data == {
            "game": str(table.row.pk),
            "version": table.version,
            "dispute": str(dispute.pk),
            "disputed_version": 3,
            "status": "open",
            "remedy": None,
            "note": None,
            "you": seat,
        }
        assert second.data["dispute"] != filed.data["dispute"]
        assert ruled.data == filed.data | {
            "status": "upheld",
            "remedy": "none",
            "note": "So it is.",
        }
    assert "dispute" in outbox.EVENTS


class TestAtOnce:
    pytestmark = pytest.mark.django_db(transaction=True)

    @pytest.mark.parametrize("remedy", ["none", "rewind", "void"])
    def test_of_two_who_rule_one_wins_and_the_other_is_told(
        self, table: Table, stanka: Player, stoyan: Player, remedy: str
    ) -> None:
        play_on(table, 5)
        dispute, version = claim(table), table.version
        judge = partial(
            rule, table, dispute, remedy=remedy, to_version=version - 1, staff_note="mine"
        )
        answers = at_once([partial(judge, by) for by in (stanka, stoyan)] * 2)

        (ruled,) = accepted(answers)
        assert answers.count("already-ruled") == 3
        table.reload()
        assert table.version == version + (remedy != "none")
        assert models.StaffAct.objects.get().by_id == ruled.ruled_by_id

    def test_of_one_players_claims_one_is_filed(self, table: Table) -> None:
        answers = at_once([partial(claim, table)] * 6)

        assert len(accepted(answers)) == 1
        assert answers.count("already-disputed") == 5

    def test_a_card_and_a_ruling_based_on_one_version(self, table: Table, stanka: Player) -> None:
        play_on(table, 5)
        dispute, seen = claim(table), table.version
        undo = partial(
            rule, table, dispute, stanka, remedy="rewind", to_version=seen - 1, if_match=(seen,)
        )
        answers = at_once([undo, partial(table.move, if_match=(seen,))])

        assert len(accepted(answers)) == 1
        assert "stale-version" in answers
        table.reload()
        assert table.version == seen + 1
