"""How the rows of an event are called in an archive, and which row a name there leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any

from django.db import models

from core import canonical
from tdapp.desk.models import Result
from tdapp.events.models import Division, Entrant, Event, Table


class Book:
    """The rows of an event that others refer to, under the names an archive has for them; `private`: of which archive."""

    def __init__(self, event: Event, *, private: bool = True) -> None:
        self.event, self.private = event, private
        self.lists: dict[str, list[Any]] = {}
        self.numbers: dict[str, dict[Any, int]] = {}

    def keep(self, name: str, rows: Sequence[Any]) -> None:
        """The rows of a table, by their places in the list."""
        self.lists[name] = list(rows)
        self.numbers[name] = {row.pk: place for place, row in enumerate(rows, start=1)}

    def tell(self, kind: str, row: Any) -> Any:
        """How a row is called; None for nothing."""
        if row is None:
            return None
        if kind == NUMBER:
            return row.number
        if kind in WHERE:
            return WHERE[kind](row)
        return self.numbers.get(kind, {}).get(row.pk)

    def find(self, kind: str, name: Any) -> Any:
        """The row of a name that was checked; None for nothing."""
        if name is None:
            return None
        if kind in WHERE:
            return self._by_name[kind][key(name)]
        return self.lists[kind][name - 1]

    @cached_property
    def _by_name(self) -> dict[str, dict[str, Any]]:
        rows: dict[str, Iterable[Any]] = {
            "division": self.event.divisions.all(),
            "entrant": Entrant.objects.filter(event=self.event).select_related("division"),
            "table": tables(self.event),
            "result": Result.objects.filter(table__in=tables(self.event)).select_related(
                "table__round__division"
            ),
        }
        return {kind: {key(WHERE[kind](row)): row for row in found} for kind, found in rows.items()}


def tables(event: Event) -> models.QuerySet[Table]:
    """Every table of an event, in order."""
    rows = Table.objects.filter(round__division__event=event).select_related("round__division__event")
    return rows.order_by("round__division__order", "round__division__slug", "round__number", "number")


def _division(row: Division) -> str:
    return row.slug


def _entrant(row: Entrant) -> list[Any]:
    return [row.division.slug, row.number]


def _table(row: Table) -> list[Any]:
    return [row.round.division.slug, row.round.number, row.number]


def _result(row: Result) -> list[Any]:
    return [*_table(row.table), row.version]


# What has to be read with a row before its name can be told.
ALONG = {"entrant": "__division", "table": "__round__division__event", "result": "__table__round__division"}
# An entrant where everything is of one division.
NUMBER = "number"
WHERE: dict[str, Callable[[Any], Any]] = {
    "division": _division,
    "entrant": _entrant,
    "table": _table,
    "result": _result,
}


def key(name: Any) -> str:
    """A name as it is looked up by."""
    return canonical.dumps(name)
