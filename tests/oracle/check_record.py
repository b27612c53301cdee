"""Checks a portable record against the naive rules, from nothing but the record itself."""

from __future__ import annotations

import copy
from typing import Any

from .cards import PACK
from .differences import differences
from .options import PRESETS, wrong_options
from .refusals import bid_refusal, card_refusal
from .rules import NaiveGame
from .shuffle import commitment, deck, first_dealer

# What an entry tells of a deal that was not played to its end.
NO_SCORE = {"contracts": None, "tricks": None, "points": None}


def check_record(record: dict[str, Any], *, rewound: bool = False) -> list[str]:
    """What is wrong with a record that has its decks; `rewound` if deals may have been dealt anew
    by a ruling."""
    try:
        head = {"format": "backalley-record", "format_version": 1}
        faults = differences(head, record) + wrong_options(record["options"])
        if record["ruleset"] not in PRESETS:
            faults.append(f"no ruleset {record['ruleset']!r}")
        if not faults:
            faults += wrong_shuffles(record)
            faults += wrong_deals(record, rewound)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        return [f"not a record: {error!r}"]
    return faults


def wrong_shuffles(record: dict[str, Any]) -> list[str]:
    """Decks and first dealer against the seed, once the record shows it."""
    fairness = record["fairness"]
    if fairness.get("seed") is None:
        return [] if record["winner"] is None else ["fairness: the game is over without its seed"]
    seed, entropy = bytes.fromhex(fairness["seed"]), fairness["entropy"]
    faults = []
    if fairness["commitment"] != commitment(seed):
        faults.append("fairness: the commitment is not that of the seed")
    if record["deals"][0]["dealer"] != first_dealer(seed, record["game"], entropy):
        faults.append("fairness: another first dealer")
    for entry in record["deals"]:
        number, attempt = entry["number"], entry["attempt"]
        if entry["deck"] != deck(seed, record["game"], number, attempt, entropy):
            faults.append(f"deal {number}.{attempt}: the deck is not that of the seed")
    return faults


def wrong_deals(record: dict[str, Any], rewound: bool) -> list[str]:
    """Every entry played through in order, then the totals."""
    decks: dict[tuple[int, int], list[str]] = {
        (entry["number"], entry["attempt"]): entry["deck"] for entry in record["deals"]
    }
    for (number, attempt), cards in decks.items():
        if sorted(cards) != sorted(PACK):
            return [f"deal {number}.{attempt}: the deck is not the pack"]

    def deck_of(number: int, attempt: int) -> list[str]:
        # A deal without an entry is dealt too, unseen: the game goes on after its last record.
        return decks.get((number, attempt), list(PACK))

    game = NaiveGame(record["options"], record["deals"][0]["dealer"], deck_of)
    starts: list[NaiveGame] = []
    faults: list[str] = []
    for entry in record["deals"]:
        where = f"deal {entry['number']}.{entry['attempt']}"
        if rewound:
            game = after_rewind(game, starts, entry)
        found = differences(game.start, entry)
        starts.append(copy.deepcopy(game))
        if not found:
            found = wrong_course(game, entry, rewound)
        faults += [f"{where}: {fault}" for fault in found]
        if found:
            return faults
    return faults + differences({"scores": game.scores(), "winner": game.winner}, record)


def after_rewind(game: NaiveGame, starts: list[NaiveGame], entry: dict[str, Any]) -> NaiveGame:
    """The game as it stands for this entry, if a ruling dealt one of the earlier deals anew."""
    used = [start for start in starts if start.number == entry["number"]]
    if not used or (game.number, game.attempt) == (entry["number"], entry["attempt"]):
        return game
    same = [start for start in used if start.deal.dealer == entry["dealer"]] or used
    anew = copy.deepcopy(same[-1])
    anew.deal_anew(max(start.attempt for start in used) + 1)
    return anew


def wrong_course(game: NaiveGame, entry: dict[str, Any], rewound: bool) -> list[str]:
    """The bids and cards of one entry, and what it says came of them."""
    deal = game.deal
    for sent in entry["bids"]:
        told = sent if isinstance(sent, dict) else {"seat": deal.turn(), "bid": sent}
        refusal = bid_refusal(game, told["seat"], told["bid"])
        if refusal is not None:
            return [f"bid {told!r} is refused: {refusal}"]
        level = game.bid(told["seat"], told["bid"])[0][1].get("level")
        if isinstance(sent, dict) and sent.get("level") != level:
            return [f"bid {told!r}, should have level {level}"]
    if deal.passed_out():
        return differences({"plays": [], **NO_SCORE}, entry)
    for card in entry["plays"]:
        seat = deal.turn()
        refusal = card_refusal(game, seat or "", card)
        if refusal is not None or seat is None:
            return [f"card {card!r} from {seat} is refused: {refusal}"]
        game.play(seat, card)
    if deal.phase() == "done":
        result = game.results[-1]
        return differences({name: result[name] for name in NO_SCORE}, entry)
    if rewound:
        return differences(NO_SCORE, entry)
    return [f"ends after {len(entry['bids'])} bids and {len(entry['plays'])} cards"]
