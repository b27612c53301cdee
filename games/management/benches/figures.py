"""Figures of a bench, taken in rounds: the lowest, the median and the highest of each."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rich.table import Table


class Figure(NamedTuple):
    """One figure over all rounds; `words` say what was counted."""

    words: str
    lowest: float
    median: float
    highest: float


class Report(NamedTuple):
    """What a bench found: a title, plain facts about what was measured, and its figures."""

    title: str
    facts: Mapping[str, Any]
    figures: Mapping[str, Figure]

    def json(self) -> dict[str, Any]:
        """For programs: the facts, and of each figure lowest, median and highest."""
        return {**self.facts, **{name: list(one[1:]) for name, one in self.figures.items()}}

    def table(self) -> Table:
        """For people."""
        facts = ", ".join(f"{name} {value}" for name, value in self.facts.items())
        table = Table(title=self.title, caption=facts)
        table.add_column("")
        for column in ("lowest", "median", "highest"):
            table.add_column(column, justify="right")
        for one in self.figures.values():
            table.add_row(one.words, *(f"{value:,.2f}" for value in one[1:]))
        return table


def figure(words: str, values: Sequence[float]) -> Figure:
    """The figure that these rounds gave."""
    return Figure(words, min(values), statistics.median(values), max(values))


def ratio(words: str, values: Sequence[float], reference: Sequence[float]) -> Figure:
    """What was measured to its reference, round by round: a busy machine slows both."""
    return figure(words, [one / other for one, other in zip(values, reference, strict=True)])
