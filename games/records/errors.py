"""Why something is no record."""

from __future__ import annotations


class RecordError(ValueError):
    """What was read is no record: `place` says where (a field's path or a line), `words` why not.

    Both are meant for people; `words` are in the language of the moment.
    """

    def __init__(self, place: str, words: str) -> None:
        super().__init__(f"{place}: {words}" if place else words)
        self.place = place
        self.words = words
