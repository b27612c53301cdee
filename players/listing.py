"""Lists that are put together of several, so that the database reads no row that is not shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from django.db.models import F, Model, QuerySet

Row = TypeVar("Row", bound=Model)


class Found(NamedTuple):
    """Where rows of a list are found: `column` holds their ids."""

    rows: QuerySet[Any]
    column: str = "id"


@dataclass(frozen=True, slots=True)
class Listed(Generic[Row]):
    """The rows that are in any of `found`, read as `shown` does, in the order of their ids.

    Of each an index has that order: so as many ids of each as are wanted are all that is looked at,
    where one query for all would go through rows until it has found enough.
    """

    shown: QuerySet[Row]
    found: Sequence[Found]

    def first(self, number: int, *, falling: bool, beyond: tuple[str, Any] | None) -> list[Row]:
        """So many at most, `beyond` an id by a lookup such as "gt"."""
        several = [self._ids(one, falling, beyond)[:number] for one in self.found]
        ids = several[0]
        if len(several) > 1:
            ids = ids.union(*several[1:]).order_by(_by("listed", falling))[:number]
        return list(self.shown.filter(pk__in=list(ids)).order_by(_by("id", falling)))

    def _ids(
        self, found: Found, falling: bool, beyond: tuple[str, Any] | None
    ) -> QuerySet[Any, Any]:
        rows, column = found
        if beyond is not None:
            lookup, value = beyond
            rows = rows.filter(**{f"{column}__{lookup}": value})
        named = rows.order_by(_by(column, falling)).annotate(listed=F(column))
        ids: QuerySet[Any, Any] = named.values_list("listed", flat=True)
        return ids


def _by(column: str, falling: bool) -> str:
    return f"-{column}" if falling else column
