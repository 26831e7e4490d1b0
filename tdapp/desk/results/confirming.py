"""The list of what waits for a second look, and whether this person may give it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tdapp.desk.ledger import tables
from tdapp.desk.ledger.result_entry import in_words
from tdapp.desk.ledger.rows import as_entry
from tdapp.desk.ledger.tables import TableRow
from tdapp.desk.results.commands.results import refuse_alone
from tdapp.events.models import Division, Event
from tdapp.kernel.context import Context
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import NotAllowed

CONFIRM, WAITS = "confirm", "waits"


@dataclass(frozen=True, slots=True)
class Waiting:
    """A table to look at. `why_not`: why this person cannot confirm it; `old`: what counts until then.

    `own`: the reason is that this person entered it and two are asked for, so that one who is alone goes in a circle.
    """

    row: TableRow
    why_not: str
    old: str
    own: bool = False

    @property
    def confirmable(self) -> bool:
        """Whether a button is offered: an entry waits and this person may confirm it."""
        return self.unconfirmed and not self.why_not

    @property
    def unconfirmed(self) -> bool:
        """Whether an entry waits at all; a table can be here for an open question alone."""
        return self.row.current is not None and not self.row.current.in_force


def waiting(ctx: Context, event: Event) -> list[Waiting]:
    """Everything that waits, in the order of divisions, rounds and tables."""
    return [of_row(ctx, row) for row in tables.to_confirm(event)]


def of_row(ctx: Context, row: TableRow) -> Waiting:
    """One table with what this person may do about it."""
    old = in_words(as_entry(row.counting).as_data()) if row.corrected and row.counting else ""
    why_not, own = _why_not(ctx, row)
    return Waiting(row, why_not, old, own)


def _why_not(ctx: Context, row: TableRow) -> tuple[str, bool]:
    if row.current is None or row.current.in_force:
        return "", False
    if row.differs:
        return _("The scoresheet differs; the director decides first."), False
    if not can(ctx, "result.confirm"):
        return _("A checker or the director confirms."), False
    try:
        refuse_alone(ctx, row.table.round.division, row.current, list(row.table.seats.all()))
    except NotAllowed as refusal:
        return refusal.sentences[0], refusal.code in ("own-entry", "own-slip", "own-phone")
    return "", False


def offered(ctx: Context, event: Event) -> str:
    """What the entry page offers: `confirm`; `waits` where nothing that waits can be confirmed by this person, who finds the
    ways out there; "" where nothing waits and every entry counts, or this person never confirms.
    """
    found = waiting(ctx, event)
    if any(one.confirmable or not one.unconfirmed for one in found):
        return CONFIRM
    if found:
        return WAITS
    asked = event.divisions.exclude(confirm_policy=Division.ConfirmPolicy.SINGLE)
    return CONFIRM if can(ctx, "result.confirm") and asked.exists() else ""
