"""Overview: where each division stands, tables still out, the last entries. Read when the desk is opened again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from tdapp.desk.day.division_states import DivisionState
from tdapp.desk.ledger.tables import WaitingTable, open_tables, waiting_tables
from tdapp.desk.models import Result, ResultLine
from tdapp.desk.overview import after, cards, steps
from tdapp.desk.overview.after import Later
from tdapp.events.day import notices
from tdapp.events.models import Event, tell_apart_in_field
from tdapp.kernel.context import Context

LAST_ENTRIES = 5
MOST_TABLES_OUT = 60


@dataclass(frozen=True, slots=True)
class LastEntry:
    """One result as it was typed: table, scores by name, who, when, whether it counts."""

    table: int
    division: str
    round: int
    said: str
    who: str
    at: datetime
    confirmed: bool


def tables_out(event: Event) -> list[WaitingTable]:
    """Tables of open rounds without an entry, lowest number first (at most 60)."""
    rows = open_tables(event).exclude(results__is_current=True)
    return waiting_tables(rows[:MOST_TABLES_OUT])


def last_entries(event: Event) -> list[LastEntry]:
    """The newest results of the event as entered, newest first; two queries."""
    lines = Prefetch("lines", ResultLine.objects.select_related("slot__entrant").order_by("seat"))
    rows = Result.objects.filter(table__round__division__event=event, is_current=True)
    rows = (
        rows.select_related("table__round__division")
        .prefetch_related(lines)
        .order_by("-entered_at", "-sequence")
    )
    found = list(rows[:LAST_ENTRIES])
    tell_apart_in_field([line.slot.entrant for row in found for line in row.lines.all()])
    return [_entry(row) for row in found]


def _entry(row: Result) -> LastEntry:
    round_ = row.table.round
    return LastEntry(
        row.table.number, round_.division.name, round_.number, _in_words(row), row.entered_name, row.entered_at, row.in_force
    )  # fmt: skip


def _in_words(row: Result) -> str:
    lines = list(row.lines.all())
    if row.kind == Result.Kind.UNSCORED:
        return _("%(names)s: not scored") % {"names": " – ".join(line.slot.entrant.short for line in lines)}
    return " – ".join(_seat(line, row.kind) for line in lines)


def _seat(line: ResultLine, kind: str) -> str:
    if kind == Result.Kind.FORFEIT:
        word = _("did not come") if line.absent else _("was there")
        return f"{line.slot.entrant.short} {word}"
    told = [f"{line.slot.entrant.short} {line.score}"]
    told += [f"({line.before})"] if line.before is not None else []
    return " ".join(told + ([_("fined %(points)s") % {"points": line.penalty}] if line.penalty else []))


def warnings(event: Event, known: Sequence[DivisionState], copies: Sequence[Later]) -> list[Later]:
    """What nobody may overlook while rounds are played: no copy of them, nothing of them in public."""
    if not any(state.rounds for state in known):
        return []
    found = [one for one in copies if one.state == "ask"]
    if not event.public and not notices.is_rehearsal(event):
        said = _("Players see no pairings and no standings on phones and screens.")
        url = f"/e/{event.slug}/publish/"
        found.append(Later("hidden", _("Nothing is public"), said, "ask", _("Make public"), url))
    return found


def where_were_we(ctx: Context, event: Event, known: list[DivisionState]) -> dict[str, Any]:
    """Everything the overview shows, as template context."""
    ends = steps.Ends.of(event)
    way = after.steps(ctx, event, known, ends)
    copies = [one for one in way if one.code in ("copy", "key")] or after.copies(ctx, event)
    found = cards.cards(event, known, ends)
    # One key leads on: to what the only division does next, then along the way after the last round.
    playing = len(found) == 1 and found[0].step.state != after.DONE
    return {
        "cards": found, "way": way, "due": after.first_due(way), "playing": playing,
        "warnings": warnings(event, known, copies), "out": tables_out(event),
        "all_out": sum(one.out for state in known for one in state.open), "entries": last_entries(event),
    }  # fmt: skip
