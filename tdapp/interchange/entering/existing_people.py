"""Who is there already, as plain records for `reconcile`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Q

from tdapp.events.models import Entrant, Event
from tdapp.interchange.entering.match_people import Known
from tdapp.interchange.roster import RosterRow
from tdapp.people.models import Player, PlayerPrivate
from tdapp.people.names import fold

ASKED_AT_ONCE = 2000


# Columns of an entry, by what `Known` calls them.
COLUMNS = {
    "id": "pk", "surname": "surname", "given": "given", "member": "player__number", "club": "club__name",
    "division": "division__slug", "rating": "rating", "team": "team", "klass": "klass", "fixed_table": "fixed_table",
    "fixed": "division__frozen_at",
}  # fmt: skip
PRIVATE = ("birth_date", "birth_year", "gender", "consent", "guardian", "contact", "notes")


def entrants(event: Event) -> list[Known]:
    """Everybody entered in the event, house players left out; two queries."""
    rows = Entrant.objects.filter(event=event, house=False).order_by("division__order", "number")
    private = PlayerPrivate.objects.filter(scope=event.scope_key)
    told = {
        who: dict(zip(PRIVATE, facts, strict=True)) for who, *facts in private.values_list("player", *PRIVATE)
    }
    return [_entrant(dict(zip(COLUMNS, row, strict=False)), told.get(row[-1]))
            for row in rows.values_list(*COLUMNS.values(), "player")]  # fmt: skip


def _entrant(row: dict[str, Any], private: dict[str, Any] | None) -> Known:
    names = {"id": str(row["id"]), "member": row["member"] or "", "club": row["club"] or ""}
    return Known(**{**row, **names, "fixed": row["fixed"] is not None, **(private or {})})


def players(event: Event, rows: Iterable[RosterRow]) -> list[Known]:
    """Players not entered in the event whose number or name stands in the rows; nobody of the demo at a real one."""
    rows = list(rows)
    numbers = {row.member for row in rows if row.member}
    keys = {fold(f"{row.surname} {row.given}") for row in rows}
    asked = [Q(number__in=some) for some in _in_parts(numbers)]
    asked += [Q(key__in=some, number__startswith="T-") for some in _in_parts(keys)]
    free = Player.objects.filter(merged_into__isnull=True).exclude(entries__event=event)
    free = (free if event.demo else free.exclude(entries__event__demo=True)).select_related("club")
    found = {row.pk: row for wanted in asked for row in free.filter(wanted)}
    return [_player(row) for row in sorted(found.values(), key=lambda row: (row.created_at, row.number))]


def renumbered(rows: Sequence[RosterRow]) -> tuple[RosterRow, ...]:
    """The rows, with the number in force where one gives the old number of somebody who was merged."""
    numbers = {row.member for row in rows if row.member}
    merged = Player.objects.filter(merged_into__isnull=False)
    pairs: dict[str, str] = {}
    for some in _in_parts(numbers):
        pairs |= dict(merged.filter(number__in=some).values_list("number", "merged_into__number"))
    return tuple(replace(row, member=pairs[row.member]) if row.member in pairs else row for row in rows)


def _in_parts(values: Iterable[str]) -> Iterator[list[str]]:
    """So many at a time as one question to the database may name."""
    ordered = sorted(values)
    return (ordered[at : at + ASKED_AT_ONCE] for at in range(0, len(ordered), ASKED_AT_ONCE))


def _player(row: Player) -> Known:
    """What other events were told of him stays theirs."""
    return Known(str(row.pk), row.surname, row.given, row.number, row.club.name if row.club else "")
