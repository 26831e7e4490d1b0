"""What a place is decided by: small functions, chosen by name and put in order by the division.

A metric is given the entrants that are still level and says one int for each: the larger stands higher.
`wins` and `spread` are the reference order of `rules.md` 5; the others are what directors know from tsh,
liwords and FIDE C.07.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from pairings.records import Record, Records


@dataclass(frozen=True, slots=True)
class Stand:
    """What a metric may look at: all records, and after how many rounds they stand."""

    records: Records
    after: int


Metric = Callable[[Sequence[Record], Stand], list[int]]


def wins(level: Sequence[Record], stand: Stand) -> list[int]:
    """Half points won; a tie is half a win."""
    return [record.halves for record in level]


def losses(level: Sequence[Record], stand: Stand) -> list[int]:
    """Fewer half points lost stand higher (tsh)."""
    return [-record.lost for record in level]


def spread(level: Sequence[Record], stand: Stand) -> list[int]:
    """Sum of margins, each within the cap of the division."""
    return [record.spread for record in level]


def head_to_head(level: Sequence[Record], stand: Stand) -> list[int]:
    """Half points from games among those still level, counted only when every two of them have met equally
    often.
    """
    ids = {record.entrant.id for record in level}
    met = {
        tuple(sorted((record.entrant.id, other))): 0
        for record in level
        for other in ids
        if other != record.entrant.id
    }
    for record in level:
        for other in record.opponents:
            if other in ids:
                met[tuple(sorted((record.entrant.id, other)))] += 1
    if len(set(met.values())) > 1:
        return [0] * len(level)
    return [
        sum(g for o, g in zip(record.opponents, record.gains, strict=True) if o in ids) for record in level
    ]


def opponents_wins(level: Sequence[Record], stand: Stand) -> list[int]:
    """Sum of the opponents' half points (Buchholz)."""
    return [sum(stand.records[other].halves for other in record.opponents) for record in level]


def opponents_spread(level: Sequence[Record], stand: Stand) -> list[int]:
    """Sum of the opponents' spreads."""
    return [sum(stand.records[other].spread for other in record.opponents) for record in level]


def opponents_rating(level: Sequence[Record], stand: Stand) -> list[int]:
    """Sum of the opponents' ratings at entry."""
    return [sum(stand.records[other].entrant.rating for other in record.opponents) for record in level]


def median(level: Sequence[Record], stand: Stand) -> list[int]:
    """Sum of the opponents' half points without the best and the worst of them (Harkness)."""
    totals = (sorted(stand.records[other].halves for other in record.opponents) for record in level)
    return [sum(total[1:-1]) for total in totals]


def progress(level: Sequence[Record], stand: Stand) -> list[int]:
    """Sum of the half points held after each round: early wins weigh more."""
    return [record.halves * (stand.after + 1) - record.weighted for record in level]


def firsts(level: Sequence[Record], stand: Stand) -> list[int]:
    """Fewer starts stand higher."""
    return [-record.firsts for record in level]


def rating(level: Sequence[Record], stand: Stand) -> list[int]:
    """The higher rating at entry."""
    return [record.entrant.rating for record in level]


def seed(level: Sequence[Record], stand: Stand) -> list[int]:
    """The lower seed number."""
    return [-record.entrant.seed for record in level]


def lot(number: str) -> Metric:
    """A draw of lots fixed by a stored number: `lot:20260711`."""

    def drawn(level: Sequence[Record], stand: Stand) -> list[int]:
        return [
            int(sha256(f"{number}:{record.entrant.id}".encode()).hexdigest()[:12], 16) for record in level
        ]

    return drawn


METRICS: dict[str, Metric] = {
    "wins": wins,
    "losses": losses,
    "spread": spread,
    "head_to_head": head_to_head,
    "opponents_wins": opponents_wins,
    "opponents_spread": opponents_spread,
    "opponents_rating": opponents_rating,
    "median": median,
    "progress": progress,
    "firsts": firsts,
    "rating": rating,
    "seed": seed,
}
LABELS: dict[str, str] = {
    "wins": "wins",
    "losses": "fewer losses",
    "spread": "spread",
    "head_to_head": "games between those level",
    "opponents_wins": "opponents' wins",
    "opponents_spread": "opponents' spread",
    "opponents_rating": "opponents' ratings",
    "median": "opponents' wins without best and worst",
    "progress": "sum of progress",
    "firsts": "fewer starts",
    "rating": "rating",
    "seed": "seed",
    "lot": "lot",
}
HALF_POINTS = frozenset({"wins", "losses", "head_to_head", "opponents_wins", "median", "progress"})


def metric(name: str) -> Metric:
    """The metric of a name, `lot:NUMBER` included. Raises ValueError with one sentence for any other."""
    if name.startswith("lot:") and name[4:].isdigit():
        return lot(name[4:])
    if name not in METRICS:
        known = ", ".join([*METRICS, "lot:NUMBER"])
        raise ValueError(f"There is no ranking rule called {name!r}; use any of {known}.")
    return METRICS[name]


def points(halves: int) -> str:
    """Half points as people write them: 7 or 7.5."""
    return f"{halves // 2}.5" if halves % 2 else str(halves // 2)


def spoken_wins(halves: int) -> str:
    """'1 win', '2.5 wins'."""
    return f"{points(halves)} {'win' if halves == 2 else 'wins'}"


def shown(name: str, value: int) -> str:
    """One metric's value in words: wins with halves, spreads with their sign."""
    if name in HALF_POINTS:
        return points(abs(value))
    return f"{value:+d}" if "spread" in name else str(abs(value))
