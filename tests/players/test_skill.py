"""What results do to skills: numbers alone."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.skill import LEAST_DOUBT, SHOWN_START, START, STEP, Skill, changes, shown

PAIRS = (("ana", "chie"), ("boris", "dipa"))
EVEN = dict.fromkeys(("ana", "boris", "chie", "dipa"), START)
contests = st.lists(
    st.tuples(st.permutations(sorted(EVEN)), st.sampled_from([0, 1, None])), max_size=30
)


def skill(mu: float, sigma: float = 3) -> Skill:
    return Skill(Decimal(mu).quantize(STEP), Decimal(sigma).quantize(STEP))


def test_nobody_is_known_at_the_start() -> None:
    assert shown(START) == SHOWN_START == 1000


@pytest.mark.parametrize("winner", [0, 1])
def test_winners_rise_and_losers_fall_by_as_much(winner: int) -> None:
    made = changes(PAIRS, winner, EVEN)
    won = [made[who].mu for who in PAIRS[winner]]
    lost = [made[who].mu for who in PAIRS[1 - winner]]
    assert won[0] == won[1] > 0
    assert lost == [-won[0], -won[1]]


def test_every_result_leaves_less_doubt() -> None:
    assert all(change.sigma < 0 for change in changes(PAIRS, 0, EVEN).values())


def test_a_draw_of_equals_says_nothing_of_who_is_better() -> None:
    assert {change.mu for change in changes(PAIRS, None, EVEN).values()} == {0}


def test_a_draw_brings_unequal_teams_together() -> None:
    known = {who: skill(30 if who in PAIRS[0] else 20) for who in EVEN}
    made = changes(PAIRS, None, known)
    assert made["ana"].mu < 0 < made["boris"].mu


def test_to_beat_the_stronger_is_worth_more() -> None:
    weak = {who: skill(20 if who in PAIRS[0] else 30) for who in EVEN}
    strong = {who: skill(30 if who in PAIRS[0] else 20) for who in EVEN}
    assert changes(PAIRS, 0, weak)["ana"].mu > changes(PAIRS, 0, strong)["ana"].mu > 0


def test_whoever_is_less_known_moves_further() -> None:
    known = EVEN | {"ana": skill(25, 2)}
    made = changes(PAIRS, 0, known)
    assert made["chie"].mu > made["ana"].mu > 0


def test_who_holds_several_places_gets_their_mean_once() -> None:
    known = {"ana": START, "bot": START}
    apart = changes((("ana", "b"), ("c", "d")), 0, dict.fromkeys("bcd", START) | {"ana": START})
    made = changes((("ana", "bot"), ("bot", "bot")), 0, known)
    assert set(made) == {"ana", "bot"}
    assert made["ana"] == apart["ana"]
    thirds = sum((apart[who].mu for who in "bcd"), Decimal(0)) / 3
    assert made["bot"].mu == thirds.quantize(STEP)


@pytest.mark.parametrize(
    "teams",
    [(("bot", "bot"), ("bot", "bot")), (("bot", "expert"), ("expert", "bot"))],
)
def test_a_team_that_met_itself_changes_nothing(
    teams: tuple[tuple[str, str], tuple[str, str]],
) -> None:
    assert changes(teams, 0, dict.fromkeys(("bot", "expert"), START)) == {}


def test_doubt_that_was_taken_back_too_far_does_no_harm() -> None:
    known = EVEN | {"ana": Skill(START.mu, Decimal(-1))}
    after = known["ana"].plus(changes(PAIRS, 0, known)["ana"])
    assert LEAST_DOUBT * Decimal("0.9") < after.sigma < 1


@given(contests)
def test_all_that_was_changed_can_be_taken_back_to_the_last_digit(
    results: list[tuple[list[str], int | None]],
) -> None:
    known, made = dict(EVEN), []
    for (north, east, south, west), winner in results:
        made.append(changes(((north, south), (east, west)), winner, known))
        known = {who: known[who].plus(made[-1][who]) for who in known}
    for change in made:
        known = {who: known[who].minus(change[who]) for who in known}
    assert known == EVEN
