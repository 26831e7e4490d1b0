"""Every division at a glance: who is here, who never came, and of each round how many tables are in and confirmed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, FilteredRelation, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tdapp.desk.models import PairingRun, Result
from tdapp.events.models import Division, Entrant, Event, Presence, Round, Slot, Table
from tdapp.kernel.running.written_once import WrittenOnce

IN_HAND = "states_of_page"


@dataclass(frozen=True, slots=True)
class RoundState:
    """One published round: how many tables it has, how many are in, how many of those are confirmed; `public`: its
    pairings are shown.
    """

    number: int
    status: str
    tables: int
    entered: int
    confirmed: int
    public: bool = False

    @property
    def out(self) -> int:
        return self.tables - self.entered

    @property
    def to_confirm(self) -> int:
        return self.entered - self.confirmed


@dataclass(frozen=True, slots=True)
class DivisionState:
    """A division with what the desk needs at a glance; `draft`: the round that is drafted and not yet published, else 0;
    `gone`: who withdrew for good, of the `entrants`; `away`: who else is not here and away from the next round; `unseen`:
    who is in its draw and was never seen, neither at the check-in nor at a game.
    """

    row: Division
    entrants: int
    present: int
    rounds: tuple[RoundState, ...]
    draft: int = 0
    gone: int = 0
    away: int = 0
    unseen: int = 0

    @property
    def staying(self) -> int:
        """Entered, and not withdrawn."""
        return self.entrants - self.gone

    @property
    def last(self) -> RoundState | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def open(self) -> tuple[RoundState, ...]:
        return tuple(item for item in self.rounds if item.status == Round.Status.PUBLISHED)

    @property
    def missing(self) -> int:
        return self.staying - self.present - self.away

    @property
    def unseen_paired(self) -> int:
        """Whom a check-in that is in use has not seen, in the draw of the next round."""
        return self.unseen if self.present else 0

    @property
    def following(self) -> int:
        """The round that is posted next."""
        return self.last.number + 1 if self.last else 1


def states(event: Event) -> list[DivisionState]:
    """Every division of the event with its counts; four queries."""
    rounds, drafts = _rounds(event)
    heads = {row["division"]: row for row in _heads(event.pk)}
    nobody = {"total": 0, "present": 0, "gone": 0, "away": 0, "unseen": 0}
    return [
        DivisionState(
            row,
            found["total"],
            found["present"],
            tuple(rounds.get(row.pk, ())),
            drafts.get(row.pk, 0),
            found["gone"],
            found["away"],
            found["unseen"],
        )
        for row in event.divisions.all()
        for found in [heads.get(row.pk, nobody)]
    ]


def states_of_page(event: Event) -> list[DivisionState]:
    """The same for a page about them, kept for the rail beside it: that says what the page does."""
    known = vars(event)[IN_HAND] = states(event)
    return known


def states_of_rail(event: Event) -> list[DivisionState]:
    """The same as the page at this rail read them, once; read now where it did not."""
    return vars(event).pop(IN_HAND, None) or states(event)


@WrittenOnce
def _heads(event: UUID) -> QuerySet[Entrant, Any]:
    rows = Entrant.objects.filter(event=event, house=False).order_by()
    left = Presence.objects.filter(entrant=OuterRef("pk"), kind=Presence.Kind.WITHDRAWN, last=None)
    posted = Round.objects.filter(division=OuterRef("division")).exclude(status=Round.Status.PLANNED)
    newest = posted.order_by("-number").values("number")[:1]
    missed = Presence.away_in(OuterRef("following")).filter(entrant=OuterRef("pk"))
    known = rows.annotate(left=Exists(left), following=Coalesce(Subquery(newest), 0) + 1)
    told = known.annotate(off=Exists(missed), played=Exists(GAMES.filter(entrant=OuterRef("pk")))).values(
        "division"
    )
    here, missing = Count("checked_in_at", filter=Q(left=False)), Q(checked_in_at=None, left=False)
    return told.annotate(
        total=Count("pk"), present=here, gone=Count("pk", filter=Q(left=True)),
        away=Count("pk", filter=missing & Q(off=True)), unseen=Count("pk", filter=missing & Q(off=False, played=False)),
    )  # fmt: skip


# Seats at which a game was played: whoever has one was there, checked in or not.
GAMES = Slot.objects.filter(
    kind=Slot.Kind.SEAT, table__results__in_force=True, table__results__kind=Result.Kind.PLAYED
)


def never_seen(rows: Iterable[Entrant]) -> tuple[Entrant, ...]:
    """Who of these neither was checked in nor has played a game; one query where anybody is not checked in."""
    missing = [row for row in rows if row.checked_in_at is None and not row.house]
    if not missing:
        return ()
    played = set(GAMES.filter(entrant__in=missing).values_list("entrant", flat=True))
    return tuple(row for row in missing if row.pk not in played)


@WrittenOnce
def _posted(event: UUID) -> QuerySet[Round, Any]:
    draft = PairingRun.objects.filter(round=OuterRef("pk"), status=PairingRun.Status.DRAFT)
    rows = Round.objects.filter(~Q(status=Round.Status.PLANNED) | Exists(draft), division__event=event)
    return rows.values_list("pk", "division", "number", "status", "public_at").order_by("number")


@WrittenOnce
def _counted(event: UUID) -> QuerySet[Table, Any]:
    # Of each table there is one current result at the most. By the round's id alone: grouped by its number they would be
    # sorted before they are counted.
    newest = FilteredRelation("results", condition=Q(results__is_current=True))
    rows = Table.objects.filter(round__division__event=event).order_by().annotate(newest=newest)
    confirmed = Count("newest", filter=Q(newest__in_force=True))
    return rows.values_list("round").annotate(Count("pk"), Count("newest"), confirmed=confirmed)


def _rounds(event: Event) -> tuple[dict[Any, list[RoundState]], dict[Any, int]]:
    """The published rounds of each division, and the one that is drafted."""
    found: dict[Any, list[RoundState]] = {}
    drafts: dict[Any, int] = {}
    counts = {pk: many for pk, *many in _counted(event.pk)}
    for pk, division, number, status, public_at in _posted(event.pk):
        if status == Round.Status.PLANNED:
            drafts.setdefault(division, number)
        else:
            tables, entered, confirmed = counts.get(pk, (0, 0, 0))
            state = RoundState(number, status, tables, entered, confirmed, public_at is not None)
            found.setdefault(division, []).append(state)
    return found, drafts
