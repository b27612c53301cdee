"""Lists of any length: in the order of an index, counted so far as anybody leafs, and searched by
what names one thing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast
from uuid import UUID

from django.contrib import admin
from django.contrib.admin.views.main import ORDER_VAR, ChangeList
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property

from players.models import Player
from players.selectors import player_by_name

if TYPE_CHECKING:
    AnyAdmin = admin.ModelAdmin[Any]
    AnyPaginator = Paginator[Any]
else:
    # Only the type checker knows that there are several of them.
    AnyAdmin = admin.ModelAdmin
    AnyPaginator = Paginator

LONGEST: Final = 2000
"""So many rows of a list can be leafed through; whoever looks for others searches for them."""


class Sought(NamedTuple):
    """What staff have typed, and what it names: a player, or one thing by its id."""

    text: str
    ids: tuple[UUID, ...]
    player: Player | None


class FirstPages(AnyPaginator):
    """The pages that can be leafed through. Nothing behind them is counted."""

    @cached_property
    def count(self) -> int:
        """How many rows those pages have."""
        rows = cast(QuerySet[Any], self.object_list)
        return rows[:LONGEST].count()


class InOrder(ChangeList):
    """A list in the order of its page, for which there is an index, whatever the address says."""

    def get_ordering(self, request: HttpRequest, queryset: QuerySet[Any]) -> list[Any]:
        self.params.pop(ORDER_VAR, None)
        return list(super().get_ordering(request, queryset))

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        # When it is all on one page Django asks for all that there is.
        self.result_list = self.result_list[:LONGEST]


class ListAdmin(AnyAdmin):
    """A list that is searched by ids and names, and stays in its order."""

    paginator = FirstPages
    show_full_result_count = False
    sortable_by = ()
    # That there is a field to search by; what it finds is said by `matching`.
    search_fields = ("id",)

    def get_changelist(self, request: HttpRequest, **_: Any) -> type[ChangeList]:
        return InOrder

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """The rows that belong to what is named; and that none comes twice."""
        text = search_term.strip()
        if not text:
            return queryset, False
        sought = Sought(text, _ids(text), player_by_name(text))
        return self.matching(queryset, sought), False

    def matching(self, rows: QuerySet[Any], sought: Sought) -> QuerySet[Any]:
        """Of these rows those that belong to it."""
        return rows.filter(pk__in=sought.ids)


def _ids(text: str) -> tuple[UUID, ...]:
    try:
        return (UUID(text),)
    except ValueError:
        return ()
