"""Record what really happened at single tables of a published round; everything else stays as printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db.models import F
from django.utils.translation import gettext as _

from tdapp.desk.day.division_states import never_seen
from tdapp.desk.ledger import seating
from tdapp.desk.ledger.seating import Arrangement, Placed
from tdapp.desk.pairing.commands.drafting import log_name
from tdapp.events.models import Division, Entrant, Presence, Round, Slot, Table
from tdapp.judging.rulings.queue import tables_with_calls, tables_with_incidents
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Refusal
from tdapp.scoresheets.sheet.discarding import discard_untouched, tables_with_sheets


@command("table.as_played", "table set as played", needs="table.as_played")
def as_played(
    ctx: Context,
    round_: Round,
    *,
    tables: Mapping[int, Sequence[int]],
    byes: Sequence[int] = (),
    absent: Mapping[int, str] | None = None,
    reason: str,
    sure: bool = False,
) -> Change:
    """Put the named entrants where they really sat: wrong opponent, seat or starter, a late player against the bye.

    tables: table number -> entrant numbers in seat order; an empty list closes that table. byes: entrant numbers.
    absent: entrant number -> forfeit | unscored | bye. Everybody who leaves a place must be given one; a table
    with a result is refused (take the result back first). 422 with one sentence for each mistake; unless `sure`, 409
    with a question where somebody who is not here would get a bye, which is a win.
    """
    _refuse_bad_call(round_, reason)
    wanted = _arrangement(round_, tables, byes, absent or {})
    touched = _touched(round_, wanted, tables)
    _refuse(round_, wanted, touched, tables)
    if not sure:
        _ask_of_byes(round_, wanted.byes)
    before = seating.as_data(round_)
    seating.clear(touched)
    _write(round_, wanted, tables, reason)
    after = seating.as_data(round_)
    changed = {
        "left": [row for row in before if row not in after],
        "now": [row for row in after if row not in before],
    }
    return Change({"round": round_.number, **changed}, log_name(round_), before, after, reason)


def _refuse_bad_call(round_: Round, reason: str) -> None:
    if not round_.is_open:
        raise Refusal(
            "round-closed",
            _("Round %(round)s is not open; only an open round can be changed.") % {"round": round_.number},
        )
    if not reason.strip():
        raise Refusal("no-reason", _("Say why the table differs from what was posted."))


def _arrangement(
    round_: Round, tables: Mapping[int, Sequence[int]], byes: Sequence[int], absent: Mapping[int, str]
) -> Arrangement:
    known = {row.number: row for row in round_.division.entrants.all()}
    asked = [*(n for seats in tables.values() for n in seats), *byes, *absent]
    if unknown := sorted({n for n in asked if n not in known}):
        raise Refusal(
            "unknown-entrant", *(_("There is no entrant number %(n)s.") % {"n": n} for n in unknown)
        )
    placed = [Placed(t, tuple(known[n] for n in seats), "") for t, seats in tables.items() if seats]
    away = {known[n]: intent for n, intent in absent.items()}
    return Arrangement(tuple(placed), tuple(known[n] for n in byes), away)


def _touched(round_: Round, wanted: Arrangement, tables: Mapping[int, Sequence[int]]) -> list[Slot]:
    """The places that change: those of everybody named, and all seats of the tables named or left."""
    people = {entrant.pk for entrant in wanted.everybody()}
    slots = list(round_.slots.select_related("table", "entrant"))
    moved = [
        slot for slot in slots if slot.entrant_id in people or (slot.table and slot.table.number in tables)
    ]
    left = {slot.table_id for slot in moved if slot.table_id}
    return [slot for slot in slots if slot in moved or slot.table_id in left]


def _refuse(
    round_: Round, wanted: Arrangement, touched: list[Slot], tables: Mapping[int, Sequence[int]]
) -> None:
    faults = _doubles(wanted.everybody()) + _forgotten(wanted, touched) + _with_results(touched)
    faults += [
        _("Table %(n)s needs 2 to 4 players.") % {"n": p.number}
        for p in wanted.tables
        if not 2 <= len(p.seats) <= 4
    ]
    faults += _foreign_tables(round_, tables)
    faults += [
        _("%(how)s is not a way to count an absence.") % {"how": i}
        for i in wanted.absent.values()
        if i not in Presence.Intent.values
    ]
    if faults:
        raise Refusal("cannot-place", *faults)


def _ask_of_byes(round_: Round, byes: Sequence[Entrant]) -> None:
    had = set(round_.slots.filter(kind=Slot.Kind.BYE).values_list("entrant", flat=True))
    sentence = _("%(name)s is absent, withdrawn or was never checked in: the bye would be a win.")
    if asked := [sentence % {"name": row.listed} for row in not_here(round_, byes) if row.pk not in had]:
        raise Refusal("ask", *asked, _("Record them as not here, or give the bye all the same."), status=409)


def not_here(round_: Round, people: Sequence[Entrant]) -> list[Entrant]:
    """Who of these does not seem to be in the hall for a round: away from it, withdrawn from the next one on, counted
    absent in it as posted, or never seen by a check-in that is in use. At most four queries.
    """
    if not people:
        return []
    absent = set(round_.slots.filter(kind__in=ABSENT, entrant__in=people).values_list("entrant", flat=True))
    gone = Presence.objects.filter(entrant__in=people)
    absent |= {row.entrant_id for row in gone if row.covers(round_.number) or _leaves(row, round_.number)}
    if round_.division.entrants.filter(house=False).exclude(checked_in_at=None).exists():
        absent |= {row.pk for row in never_seen(people)}
    return [row for row in people if row.pk in absent]


ABSENT = (Slot.Kind.FORFEIT, Slot.Kind.UNSCORED)


def _leaves(row: Presence, number: int) -> bool:
    return row.kind == Presence.Kind.WITHDRAWN and row.last is None and row.first == number + 1


def _doubles(everybody: list[Entrant]) -> list[str]:
    twice = {entrant for entrant in everybody if everybody.count(entrant) > 1}
    return [
        _("%(name)s is placed twice.") % {"name": entrant.listed}
        for entrant in sorted(twice, key=lambda e: e.number)
    ]


def _forgotten(wanted: Arrangement, touched: list[Slot]) -> list[str]:
    placed = {entrant.pk for entrant in wanted.everybody()}
    return [
        _("%(name)s loses a place and gets none: seat, bye or absent?") % {"name": slot.entrant.listed}
        for slot in touched
        if slot.entrant_id not in placed
    ]


def _with_results(touched: list[Slot]) -> list[str]:
    tables = {slot.table_id for slot in touched if slot.table_id}
    entered = Table.objects.filter(pk__in=tables, results__is_current=True).distinct()
    return [_("Table %(n)s already has a result; take it back first.") % {"n": row.number} for row in entered]


def _foreign_tables(round_: Round, tables: Mapping[int, Sequence[int]]) -> list[str]:
    division = round_.division
    others = Table.objects.filter(
        round__division__event=division.event, round__status="published", number__in=list(tables)
    ).exclude(round=round_)
    used = {row.number: row.round.division.name for row in others.select_related("round__division")}
    return [
        _("Table %(n)s is in use by %(name)s.") % {"n": number, "name": name} for number, name in used.items()
    ]


def _write(round_: Round, wanted: Arrangement, tables: Mapping[int, Sequence[int]], reason: str) -> None:
    for placed in wanted.tables:
        seating.write_table(round_, placed, note=reason)
    seating.write(round_, Arrangement((), wanted.byes, wanted.absent))
    empty = round_.tables.filter(seats__isnull=True)
    _refuse_written(round_, set(empty.values_list("number", flat=True)))
    empty.delete()
    Table.objects.filter(round=round_, number__in=list(tables)).update(version=F("version") + 1)
    Round.objects.filter(pk=round_.pk).update(version=F("version") + 1)
    Division.objects.filter(pk=round_.division_id).update(version=F("version") + 1)


def _refuse_written(round_: Round, empty: set[int]) -> None:
    """A table of which something is on record is not left without players; sheets that were only opened go with it."""
    if written := sorted(empty & set(tables_with_sheets(round_))):
        sentence = _(
            "Nobody would sit at table %(n)s any more, but it has scoresheets. Seat its players there."
        )
        raise Refusal("sheets-in", *(sentence % {"n": number} for number in written))
    known = {*tables_with_calls(round_), *tables_with_incidents(round_)}
    if told := sorted(empty & known):
        sentence = _(
            "Nobody would sit at table %(n)s any more, but it has a judge's call or an incident. Seat its players there."
        )
        raise Refusal("calls-in", *(sentence % {"n": number} for number in told))
    discard_untouched(round_, empty)
