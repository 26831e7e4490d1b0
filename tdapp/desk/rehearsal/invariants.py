"""What must hold of an event at any moment, checked from the stored facts."""

from __future__ import annotations

import operator
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Count, Q
from django.utils.translation import gettext as _

from core import canonical
from pairings.event.history import Played
from tdapp.desk.ledger import division_standings, pairing_adapter, sheet_check
from tdapp.desk.ledger import history as halls
from tdapp.desk.ledger.rounds import kept
from tdapp.desk.models import Result, ResultLine, Snapshot
from tdapp.events.models import Division, Event, Slot, Table
from tdapp.kernel import audit
from tdapp.kernel.log import replay, still
from tdapp.kernel.models import AuditEntry

Fault = dict[str, str]


@dataclass(frozen=True, slots=True)
class Checked:
    """What does not hold, and what could not be looked at."""

    faults: list[Fault]
    unchecked: list[str]


def checked(event: Event) -> Checked:
    """All that must hold, and I10: the rows are as the log says they were stored. Others may write meanwhile."""

    def find() -> Checked:
        compared = replay.compare(event.scope_key)
        return Checked(_unsound(event) + [_fault("I10", said) for said in compared.faults], compared.notes)

    return still.look(event.scope_key, find, lambda found: not found.faults)


def broken(event: Event) -> list[Fault]:
    """One `{"invariant", "sentence"}` for each thing that does not hold; empty when all is well."""
    return checked(event).faults


def unsound(event: Event) -> list[Fault]:
    """What does not hold of the rows and of the log's chain, each by itself; an event can be run on whatever else differs."""
    return still.look(event.scope_key, lambda: _unsound(event), operator.not_)


def _unsound(event: Event) -> list[Fault]:
    faults = [_fault("I4", sentence) for sentence in audit.broken(event.scope_key)]
    for division in event.divisions.select_related("event"):
        faults += (
            _places(division)
            + _results(division)
            + _sums(division)
            + _snapshots(division)
            + _sheets(division)
            + _kept(division)
        )
    return faults + _trail(event) + _database()


def _fault(number: str, sentence: str) -> Fault:
    return {"invariant": number, "sentence": sentence}


def _places(division: Division) -> list[Fault]:
    """I1: an entrant is at most once in a round; a table has 2 to 4 seats from 1 on; published rounds are whole."""
    slots = Slot.objects.filter(round__division=division)
    twice = slots.values("round__number", "entrant__number").annotate(times=Count("pk")).filter(times__gt=1)
    sentence = _("%(d)s round %(r)s: entrant %(e)s has %(n)s places.")
    faults = [
        _fault(
            "I1",
            sentence
            % {"d": division.slug, "r": row["round__number"], "e": row["entrant__number"], "n": row["times"]},
        )
        for row in twice
    ]
    return faults + _seats(division) + _foreign(division)


def _seated(division: Division) -> dict[UUID, list[tuple[UUID, int]]]:
    """Who has which seat, by table. Read flat: a list of thousands of ids is more than SQLite takes."""
    found: dict[UUID, list[tuple[UUID, int]]] = defaultdict(list)
    rows = Slot.objects.filter(table__round__division=division).values_list("table_id", "pk", "seat")
    for table, slot, seat in rows.order_by():
        found[table].append((slot, int(seat or 0)))
    return found


def _seats(division: Division) -> list[Fault]:
    sentence = _("%(d)s round %(r)s table %(t)s: the seats are %(s)s.")
    faults, seated = [], _seated(division)
    for table in Table.objects.filter(round__division=division).select_related("round"):
        seats = sorted(seat for _slot, seat in seated[table.pk])
        if seats != list(range(1, len(seats) + 1)) or not 2 <= len(seats) <= 4:
            facts = {"d": division.slug, "r": table.round.number, "t": table.number, "s": seats}
            faults.append(_fault("I1", sentence % facts))
    return faults


def _foreign(division: Division) -> list[Fault]:
    rows = Slot.objects.filter(round__division=division).exclude(entrant__division=division)
    sentence = _("%(d)s round %(r)s holds an entrant of another division.")
    return [
        _fault("I1", sentence % {"d": division.slug, "r": slot.round.number})
        for slot in rows.select_related("round")
    ]


def _results(division: Division) -> list[Fault]:
    """I2: one current and one confirmed result a table at most; every line fits a seat of its own table."""
    tables = Table.objects.filter(round__division=division).select_related("round").annotate(
        current=Count("results", filter=Q(results__is_current=True), distinct=True),
        counted=Count("results", filter=Q(results__in_force=True), distinct=True),
    )  # fmt: skip
    sentence = _("%(d)s round %(r)s table %(t)s has %(c)s current and %(f)s confirmed results.")
    faults = [
        _fault(
            "I2",
            sentence
            % {"d": division.slug, "r": t.round.number, "t": t.number, "c": t.current, "f": t.counted},
        )
        for t in tables
        if t.current > 1 or t.counted > 1
    ]
    return faults + _lines(division)


def _lines(division: Division) -> list[Fault]:
    sentence = _("%(d)s round %(r)s table %(t)s: a result does not fit its seats.")
    seated, lines = _seated(division), defaultdict(list)
    rows = ResultLine.objects.filter(result__table__round__division=division, result__withdrawn=False)
    for result, slot, seat in rows.order_by().values_list("result_id", "slot_id", "seat"):
        lines[result].append((slot, seat))
    results = Result.objects.filter(table__round__division=division, withdrawn=False)
    return [
        _fault("I2", sentence % {"d": division.slug, "r": row.table.round.number, "t": row.table.number})
        for row in results.select_related("table__round")
        if sorted(lines[row.pk]) != sorted(seated[row.table_id])
    ]


def _sums(division: Division) -> list[Fault]:
    """I3: games of two cancel out; wins and losses of everybody add up to the rounds counted."""
    last = division_standings.last_round(division)
    history = halls.of_division(division, after=last)
    rows = division_standings.compute(division, last)
    uneven = [row for row in rows if (row.wins + row.losses) % 2]
    games = Counter(len(o.seats) for rnd in history.rounds for o in rnd if isinstance(o, Played))
    played = sum(row.games for row in rows)
    faults = [
        _fault("I3", _("%(d)s: a record adds up to half a game.") % {"d": division.slug}) for _row in uneven
    ]
    if played != sum(seats * count for seats, count in games.items()):
        faults.append(
            _fault("I3", _("%(d)s: the standings count other games than were played.") % {"d": division.slug})
        )
    return faults


def _snapshots(division: Division) -> list[Fault]:
    """I5: what was stored of the standings is what was computed then, and what is released now still follows."""
    faults = []
    for row in Snapshot.objects.filter(division=division):
        if canonical.digest(row.rows) != row.digest:
            facts = {"d": division.slug, "r": row.after}
            faults.append(
                _fault("I5", _("%(d)s: the standings stored after round %(r)s were changed.") % facts)
            )
    return faults


def _sheets(division: Division) -> list[Fault]:
    """I8: a finished sheet's total is the entered score, or an open or decided discrepancy: nothing was confirmed and no
    round closed past an open one.
    """
    told = _("%(d)s round %(r)s: %(sentence)s It counts all the same.")
    faults = []
    for one in sheet_check.open_in(Table.objects.filter(round__division=division)):
        table, finished = one.result.table, one.sheet.finished_at
        confirmed = one.result.confirmed_at if one.result.in_force else None
        after = [moment for moment in (confirmed, table.round.closed_at) if moment]
        if finished and any(moment > finished for moment in after):
            facts = {"d": division.slug, "r": table.round.number, "sentence": one.sentence}
            faults.append(_fault("I8", told % facts))
    return faults


def _kept(division: Division) -> list[Fault]:
    """I11: what is kept of a round is what its rows say."""
    told = _("%(d)s round %(r)s: what is kept of it is not what its results say.")
    return [_fault("I11", told % {"d": division.slug, "r": number}) for number in kept.differing(division)]


def _trail(event: Event) -> list[Fault]:
    """I4: every entry and correction has its line in the log (an imported event has one for all)."""
    if AuditEntry.objects.filter(scope=event.scope_key, intent="event.import").exists():
        return []
    told = AuditEntry.objects.filter(
        scope=event.scope_key, refused="", intent__in=("result.enter", "result.correct")
    )
    entered = Result.objects.filter(table__round__division__event=event).count()
    if told.count() >= entered:
        return []
    return [_fault("I4", _("%(n)s results are not in the log.") % {"n": entered - told.count()})]


def _database() -> list[Fault]:
    """I9: no row refers to a missing one, and the file is whole (SQLite checks itself; PostgreSQL cannot break it)."""
    if connection.vendor != "sqlite":
        return []
    with connection.cursor() as cursor:
        dangling = cursor.execute("PRAGMA foreign_key_check").fetchall()
        whole = [row[0] for row in cursor.execute("PRAGMA integrity_check").fetchall()]
    faults = [
        _fault("I9", _("A row of %(table)s refers to a missing one.") % {"table": row[0]}) for row in dangling
    ]
    return faults + [_fault("I9", text) for text in whole if text != "ok"]


def notes(event: Event) -> list[dict[str, Any]]:
    """I6: what is no fault but has to be visible: rounds paired on results that were corrected afterwards."""
    from_rounds = [
        row
        for d in event.divisions.all()
        for row in d.rounds.exclude(status="planned").select_related("division__event")
    ]
    return [
        {"division": row.division.slug, "round": row.number}
        for row in from_rounds
        if pairing_adapter.is_stale(row)
    ]
