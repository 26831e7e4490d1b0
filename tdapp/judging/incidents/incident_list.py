"""The register as its pages, the checklist of the last day and the association read it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from tdapp.events.models import Division, Event, Table, tell_apart_in_field
from tdapp.judging.incidents.commands.incidents import APPEAL_WITHIN, OPEN, Measure, Step
from tdapp.judging.models.incidents import Incident, IncidentStep
from tdapp.kernel import clock
from tdapp.kernel.context import Context
from tdapp.kernel.permissions import can

KINDS = {
    "warning": gettext_lazy("Warning"), "overdrawn": gettext_lazy("Too many tiles drawn"),
    "exposed": gettext_lazy("Tiles exposed"), "wrong-set": gettext_lazy("Wrong tile set"),
    "time": gettext_lazy("Time or clock"), "conduct": gettext_lazy("Conduct"), "recount": gettext_lazy("Recount"),
    "protest": gettext_lazy("Protest"), "other": gettext_lazy("Something else"),
}  # fmt: skip
STATES = {
    "open": ("ask", gettext_lazy("open")), "decided": ("ok", gettext_lazy("decided")),
    "appealed": ("ask", gettext_lazy("appealed")), "settled": ("ok", gettext_lazy("settled on appeal")),
    "withdrawn": ("plain", pgettext_lazy("an incident or decision", "withdrawn")),
}  # fmt: skip
STEPS = {
    "note": gettext_lazy("Note"), "decision": gettext_lazy("Decision"), "appeal": gettext_lazy("Appeal"),
    "on-appeal": gettext_lazy("Decision on the appeal"), "withdrawn": gettext_lazy("Withdrawn"),
}  # fmt: skip
MEASURES = {
    "none": gettext_lazy("Nothing follows"), "warning": gettext_lazy("A warning"),
    "score": gettext_lazy("Points off the score"), "game": gettext_lazy("The game is lost"),
    "time": gettext_lazy("Minutes added to the game"), "recount": gettext_lazy("The score is counted again"),
    "other": gettext_lazy("Something else, as written"),
}  # fmt: skip


@dataclass(frozen=True)
class IncidentRow:
    """One incident with its sentences."""

    row: Incident

    @property
    def kind(self) -> str:
        return str(KINDS[self.row.kind])

    @property
    def state(self) -> tuple[str, str]:
        """The chip's colour and word."""
        css, word = STATES[self.row.state]
        return css, str(word)

    @property
    def is_open(self) -> bool:
        return self.row.state in OPEN

    @property
    def late(self) -> bool:
        """A protest that should have been decided by now."""
        return bool(self.is_open and self.row.deadline and clock.now() > self.row.deadline)

    @cached_property
    def who(self) -> str:
        return "; ".join(one.entrant.listed for one in self.row.parties.all())

    @cached_property
    def steps(self) -> list[StepRow]:
        return [StepRow(one) for one in self.row.steps.all()]

    @cached_property
    def decision(self) -> StepRow | None:
        """The decision in force: that on the appeal, else the first one."""
        return next((one for one in reversed(self.steps) if one.decides), None)

    @property
    def appeal_until(self) -> Any:
        """Until when an appeal is taken down; None when it is not the time for one."""
        if self.row.state != Incident.State.DECIDED or self.decision is None:
            return None
        until = self.decision.row.at + APPEAL_WITHIN
        return until if clock.now() <= until else None


@dataclass(frozen=True)
class StepRow:
    """What followed, with its sentence."""

    row: IncidentStep

    @property
    def kind(self) -> str:
        return str(STEPS[self.row.kind])

    @property
    def decides(self) -> bool:
        return self.row.kind in (Step.DECISION, Step.APPEAL_DECISION)

    @property
    def measure(self) -> str:
        """What it means for whom, in one sentence; "" for steps that decide nothing."""
        return in_words(self.row) if self.decides else ""


def in_words(step: IncidentStep) -> str:
    """A measure as the register tells it."""
    name, amount = step.entrant.listed if step.entrant else "", step.amount or 0
    match step.measure:
        case Measure.SCORE:
            text = ngettext(
                "%(n)s point off the score of %(name)s.", "%(n)s points off the score of %(name)s.", amount
            )
            return text % {"n": amount, "name": name}
        case Measure.TIME:
            text = ngettext(
                "%(n)s minute is added to the game.", "%(n)s minutes are added to the game.", amount
            )
            return text % {"n": amount}
        case Measure.GAME:
            return _("%(name)s loses the game.") % {"name": name}
        case Measure.WARNING:
            return _("%(name)s is warned.") % {"name": name}
    return f"{MEASURES[step.measure]}."


def rows() -> QuerySet[Incident]:
    """Incidents with everything a row shows; as many queries for a hundred as for one."""
    steps = ("steps__entrant", "parties__entrant")
    return Incident.objects.select_related("division", "table__round", "event").prefetch_related(*steps)


def of_event(event: Event, which: str = "", division: Division | None = None) -> list[IncidentRow]:
    """The register, newest first; `which`: "open" for those that wait."""
    found = rows().filter(event=event).order_by("-number")
    if which == "open":
        found = found.filter(state__in=OPEN)
    if division is not None:
        found = found.filter(division=division)
    known = list(found)
    tell_apart_in_field([party.entrant for one in known for party in one.parties.all()])
    return [IncidentRow(one) for one in known]


def at_table(ctx: Context, table: Table) -> list[IncidentRow] | None:
    """The incidents of a table, for who may write one down; None for everybody else."""
    if not can(ctx, "incident.report"):
        return None
    return [IncidentRow(one) for one in rows().filter(table=table).order_by("number")]


def open_in(division: Division) -> list[Incident]:
    """Incidents that keep a division from being final: its own, and those of the event that name no division."""
    mine = Q(division=division) | Q(division=None)
    found = Incident.objects.filter(mine, event=division.event_id, state__in=OPEN)
    return list(found.order_by("number"))


def penalties(division: Division) -> Iterable[tuple[Incident, IncidentStep]]:
    """Decisions in force that take points or the game from somebody at a table: (incident, step)."""
    found = rows().filter(division=division, table__isnull=False).order_by("number")
    for one in found:
        step = IncidentRow(one).decision
        if (
            step
            and one.state != Incident.State.APPEALED
            and step.row.measure in (Measure.SCORE, Measure.GAME)
        ):
            yield one, step.row


def summary(event: Event) -> list[dict[str, Any]]:
    """What the association is told: no names beyond the entrants' numbers, no ages, no contacts."""
    return [
        {
            "number": one.row.number, "kind": one.row.kind, "state": one.row.state,
            "division": one.row.division.slug if one.row.division else "",
            "round": one.row.table.round.number if one.row.table else None,
            "table": one.row.table.number if one.row.table else None,
            "players": [party.entrant.number for party in one.row.parties.all()],
            "measure": one.decision.row.measure if one.decision else "",
        }
        for one in reversed(of_event(event))
    ]  # fmt: skip
