"""Long lists in pages: a cursor stands between two rows of a total order, so that no row is
missed or seen twice whatever is added meanwhile.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Generic, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import F, Model, Q, QuerySet
from django.db.models.fields.tuple_lookups import (
    Tuple,
    TupleGreaterThan,
    TupleGreaterThanOrEqual,
    TupleLessThan,
    TupleLessThanOrEqual,
)
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, inline_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from players.api.fields import QueryWhole
from players.errors import Problem, invalid
from players.listing import Listed

DEFAULT_LIMIT: Final = 50
MAX_LIMIT: Final = 100
Row = TypeVar("Row", bound=Model)
Item = TypeVar("Item")

# Where a page lies from the cursor's key, in the order of the list.
AFTER, FROM, BEFORE, UP_TO = "a", "f", "b", "u"
LOOKUPS = {AFTER: "gt", FROM: "gte", BEFORE: "lt", UP_TO: "lte"}
COMPARED: Final[Mapping[str, type[Any]]] = {
    "gt": TupleGreaterThan,
    "gte": TupleGreaterThanOrEqual,
    "lt": TupleLessThan,
    "lte": TupleLessThanOrEqual,
}
MIRRORED = {"gt": "lt", "gte": "lte", "lt": "gt", "lte": "gte"}
MARK: Final = 6
"""So many letters of a cursor say which list it is of."""


class PageQuery(serializers.Serializer[Any]):
    """The parameters that every list takes."""

    limit = QueryWhole(
        min_value=1,
        max_value=MAX_LIMIT,
        default=DEFAULT_LIMIT,
        help_text="How many at most, 1 to 100.",
    )
    cursor = serializers.CharField(
        required=False,
        max_length=200,
        help_text="From the `next` or `previous` of another page of this list.",
    )


@dataclass(frozen=True, slots=True)
class Page(Generic[Item]):
    """Some items of a list, with the addresses of the pages after and before."""

    items: Sequence[Item]
    next: str | None
    previous: str | None

    def shown(self, show: Callable[[Item], Any]) -> dict[str, Any]:
        """The page as every list of the service answers it."""
        return {
            "results": [show(item) for item in self.items],
            "next": self.next,
            "previous": self.previous,
        }


def listed(item: type[serializers.Serializer[Any]]) -> serializers.Serializer[Any]:
    """The shape of a page of such items, for the OpenAPI document."""
    return inline_serializer(
        f"{item.__name__}List",
        {
            "results": item(many=True),
            "next": serializers.URLField(allow_null=True),
            "previous": serializers.URLField(allow_null=True),
        },
    )


def one_page(item: type[serializers.Serializer[Any]], example: Any) -> OpenApiResponse:
    """The answer that is a page of such items, for the OpenAPI document."""
    page = {"results": [example], "next": None, "previous": None}
    return OpenApiResponse(listed(item), examples=[OpenApiExample("One page", page)])


def page_of(
    request: Request,
    rows: QuerySet[Row] | Listed[Row],
    *,
    by: str | tuple[str, ...],
    limit: int,
    cursor: str | None = None,
) -> Page[Row]:
    """The page of `rows` at the cursor, in the order of the unique column `by` ("-id": falling).

    Of several columns, all rising or all falling, the last is unique. Raises Problem
    `invalid-request` for a cursor that this list never gave out.
    """
    columns = (by,) if isinstance(by, str) else by
    keys, falling = [column.lstrip("-") for column in columns], columns[0].startswith("-")
    side, values = AFTER, None
    if cursor is not None:
        model = rows.shown.model if isinstance(rows, Listed) else rows.model
        side, values = read_cursor(request.path, cursor, partial(_values, model, keys))
    backwards = side in (BEFORE, UP_TO)
    lookup = MIRRORED[LOOKUPS[side]] if falling else LOOKUPS[side]
    # One more than asked for shows whether there is another page that way.
    if isinstance(rows, Listed):
        beyond = None if values is None else (lookup, values[0])
        found = rows.first(limit + 1, falling=falling != backwards, beyond=beyond)
    else:
        if values is not None:
            rows = rows.filter(_beyond(keys, values, lookup))
        order = keys if falling == backwards else [f"-{key}" for key in keys]
        found = list(rows.order_by(*order)[: limit + 1])
    more, shown = len(found) > limit, found[:limit]
    if backwards:
        shown.reverse()

    def link(side: str, at: Iterable[Any]) -> str:
        return page_at(request, side, " ".join(map(str, at)))

    if not shown:
        # What the cursor stood at may have gone since; the way back leads to what is there.
        return Page(
            [],
            next=link(FROM, values) if values is not None and backwards else None,
            previous=link(UP_TO, values) if values is not None and not backwards else None,
        )
    following, preceding = (
        link(AFTER, (getattr(shown[-1], key) for key in keys)),
        link(BEFORE, (getattr(shown[0], key) for key in keys)),
    )
    if backwards:
        return Page(shown, next=following, previous=preceding if more else None)
    return Page(
        shown,
        next=following if more else None,
        previous=preceding if values is not None else None,
    )


def page_at(request: Request, side: str, value: Any) -> str:
    """The address of the page of the same list on that side of a value."""
    cursor = cursor_at(request.path, side, value)
    return str(replace_query_param(request.build_absolute_uri(), "cursor", cursor))


def cursor_at(path: str, side: str, value: Any) -> str:
    """A place in the list that is at this path, in letters that tell a client nothing."""
    text = f"{side}{_mark_of(path)}{value}"
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def read_cursor(path: str, cursor: str, parse: Callable[[str], Any]) -> tuple[str, Any]:
    """The side and the value of which `cursor_at` made a cursor for this path.

    Raises Problem `invalid-request` for anything else, a cursor of another list too; `parse` raises
    ValueError or Django's ValidationError for what is no value of this list.
    """
    padded = cursor + "=" * (-len(cursor) % 4)
    try:
        text = base64.b64decode(padded, altchars=b"-_", validate=True).decode("ascii")
        side, mark, rest = text[:1], text[1 : MARK + 1], text[MARK + 1 :]
        value = parse(rest) if mark == _mark_of(path) else None
    except (binascii.Error, ValueError, ValidationError):
        raise _no_cursor() from None
    if side not in LOOKUPS or value is None:
        raise _no_cursor()
    return side, value


def _mark_of(path: str) -> str:
    """By which a list knows its own cursors; ids in its path are read in either case."""
    return hashlib.sha256(path.lower().encode()).hexdigest()[:MARK]


def _values(model: type[Model], keys: Sequence[str], text: str) -> list[Any]:
    """What these columns hold where a cursor stands."""
    fields: list[Any] = [model._meta.get_field(key) for key in keys]
    parts = zip(fields, text.split(" "), strict=True)
    # What no row could hold, a number beyond all that the column has, is of no page either.
    return [field.clean(part, None) for field, part in parts]


def _beyond(keys: Sequence[str], values: Sequence[Any], lookup: str) -> Any:
    """Which rows stand on that side of these values, the first column counting most."""
    if len(keys) == 1:
        return Q(**{f"{keys[0]}__{lookup}": values[0]})
    # As one comparison of rows, for which an index of these columns is good.
    return COMPARED[lookup](Tuple(*map(F, keys)), tuple(values))


def _no_cursor() -> Problem:
    return invalid("cursor", _("Must come from the next or previous of another page."))
