"""Any record of the right shape, likely or not, for properties."""

from __future__ import annotations

from typing import Any, Final

from hypothesis import strategies as st

from games.engine.cards import JOKERS, PACK
from games.engine.ruleset import PRESETS
from games.engine.seats import SEATS
from tests.engine.strategies import HANDS, options
from tests.eventstore.any_events import by_team

texts: Final = st.text('ab n0"\\%[]{}/|é音🂡', max_size=8)
seats: Final = st.sampled_from(SEATS)
cards: Final = st.sampled_from(PACK)

points: Final = st.integers(-(10**9), 10**9)


def by_seat(values: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """One of these for each seat."""
    return st.fixed_dictionaries(dict.fromkeys(SEATS, values))


def holder(player: str | None, bot: str | None, autopilot: bool) -> dict[str, Any]:
    return {"player": player, "bot": bot if player is None else None, "autopilot": autopilot}


deals: Final = st.fixed_dictionaries(
    {
        "number": st.integers(1, 101),
        "attempt": st.integers(1, 10_000),
        "hand_size": st.integers(1, 13),
        "dealer": seats,
        "turn_up": cards,
        "trump": st.none() | st.sampled_from("CDHS"),
        "replaced": st.none()
        | st.fixed_dictionaries(
            {"seat": seats, "joker": st.sampled_from(sorted(JOKERS))}, optional={"drawn": cards}
        ),
        "bids": st.lists(
            st.fixed_dictionaries(
                {"seat": seats, "bid": st.sampled_from(("pass", "board")) | st.integers(0, 99)},
                optional={"level": st.integers(1, 4)},
            ),
            max_size=4,
        ),
        "plays": st.lists(cards, max_size=9),
        "contracts": st.none()
        | by_team(
            st.fixed_dictionaries({"tricks": st.integers(0, 99), "board": st.integers(0, 4)})
        ),
        "tricks": st.none() | by_team(st.integers(0, 13)),
        "points": st.none() | by_team(points),
    },
    optional={
        "deck": st.lists(cards, max_size=9),
        "hands": by_seat(st.lists(cards, max_size=3)),
    },
)
records: Final = st.sampled_from(list(PRESETS.values())).flatmap(
    lambda rules: st.fixed_dictionaries(
        {
            "format": st.just("backalley-record"),
            "format_version": st.just(1),
            "game": texts,
            "ruleset": st.just(rules.name),
            "options": options(HANDS).map(lambda departures: {**rules.options(), **departures}),
            "seats": by_seat(
                st.none() | st.builds(holder, st.none() | texts, st.none() | texts, st.booleans())
            ),
            "deals": st.lists(deals, max_size=2),
            "scores": by_team(points),
            "winner": st.sampled_from(("NS", "EW", "tie", None)),
            "fairness": st.fixed_dictionaries(
                {"commitment": texts, "entropy": by_seat(texts)}, optional={"seed": texts}
            ),
        }
    )
)
