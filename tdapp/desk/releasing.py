"""What the public sees of each division now, and what could be shown next."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count

from tdapp.desk import freezing
from tdapp.desk.models import TableQuestion
from tdapp.desk.overview import NextStep, next_steps
from tdapp.desk.shell import DivisionState, RoundState, states
from tdapp.events.models import Division, Event, Round


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A published round: what is in, what is shown of it, how many questions are open."""

    round: Round
    state: RoundState
    questions: int
    held: bool = False

    @property
    def complete(self) -> bool:
        """Whether every table counts, so that the round can be closed."""
        return self.state.confirmed == self.state.tables


@dataclass(frozen=True, slots=True)
class Shown:
    """A division with its published rounds, newest first."""

    division: Division
    rounds: tuple[RoundLine, ...]
    step: NextStep
    bound: int | None = None

    @property
    def next(self) -> int:
        """The newest complete round whose standings are not out yet and not kept back, 0 when there is none."""
        done = [line.round.number for line in self.rounds if line.complete and not line.held]
        return max((number for number in done if number > self.division.released_round), default=0)

    @property
    def pairings(self) -> tuple[int, ...]:
        """The rounds whose pairings the public sees."""
        return tuple(sorted(line.round.number for line in self.rounds if line.round.public_at))


def shown(event: Event) -> list[Shown]:
    """Every division of the event; as many queries for twenty rounds as for one."""
    rows = Round.objects.filter(division__event=event).exclude(status=Round.Status.PLANNED)
    rounds = {(row.division_id, row.number): row for row in rows.select_related("division__event")}
    notes = TableQuestion.objects.filter(resolved_at=None, table__round__division__event=event)
    asked = dict(notes.values_list("table__round_id").annotate(n=Count("pk")).order_by())
    bounds = {held.division.pk: held.bound for held in freezing.of_event(event)}
    known = states(event)
    steps = next_steps(event, known)
    return [
        _shown(state, rounds, asked, step, bounds.get(state.row.pk))
        for state, step in zip(known, steps, strict=True)
    ]


def _shown(
    state: DivisionState, rounds: dict[tuple[UUID, int], Round], asked: dict[UUID, int], step: NextStep, bound: int | None
) -> Shown:  # fmt: skip
    lines = []
    for item in reversed(state.rounds):
        row = rounds[(state.row.pk, item.number)]
        held = bound is not None and row.number > bound
        lines.append(RoundLine(row, item, asked.get(row.pk, 0), held))
    return Shown(state.row, tuple(lines), step, bound)
