"""How players fared, told from the events of a finished game"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from games.engine.bidding import Contract
from games.engine.events import DealScored
from games.engine.ruleset import Ruleset
from games.engine.state import Game
from games.eventstore.actors import Actor, ActorKind
from games.eventstore.stream import StoredEvent
from games.performances import LARGEST_HAND, Performance, performances

NOON = datetime(2026, 7, 31, 12, tzinfo=UTC)
PEOPLE = {"N": "ana", "E": "boris", "S": "chie"}


class Story:
    """The events of a game of ana, boris, chie and a bot, and its results."""

    def __init__(self, winner: str = "NS") -> None:
        self.events: list[StoredEvent] = []
        self.results: list[DealScored] = []
        self.sizes: dict[int, int] = {}
        self.winner = winner
        for seat in "NESW":
            person = PEOPLE.get(seat)
            bot = None if person else "normal"
            self.tell("seat-taken", seat=seat, player_id=person, bot=bot, entropy="")
        self.tell("game-started", first_dealer="N")

    def tell(self, kind: str, by: ActorKind = "system", who: str | None = None, **data: Any) -> int:
        version = len(self.events) + 1
        actor = Actor(by, who)
        self.events.append(StoredEvent(version, kind, 1, data, actor, NOON, b""))
        return version

    def act(self, kind: str, seat: str, by: ActorKind = "player", **data: Any) -> int:
        who = PEOPLE.get(seat)
        return self.tell(kind, by if who else "bot", who, seat=seat, **data)

    def deal(self, number: int, hand_size: int = 4, attempt: int = 1) -> None:
        self.dealt = number, attempt, hand_size
        self.sizes[number] = hand_size
        self.tell("deal-started", number=number, attempt=attempt, hand_size=hand_size)

    def bid(self, **bids: Any) -> None:
        for seat, bid in bids.items():
            self.act("bid-made", seat, bid=bid, level=None)

    def score(self, ns: Contract, ew: Contract, taken: int, *, stands: bool = True) -> None:
        """The deal is over: so many tricks for N and S, 7 points for them and -3 for the others."""
        number, attempt, size = self.dealt
        self.tell("deal-scored", number=number, attempt=attempt)
        if stands:
            self.results.append(
                DealScored(
                    number,
                    attempt,
                    {"NS": ns, "EW": ew},
                    {"NS": taken, "EW": size - taken},
                    {"NS": 7, "EW": -3},
                    {},
                )
            )

    def told(self) -> dict[str, Performance]:
        rules = Ruleset(hand_sizes=tuple(self.sizes[number] for number in sorted(self.sizes)))
        results = tuple(self.results)
        game = Game("g", status="finished", ruleset=rules, winner=self.winner, results=results)
        return performances(game, self.events)


def number(tricks: int) -> Contract:
    return Contract(tricks, 0)


def numbers(fared: Performance) -> tuple[int, int, int, int]:
    return fared.bids, fared.bids_made, fared.boards_made, fared.boards_missed


def by_size(**values: int) -> list[int]:
    return [values.get(f"of_{size}", 0) for size in range(1, LARGEST_HAND + 1)]


def test_the_result_is_the_teams() -> None:
    results = {who: fared.result for who, fared in Story().told().items()}
    assert results == {"ana": "won", "boris": "lost", "chie": "won"}
    assert {fared.result for fared in Story("tie").told().values()} == {"tied"}


def test_a_bid_is_made_when_the_team_takes_its_contract() -> None:
    story = Story()
    story.deal(1)
    story.bid(E=1, S=1, W="pass", N=2)
    story.score(number(3), number(1), taken=2)
    told = story.told()
    assert {who: numbers(fared) for who, fared in told.items()} == {
        "ana": (1, 0, 0, 0),
        "boris": (1, 1, 0, 0),
        "chie": (1, 0, 0, 0),
    }


def test_a_pass_is_no_bid() -> None:
    story = Story()
    story.deal(1)
    story.bid(E="pass", S=2, W="pass", N="pass")
    story.score(number(2), number(0), taken=2)
    told = story.told()
    assert (numbers(told["ana"]), numbers(told["chie"])) == ((0, 0, 0, 0), (1, 1, 0, 0))
    assert numbers(told["boris"]) == (0, 0, 0, 0)


def test_a_board_is_its_bidders_and_his_partners_number_no_longer_matters() -> None:
    for taken, expected in ((4, (0, 0, 1, 0)), (3, (0, 0, 0, 1))):
        story = Story()
        story.deal(1)
        story.bid(E=1, S=2, W="pass", N="board")
        story.score(Contract(4, 1), number(1), taken=taken)
        assert numbers(story.told()["ana"]) == expected
        assert numbers(story.told()["chie"]) == (0, 0, 0, 0)


def test_a_bid_of_the_autopilot_is_its_own() -> None:
    story = Story()
    story.deal(1)
    story.act("bid-made", "E", "autopilot", bid=1, level=None)
    story.bid(S=1, W=1, N=1)
    story.score(number(2), number(2), taken=2)
    assert numbers(story.told()["boris"]) == (0, 0, 0, 0)
    assert numbers(story.told()["ana"]) == (1, 1, 0, 0)


def test_turns_are_counted_and_those_of_the_autopilot_among_them() -> None:
    story = Story()
    story.deal(1)
    story.bid(E=1, S=1, W=1, N=1)
    story.act("card-played", "E", "autopilot", card="2C")
    story.act("card-played", "S", card="3C")
    told = story.told()
    assert (told["boris"].turns, told["boris"].autopilot_turns) == (2, 1)
    assert (told["chie"].turns, told["chie"].autopilot_turns) == (2, 0)


def test_points_are_the_teams_by_size_of_hand() -> None:
    story = Story()
    for deal, size in enumerate((13, 4, 4), start=1):
        story.deal(deal, size)
        story.bid(E=1, S=1, W=1, N=1)
        story.score(number(2), number(2), taken=2)
    told = story.told()
    assert told["ana"].deals == by_size(of_4=2, of_13=1)
    assert told["ana"].points == by_size(of_4=14, of_13=7)
    assert told["boris"].points == by_size(of_4=-6, of_13=-3)


def test_who_left_has_what_he_did_until_then_and_the_teams_result() -> None:
    story = Story()
    story.deal(1)
    story.bid(E=1, S=1, W=1, N=1)
    story.score(number(2), number(2), taken=2)
    story.tell("seat-left", "player", "ana", seat="N", bot="normal")
    story.deal(2)
    story.bid(E=1, S=1, W=1)
    story.tell("bid-made", "bot", seat="N", bid=1, level=None)
    story.score(number(2), number(2), taken=2)
    ana = story.told()["ana"]
    assert ana.result == "won"
    assert (ana.turns, ana.bids, sum(ana.deals)) == (1, 1, 1)
    assert story.told()["chie"].bids == 2


def test_who_left_before_the_start_was_never_there() -> None:
    story = Story()
    story.tell("seat-left", "player", "boris", seat="E", bot=None)
    story.tell("seat-taken", "player", "dipa", seat="E", player_id="dipa", bot=None, entropy="")
    story.events.append(story.events.pop(4))
    assert set(story.told()) == {"ana", "chie", "dipa"}


def test_a_rewound_bid_is_a_turn_and_no_bid() -> None:
    story = Story()
    story.deal(1)
    story.bid(E=1)
    back = len(story.events)
    story.bid(S=3)
    undone = len(story.events)
    story.tell("game-rewound", "staff", "stanka", to_version=back)
    story.bid(S=1, W=1, N=1)
    story.score(number(2), number(2), taken=2)
    chie = story.told()["chie"]
    assert (chie.bids, chie.bids_made, chie.turns) == (1, 1, 2)
    # A rewind may lead to a version that another one had undone.
    story = Story()
    story.deal(1)
    story.bid(E=1)
    story.bid(S="board")
    story.tell("game-rewound", "staff", "stanka", to_version=back)
    story.tell("game-rewound", "staff", "stanka", to_version=undone)
    story.bid(W=1, N=1)
    story.score(Contract(4, 1), number(2), taken=4)
    assert numbers(story.told()["chie"]) == (0, 0, 1, 0)


def test_a_deal_that_a_rewind_took_away_counts_for_nothing_but_turns() -> None:
    story = Story()
    story.deal(1)
    story.bid(E=1, S=1, W=1, N=1)
    story.score(number(2), number(2), taken=4, stands=False)
    story.tell("game-rewound", "staff", "stanka", to_version=6, deal=1, dealer="N")
    story.deal(1, attempt=2)
    story.bid(E=1, S=1, W=1, N=1)
    story.score(number(2), number(2), taken=1)
    ana = story.told()["ana"]
    assert (ana.bids, ana.bids_made, ana.turns, sum(ana.deals)) == (1, 0, 2, 1)
