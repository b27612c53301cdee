#!/usr/bin/env python3
"""Checks the record of a game of Back Alley, from nothing but the record itself.

    python3 verify_record.py record.json

It says for each deal what holds and what does not, and ends with status 1 if anything fails. It is
one file that needs only Python 3.11, so that anybody can read it: it deals every deck again from
the seed, and plays every deal again by the rules. While a game runs its seed is secret, and for who
does not sit in it the hands; then it checks what there is.

First comes the shuffle, then the rules, then the checks; `check`, near the end, calls them all.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import struct
import sys
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

Record = dict[str, Any]
Table = list[tuple[str, Any]]  # bids or cards, each with its seat
Totals = set[tuple[int, int]]  # of NS and of EW, as far as they are known

SEATS = "NESW"
LEFT = dict(zip("NESW", "ESWN", strict=True))
TEAM = {"N": "NS", "E": "EW", "S": "NS", "W": "EW"}
RANKS = "23456789TJQKA"
PACK = [rank + suit for suit in "CDHS" for rank in RANKS] + ["LB", "BB"]
HEIGHT = {card: RANKS.find(card[0]) for card in PACK} | {"LB": 13, "BB": 14}
OTHER_JOKER = {"BB": "LB", "LB": "BB"}
MOST_TOTALS = 10_000  # games that were played and ruled on have a few
# What Python raises of a record that is none.
NOT_SO = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)


# The shuffle: HMAC-SHA256 of the seed gives words, and the words exchange the cards.


def words(record: Record, what: str, *which: int) -> Iterator[int]:
    """The endless 32-bit numbers that decide what the players' entropy has a part in."""
    seed, entropy = bytes.fromhex(record["fairness"]["seed"]), record["fairness"]["entropy"]
    message = "|".join([what, record["game"], *map(str, which), *(entropy[s] for s in SEATS)])
    for counter in count():
        block = hmac.digest(seed, message.encode() + counter.to_bytes(4, "big"), "sha256")
        yield from struct.unpack(">8I", block)


def below(limit: int, source: Iterator[int]) -> int:
    """The next number from 0 to limit − 1; words that would favour some of them are passed over."""
    fair = 2**32 - 2**32 % limit
    return next(word for word in source if word < fair) % limit


def shuffled(record: Record, number: int, attempt: int) -> list[str]:
    """The deck that the seed gives for an attempt at a deal."""
    source, deck = words(record, "backalley-shuffle-1", number, attempt), list(PACK)
    for i in range(53, 0, -1):
        j = below(i + 1, source)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


# The rules. `options` are the record's, `size` is the number of cards a hand.


def deal_out(options: Record, size: int, dealer: str, deck: list[str]) -> Record:
    """Hands, turn-up, trump and an exchanged joker, of a deck dealt from the dealer's left."""
    hands, seat, replaced = {}, dealer, None
    for place in range(4):
        seat = LEFT[seat]
        hands[seat] = deck[place : 4 * size : 4]
    turn_up, *stock = deck[4 * size :]
    trump, rule = options["fixed_trump"], options["joker_turned_up"]
    if trump is None:
        while rule == "turn_next" and turn_up in OTHER_JOKER and stock:
            turn_up, *stock = stock
        trump, joker = None if turn_up in OTHER_JOKER else turn_up[1], OTHER_JOKER.get(turn_up)
        for seat, hand in hands.items():
            if rule == "exchange" and joker in hand:
                hands[seat] = [stock[0] if card == joker else card for card in hand]
                replaced = {"seat": seat, "joker": joker, "drawn": stock[0]}
    return {"turn_up": turn_up, "trump": trump, "replaced": replaced, "hands": hands}


def may_bid(options: Record, size: int, bids: Table, seat: str, bid: Any) -> bool:
    """Whether the seat may bid so after these bids."""
    partner = dict(bids).get(LEFT[LEFT[seat]], "pass")
    if bid == "board":
        return partner != "board" or options["partner_may_raise_board"] is True
    if type(bid) is not int:
        return bool(bid == "pass")
    together = bid + (partner if isinstance(partner, int) else 0)
    most = size if options["bid_n_as_number"] else size - 1
    return 1 <= bid <= most and (together <= size or options["bid_sum_over_hand"] != "refuse")


def contracts_of(options: Record, size: int, bids: Table) -> Record:
    """What each team has to take; a board counts at the team's highest level."""
    boards = [seat for seat, bid in bids if bid == "board"]
    contracts = {}
    for team in ("NS", "EW"):
        level = max((i + 1 for i, seat in enumerate(boards) if TEAM[seat] == team), default=0)
        total = sum(b for seat, b in bids if TEAM[seat] == team and isinstance(b, int))
        if level or (options["bid_sum_over_hand"] == "cap" and total > size):
            total = size
        contracts[team] = {"tricks": total, "board": level}
    return contracts


def leader_of(bids: Table) -> str:
    """Who leads first: the last board, or else the first of the highest numbers."""
    boards = [seat for seat, bid in bids if bid == "board"]
    numbers = {seat: bid for seat, bid in bids if isinstance(bid, int)}
    return boards[-1] if boards else max(numbers, key=numbers.__getitem__)


def is_trump(card: str, trump: str | None) -> bool:
    """Jokers belong to the trump suit."""
    return card in OTHER_JOKER or card[1] == trump


def winner_of(trick: Table, trump: str | None) -> str:
    """The highest trump wins, or else the highest card of the suit led."""
    trumps = [play for play in trick if is_trump(play[1], trump)]
    led = [play for play in trick if play[1][1] == trick[0][1][1]]
    return str(max(trumps or led, key=lambda play: HEIGHT[play[1]])[0])


def may_play(options: Record, deal: Record, hand: list[str], tricks: list[Table], seat: str) -> Any:
    """The cards that the seat may play to the last of these tricks."""
    trump, trick = deal["trump"], tricks[-1]
    trumps = [card for card in hand if is_trump(card, trump)]
    if not trick:
        bidders = {made["seat"] for made in deal["bids"] if made["bid"] == "board"}
        whose = {seat, LEFT[LEFT[seat]]} if options["board_lead"] == "team" else {seat}
        begun = len(tricks) > 1 or options["board_leads_trump_at_once"]
        exempt = begun and whose & bidders
        broken = any(is_trump(card, trump) for past in tricks for _, card in past)
        rule = options["trump_lead"]
        free = exempt or rule == "free" or (rule == "when_broken" and broken)
        return hand if free or trumps == hand else [card for card in hand if card not in trumps]
    leader, led = trick[0]
    if not is_trump(led, trump):
        return [card for card in hand if card not in OTHER_JOKER and card[1] == led[1]] or hand
    asked = {"BB": options["big_blooper_lead"], "LB": options["little_blooper_lead"]}.get(led)
    bound = asked == "all" or (asked == "opponents" and TEAM[seat] != TEAM[leader])
    if trumps and bound:
        return [(max if led == "BB" else min)(trumps, key=HEIGHT.__getitem__)]
    return trumps or hand


def points_of(options: Record, size: int, contract: Record, taken: int) -> int:
    """What a team scores."""
    if contract["board"]:
        level = contract["board"]
        times = 2 ** (level - 1) if options["board_multiplier"] == "doubling" else level
        stake = options["board_points"] * size * times
        return int(stake if taken == size else -stake)
    stake = options["points_per_trick"] * contract["tricks"]
    over = taken - contract["tricks"]
    return int(-stake if over < 0 else stake + options["points_per_overtrick"] * over)


# The checks. Each gives sentences on what does not hold.


def check_cards(record: Record, deal: Record) -> Iterator[str]:
    """The deck against the seed, and what was dealt against the deck."""
    deck = deal["deck"]
    if sorted(deck) != sorted(PACK):
        yield "the deck is not the 54 cards"
        return
    if "seed" in record["fairness"] and deck != shuffled(record, deal["number"], deal["attempt"]):
        yield "the deck is not the one that the seed gives"
    dealt = deal_out(record["options"], deal["hand_size"], deal["dealer"], deck)
    for name in ("turn_up", "trump", "replaced"):
        if deal[name] != dealt[name]:
            yield f"{name} should be {json.dumps(dealt[name])}"
    for seat, hand in dealt["hands"].items():
        if sorted(deal["hands"][seat]) != sorted(hand):
            yield f"the hand of {seat} is not what this deck gives"


def check_bids(options: Record, deal: Record) -> Iterator[str]:
    """Each seat once, from the dealer's left, what it may bid."""
    seat, bids = deal["dealer"], list[tuple[str, Any]]()
    for made in deal["bids"]:
        seat, bid = LEFT[seat], made["bid"]
        boards = sum(past == "board" for _, past in bids)
        level = boards + 1 if bid == "board" else None
        legal = len(bids) < 4 and may_bid(options, deal["hand_size"], bids, seat, bid)
        if made["seat"] != seat or not legal or made.get("level") != level:
            yield f"bid {len(bids) + 1}, {bid} by {made['seat']}, is not what may be bid here"
            return
        bids.append((seat, bid))


def check_play(options: Record, deal: Record) -> Iterator[str]:
    """Each card one that may be played, and the results what comes of it."""
    bids, size = [(made["seat"], made["bid"]) for made in deal["bids"]], deal["hand_size"]
    if deal["plays"] and (len(bids) < 4 or all(bid == "pass" for _, bid in bids)):
        yield "cards were played after no bidding"
        return
    tricks = tricks_of(deal, leader_of(bids)) if deal["plays"] else []
    hands = deal.get("hands") or {s: [c for t in tricks for p, c in t if p == s] for s in SEATS}
    left, taken = {seat: list(hand) for seat, hand in hands.items()}, {"NS": 0, "EW": 0}
    for number, trick in enumerate(tricks):
        for place, (seat, card) in enumerate(trick):
            so_far, hand = [*tricks[:number], trick[:place]], left[seat]
            if card not in hand or card not in may_play(options, deal, hand, so_far, seat):
                yield f"card {4 * number + place + 1}, {card} by {seat}, may not be played here"
                return
            hand.remove(card)
        if len(trick) == 4:
            taken[TEAM[winner_of(trick, deal["trump"])]] += 1
    contracts = contracts_of(options, size, bids)
    points = {team: points_of(options, size, contracts[team], taken[team]) for team in taken}
    results = {"contracts": contracts, "tricks": taken, "points": points}
    for name, result in results.items():
        wanted = result if sum(taken.values()) == size else None
        if deal[name] != wanted:
            yield f"{name} should be {json.dumps(wanted)}"


def tricks_of(deal: Record, leader: str) -> list[Table]:
    """The cards played, trick by trick, each with its seat; the last trick may be unfinished."""
    tricks: list[Table] = []
    for first in range(0, len(deal["plays"]), 4):
        trick: Table = []
        for card in deal["plays"][first : first + 4]:
            trick.append((LEFT[trick[-1][0]] if trick else leader, card))
        tricks.append(trick)
        leader = winner_of(trick, deal["trump"])
    return tricks


class Order:
    """Which deals may come next, by number and dealer, and the totals that may stand by then."""

    def __init__(self, options: Record) -> None:
        self.options, self.sizes = options, options["hand_sizes"]
        self.totals: Totals = {(0, 0)}
        self.next = {(1, seat): self.totals for seat in SEATS}
        self.stood: dict[tuple[int, str], Totals] = {}  # all deals so far, with the totals before
        self.attempts: dict[int, int] = {}

    def check(self, deal: Record) -> Iterator[str]:
        """This deal after those before."""
        number, place = deal["number"], (deal["number"], deal["dealer"])
        if deal["attempt"] != self.attempts.get(number, 0) + 1:
            yield "its attempt is not one more than the last"
        if deal["hand_size"] != (self.sizes[number - 1] if number <= len(self.sizes) else 13):
            yield "the hands are not of the size that this deal has"
        if place not in self.next:
            yield "it does not follow the deal before"
        self.attempts[number] = deal["attempt"]
        self.totals = self.next.get(place, self.totals)
        if len(self.totals) > MOST_TOTALS:
            raise ValueError("too many rulings to be followed")
        self.stood[place] = self.stood.get(place, set()) | self.totals
        self.next = self.after(deal)

    def after(self, deal: Record) -> dict[tuple[int, str], Totals]:
        """What may come after this deal; nothing if it was the last."""
        number, dealer, options = deal["number"], deal["dealer"], self.options
        if deal["points"] is not None:
            north, east = deal["points"]["NS"], deal["points"]["EW"]
            self.totals = {(ns + north, ew + east) for ns, ew in self.totals}
            tied = options["tie"] == "extra_deal" and any(ns == ew for ns, ew in self.totals)
            more = number < len(self.sizes) or (tied and number == len(self.sizes))
            return {(number + 1, LEFT[dealer]): self.totals} if more else {}
        if [made["bid"] for made in deal["bids"]] == ["pass"] * 4:
            by = dealer if options["all_pass"] == "same_dealer" else LEFT[dealer]
            return {(number, by): self.totals}
        # It was given up, which only a ruling does: a deal that stood is dealt anew. Which of the
        # totals that it had stand again, the record does not say.
        return dict(self.stood)


def check_game(record: Record, order: Order) -> Iterator[str]:
    """What is said of the whole game."""
    fairness, winner, scores = record["fairness"], record["winner"], record["scores"]
    if (record["format"], record["format_version"]) != ("backalley-record", 1):
        yield "the format is not backalley-record 1"
    if "seed" in fairness:
        seed = bytes.fromhex(fairness["seed"])
        if hashlib.sha256(seed).hexdigest() != fairness["commitment"]:
            yield "the seed is not the one that was committed to"
        dealer = SEATS[below(4, words(record, "backalley-dealer-1"))]
        if record["deals"] and record["deals"][0]["dealer"] != dealer:
            yield "the first dealer is not the one that the seed gives"
    elif winner is not None:
        yield "the game is over without its seed"
    if (scores["NS"], scores["EW"]) not in order.totals:
        yield "the scores are not those of the deals"
    if winner is not None:
        level = scores["NS"] == scores["EW"]
        if winner != ("tie" if level else max(("NS", "EW"), key=lambda team: scores[team])):
            yield "the winner is not whom the scores make it"
        if order.next:
            yield "the last deal is missing"


def check(record: Record) -> list[tuple[str, list[str]]]:
    """For each deal, and then for the whole game, what does not hold."""
    found, title = list[tuple[str, list[str]]](), "the record"
    try:
        if not isinstance(record, dict):
            raise ValueError("it is no JSON object")
        options, order = record["options"], Order(record["options"])
        for deal in record["deals"]:
            title = f"deal {deal['number']}, attempt {deal['attempt']}"
            if deal["hand_size"] not in range(1, 14):
                raise ValueError("there are no hands of that size")
            faults = list(order.check(deal))
            # Where the seed is told nothing is secret any more.
            if "deck" in deal or "seed" in record["fairness"]:
                faults += check_cards(record, deal)
            faults += list(check_bids(options, deal)) or check_play(options, deal)
            found.append((title, faults))
            title = "the record"
        found.append(("the game", list(check_game(record, order))))
    except NOT_SO as error:
        found.append((title, [f"cannot be read: {error!r}"]))
    return found


def main(path: str, say: Callable[[str], object] = print) -> int:
    """Check the record in this file, and say what was found, a line each; the exit status."""
    try:
        with open(path, "rb") as file:
            # Python would take NaN for a number; int does not.
            record = json.loads(file.read().decode("utf-8-sig"), parse_constant=int)
        found = check(record)
    except (OSError, ValueError, RecursionError) as error:
        found = [("the file", [f"cannot be read as JSON: {error}"])]
    for title, faults in found:
        # Whatever stands in a record, this is one line, and any terminal can show it.
        line = f"{title}: {'; '.join(faults) or 'holds'}"
        say(line.encode("unicode_escape").decode())
    return 1 if any(faults for _, faults in found) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
