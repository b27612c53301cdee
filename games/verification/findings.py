"""What a verification finds."""

from __future__ import annotations

from typing import Final, NamedTuple


class Fault(NamedTuple):
    """The first version at which something does not hold, and what, without a word of cards."""

    version: int
    what: str


class Findings(NamedTuple):
    """For each part of the proof what is wrong first, or None."""

    chain: Fault | None = None
    replay: Fault | None = None
    shuffle: Fault | None = None
    scores: Fault | None = None

    @property
    def ok(self) -> bool:
        """Whether all of it holds."""
        return not any(self)

    @property
    def first_bad(self) -> int | None:
        """The first version at which anything does not hold."""
        return min((fault.version for fault in self if fault is not None), default=None)


GARBAGE: Final = (
    KeyError,
    TypeError,
    ValueError,
    AttributeError,
    IndexError,
    AssertionError,
    OverflowError,
    RecursionError,
)
"""What Python raises when a value of a row is not what it should be."""
