"""What a player's phone shows: their table, how its result stands, his released record. Public names alone."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from tdapp.desk.ledger import lineups
from tdapp.desk.ledger.result_entry import in_words
from tdapp.desk.ledger.rows import as_entry, current_result
from tdapp.desk.models import Claim, Result, TableQuestion
from tdapp.desk.results import claims
from tdapp.events.models import Entrant, Round, Slot
from tdapp.kernel.running.written_once import WrittenOnce
from tdapp.publishing.phones import records
from tdapp.publishing.phones.records import Records
from tdapp.publishing.phones.why_this_opponent import why
from tdapp.publishing.released.public_access import EventDoor

PLAY, ASKED, WAITS, DIFFERS, DECIDED, IN = "play", "asked", "waits", "differs", "decided", "in"


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat of my table."""

    seat: int
    name: str
    me: bool
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Game:
    """My table in one shown round, and how its result stands."""

    slot: Slot
    seats: tuple[Seat, ...]
    claims: tuple[Claim, ...]
    result: Result | None
    reasons: tuple[str, ...] = ()
    teams: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        return self.slot.table.number if self.slot.table else 0

    @property
    def round(self) -> Round:
        return self.slot.round

    @property
    def others(self) -> list[Seat]:
        return [one for one in self.seats if not one.me]

    @property
    def drawn(self) -> bool:
        return bool(self.slot.table and self.slot.table.starts)

    @property
    def starter(self) -> Seat:
        return self.seats[0]

    @property
    def mark(self) -> str:
        """Which game of whom a report speaks of: one that comes late finds no other game at a table of that number."""
        return mark_of(self.slot.table_id, self.slot.entrant_id)

    @property
    def own(self) -> Claim | None:
        """What this phone's player reported."""
        return next((one for one in self.claims if one.seat == self.slot.seat), None)

    @property
    def agreed(self) -> bool:
        """Whether another player reported too; all of them tell the same, or the state would be another."""
        return any(one.seat for one in self.theirs)

    @property
    def theirs(self) -> list[Claim]:
        return [one for one in self.claims if one.seat != self.slot.seat]

    @property
    def state(self) -> str:
        """play, asked (somebody else reported), waits, differs, decided (they differed, the desk settled it), or in."""
        kept = self.result is not None and all(claims.same(one, as_entry(self.result)) for one in self.claims)
        if not claims.agree(self.claims) or (self.result and not kept):
            return DECIDED if self.decided else DIFFERS
        if self.result:
            return ASKED if self.may_second else IN
        if not self.claims:
            return PLAY
        return WAITS if self.own else ASKED

    @property
    def decided(self) -> bool:
        """Whether a result counts and the desk has closed its question about what the phones said."""
        if self.result is None or not self.result.in_force:
            return False
        notes = TableQuestion.objects.filter(table=self.slot.table, kind=TableQuestion.Kind.PHONES)
        return not notes.filter(resolved_at=None).exists()

    @property
    def may_second(self) -> bool:
        """An entry that does not count yet, which somebody at the table reported, and this player did not."""
        return bool(self.result and not self.result.in_force and self.theirs and not self.own)

    @property
    def scores_in_words(self) -> str:
        """The scores that are in, or were reported, as people write them."""
        if self.result:
            return in_words(as_entry(self.result).as_data())
        return claims.in_short(self.claims[0]) if self.claims else ""

    @property
    def reports(self) -> list[tuple[str, str]]:
        """Who reported what, where they differ."""
        names = {one.seat: one.name for one in self.seats}
        return [(names.get(one.seat) or claims.who_says(one), claims.in_short(one)) for one in self.claims]

    @property
    def offered(self) -> list[dict[str, Any]]:
        """The scores to agree with, seat by seat."""
        claim = self.theirs[0]
        before = claim.before or [""] * len(claim.scores)
        return [
            {"seat": one.seat, "score": claim.scores[place], "before": before[place]}
            for place, one in enumerate(self.seats)
        ]


@dataclass(frozen=True)
class Me:
    """Everything the page shows of one player. `game`: the table that is on, or the last one; `next` one more;
    `over`: the last round is closed; `tables`: the tables of theirs that were looked at.
    """

    entrant: Entrant
    door: EventDoor
    board: Records
    game: Game | None
    next: Game | None
    away: Slot | None
    mode: str
    over: bool = False
    tables: tuple[UUID, ...] = ()

    @property
    def reserve(self) -> bool:
        """Whether somebody without a table belongs to a team of this round of team matches."""
        away = self.away
        return bool(away and away.kind == Slot.Kind.UNSCORED and self.entrant.team and _of_teams(away.round))

    @property
    def may_report(self) -> bool:
        return self.mode == claims.REPORT

    @property
    def line(self) -> Any:
        return self.board.lines.get(self.entrant.number)

    @property
    def shared(self) -> bool:
        return bool(self.line and self.line.rank in self.board.shared)


def mark_of(table: Any, entrant: Any) -> str:
    """The mark of one game of one player."""
    return hashlib.sha256(f"{table}:{entrant}".encode()).hexdigest()[:12]


def of_player(entrant: Entrant, door: EventDoor) -> Me:
    """What one player may see now; a few queries, the standings from the shared board."""
    division = door.division(entrant.division.slug)
    board = records.of_division(division)
    slots = shown_slots(entrant)
    games = [_game(slot, division.released) for slot in slots if slot.table]
    now = next((one for one in games if one.result is None), games[-1] if games else None)
    later = next((one for one in games if now and one.round.number > now.round.number), None)
    away = slots[-1] if slots and not slots[-1].table else None
    over = not slots and _is_over(entrant)
    tables = tuple(slot.table_id for slot in slots if slot.table_id)
    return Me(entrant, door, board, now, later, away, claims.mode_of(entrant.division), over, tables)


def _is_over(entrant: Entrant) -> bool:
    """Whether the last round is closed: it may be kept back from the public, and no table follows."""
    division = entrant.division
    last = Round.objects.filter(division=division, number=division.rounds_planned)
    return last.filter(status=Round.Status.CLOSED).exists()


def shown_slots(entrant: Entrant) -> list[Slot]:
    """Where somebody is in the rounds that are being played and whose pairings are public, earliest first."""
    return _shown(entrant.pk)


@WrittenOnce
def _shown(entrant: UUID) -> QuerySet[Slot]:
    found = Slot.objects.filter(
        entrant=entrant, round__status=Round.Status.PUBLISHED, round__public_at__isnull=False
    )
    found = found.select_related("table__round__division__event", "round__division__event")
    return found.order_by("round__number")


@WrittenOnce
def _seats(table: UUID) -> QuerySet[Slot]:
    rows = Slot.objects.filter(table=table).select_related("entrant__club", "entrant__division__event")
    return rows.order_by("seat")


def game_of(entrant: Entrant, number: int, mark: str) -> Game | None:
    """The game of mine a report speaks of, by the table's number and the game's mark."""
    games = [_game(slot, 0) for slot in shown_slots(entrant) if slot.table and slot.table.number == number]
    return next((one for one in games if one.mark == mark), None)


def _game(slot: Slot, shown: int) -> Game:
    table = slot.table
    assert table is not None
    slots = _seats(table.pk)
    seats = tuple(
        Seat(one.seat or 0, one.entrant.public_name, one.entrant_id == slot.entrant_id, one.entrant.mark)
        for one in slots
    )
    reasons = () if table.as_played else why(slot.round, table.number, released=shown)
    result = current_result(table)
    return Game(
        slot, seats, tuple(claims.standing(table, slots)), result, tuple(reasons), _teams(slot, slots)
    )


def _of_teams(round_: Round) -> bool:
    return lineups.planned(round_.division, round_.number) is not None


def _teams(slot: Slot, slots: list[Slot]) -> tuple[str, ...]:
    """Whose match a table is part of, in seat order; nothing outside team matches."""
    names = tuple(one.entrant.team for one in slots)
    return names if len({*names} - {""}) == 2 and _of_teams(slot.round) else ()
