"""From a player's view, as the engine gives it, to a position in bits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from games.bots.cards import BIG, BITS, JOKERS, LITTLE, PACK, TRUMPS
from games.bots.position import ALL_TRICKS, BidSeen, Position, TrickSeen
from games.bots.table import (
    EVERYBODY,
    FREE,
    NOBODY,
    ONLY_WHEN_ONLY_TRUMP,
    OPPONENTS,
    WHEN_BROKEN,
    Scale,
    Table,
)
from games.engine.bidding import BOARD, Bid
from games.engine.player_view import DealView, PlayerView
from games.engine.ruleset import Ruleset
from games.engine.seats import SEATS
from games.engine.trick import Trick

_BINDS: Final = {"all": EVERYBODY, "opponents": OPPONENTS, "none": NOBODY}
_TRUMP_LEADS: Final = {
    "when_broken": WHEN_BROKEN,
    "free": FREE,
    "only_when_only_trump": ONLY_WHEN_ONLY_TRUMP,
}


def table_of(ruleset: Ruleset, size: int, trump: str | None) -> Table:
    """The rules of play of a deal with this trump suit, as bits."""
    return Table(
        size=size,
        trumps=JOKERS if trump is None else TRUMPS,
        big=_BINDS[ruleset.big_blooper_lead],
        little=_BINDS[ruleset.little_blooper_lead],
        trump_lead=_TRUMP_LEADS[ruleset.trump_lead],
        at_once=ruleset.board_leads_trump_at_once,
        scale=Scale(
            ruleset.points_per_trick,
            ruleset.points_per_overtrick,
            ruleset.board_points,
            ruleset.board_multiplier == "doubling",
            ruleset.bid_sum_over_hand == "cap",
        ),
    )


def position_of(view: PlayerView) -> Position:
    """What the viewer knows of the running deal; the view is that of a seat."""
    deal = view.deal
    assert deal is not None
    assert deal.hand is not None
    assert view.you is not None
    bits = BITS[deal.trump]
    table = table_of(view.ruleset, deal.hand_size, deal.trump)
    bids = tuple(_bid_seen(bid) for bid in deal.bids)
    exempt = _exempt(bids, view.ruleset.board_lead == "team")
    done = tuple(_trick_seen(trick, bits) for trick in deal.done)
    running = (
        TrickSeen(SEATS.index(view.you), ())
        if deal.trick is None
        else _trick_seen(deal.trick, bits)
    )
    played = sum(card for trick in (*done, running) for card in trick.cards)
    voids, barred = _shown(table, done, running, exempt)
    return Position(
        table=table,
        seat=SEATS.index(view.you),
        dealer=SEATS.index(deal.dealer),
        hand=sum(bits[card] for card in deal.hand),
        live=PACK & ~played & ~_laid_aside(view.ruleset, deal, bits),
        turned=bits[deal.turn_up],
        bids=bids,
        exempt=exempt,
        done=done,
        running=running,
        broken=deal.trump_broken,
        voids=voids,
        barred=barred,
        won=(deal.won["NS"], deal.won["EW"]),
    )


def _bid_seen(made: Bid) -> BidSeen:
    if made.bid == BOARD:
        return BidSeen(SEATS.index(made.seat), ALL_TRICKS, made.level or 1)
    return BidSeen(SEATS.index(made.seat), made.bid if isinstance(made.bid, int) else 0, 0)


def _trick_seen(trick: Trick, bits: dict[str, int]) -> TrickSeen:
    return TrickSeen(SEATS.index(trick.leader), tuple(bits[play.card] for play in trick.plays))


def _exempt(bids: Sequence[BidSeen], partners_too: bool) -> tuple[bool, bool, bool, bool]:
    boards = {made.seat for made in bids if made.bid == ALL_TRICKS}
    if partners_too:
        boards |= {seat ^ 2 for seat in boards}
    return (0 in boards, 1 in boards, 2 in boards, 3 in boards)


def _laid_aside(ruleset: Ruleset, deal: DealView, bits: dict[str, int]) -> int:
    aside = bits[deal.turn_up]
    if deal.replaced is not None:
        aside |= bits[deal.replaced[1]]
    if deal.trump is None and ruleset.joker_turned_up == "turn_next":
        # With no trump left to turn, both jokers were turned up and buried.
        aside |= JOKERS
    return aside


def _shown(
    table: Table, done: Iterable[TrickSeen], running: TrickSeen, exempt: Sequence[bool]
) -> tuple[tuple[int, int, int, int], tuple[int, int, int, int]]:
    """What the tricks so far say of each seat's hand: suits it lacks, cards it cannot hold."""
    voids = [0] * 4
    barred = [0] * 4
    broken = False
    for number, trick in enumerate((*done, running)):
        leader, cards = trick.leader, trick.cards
        if not cards:
            break
        led = cards[0]
        suit = table.suit_of[led]
        free = table.trump_lead_open(broken) or (exempt[leader] and (table.at_once or number > 0))
        if led & table.trumps and not free:
            voids[leader] |= PACK & ~table.trumps
        for place, card in enumerate(cards[1:], 1):
            seat = leader + place & 3
            if not card & suit:
                voids[seat] |= suit
            elif led >= LITTLE:
                barred[seat] |= _excluded_by_joker(table, led, card, place == 2)
        broken = broken or any(card & table.trumps for card in cards)
    barred = [cards | lacking for cards, lacking in zip(barred, voids, strict=True)]
    return (
        (voids[0], voids[1], voids[2], voids[3]),
        (barred[0], barred[1], barred[2], barred[3]),
    )


def _excluded_by_joker(table: Table, led: int, card: int, led_by_partner: bool) -> int:
    """Trumps that a seat cannot hold that answered a led joker with this trump."""
    binds = table.big if led == BIG else table.little
    if binds == NOBODY or (binds == OPPONENTS and led_by_partner):
        return 0
    return table.trumps & (-(card << 1) if led == BIG else card - 1)
