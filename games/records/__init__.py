"""A game to take away: its portable record as JSON and as a text that a person can read and type.

`parse` reads both forms, `write` makes the text. `verify_record.py` beside them stands alone: it
needs nothing of this project, and shares no rule with it.
"""

from games.records.errors import RecordError
from games.records.notation import write
from games.records.parsing import parse

__all__ = ["RecordError", "parse", "write"]
