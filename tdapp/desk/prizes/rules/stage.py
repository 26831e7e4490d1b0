"""The order of a prize giving, and what a line may say before the places of its division were called.

The last line of the order of precedence is given first; within a division its places come last, the champion at the very
end, in whatever order the lines were made. Nothing given before them tells a place, a record or who holds a place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from tdapp.desk.models import Prize
from tdapp.desk.prizes.rules.winners import Won

RANK = Prize.Kind.RANK


def lines(awards: Iterable[Won]) -> list[list[Won]]:
    """The lines as they are given; `awards` in order of precedence, each line's winners stay in theirs."""
    stage = [list(rows) for _key, rows in groupby(awards, key=lambda one: one.prize)][::-1]
    of_division: dict[str, list[list[Won]]] = {}
    for row in stage:
        of_division.setdefault(row[0].division, []).append(row)
    turns = {slug: iter(sorted(rows, key=_turn)) for slug, rows in of_division.items()}
    return [next(turns[row[0].division]) for row in stage]


def _turn(line: Sequence[Won]) -> tuple[bool, int]:
    """Places after everything else, the lower ones first."""
    places = line[0].kind == RANK
    return places, -line[0].first if places else 0


def with_places(awards: Iterable[Won]) -> frozenset[str]:
    """The divisions whose places are given."""
    return frozenset(one.division for one in awards if one.kind == RANK)


def is_before(won: Won, divisions: frozenset[str]) -> bool:
    """Whether a prize is given while places it could give away are still to come; `divisions` have places to give."""
    if won.kind == RANK:
        return False
    return won.division in divisions if won.division else bool(divisions)
