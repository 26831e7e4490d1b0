"""What a table of 2-4 is worth to each seat: half points of a pair, twelfths of a win for a table.

| rule | table of 2 | of 3 | of 4 | level seats |
|---|---|---|---|---|
| place | 12 0 | 12 6 0 | 12 8 4 0 | each gets the mean of the places they share |
| share | 12 0 | 12 0 0 | 12 0 0 0 | the highest share the one win: 6 6, 4 4 4, 3 3 3 3 |

Sources: two to four play (`SAL:11`, `SET:1`, `BIS:3`), the highest score wins, equal ones are decided by the
scores before unplayed tiles (`SAL:232`). The books give no points for an event of such tables, so these are
the two usual ones; by place a win counts the same at every table, whatever its size. Twelfths are whole for
every tie there can be.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairings.event.history import Seat

WIN, TIE, LOSS = 2, 1, 0
WHOLE = 12
HALF = WHOLE // 2


def gain_against(seat: Seat, other: Seat, tie_rule: str) -> int:
    """Half points of `seat` against `other`.

    Equal scores go to the higher score before unplayed tiles (`SAL:232`).
    """
    if seat.score != other.score:
        return WIN if seat.score > other.score else LOSS
    if tie_rule == "half" or seat.before is None or other.before is None or seat.before == other.before:
        return TIE
    return WIN if seat.before > other.before else LOSS


def places_at(seats: Sequence[Seat], tie_rule: str) -> list[list[int]]:
    """Seat indexes from the highest score down; those on one level together.

    Where one of several equal scores lacks the score before unplayed tiles, all of them stay level.
    """
    levels: dict[tuple[int, int], list[int]] = {}
    for at, seat in enumerate(seats):
        befores = [other.before for other in seats if other.score == seat.score]
        told = tie_rule != "half" and None not in befores
        levels.setdefault((seat.score, seat.before or 0 if told else 0), []).append(at)
    return [levels[level] for level in sorted(levels, reverse=True)]


def by_place(seats: Sequence[Seat], tie_rule: str = "before_adjustment") -> tuple[int, ...]:
    """Twelfths of a win by place, for each seat in its order; a seat alone at a table gets nothing."""
    found, place, last = [0] * len(seats), 0, len(seats) - 1
    for group in places_at(seats, tie_rule) if last > 0 else []:
        total = sum(WHOLE * (last - k) // last for k in range(place, place + len(group)))
        for at in group:
            found[at] = total // len(group)
        place += len(group)
    return tuple(found)


def by_share(seats: Sequence[Seat], tie_rule: str = "before_adjustment") -> tuple[int, ...]:
    """Twelfths of the one win of a table, shared by the highest, for each seat in its order."""
    top = places_at(seats, tie_rule)[0] if len(seats) > 1 else []
    return tuple(WHOLE // len(top) if at in top else 0 for at in range(len(seats)))


def points_of(seats: Sequence[Seat], tie_rule: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Both rules at once: by place and by share."""
    return by_place(seats, tie_rule), by_share(seats, tie_rule)
