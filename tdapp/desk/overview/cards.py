"""A division on the overview: its rounds, who is here, how far the round is, what waits, who leads."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import F, OuterRef, Q, Subquery

from tdapp.desk.day.division_states import DivisionState, RoundState
from tdapp.desk.day.shell import round_stages
from tdapp.desk.ledger import division_standings
from tdapp.desk.models import Result, Snapshot
from tdapp.desk.overview import steps
from tdapp.desk.overview.steps import Ends, NextStep
from tdapp.events.models import Entrant, Event, tell_apart_in_field
from tdapp.kernel.pages.shells import Stage

LEADERS = 5


@dataclass(frozen=True, slots=True)
class Leader:
    """One of the first five: place and whether it is shared, name, wins in halves, rounds that count (forfeits and byes
    among them), spread.
    """

    rank: int | None
    shared: bool
    name: str
    half_wins: int
    counted: int
    spread: int


@dataclass(frozen=True, slots=True)
class Card:
    """A division. `step` is what it does next, `waits` what waits for somebody; `leaders` stand so after round `after`."""

    state: DivisionState
    rounds: tuple[Stage, ...]
    step: NextStep
    waits: tuple[NextStep, ...]
    leaders: tuple[Leader, ...]
    after: int

    @property
    def playing(self) -> RoundState | None:
        """The round that is being played: the newest that is open."""
        return self.state.open[-1] if self.state.open else None

    @property
    def share(self) -> int:
        """How much of it is in, in hundredths."""
        one = self.playing
        return 100 * one.entered // one.tables if one and one.tables else 0


def cards(event: Event, known: Sequence[DivisionState], ends: Ends) -> list[Card]:
    """Every division of the event; as many queries for many players as for few."""
    base, leaders = f"/e/{event.slug}/", leading(known)
    waits = [*steps.waiting(event, known), *steps.release_steps(event, known)]
    return [
        _card(base, state, step, waits, leaders.get(state.row.pk, ()))
        for state, step in zip(known, steps.next_steps(event, known, ends), strict=True)
    ]


def _card(
    base: str, state: DivisionState, step: NextStep, waits: Iterable[NextStep], leaders: tuple[Leader, ...]
) -> Card:  # fmt: skip
    mine = tuple(one for one in waits if one.slug == state.row.slug)
    return Card(state, tuple(round_stages(base, state)), step, mine, leaders, _closed(state))


def _closed(state: DivisionState) -> int:
    """The last round of those that are closed without a gap, 0 before the first."""
    open_ = {one.number for one in state.open}
    first = min(open_, default=state.rounds[-1].number + 1 if state.rounds else 1)
    return max((one.number for one in state.rounds if one.number < first), default=0)


def leading(known: Sequence[DivisionState]) -> Mapping[UUID, tuple[Leader, ...]]:
    """The first five of each division after its last closed round, as they were kept when it was closed; three queries,
    and the standings counted anew of a division where a result of those rounds was corrected since.
    """
    divisions = {state.row.pk: state.row for state in known}
    at = {state.row.pk: number for state in known if (number := _closed(state))}
    if not at:
        return {}
    found = {row.division_id: row.rows for row in _snapshots(at)}
    for pk in _corrected(at):
        found[pk] = division_standings.as_rows(divisions[pk], at[pk], public=False)
    names = _names({pk: [row["number"] for row in rows[:LEADERS]] for pk, rows in found.items()})
    return {
        pk: tuple(
            _leader(row, rows, names[pk, row["number"]])
            for row in rows[:LEADERS]
            if (pk, row["number"]) in names
        )
        for pk, rows in found.items()
    }


def _snapshots(at: Mapping[UUID, int]) -> Iterable[Snapshot]:
    """The standings kept when each division's round was closed, the newest last."""
    wanted = Q(pk__in=())
    for division, number in at.items():
        wanted |= Q(division=division, after=number)
    return Snapshot.objects.filter(wanted, why="closed").order_by("at")


def _corrected(at: Mapping[UUID, int]) -> Collection[UUID]:
    """Divisions whose kept standings a later correction of an earlier round has made old. One query."""
    wanted = Q(pk__in=())
    for division, number in at.items():
        wanted |= Q(table__round__division=division, table__round__number__lte=number)
    kept = Snapshot.objects.filter(division=OuterRef("table__round__division"), why="closed")
    newest = kept.order_by("-after", "-at").values("at")[:1]
    late = Result.objects.filter(wanted, in_force=True).annotate(kept_at=Subquery(newest))
    return set(late.filter(confirmed_at__gt=F("kept_at")).values_list("table__round__division", flat=True))


def _names(wanted: Mapping[UUID, Sequence[int]]) -> dict[tuple[UUID, int], str]:
    """Names as the desk lists them today, by division and number."""
    asked = Q(pk__in=())
    for division, numbers in wanted.items():
        asked |= Q(division=division, number__in=numbers)
    rows = list(Entrant.objects.filter(asked))
    tell_apart_in_field(rows)
    return {(row.division_id, row.number): row.listed for row in rows}


def _leader(row: Mapping[str, Any], rows: Sequence[Mapping[str, Any]], name: str) -> Leader:
    shared = row["rank"] is not None and sum(one["rank"] == row["rank"] for one in rows[: LEADERS + 1]) > 1
    return Leader(row["rank"], shared, name, row["wins"], (row["wins"] + row["losses"]) // 2, row["spread"])
