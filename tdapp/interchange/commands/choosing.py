"""Of two results for one table the director takes the other installation's: entered or corrected as any other is."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from tdapp.desk.ledger.entry_line import Entry
from tdapp.desk.ledger.rows import current_result
from tdapp.desk.results.commands.results import correct_result, enter_result
from tdapp.events.models import Event, Table
from tdapp.interchange.copies import results
from tdapp.interchange.models import Handover
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.refusals import Conflict


def take_theirs(ctx: Context, event: Event, *, table: str, seen: str) -> dict[str, Any]:
    """Enter, or correct to, what the other one has for a table. `seen`: the two as the page showed them.

    Refuses (409) when either changed since, and whatever entering or correcting refuses: a round that is not open, a
    score that cannot be.
    """
    other = Handover.objects.filter(event=event).first()
    theirs: list[results.Row] = (other and other.results) or []
    known = results.differing(event, theirs) if theirs else []
    row = next((one for one in known if one.key == table and one.may_take), None)
    if row is None or other is None:
        raise Conflict("no-difference", _("Nothing differs at this table any more."))
    if row.digest != seen:
        sentence = _(
            "One of the two changed since this page was made. Look at both again; nothing was changed."
        )
        raise Conflict("stale", sentence)
    at = find(Table.objects.select_related("round__division__event"), pk=table)
    current = current_result(at)
    if current is None:
        return enter_result(ctx, at, entry=_entry(theirs, table), sure=True)
    facts = {"name": other.other_name, "who": row.there.by}
    as_there = _("As on %(name)s, entered by %(who)s.") % facts
    as_before = _("As it was here before the copy came in, entered by %(who)s.") % facts
    why = as_before if other.own else as_there
    return correct_result(ctx, at, entry=_entry(theirs, table), seen=current.version, reason=why, sure=True)


def _entry(rows: list[dict[str, Any]], table: str) -> Entry:
    told = next(row for row in rows if row["id"] == table)
    penalties = {seat: points for seat, points in enumerate(told.get("penalties", ()), start=1) if points}
    return Entry(
        kind=told["kind"],
        scores=tuple(told["scores"]),
        penalties=penalties,
        absent=tuple(told.get("absent", ())),
    )
