"""Old shapes of stored events, lifted step by step to the present one.

An upcaster takes the JSON data of one schema version to the next: plain dictionaries, no classes,
because the classes know only the present. Nothing stored is ever rewritten.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

Data = dict[str, Any]

UPCASTERS: Final[dict[tuple[str, int], Callable[[Data], Data]]] = {}
"""By stored name and the schema version that the upcaster lifts by one."""


def upcast(name: str, stored: int, present: int, data: Data) -> Data:
    """The data of an event stored under schema version `stored`, in the shape of `present`.

    Raises KeyError when a step is missing, as for a schema version not yet known here.
    """
    for schema in range(stored, present):
        data = UPCASTERS[name, schema](data)
    if stored > present:
        raise KeyError((name, stored))
    return data
