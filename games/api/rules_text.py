"""The rules of a preset as a text for players: Markdown, in the language of the request."""

from __future__ import annotations

import json
from collections.abc import Iterator
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
    told = [
        "- " + str(words.DEPARTURE).format(option=o, value=_shown(v), default=_shown(usual[o]))
        for o, v in rules.options().items()
        if v != usual[o]
    ]
    if told:
        yield "\n".join([str(words.DEPARTURES), "", *told])
    yield str(words.MARKS)


def _told(rule: words.Words | words.Option | words.Weak, rules: Ruleset) -> str:
    if isinstance(rule, words.Option):
        return f"{_meaning(rule.name, rules.options()[rule.name])} (`{rule.name}`)"
    if isinstance(rule, words.Weak):
        return f"{rule.words} {MARK}"
    return str(rule).format(**_example(rules))


def _option(option: str, rules: Ruleset) -> Iterator[str]:
    value = rules.options()[option]
    if option in MEASURES:
        domain = str(MEASURES[option].domain).format(most=MEASURES[option].most)
        facts = {"option": option, "value": _shown(value), "domain": domain}
        yield "- " + str(words.MEASURE_IN_FORCE).format(**facts)
        return
    yield "- " + str(words.IN_FORCE).format(option=option, value=_shown(value))
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
        return ", ".join(map(str, value))
    return f"`{value}`" if isinstance(value, str) else f"`{json.dumps(value)}`"


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
