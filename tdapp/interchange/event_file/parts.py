"""The lists beside the divisions: what does not fit in them, and the rows they become."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from tdapp.events.models import Event
from tdapp.interchange.event_file.fields import Data, damaged
from tdapp.interchange.event_file.names import WHERE, Book, key
from tdapp.interchange.event_file.table_spec import TableSpec, parts

# What a wrong shape raises where a fitting one is told in words.
MISSHAPEN = (KeyError, TypeError, ValueError, AttributeError, IndexError)


def faults_in(archive: Data) -> Iterator[str]:
    """What does not fit, one sentence each, with its place; nothing for archives of before there were any."""
    lists = archive.get("parts", {})
    if not isinstance(lists, dict):
        yield _("%(where)s is not as it should be.") % {"where": "parts"}
        return
    known, counts, specs = _names(archive), {}, parts()
    for name in sorted(set(lists) - set(specs)):
        yield _("%(where)s: this program knows nothing of that kind.") % {"where": str(name)[:60]}
    for name, one in specs.items():
        rows = lists.get(name, [])
        if not isinstance(rows, list) or len(rows) > one.most:
            yield _("%(where)s is not as it should be.") % {"where": name}
            return
        for place, row in enumerate(rows, start=1):
            # A row may refer to an earlier one of its own table.
            counts[name] = place - 1
            yield from _faults(one, row, f"{name} {place}", known, counts)
        counts[name] = len(rows)


def _faults(
    one: TableSpec, row: Any, where: str, known: Mapping[str, set[str]], counts: Mapping[str, int]
) -> Iterator[str]:
    found = list(one.faults(row, where))
    yield from found
    if not isinstance(row, dict):
        return
    for name, kind in one.refs.items():
        if not _leads(row.get(name), kind, name in one.maybe, known, counts):
            yield _("%(where)s: %(name)s leads to nothing in this archive.") % {"where": where, "name": name}
            found.append(name)
    if not found and not _fits(one, row):
        yield _("%(where)s is not as it should be.") % {"where": where}


def _fits(one: TableSpec, row: Data) -> bool:
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
        return isinstance(name, str | list) and key(name) in known[kind]
    return type(name) is int and 1 <= name <= counts.get(kind, 0)


def _names(archive: Data) -> dict[str, set[str]]:
    """Every name that leads somewhere in an archive. What is misshapen was told already and leads nowhere."""
    found: dict[str, set[str]] = {kind: set() for kind in WHERE}
    for division in _rows(archive, "divisions"):
        slug = division.get("slug")
        found["division"].add(key(slug))
        found["entrant"] |= {key([slug, row.get("number")]) for row in _rows(division, "entrants")}
        for round_ in _rows(division, "rounds"):
            for table in _rows(round_, "tables"):
                where = [slug, round_.get("number"), table.get("number")]
                found["table"].add(key(where))
                found["result"] |= {key([*where, row.get("version")]) for row in _rows(table, "results")}
    return found


def _rows(data: Data, name: str) -> Iterator[Data]:
    rows = data.get(name)
    yield from (row for row in (rows if isinstance(rows, list) else ()) if isinstance(row, dict))


def fill(event: Event, archive: Data) -> dict[str, int]:
    """Write every list's checked rows; how many there were of each. Refuses rows that do not stand beside each other."""
    book, lists = Book(event), archive.get("parts", {})
    for name, one in parts().items():
        made = book.lists.setdefault(name, [])
        for row in lists.get(name, []):
            if (data := one.back(book, row) if one.back else row) is not None:
                made.append(_made(one, data, book))
        _write(one, made)
    return {name: len(rows) for name, rows in book.lists.items() if rows}


def _made(one: TableSpec, data: Data, book: Book) -> Any:
    refs = {name: book.find(kind, data.get(name)) for name, kind in one.refs.items()}
    more = {name[1:]: value for name, value in data.items() if name.startswith("+")}
    placed = {"event": book.event} if one.above == "event" else {}
    return one.model(**placed, **refs, **more, **one.values(data))


def _write(one: TableSpec, made: Sequence[Any]) -> None:
    """All rows of a table at once; what the tables themselves refuse is one sentence."""
    try:
        with transaction.atomic():
            one.model._default_manager.bulk_create(made)
    except IntegrityError:
        raise damaged(_("%(where)s: its rows do not go together.") % {"where": one.name}) from None
    if one.done:
        one.done(made)
