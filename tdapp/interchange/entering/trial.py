"""A list read as a trial: what entering it would do, found out by looking only. Nothing is written, nothing is locked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q

from tdapp.events.models import Division, Event
from tdapp.interchange.entering import existing_people
from tdapp.interchange.entering.reconcile import Plan, reconcile
from tdapp.interchange.entering.report import digest, report
from tdapp.interchange.entering.steps import Step, steps
from tdapp.interchange.models import RosterPreview
from tdapp.interchange.roster import Roster, Rules, parse_roster
from tdapp.kernel import tabular
from tdapp.kernel.models import AuditHead
from tdapp.people.models import PlayerPrivate

# How many rows, how many of how many: a trial that takes long tells, and stops where this raises.
Tell = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Trial:
    """A plan and what it was made from. `head`: how long the event's log was before anything was looked at; `fresh`:
    divisions without an entry; `unknown`: newcomers whose age nobody knows and no rule settles.
    """

    roster: Roster
    plan: Plan
    head: int
    fresh: frozenset[str]
    unknown: int

    @property
    def digest(self) -> str:
        return digest(self.plan)

    @property
    def report(self) -> dict[str, Any]:
        return {**report(self.roster, self.plan), "unknown_ages": self.unknown}

    def steps(self) -> list[Step]:
        """What is to be written, row by row."""
        return steps(self.plan, self.fresh)


def read(preview: RosterPreview, tell: Tell = lambda _done, _total: None) -> Trial:
    """What entering the list would do as things stand. `preview` need not be stored."""
    event = preview.event
    head = head_of(event)
    roster = parse_roster(table_of(preview), _rules(preview), tell)
    roster = replace(roster, rows=existing_people.renumbered(roster.rows))
    plan = reconcile(roster, existing_people.entrants(event), existing_people.players(event, roster.rows))
    fresh = event.divisions.filter(entrants=None, frozen_at=None).values_list("slug", flat=True)
    return Trial(roster, plan, head, frozenset(fresh), _unknown(event, plan))


def head_of(event: Event) -> int:
    """The number of the newest entry in the event's log."""
    return AuditHead.objects.filter(pk=event.scope_key).values_list("number", flat=True).first() or 0


def table_of(preview: RosterPreview) -> tabular.Table:
    """The list's cells."""
    data = bytes(preview.data or b"")
    if preview.pasted:
        return tabular.read_text(data.decode("utf-8", "surrogatepass"))
    return tabular.read(data, sheet=preview.sheet)


def _rules(preview: RosterPreview) -> Rules:
    rows = preview.event.divisions.order_by("order", "name").values_list("slug", "name")
    return Rules(preview.event.starts_on, tuple(rows), preview.division, preview.totals)


def _unknown(event: Event, plan: Plan) -> int:
    """How many of those who come in are of unknown age where neither division nor event say what that means."""
    if event.school or event.guards_unknown:
        return 0
    schools = set(Division.objects.filter(event=event, school=True).values_list("slug", flat=True))
    silent = [
        one for one in plan.add
        if not (one.row.birth_year or one.row.birth_date or one.row.consent) and one.row.division not in schools
    ]  # fmt: skip
    ids = [one.player for one in silent if one.player]
    born = PlayerPrivate.objects.filter(Q(birth_date__isnull=False) | Q(birth_year__isnull=False))
    told = {str(pk) for pk in born.filter(player_id__in=ids).values_list("player", flat=True)}
    return sum(one.player not in told for one in silent)
