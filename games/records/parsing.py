"""From text to record: JSON as the service gives it, or the notation that people write."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from games.engine.cards import parse_card
from games.engine.ruleset import PRESETS, SWITCHES, Ruleset
from games.engine.seats import SEATS, TEAMS
from games.records.errors import RecordError
from games.records.notation import NAMES, NOTHING, dealt
from games.records.shape import FORMAT, FORMAT_VERSION, Record, checked

MOST_CHARACTERS: Final = 4_000_000
_PIECE: Final = re.compile(
    r'\s+|%[^\n]*|\[\s*(?P<name>\w+)\s+"(?P<value>(?:[^"\\]|\\.)*)"\s*\]', re.DOTALL
)
_SCORES: Final = (("tricks", "Tricks"), ("points", "Points"))
_DEAL_TAGS: Final = frozenset(
    ("Deal", "Cards", "Dealer", "TurnUp", "Trump", "Replaced", *SEATS, "Rest", "Deck")
) | {"Bids", "Play", "Contracts", "Tricks", "Points"}
_HEAD_TAGS: Final = (
    frozenset(("Game", "Ruleset", "Scores", "Winner", "Commitment", "Seed", *NAMES.values()))
    | {f"{name}Entropy" for name in NAMES.values()}
    | PRESETS["gamerules"].options().keys()
)


class _Tag(NamedTuple):
    line: int
    value: str

    def error(self, words: str) -> RecordError:
        return RecordError(_("line {line}").format(line=self.line), words)


_Tags = dict[str, _Tag]


def parse(text: str) -> Record:
    """The record in a text, which is JSON if it begins with a brace and the notation otherwise.

    The record has the shape that the contract gives it, whatever was read; what a typed one leaves
    out is empty, and its options those of the preset. Raises RecordError.
    """
    if len(text) > MOST_CHARACTERS:
        words = _("Must be {most} characters at most.").format(most=MOST_CHARACTERS)
        raise RecordError("", words)
    text = text.removeprefix("\ufeff")
    return checked(_json(text) if text.lstrip().startswith("{") else _notation(text))


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except RecursionError:
        raise RecordError("", _("Is nested too deeply.")) from None
    except ValueError:
        raise RecordError("", _("Is not JSON.")) from None


def _notation(text: str) -> Any:
    head, *deals = _parts(text)
    options = {name: head[name] for name in PRESETS["gamerules"].options() if name in head}
    fairness: Record = {
        "commitment": _value(head, "Commitment", ""),
        "entropy": {seat: _value(head, f"{name}Entropy", "") for seat, name in NAMES.items()},
    }
    if "Seed" in head:
        fairness["seed"] = head["Seed"].value
    record: Record = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "game": _value(head, "Game", ""),
        "ruleset": _needed(head, "Ruleset").value.lower(),
        "options": {name: _option(name, tag) for name, tag in options.items()},
        "seats": {seat: _holder(head.get(name)) for seat, name in NAMES.items()},
        "scores": _by_team(_needed(head, "Scores")),
        "winner": _value(head, "Winner", None),
        "fairness": fairness,
    }
    rules = PRESETS.get(record["ruleset"], Ruleset())
    sizes = record["options"].get("hand_sizes", rules.hand_sizes)
    return {**record, "deals": [_deal(tags, sizes) for tags in deals]}


def _parts(text: str) -> list[_Tags]:
    """The tags of the whole game, then those of each attempt at a deal."""
    parts: list[_Tags] = [{}]
    for name, tag in _tags(text):
        if name == "Deal":
            parts.append({})
        known = _HEAD_TAGS if len(parts) == 1 else _DEAL_TAGS
        if name not in known:
            raise tag.error(_("There is no tag “{name}” here.").format(name=name))
        if name in parts[-1]:
            raise tag.error(_("The tag “{name}” stands here twice.").format(name=name))
        parts[-1][name] = tag
    return parts


def _tags(text: str) -> Iterator[tuple[str, _Tag]]:
    place, line = 0, 1
    while place < len(text):
        piece = _PIECE.match(text, place)
        tag = _Tag(line, "")
        if piece is None:
            raise tag.error(_('Expected a tag such as [Dealer "N"], or a remark after %.'))
        if piece["name"] is not None:
            try:
                # A list may go over several lines.
                value = json.loads(f'"{piece["value"]}"', strict=False)
            except ValueError:
                raise tag.error(_('Only \\" and \\\\ are written with a backslash.')) from None
            yield piece["name"], tag._replace(value=value)
        line += piece[0].count("\n")
        place = piece.end()


def _needed(tags: _Tags, name: str) -> _Tag:
    if name not in tags:
        place = tags.get("Deal", _Tag(1, ""))
        raise place.error(_("The tag “{name}” is missing.").format(name=name))
    return tags[name]


def _value(tags: _Tags, name: str, default: str | None) -> str | None:
    return tags[name].value if name in tags else default


def _option(name: str, tag: _Tag) -> Any:
    if name == "hand_sizes":
        return [_whole(tag, word) for word in tag.value.split()]
    if name in SWITCHES:
        return {"true": True, "false": False}.get(tag.value, tag.value)
    if tag.value == NOTHING:
        return None
    return int(tag.value) if re.fullmatch(r"[0-9]{1,9}", tag.value) else tag.value


def _holder(tag: _Tag | None) -> Record | None:
    if tag is None or tag.value == "empty":
        return None
    away = tag.value.startswith("away ")
    kind, _space, name = tag.value.removeprefix("away ").partition(" ")
    if kind not in ("player", "bot", "somebody"):
        raise tag.error(_("Expected “player NAME”, “bot LEVEL” or “empty”."))
    return {
        "player": name if kind == "player" else None,
        "bot": name if kind == "bot" else None,
        "autopilot": away,
    }


def _deal(tags: _Tags, sizes: list[int] | tuple[int, ...]) -> Record:
    number, _dot, attempt = tags["Deal"].value.partition(".")
    which = _whole(tags["Deal"], number)
    usual = str(sizes[which - 1]) if 0 < which <= len(sizes) else "13"
    trump = _needed(tags, "Trump").value.upper()
    deal: Record = {
        "number": which,
        "attempt": _whole(tags["Deal"], attempt) if attempt else 1,
        "hand_size": _whole(tags["Deal"], str(_value(tags, "Cards", usual))),
        "dealer": _needed(tags, "Dealer").value.upper(),
        "turn_up": _card(tags["TurnUp"], _needed(tags, "TurnUp").value),
        "trump": None if trump == NOTHING else trump,
        "replaced": _replaced(tags["Replaced"]) if "Replaced" in tags else None,
        "bids": _bids(tags["Bids"]) if "Bids" in tags else [],
        "plays": _cards(tags["Play"]) if "Play" in tags else [],
        "contracts": _contracts(tags["Contracts"]) if "Contracts" in tags else None,
    }
    for field, name in _SCORES:
        deal[field] = _by_team(tags[name]) if name in tags else None
    return {**deal, **_hands_and_deck(tags, deal)}


def _hands_and_deck(tags: _Tags, deal: Mapping[str, Any]) -> Record:
    found: Record = {}
    if any(seat in tags for seat in SEATS):
        found["hands"] = {seat: _cards(_needed(tags, seat)) for seat in SEATS}
    if "Deck" in tags:
        found["deck"] = _cards(tags["Deck"])
    elif "Rest" in tags:
        known = None
        if "hands" in found and deal["dealer"] in SEATS:
            known = dealt({**deal, **found})
        if known is None:
            words = _("A rest of the deck needs four hands of as many cards as were dealt.")
            raise tags["Rest"].error(words)
        found["deck"] = known + _cards(tags["Rest"])
    return found


def _replaced(tag: _Tag) -> Record:
    words = tag.value.upper().split()
    if len(words) not in (2, 3):
        raise tag.error(_("Expected a seat, the joker laid aside, and the card drawn for it."))
    replaced = {"seat": words[0], "joker": words[1]}
    return replaced if len(words) == 2 else {**replaced, "drawn": _card(tag, words[2])}


def _bids(tag: _Tag) -> list[Record]:
    made = []
    for part in tag.value.split(","):
        words = part.split()
        if len(words) not in (2, 3):
            raise tag.error(_("Expected bids such as “N pass, E 3, S board 1”."))
        bid = words[1].lower()
        one: Record = {
            "seat": words[0].upper(),
            "bid": bid if bid in ("pass", "board") else _whole(tag, bid),
        }
        made.append(one if len(words) == 2 else {**one, "level": _whole(tag, words[2])})
    return made


def _contracts(tag: _Tag) -> Record:
    found: Record = {}
    for part in tag.value.split(","):
        words = part.split()
        if len(words) != 2 and (len(words) != 4 or words[2].lower() != "board"):
            raise tag.error(_("Expected contracts such as “NS 4, EW 9 board 1”."))
        board = _whole(tag, words[3]) if len(words) == 4 else 0
        found[words[0].upper()] = {"tricks": _whole(tag, words[1]), "board": board}
    return _both_teams(tag, found)


def _by_team(tag: _Tag) -> Record:
    found: Record = {}
    for part in tag.value.split(","):
        words = part.split()
        if len(words) != 2:
            raise tag.error(_("Expected a number for each team, as in “NS 4, EW 9”."))
        found[words[0].upper()] = _whole(tag, words[1])
    return _both_teams(tag, found)


def _both_teams(tag: _Tag, found: Record) -> Record:
    if set(found) != set(TEAMS):
        raise tag.error(_("Expected a number for each team, as in “NS 4, EW 9”."))
    return {team: found[team] for team in TEAMS}


def _cards(tag: _Tag) -> list[str]:
    return [_card(tag, word) for word in tag.value.replace("/", " ").split()]


def _card(tag: _Tag, word: str) -> str:
    try:
        return parse_card(word)
    except ValueError:
        raise tag.error(_("{word} is no card.").format(word=word[:20])) from None


def _whole(tag: _Tag, word: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,10}", word):
        raise tag.error(_("{word} is no whole number.").format(word=word[:20]))
    return int(word)
