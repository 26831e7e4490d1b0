"""What a place is decided by: small functions, chosen by name and put in order by the division.

A metric is given the entrants that are still level and says one int for each: the larger stands higher.
`wins` and `spread` are the usual order (NASPA, tsh); the others are what directors know from tsh, liwords and
FIDE C.07. Every function names its source, `LABELS` says each in plain words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256

from core.messages import counted, say
from pairings.event.nouns import WINS
from pairings.event.records import Record, Records


@dataclass(frozen=True, slots=True)
class Stand:
    """What a metric may look at: all records, and after how many rounds they stand."""

    records: Records
    after: int


Metric = Callable[[Sequence[Record], Stand], list[int]]
ALL = 1_000_000_000
TWELFTHS = 12


def wins(level: Sequence[Record], stand: Stand) -> list[int]:
    """Half points won; a tie is half a win (NASPA, tsh; docs/rules/events.md E1)."""
    return [record.halves for record in level]


def losses(level: Sequence[Record], stand: Stand) -> list[int]:
    """Fewer half points lost stand higher (tsh: after wins, for those who missed unscored rounds)."""
    return [-record.lost for record in level]


def win_percent(level: Sequence[Record], stand: Stand) -> list[int]:
    """Half points out of those that were to be had in counted rounds, in parts of a thousand million (liwords)."""
    counted = (record.halves + record.lost for record in level)
    return [
        record.halves * ALL // total if total else 0 for record, total in zip(level, counted, strict=True)
    ]


def table_points(level: Sequence[Record], stand: Stand) -> list[int]:
    """Twelfths of a win by place at each table, for events of 2-4 at a table (`SAL:11`, `SET:1`, `BIS:3`)."""
    return [record.by_place for record in level]


def table_shares(level: Sequence[Record], stand: Stand) -> list[int]:
    """Twelfths of the one win of each table, shared by those level at its top (`SAL:232`)."""
    return [record.by_share for record in level]


def spread(level: Sequence[Record], stand: Stand) -> list[int]:
    """Sum of margins, each within the cap of its round (NASPA; caps: tsh `spread_cap`, liwords #686)."""
    return [record.spread for record in level]


def met_equally(level: Sequence[Record], ids: set[str]) -> bool:
    """Whether every two of these have met equally often."""
    met = {tuple(sorted((one.entrant.id, other))): 0 for one in level for other in ids - {one.entrant.id}}
    for record in level:
        for other in record.opponents:
            if other in ids:
                met[tuple(sorted((record.entrant.id, other)))] += 1
    return len(set(met.values())) <= 1


def head_to_head(level: Sequence[Record], stand: Stand) -> list[int]:
    """Half points from games among those still level (FIDE C.07 direct encounter).

    Counted only when every two of them have met equally often; otherwise it separates nobody.
    """
    ids = {record.entrant.id for record in level}
    if not met_equally(level, ids):
        return [0] * len(level)
    return [
        sum(g for o, g in zip(record.opponents, record.gains, strict=True) if o in ids) for record in level
    ]


def opponents_wins(level: Sequence[Record], stand: Stand) -> list[int]:
    """Sum of the opponents' half points (FIDE C.07 Buchholz; Go SOS)."""
    return [sum(stand.records[other].halves for other in record.opponents) for record in level]


def opponents_spread(level: Sequence[Record], stand: Stand) -> list[int]:
    """Sum of the opponents' spreads (the same idea in points)."""
    return [sum(stand.records[other].spread for other in record.opponents) for record in level]


def opponents_rating(level: Sequence[Record], stand: Stand) -> list[int]:
    """Sum of the opponents' ratings at entry (FIDE C.07 ARO, summed so that it stays whole)."""
    return [sum(stand.records[other].entrant.rating for other in record.opponents) for record in level]


def median(level: Sequence[Record], stand: Stand) -> list[int]:
    """Sum of the opponents' half points without the best and the worst of them (Harkness; USCF median)."""
    totals = (sorted(stand.records[other].halves for other in record.opponents) for record in level)
    return [sum(total[1:-1]) for total in totals]


def progress(level: Sequence[Record], stand: Stand) -> list[int]:
    """Sum of the half points held after each round: early wins weigh more (FIDE C.07 progressive score)."""
    return [record.halves * (stand.after + 1) - record.weighted for record in level]


def firsts(level: Sequence[Record], stand: Stand) -> list[int]:
    """Fewer starts stand higher (FIDE C.07: more games with the second move)."""
    return [-record.firsts for record in level]


def rating(level: Sequence[Record], stand: Stand) -> list[int]:
    """The higher rating at entry (tsh: after spread)."""
    return [record.entrant.rating for record in level]


def seed(level: Sequence[Record], stand: Stand) -> list[int]:
    """The lower seed number (liwords: after spread)."""
    return [-record.entrant.seed for record in level]


def lot(number: str) -> Metric:
    """A draw of lots fixed by a stored number, as `lot:20260711` (tsh: stored random)."""

    def drawn(level: Sequence[Record], stand: Stand) -> list[int]:
        return [
            int(sha256(f"{number}:{record.entrant.id}".encode()).hexdigest()[:12], 16) for record in level
        ]

    return drawn


METRICS: dict[str, Metric] = {
    "wins": wins,
    "losses": losses,
    "win_percent": win_percent,
    "points": table_points,
    "shares": table_shares,
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
    "wins": say("wins"),
    "losses": say("fewer losses"),
    "win_percent": say("share of games won"),
    "points": say("points by place at the table"),
    "shares": say("shares of tables won"),
    "spread": say("spread"),
    "head_to_head": say("games between those level"),
    "opponents_wins": say("opponents' wins"),
    "opponents_spread": say("opponents' spread"),
    "opponents_rating": say("opponents' ratings"),
    "median": say("opponents' wins without best and worst"),
    "progress": say("sum of progress"),
    "firsts": say("fewer starts"),
    "rating": say("rating"),
    "seed": say("seed"),
    "lot": say("lot"),
}
HALF_POINTS = frozenset({"wins", "losses", "head_to_head", "opponents_wins", "median", "progress"})


def metric(name: str) -> Metric:
    """The metric of a name, `lot:NUMBER` included. Raises ValueError with one sentence for any other."""
    if name.startswith("lot:") and name[4:].isdigit():
        return lot(name[4:])
    if name not in METRICS:
        known = ", ".join([*METRICS, "lot:NUMBER"])
        raise ValueError(
            say(
                "There is no ranking rule called %(name)s; use any of %(known)s.",
                name=f"{name!r}",
                known=known,
            )
        )
    return METRICS[name]


def points(halves: int) -> str:
    """Half points as people write them: 7 or 7.5."""
    return f"{halves // 2}.5" if halves % 2 else str(halves // 2)


def twelfths(value: int) -> str:
    """Twelfths of a win as people write them: 7, 7 2/3, 1/3."""
    whole, part = divmod(value, TWELFTHS)
    share = Fraction(part, TWELFTHS)
    fraction = f"{share.numerator}/{share.denominator}" if part else ""
    return " ".join(text for text in (str(whole) if whole or not part else "", fraction) if text)


def percent(value: int) -> str:
    """A share of everything in percent with one decimal, rounded half up."""
    tenths = (value * 1000 + ALL // 2) // ALL
    return f"{tenths // 10}.{tenths % 10} %"


def spoken_wins(halves: int) -> str:
    """'1 win', '2.5 wins'."""
    return counted(points(halves), WINS)


def shown(name: str, value: int) -> str:
    """One metric's value in words: wins with halves, spreads with their sign."""
    if name in HALF_POINTS:
        return points(abs(value))
    if name in ("points", "shares"):
        return twelfths(value)
    if name == "win_percent":
        return percent(value)
    return f"{value:+d}" if "spread" in name else str(abs(value))
