"""The rules of a preset as a text for players: Markdown, in the language of the request."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from games.api import rules_words as words
from games.api.option_words import EFFECTS, MEASURES, WEAKEST
from games.engine.bidding import Contract
from games.engine.ruleset import PRESETS, Ruleset
from games.engine.scoring import points

MARK: Final = "†"


def title_of(rules: Ruleset) -> str:
    """What the text is called."""
    return str(words.TITLE).format(ruleset=rules.name)


def text_of(rules: Ruleset) -> str:
    """The whole text: the rules in force, and for each option what else it could be."""
    paragraphs = [f"# {title_of(rules)}", str(words.INTRODUCTION), *_described(rules)]
    for section in words.SECTIONS:
        told = [f"- {_told(rule, rules)}" for rule in section.rules]
        paragraphs += [f"## {section.title}", "\n".join(told)]
    options = "\n".join(line for option in rules.options() for line in _option(option, rules))
    paragraphs += [f"## {words.OPTIONS}", str(words.OTHER_RULES), options]
    return "\n\n".join(paragraphs) + "\n"


def _described(rules: Ruleset) -> Iterator[str]:
    yield str(words.PRESETS[rules.name])
    usual = next(iter(PRESETS.values())).options()
    departures = [f"`{option}`" for option, v in rules.options().items() if v != usual[option]]
    if departures:
        yield str(words.DEPARTURES).format(options=", ".join(departures))
    yield str(words.MARKS)


def _told(rule: words.Words | words.Option | words.Weak, rules: Ruleset) -> str:
    if isinstance(rule, words.Option):
        return f"{_meaning(rule.name, rules.options()[rule.name])} (`{rule.name}`)"
    if isinstance(rule, words.Weak):
        return f"{rule.words} {MARK}"
    return str(rule).format(**_example(rules))


def _option(option: str, rules: Ruleset) -> Iterator[str]:
    value = rules.options()[option]
    line = f"- `{option}`: {_shown(value)}"
    if option in MEASURES:
        domain = str(MEASURES[option].domain).format(most=MEASURES[option].most)
        yield f"{line} ({domain})"
        return
    yield line
    # Values that mean the same are told in one breath.
    others: dict[str, list[str]] = {}
    for other in EFFECTS[option]:
        if other != value:
            others.setdefault(_meaning(option, other), []).append(_shown(other))
    for meaning, values in others.items():
        yield f"  - {', '.join(values)}: {meaning}"


def _meaning(option: str, value: Any) -> str:
    if option in MEASURES:
        facts = {"value": _shown(value), "count": len(value)} if _many(value) else {"value": value}
        return str(MEASURES[option].meaning.format(**facts))
    meaning = str(EFFECTS[option][value])
    return f"{meaning} {MARK}" if (option, value) in WEAKEST.items() else meaning


def _shown(value: Any) -> str:
    """A value as a client sends it; but numbers of cards as people write them."""
    if _many(value):
        return ", ".join(_runs(value))
    return f"`{value}`" if isinstance(value, str) else f"`{json.dumps(value)}`"


def _runs(sizes: Sequence[int]) -> Iterator[str]:
    """Numbers one by one, but `13 … 1` for three and more in a row."""
    at = 0
    while at < len(sizes):
        end = at
        while end + 1 < len(sizes) and sizes[end + 1] - sizes[end] == sizes[at + 1] - sizes[at]:
            end += 1
        if abs(sizes[end] - sizes[at]) == end - at > 1:
            yield f"{sizes[at]} … {sizes[end]}"
        else:
            end = at
            yield str(sizes[at])
        at = end + 1


def _many(value: Any) -> bool:
    return isinstance(value, list)


def _example(rules: Ruleset) -> dict[str, str]:
    """The scores of the text's examples, by the rules themselves."""
    seven, double = Contract(7, board=0), Contract(5, board=2)
    scores = {
        "made": points(seven, 9, 13, rules),
        "missed": points(seven, 6, 13, rules),
        "board_made": points(double, 5, 5, rules),
        "board_missed": points(double, 4, 5, rules),
    }
    return {name: f"{score:+}".replace("-", "−") for name, score in scores.items()}
