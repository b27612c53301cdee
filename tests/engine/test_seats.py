"""Who sits left of whom, and with whom."""

from __future__ import annotations

from games.engine.seats import LEFT_OF, PARTNER_OF, SEATS, TEAM_OF, TEAMS, clockwise_from


def test_seats_go_clockwise() -> None:
    assert [LEFT_OF[seat] for seat in SEATS] == ["E", "S", "W", "N"]
    assert clockwise_from("S") == ("S", "W", "N", "E")


def test_partners_sit_opposite_and_make_a_team() -> None:
    for seat in SEATS:
        assert PARTNER_OF[seat] == LEFT_OF[LEFT_OF[seat]]
        assert TEAM_OF[seat] == TEAM_OF[PARTNER_OF[seat]] != TEAM_OF[LEFT_OF[seat]]
        assert seat in TEAM_OF[seat]
    assert set(TEAM_OF.values()) == set(TEAMS)
