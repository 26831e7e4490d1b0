"""The games of the released rounds, as they stood when they were released.

Results are append-only and the log is numbered, so the release can be read back: a table nobody touched since is as
it is now; for a table that was entered, confirmed, corrected or taken back since, the newest version confirmed by
the time of the release counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from django.db.models import Q

from pairings.event import history as h
from tdapp.desk.ledger import history as halls
from tdapp.desk.ledger import points_off
from tdapp.desk.ledger.rounds.outcomes import unscored
from tdapp.desk.models import Result, ResultLine, Snapshot
from tdapp.events.models import Division, Slot, Table
from tdapp.kernel.models import AuditEntry
from tdapp.publishing.released import at_hand, games, rows, single_flight
from tdapp.publishing.released.board import Board

Spot = tuple[int, int]


def of_board(board: Board) -> games.Played:
    """Games of the released rounds by entrant and by round; made once for each release."""
    if not board.snapshot:
        return games.NOTHING
    key = f"public:games:{board.snapshot}"
    return at_hand.made(key, lambda: single_flight.fly(key, board.snapshot, lambda: _build(board.snapshot)))


def newest_of_board(board: Board) -> dict[int, games.Game]:
    """What everybody did in the released round, by number; sums are of that round alone. Fifteen rounds take ten times as
    long, and standings show this one.
    """
    if not board.snapshot:
        return {}
    key = f"public:newest:{board.snapshot}"
    return at_hand.made(key, lambda: single_flight.fly(key, board.snapshot, lambda: _newest(board.snapshot)))


def _build(snapshot_id: str) -> games.Played:
    return games.play(history(_snapshot(snapshot_id)))


def _newest(snapshot_id: str) -> dict[int, games.Game]:
    snapshot = _snapshot(snapshot_id)
    return rows.newest(games.play(history(snapshot, since=snapshot.after)), snapshot.after)


def _snapshot(pk: str) -> Snapshot:
    return Snapshot.objects.select_related("division__event").get(pk=pk)


def history(snapshot: Snapshot, since: int = 1) -> h.History:
    """The division's outcomes up to the released round, as of the release; rounds before `since` are left empty."""
    division = snapshot.division
    now = halls.of_division(division, after=snapshot.after, since=since)
    touched = {spot for spot in _touched(division) if since <= spot[0] <= snapshot.after}
    if not touched:
        return now
    seats, then = _seats(snapshot, touched), _as_of(snapshot, touched)
    rounds = tuple(
        tuple(_as_then(outcomes, number, seats, then, division))
        for number, outcomes in enumerate(now.rounds, start=1)
    )
    return replace(now, rounds=rounds)


def _touched(division: Division) -> set[Spot]:
    """Tables (round, number) whose result changed in any way after the last release, by the log's own order.

    An entry that does not say which table it is about may be about any.
    """
    log = AuditEntry.objects.filter(scope=division.scope_key, refused="")
    releases = log.filter(
        intent="standings.release", subject_kind="division", subject_id=str(division.pk)
    ).order_by("-number")
    since = releases.values_list("number", flat=True).first() or 0
    later = log.filter(number__gt=since).filter(
        Q(facts__has_key=Result._meta.label) | Q(intent__startswith="result.")
    )
    subjects = set(later.values_list("subject_kind", "subject_id"))
    tables = Table.objects.filter(round__division=division)
    if all(kind == "table" for kind, _key in subjects):
        tables = tables.filter(pk__in=[key for _kind, key in subjects])
    return set(tables.values_list("round__number", "number"))


def _seats(snapshot: Snapshot, touched: set[Spot]) -> dict[Spot, list[str]]:
    """Who sits at the touched tables, in seat order."""
    rows = Slot.objects.filter(
        round__division=snapshot.division_id, table__number__in={table for _round, table in touched}
    )
    seats: dict[Spot, list[str]] = {spot: [] for spot in touched}
    for number, table, entrant in rows.order_by("seat").values_list(
        "round__number", "table__number", "entrant_id"
    ):
        if (number, table) in seats:
            seats[number, table].append(str(entrant))
    return seats


def _as_of(snapshot: Snapshot, touched: set[Spot]) -> dict[Spot, Result]:
    """The newest version of each touched table that was confirmed by the time of the release."""
    rows = Result.objects.filter(
        table__round__division=snapshot.division_id,
        table__round__number__lte=snapshot.after,
        table__number__in={table for _round, table in touched},
        confirmed_at__lte=snapshot.at,
    )
    rows = rows.order_by("version").select_related("table__round").prefetch_related("lines__slot")
    return {(row.table.round.number, row.table.number): row for row in rows}


def _as_then(
    outcomes: Iterable[h.Outcome], number: int, seats: dict[Spot, list[str]], then: dict[Spot, Result],
    division: Division,
) -> Iterable[h.Outcome]:  # fmt: skip
    """One round with its touched tables put back to what they were."""
    here = {spot: who for spot, who in seats.items() if spot[0] == number}
    moved = {entrant for who in here.values() for entrant in who}
    yield from (outcome for outcome in outcomes if not moved & set(h.named_in(outcome)))
    for spot, who in here.items():
        row = then.get(spot)
        yield from _outcomes(row, division) if row else (h.Unfinished(spot[1], tuple(who)),)


def _outcomes(row: Result, division: Division) -> Iterable[h.Outcome]:
    """A stored result as what it counts as."""
    lines = [(str(line.slot.entrant_id), line) for line in sorted(row.lines.all(), key=lambda li: li.seat)]
    if row.kind == Result.Kind.UNSCORED:
        return unscored(row.table.number, [entrant for entrant, _line in lines])
    if row.kind == Result.Kind.FORFEIT:
        return (_forfeit(row.table.number, lines, division),)
    seats = (
        points_off.seat(division, entrant, line.score, line.before, line.penalty) for entrant, line in lines
    )
    return (h.Played(row.table.number, tuple(seats)),)


def _forfeit(number: int, lines: list[tuple[str, ResultLine]], division: Division) -> h.Forfeit:
    absent = tuple(entrant for entrant, line in lines if line.absent)
    present = tuple(entrant for entrant, line in lines if not line.absent)
    return h.Forfeit(number, absent, present, division.forfeit_spread, division.forfeit_win_spread)
