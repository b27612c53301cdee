"""Any event of any kind, for properties: more than a game would ever write."""

from __future__ import annotations

from typing import Any, Final

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from games.engine import events as e
from games.engine.bidding import Contract
from games.engine.cards import JOKERS, PACK
from games.engine.dealing import Replaced
from games.engine.ruleset import Ruleset
from games.engine.seats import SEATS

unhurried: Final = settings(
    max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
"""Properties that no busy machine makes fail."""
texts: Final = st.text(st.characters(codec="utf-8", exclude_characters="\0"))
numbers: Final = st.integers(-(2**53) + 1, 2**53 - 1)
versions: Final = st.integers(1, 5000)
seats: Final = st.sampled_from(SEATS)
cards: Final = st.sampled_from(PACK)
seeds: Final = st.binary(min_size=32, max_size=32).map(bytes.hex)
bots: Final = st.sampled_from(("beginner", "normal", "expert"))


def by_team(values: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """One of these for each team."""
    return st.fixed_dictionaries({"NS": values, "EW": values})


ANY: Final[dict[type[e.Event], st.SearchStrategy[Any]]] = {
    e.GameCreated: st.builds(
        e.GameCreated,
        ruleset=st.sampled_from(("gamerules", "pagat", "short", "bab")),
        options=st.just(Ruleset().options()),
        visibility=st.sampled_from(("public", "private")),
        turn_seconds=versions,
        sandbox=st.booleans(),
        commitment=seeds,
        seed=seeds,
    ),
    e.SeatTaken: st.one_of(
        st.builds(
            e.SeatTaken, seat=seats, player_id=st.uuids().map(str), bot=st.none(), entropy=texts
        ),
        st.builds(e.SeatTaken, seat=seats, player_id=st.none(), bot=bots, entropy=st.just("")),
    ),
    e.SeatLeft: st.builds(e.SeatLeft, seat=seats, bot=st.none() | bots),
    e.GameStarted: st.builds(e.GameStarted, first_dealer=seats),
    e.DealStarted: st.builds(
        e.DealStarted,
        number=versions,
        attempt=versions,
        hand_size=st.integers(1, 13),
        dealer=seats,
        turn_up=cards,
        trump=st.none() | st.sampled_from("CDHS"),
        replaced=st.none()
        | st.builds(Replaced, seat=seats, joker=st.sampled_from(sorted(JOKERS)), drawn=cards),
        deck=st.permutations(PACK).map(tuple),
        salt=seeds,
        hands=st.fixed_dictionaries({seat: st.lists(cards).map(tuple) for seat in SEATS}),
    ),
    e.BidMade: st.one_of(
        st.builds(e.BidMade, seat=seats, bid=st.just("pass") | st.integers(1, 13)),
        st.builds(e.BidMade, seat=seats, bid=st.just("board"), level=st.integers(1, 4)),
    ),
    e.DealPassedOut: st.builds(e.DealPassedOut, number=versions, attempt=versions),
    e.CardPlayed: st.builds(e.CardPlayed, seat=seats, card=cards, winner=st.none() | seats),
    e.DealScored: st.builds(
        e.DealScored,
        number=versions,
        attempt=versions,
        contracts=by_team(st.builds(Contract, st.integers(0, 13), st.integers(0, 4))),
        tricks=by_team(st.integers(0, 13)),
        points=by_team(numbers),
        scores=by_team(numbers),
    ),
    e.AutopilotOn: st.builds(e.AutopilotOn, seat=seats),
    e.AutopilotOff: st.builds(e.AutopilotOff, seat=seats),
    e.GameFinished: st.builds(
        e.GameFinished,
        scores=by_team(numbers),
        winner=st.sampled_from(("NS", "EW", "tie")),
        seed=seeds,
    ),
    e.GameVoided: st.builds(e.GameVoided, seed=seeds, note=texts),
    e.GameRewound: st.one_of(
        st.builds(e.GameRewound, to_version=versions, note=texts),
        st.builds(e.GameRewound, to_version=versions, note=texts, deal=versions, dealer=seats),
    ),
}
"""By the class of the event."""

events: Final = st.one_of(*ANY.values())
