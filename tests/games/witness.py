"""Somebody who watches a whole game with the naive rules in hand, and every answer for leaks."""

from __future__ import annotations

import copy
from typing import Any

from tests.oracle.cards import PACK
from tests.oracle.leaks import allowed_cards, hidden_cards, leaks_in_events
from tests.oracle.options import Options
from tests.oracle.rules import Happening, NaiveGame

SEATS = "NESW"
SPECTATOR = "-"
LEFT = dict(zip(SEATS, "ESWN", strict=True))


class Witness:
    """The game by the naive rules, and all events so far as nobody at the table sees them.

    Of a deal he knows the four hands and the turn-up, put together from what the seats were shown;
    the stock lies in any order.
    """

    def __init__(self, options: Options) -> None:
        self.options = options
        self.events: list[dict[str, Any]] = []
        self.heard = 0
        self.decks: dict[tuple[int, int], list[str]] = {}
        self.game: NaiveGame | None = None

    @property
    def version(self) -> int:
        return len(self.events)

    def hear(self, shown: dict[str, list[dict[str, Any]]]) -> None:
        """The same new events as each seat and a spectator are shown them.

        Those that were foreseen must be among them, just as they were.
        """
        new = copy.deepcopy(shown["N"])
        foreseen, self.events = self.events[self.heard :], self.events[: self.heard]
        self.check_events([(event["type"], event["data"]) for event in foreseen], new)
        for place, event in enumerate(new):
            if event["type"] == "deal-started" and "deck" not in event["data"]:
                self._put_together(event["data"], [shown[s][place]["data"] for s in SEATS])
        self.events += new
        for viewer, events in shown.items():
            for theirs, whole in zip(events, new, strict=True):
                assert theirs["hash"] == whole["hash"]
            seat = None if viewer == SPECTATOR else viewer
            assert leaks_in_events(events, self.events, seat) == []
        self.heard = self.version
        if self.game is None and new[-1]["type"] == "deal-started":
            first = new[-1]["data"]
            self.game = NaiveGame(
                self.options, first["dealer"], lambda number, attempt: self.decks[number, attempt]
            )

    def _put_together(self, data: dict[str, Any], views: list[dict[str, Any]]) -> None:
        hands = {seat: view["hands"][seat] for seat, view in zip(SEATS, views, strict=True)}
        replaced = next(
            (view["replaced"] for view in views if "drawn" in (view["replaced"] or {})),
            data["replaced"],
        )
        dealt, stock = {seat: [*hand] for seat, hand in hands.items()}, []
        if replaced is not None:
            hand = dealt[replaced["seat"]]
            hand[hand.index(replaced["drawn"])] = replaced["joker"]
            stock = [replaced["drawn"]]
        order = [LEFT[data["dealer"]]]
        while len(order) < 4:
            order.append(LEFT[order[-1]])
        deck = [dealt[seat][card] for card in range(data["hand_size"]) for seat in order]
        deck += [data["turn_up"], *stock]
        deck += [card for card in PACK if card not in deck]
        self.decks[data["number"], data["attempt"]] = deck
        data |= {"hands": hands, "replaced": replaced, "deck": deck}

    def moved(self, seat: str, move: Any) -> list[Happening]:
        """Follow a move that was accepted; what it must have brought about."""
        assert self.game is not None
        act = self.game.bid if self.game.deal.phase() == "bid" else self.game.play
        return act(seat, move)

    def foresee(self, happenings: list[Happening]) -> None:
        """What must be the next events, before they are heard."""
        for kind, data in happenings:
            event = {"version": self.version + 1, "type": kind, "data": data}
            self.events.append(event)

    def check_events(self, happenings: list[Happening], events: list[dict[str, Any]]) -> None:
        """Whether these events begin with those that the naive rules bring about."""
        for event, (kind, wanted) in zip(events, happenings, strict=False):
            assert event["type"] == kind
            for name in set(wanted) - {"hands", "deck", "replaced"}:
                assert event["data"][name] == wanted[name], (event, name)
        assert len(events) >= len(happenings)

    def check_answer(self, answer: Any, viewer: str) -> None:
        """Whether an answer shows this viewer nothing that is hidden from him."""
        seat = None if viewer == SPECTATOR else viewer
        assert hidden_cards(answer, allowed_cards(self.events, seat)) == []

    def check_game(self, shown: Any, viewer: str) -> None:
        """Whether a game as served is what the naive rules say."""
        self.check_answer(shown, viewer)
        naive = self.game
        assert naive is not None
        deal, table = shown["deal"], naive.deal
        assert shown["version"] == self.version
        assert shown["scores"] == naive.scores()
        assert shown["results"] == naive.results
        assert shown["winner"] == naive.winner
        assert (deal["number"], deal["attempt"]) == (naive.number, naive.attempt)
        assert (deal["phase"], deal["trump"]) == (table.phase(), table.trump)
        assert [(bid["seat"], bid["bid"]) for bid in deal["bids"]] == table.bids
        assert deal["contracts"] == (None if table.phase() == "bid" else table.contracts())
        assert deal["tricks"] == table.tricks_taken()
        assert deal["trump_broken"] == table.trump_broken
        assert deal["cards_left"] == {seat: len(hand) for seat, hand in table.hands.items()}
        if viewer in SEATS:
            assert sorted(deal["hand"]) == sorted(table.hands[viewer])
        self._check_tricks(deal)
        self._check_turn(shown["turn"], viewer)

    def _check_tricks(self, deal: Any) -> None:
        assert self.game is not None
        table = self.game.deal
        done = table.done_tricks()
        if table.phase() == "play":
            plays = [(play["seat"], play["card"]) for play in deal["trick"]["plays"]]
            assert plays == table.trick()
            assert deal["trick"]["number"] == len(done) + 1
            assert deal["trick"]["leader"] == table.leader()
        if done:
            last = deal["last_trick"]
            assert [(play["seat"], play["card"]) for play in last["plays"]] == done[-1]
            assert (last["leader"], last["winner"]) == (done[-1][0][0], table.winner_of(done[-1]))
        else:
            assert deal["last_trick"] is None

    def _check_turn(self, turn: Any, viewer: str) -> None:
        assert self.game is not None
        if self.game.turn() is None:
            assert turn is None
            return
        assert (turn["seat"], turn["action"]) == (self.game.turn(), self.game.deal.phase())
        if viewer == turn["seat"]:
            assert sorted(turn["legal"], key=str) == sorted(self.game.legal(), key=str)
        else:
            assert "legal" not in turn
