"""What an archive holds beside divisions, entrants and rounds: one sort of rows for each table, said as data.

A row says whom it is about as people do: a division by its short name, an entrant by [division, number], a table by
[division, round, table], a result with its version behind that; a row of another sort by its place in the list,
counted from 1. No key of a database row goes out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.db import IntegrityError, models, transaction
from django.utils.translation import gettext as _

from tdapp.desk.models import Result
from tdapp.events.models import Division, Entrant, Event, Table, as_data
from tdapp.interchange.archives.fields import Data, damaged, faults, values
from tdapp.kernel import canonical

MOST_ROWS = 50_000
Out = Callable[["Book", Any, Data], Data]
# What a row of a file becomes: values by column, those that are no plain fields under "+column"; None: it is left out.
Back = Callable[["Book", Data], Data | None]


def _any(_row: Data) -> bool:
    return True


@dataclass(frozen=True)
class Sort:
    """Rows of one table. `rows`: those of an event, in an order that no database key decides.

    `private`: fields and references that go along with private data only; `open`: the rows themselves go into an
    archive for anybody. `refs`: what a row refers to, by the name of the column; one in `maybe` may be nothing. `fits`:
    whether the columns that hold JSON are of their shape; it may raise what a wrong shape raises. `out`, `back`: what is
    said otherwise in a file than in the table. `done`: what is left to do with rows that are written. `most`: so many.
    """

    name: str
    model: type[models.Model]
    rows: Callable[[Event], Iterable[Any]]
    fields: tuple[str, ...]
    private: tuple[str, ...] = ()
    open: bool = False
    refs: Mapping[str, str] = field(default_factory=dict)
    maybe: frozenset[str] = frozenset()
    fits: Callable[[Data], bool] = _any
    out: Out | None = None
    back: Back | None = None
    done: Callable[[Sequence[Any]], None] | None = None
    most: int = MOST_ROWS

    @property
    def plain(self) -> tuple[str, ...]:
        """Every field that is no reference, private ones too."""
        return (*self.fields, *(name for name in self.private if name not in self.refs))


SORTS: dict[str, Sort] = {}
# What a wrong shape raises where a fitting one is told in words.
MISSHAPEN = (KeyError, TypeError, ValueError, AttributeError, IndexError)


def sort(one: Sort) -> Sort:
    """Hang a sort on the list; the sorts it refers to stand before it."""
    SORTS[one.name] = one
    return one


def told(event: Event, *, private: bool) -> dict[str, list[Data]]:
    """Every sort's rows as plain data; sorts without any are left out."""
    book, found = Book(event), {}
    for one in SORTS.values():
        if private or one.open:
            rows = list(one.rows(event))
            book.keep(one.name, rows)
            found[one.name] = [_told(one, row, book, private) for row in rows]
    plain: dict[str, list[Data]] = canonical.plain({name: rows for name, rows in found.items() if rows})
    return plain


def _told(one: Sort, row: Any, book: Book, private: bool) -> Data:
    names = one.plain if private else one.fields
    refs = {name: kind for name, kind in one.refs.items() if private or name not in one.private}
    data = {
        **as_data(row, *names),
        **{name: book.tell(kind, getattr(row, name)) for name, kind in refs.items()},
    }
    return one.out(book, row, data) if one.out else data


class Book:
    """The rows of an event that others refer to, under the names an archive has for them."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.lists: dict[str, list[Any]] = {}
        self.numbers: dict[str, dict[Any, int]] = {}

    def keep(self, name: str, rows: Sequence[Any]) -> None:
        """The rows of a sort, by their places in the list."""
        self.lists[name] = list(rows)
        self.numbers[name] = {row.pk: place for place, row in enumerate(rows, start=1)}

    def tell(self, kind: str, row: Any) -> Any:
        """How a row is called; None for nothing."""
        if row is None:
            return None
        if kind in WHERE:
            return WHERE[kind](row)
        return self.numbers.get(kind, {}).get(row.pk)

    def find(self, kind: str, name: Any) -> Any:
        """The row of a name that was checked; None for nothing."""
        if name is None:
            return None
        if kind in WHERE:
            return self._known[kind][_key(name)]
        return self.lists[kind][name - 1]

    @cached_property
    def _known(self) -> dict[str, dict[str, Any]]:
        rows: dict[str, Iterable[Any]] = {
            "division": self.event.divisions.all(),
            "entrant": Entrant.objects.filter(event=self.event).select_related("division"),
            "table": tables(self.event),
            "result": Result.objects.filter(table__in=tables(self.event)).select_related(
                "table__round__division"
            ),
        }
        return {kind: {_key(WHERE[kind](row)): row for row in found} for kind, found in rows.items()}


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


WHERE: dict[str, Callable[[Any], Any]] = {
    "division": _division,
    "entrant": _entrant,
    "table": _table,
    "result": _result,
}


def _key(name: Any) -> str:
    return canonical.dumps(name)


def faults_in(archive: Data) -> Iterator[str]:
    """What does not fit, one sentence each, with its place; nothing for archives of before there were sorts."""
    parts = archive.get("parts", {})
    if not isinstance(parts, dict):
        yield _("%(where)s is not as it should be.") % {"where": "parts"}
        return
    known, counts = _names(archive), {}
    for name in sorted(set(parts) - set(SORTS)):
        yield _("%(where)s: this program knows nothing of that kind.") % {"where": str(name)[:60]}
    for name, one in SORTS.items():
        rows = parts.get(name, [])
        if not isinstance(rows, list) or len(rows) > one.most:
            yield _("%(where)s is not as it should be.") % {"where": name}
            return
        for place, row in enumerate(rows, start=1):
            # A row may refer to an earlier one of its own sort.
            counts[name] = place - 1
            yield from _faults(one, row, f"{name} {place}", known, counts)
        counts[name] = len(rows)


def _faults(
    one: Sort, row: Any, where: str, known: Mapping[str, set[str]], counts: Mapping[str, int]
) -> Iterator[str]:
    found = list(faults(one.model, one.plain, row, where))
    yield from found
    if not isinstance(row, dict):
        return
    for name, kind in one.refs.items():
        if not _leads(row.get(name), kind, name in one.maybe, known, counts):
            yield _("%(where)s: %(name)s leads to nothing in this archive.") % {"where": where, "name": name}
            found.append(name)
    if not found and not _fits(one, row):
        yield _("%(where)s is not as it should be.") % {"where": where}


def _fits(one: Sort, row: Data) -> bool:
    try:
        return one.fits(row)
    except MISSHAPEN:
        return False


def _leads(
    name: Any, kind: str, maybe: bool, known: Mapping[str, set[str]], counts: Mapping[str, int]
) -> bool:
    if name is None:
        return maybe
    if kind in known:
        return isinstance(name, str | list) and _key(name) in known[kind]
    return type(name) is int and 1 <= name <= counts.get(kind, 0)


def _names(archive: Data) -> dict[str, set[str]]:
    """Every name that leads somewhere in an archive. What is misshapen was told already and leads nowhere."""
    found: dict[str, set[str]] = {kind: set() for kind in WHERE}
    for division in _rows(archive, "divisions"):
        slug = division.get("slug")
        found["division"].add(_key(slug))
        found["entrant"] |= {_key([slug, row.get("number")]) for row in _rows(division, "entrants")}
        for round_ in _rows(division, "rounds"):
            for table in _rows(round_, "tables"):
                where = [slug, round_.get("number"), table.get("number")]
                found["table"].add(_key(where))
                found["result"] |= {_key([*where, row.get("version")]) for row in _rows(table, "results")}
    return found


def _rows(data: Data, name: str) -> Iterator[Data]:
    rows = data.get(name)
    yield from (row for row in (rows if isinstance(rows, list) else ()) if isinstance(row, dict))


def fill(event: Event, archive: Data) -> dict[str, int]:
    """Write every sort's checked rows; how many there were of each. Refuses rows that do not stand beside each other."""
    book, parts = Book(event), archive.get("parts", {})
    for name, one in SORTS.items():
        made = book.lists.setdefault(name, [])
        for row in parts.get(name, []):
            if (data := one.back(book, row) if one.back else row) is not None:
                made.append(_made(one, data, book))
        _write(one, made)
    return {name: len(rows) for name, rows in book.lists.items() if rows}


def _made(one: Sort, data: Data, book: Book) -> Any:
    refs = {name: book.find(kind, data.get(name)) for name, kind in one.refs.items()}
    more = {name[1:]: value for name, value in data.items() if name.startswith("+")}
    placed = {"event": book.event} if _of_event(one) else {}
    return one.model(**placed, **refs, **more, **values(one.model, one.plain, data))


def _of_event(one: Sort) -> bool:
    return any(found.name == "event" for found in one.model._meta.concrete_fields)


def _write(one: Sort, made: Sequence[Any]) -> None:
    """All rows of a sort at once; what the tables themselves refuse is one sentence."""
    try:
        with transaction.atomic():
            one.model._default_manager.bulk_create(made)
    except IntegrityError:
        raise damaged(_("%(where)s: its rows do not go together.") % {"where": one.name}) from None
    if one.done:
        one.done(made)
