"""One event in one JSON file: everything it is made of, by numbers instead of database keys.

Without `private` it holds nothing a stranger may not know: a guarded child's public name, no number, no age, no
birth date, guardian or contact, no names of volunteers, no reasons somebody typed.

What every table of an event is in an archive, or why it is not in it, stands in its spec (`games`, `beside_games`,
`left_out`).
"""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch, QuerySet

from core import canonical
from tdapp.events.models import Event, as_data
from tdapp.events.models.hall import DayPlan
from tdapp.interchange.event_file import event_tables
from tdapp.interchange.event_file.fields import Data
from tdapp.interchange.event_file.games import DIVISION, EVENT
from tdapp.interchange.event_file.names import ALONG, Book
from tdapp.interchange.event_file.table_spec import TableSpec, inside, parts
from tdapp.kernel import clock

FORMAT, VERSION = "td-event", 2


def archive(event: Event, *, private: bool = False) -> Data:
    """The event as JSON-able data with its digest (over everything but the moment it was made)."""
    told = canonical.plain({**games(event, private=private), "parts": _parts(event, private)})
    return {**told, "digest": canonical.digest(told), "made_at": clock.now().isoformat()}


def games(event: Event, *, private: bool = False) -> Data:
    """The event and its divisions alone."""
    book = Book(event, private=private)
    return {
        "format": FORMAT,
        "version": VERSION,
        "private": private,
        "event": _row_data(EVENT, event, book),
        "day_plan": DayPlan.objects.filter(event=event).values_list("line", flat=True).first() or "",
        "divisions": [_row_data(DIVISION, row, book) for row in _read(DIVISION, event.divisions.all())],
    }


def _parts(event: Event, private: bool) -> dict[str, list[Data]]:
    """The rows beside the divisions as plain data; tables without any are left out."""
    book, found = Book(event, private=private), {}
    for name, one in parts().items():
        if private or one.open:
            rows = list(_read(one, event_tables.rows_of(one.model, event)))
            book.keep(name, rows)
            found[name] = [_row_data(one, row, book) for row in rows]
    return {name: rows for name, rows in found.items() if rows}


def _row_data(one: TableSpec, row: Any, book: Book) -> Data:
    """A row with what stands in it."""
    data: Data = {
        **as_data(row, *one.carried(private=book.private)),
        **{
            name: book.tell(kind, getattr(row, name))
            for name, kind in one.names(private=book.private).items()
        },
    }
    for inner in inside(one.label):
        if book.private or inner.open:
            rows = [_row_data(inner, found, book) for found in _standing_in(inner, one, row, book)]
            data[inner.name] = next(iter(rows), {}) if inner.single else rows
    return one.out(book, row, data) if one.out else data


def _standing_in(inner: TableSpec, one: TableSpec, row: Any, book: Book) -> Any:
    """The rows of a table that stand in a row of another: read with it where there are many such rows."""
    if one.many:
        return getattr(row, _read_as(inner))
    rows = _read(inner, inner.model._default_manager.filter(**{inner.above: row}, **inner.only))
    return rows if book.private or inner.shown is None else inner.shown(row, rows)


def _read_as(inner: TableSpec) -> str:
    return f"in_file_{inner.name}"


def _read(one: TableSpec, rows: QuerySet[Any]) -> QuerySet[Any]:
    """Rows in their order, with what is needed to tell them."""
    wanted = [*one.along, *(f"{name}{ALONG.get(kind, '')}" for name, kind in one.refs.items())]
    within = [_together(inner) for inner in inside(one.label)] if one.many else []
    return rows.order_by(*one.order).select_related(*wanted).prefetch_related(*one.together, *within)


def _together(inner: TableSpec) -> Prefetch[Any]:
    column: Any = inner.model._meta.get_field(inner.above)
    rows = _read(inner, inner.model._default_manager.filter(**inner.only))
    return Prefetch(column.remote_field.get_accessor_name(), rows, to_attr=_read_as(inner))
