"""What the public sees of each division now, and what could be shown next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count

from tdapp.desk.day.division_states import DivisionState, RoundState, states_of_page
from tdapp.desk.models import TableQuestion
from tdapp.desk.overview.steps import NextStep, next_steps
from tdapp.desk.pairing import freezing, outdated_release
from tdapp.events.models import Division, Event, Round
from tdapp.kernel.ports import Port

# Names of the places outside that still show what was public before: (event, whether it changed a moment ago).
BEHIND: Port[Callable[[Event, bool], list[str]]] = Port("places that do not show what is public now")


def behind(event: Event, changed: bool = False) -> list[str]:
    """The places outside that show something else than what is public. `changed`: a moment ago, so that none can know."""
    return [name for ask in BEHIND for name in ask(event, changed)]


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
    """A division with its published rounds, newest first. `corrected`: the public sees standings from before one."""

    division: Division
    rounds: tuple[RoundLine, ...]
    step: NextStep
    bound: int | None = None
    corrected: bool = False

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
    late = outdated_release.since_release(event)
    known = states_of_page(event)
    return [
        _shown(state, step, _lines(state, rounds, asked, bounds.get(state.row.pk)), bounds, late)
        for state, step in zip(known, next_steps(event, known), strict=True)
    ]


def _shown(
    state: DivisionState, step: NextStep, lines: tuple[RoundLine, ...], bounds: dict[UUID, int], late: set[UUID]
) -> Shown:  # fmt: skip
    bound = bounds.get(state.row.pk)
    behind = state.row.pk in late and (bound is None or state.row.released_round <= bound)
    return Shown(state.row, lines, step, bound, behind)


def _lines(
    state: DivisionState, rounds: dict[tuple[UUID, int], Round], asked: dict[UUID, int], bound: int | None
) -> tuple[RoundLine, ...]:
    lines = []
    for item in reversed(state.rounds):
        row = rounds[(state.row.pk, item.number)]
        held = bound is not None and row.number > bound
        lines.append(RoundLine(row, item, asked.get(row.pk, 0), held))
    return tuple(lines)
