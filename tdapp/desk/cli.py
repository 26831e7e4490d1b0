"""What the results commands share: from a typed line to a table and an entry."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from tdapp.desk import line
from tdapp.desk.entry import Entry
from tdapp.events.models import Division, Event, Table
from tdapp.kernel.refusals import Missing, Refusal


def find_table(
    event: Event, number: int, *, division: Division | None = None, round_number: int = 0
) -> Table:
    """The table of this number in an open round, numbers being unique in the hall.

    When it stands in several open rounds, the earliest one without a result; else the newest. Missing when
    nobody is paired there.
    """
    rows = Table.objects.filter(round__division__event=event, number=number).select_related(
        "round__division__event"
    )
    rows = rows.filter(round__number=round_number) if round_number else rows.filter(round__status="published")
    rows = rows.filter(round__division=division) if division else rows
    found = list(rows.order_by("round__number").prefetch_related("results"))
    if not found:
        raise Missing("not-paired", _("Nobody is paired at table %(table)s.") % {"table": number})
    out = [row for row in found if not any(result.is_current for result in row.results.all())]
    return out[0] if out else found[-1]


def read(event: Event, text: str, **where: Any) -> tuple[Table, Entry]:
    """A typed line as the table it speaks of and the entry; refuses with one sentence for each mistake."""
    number = line.table_number(text)
    if number is None:
        raise Refusal("bad-line", *as_sentences(line.read(text)))
    table = find_table(event, number, **where)
    typed = line.read(text, table.seats.count())
    if isinstance(typed, list):
        raise Refusal("bad-line", *typed)
    return table, Entry(typed.kind, typed.scores, typed.before, typed.penalties, typed.absent, typed.spread)


def as_sentences(read_line: object) -> list[str]:
    """The sentences of a line that could not be read."""
    return read_line if isinstance(read_line, list) else [_("Type the table and the scores, like 7 412 388.")]
