"""What a place is decided by: small functions, chosen by name and put in order by the division.

A metric is given the entrants that are still level and says one int for each: the larger stands higher.
`wins` and `spread` are the usual order (NASPA, tsh); the others are what directors know from tsh, liwords and
FIDE C.07. Every function names its source in its first line; `@rule` above it is all there is to add: the standings, forms,
files and prizes read it from `RULES`. An opponent is one of a game that was played: byes and forfeits have none.
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


def points(halves: int) -> str:
    """Half points as people write them: 7 or 7.5."""
    return f"{halves // 2}.5" if halves % 2 else str(halves // 2)


def halves(value: int) -> str:
    """Half points without their sign: fewer is counted downwards."""
    return points(abs(value))


def twelfths(value: int) -> str:
    """Twelfths of a win as people write them: 7, 7 2/3, 1/3."""
    whole, part = divmod(value, TWELFTHS)
    share = Fraction(part, TWELFTHS)
    fraction = f"{share.numerator}/{share.denominator}" if part else ""
    return " ".join(text for text in (str(whole) if whole or not part else "", fraction) if text)


def percent(value: int) -> str:
    """A share of everything in percent, rounded half up; two decimals tell 50 rounds' shares apart."""
    hundredths = (value * 10_000 + ALL // 2) // ALL
    return f"{hundredths // 100}.{hundredths % 100:02} %"


def signed(value: int) -> str:
    """A spread as people write it: +120, -40."""
    return f"{value:+d}"


def whole(value: int) -> str:
    """A number without its sign: fewer is counted downwards."""
    return str(abs(value))


def spoken_wins(halves: int) -> str:
    """'1 win', '2.5 wins'."""
    return counted(points(halves), WINS)


@dataclass(frozen=True, slots=True)
class Rule:
    """A ranking rule: what a plan calls it, what people call it, what it says of those level, how its value is written."""

    name: str
    label: str
    values: Metric
    shown: Callable[[int], str]


RULES: dict[str, Rule] = {}


def rule(name: str, label: str, written: Callable[[int], str] = whole) -> Callable[[Metric], Metric]:
    """Makes a metric a ranking rule that divisions may choose; all that is ever said of it stands in this line."""

    def known(values: Metric) -> Metric:
        RULES[name] = Rule(name, label, values, written)
        return values

    return known


@rule("wins", say("wins"), halves)
def wins(level: Sequence[Record], stand: Stand) -> list[int]:
    """Half points won; a tie is half a win (NASPA, tsh; docs/rules/events.md E1)."""
    return [record.halves for record in level]


@rule("losses", say("fewer losses"), halves)
def losses(level: Sequence[Record], stand: Stand) -> list[int]:
    """Fewer half points lost stand higher (tsh: after wins, for those who missed unscored rounds)."""
    return [-record.lost for record in level]


@rule("win_percent", say("share of games won"), percent)
def win_percent(level: Sequence[Record], stand: Stand) -> list[int]:
    """Half points out of those that were to be had in counted rounds, in parts of a thousand million (liwords)."""
    counted = (record.halves + record.lost for record in level)
    return [
        record.halves * ALL // total if total else 0 for record, total in zip(level, counted, strict=True)
    ]


@rule("points", say("points by place at the table"), twelfths)
def table_points(level: Sequence[Record], stand: Stand) -> list[int]:
    """Twelfths of a win by place at each table, for events of 2-4 at a table (`SAL:11`, `SET:1`, `BIS:3`)."""
    return [record.by_place for record in level]


@rule("shares", say("shares of tables won"), twelfths)
def table_shares(level: Sequence[Record], stand: Stand) -> list[int]:
    """Twelfths of the one win of each table, shared by those level at its top (`SAL:232`)."""
    return [record.by_share for record in level]


@rule("spread", say("spread"), signed)
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


@rule("head_to_head", say("games between those level"), halves)
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


@rule("opponents_wins", say("opponents' wins"), halves)
def opponents_wins(level: Sequence[Record], stand: Stand) -> list[int]:
    """Sum of the opponents' half points (FIDE C.07 Buchholz; Go SOS)."""
    return [sum(stand.records[other].halves for other in record.opponents) for record in level]


@rule("opponents_spread", say("opponents' spread"), signed)
def opponents_spread(level: Sequence[Record], stand: Stand) -> list[int]:
    """Sum of the opponents' spreads (the same idea in points)."""
    return [sum(stand.records[other].spread for other in record.opponents) for record in level]


@rule("opponents_rating", say("opponents' ratings"))
def opponents_rating(level: Sequence[Record], stand: Stand) -> list[int]:
    """Sum of the opponents' ratings at entry (FIDE C.07 ARO, summed so that it stays whole)."""
    return [sum(stand.records[other].entrant.rating for other in record.opponents) for record in level]


@rule("median", say("opponents' wins without best and worst"), halves)
def median(level: Sequence[Record], stand: Stand) -> list[int]:
    """Sum of the opponents' half points without the best and the worst of them (Harkness; USCF median)."""
    totals = (sorted(stand.records[other].halves for other in record.opponents) for record in level)
    return [sum(total[1:-1]) for total in totals]


@rule("progress", say("sum of progress"), halves)
def progress(level: Sequence[Record], stand: Stand) -> list[int]:
    """Sum of the half points held after each round: early wins weigh more (FIDE C.07 progressive score)."""
    return [record.halves * (stand.after + 1) - record.weighted for record in level]


@rule("firsts", say("fewer firsts"))
def firsts(level: Sequence[Record], stand: Stand) -> list[int]:
    """Fewer starts stand higher (FIDE C.07: more games with the second move)."""
    return [-record.firsts for record in level]


@rule("rating", say("rating"))
def rating(level: Sequence[Record], stand: Stand) -> list[int]:
    """The higher rating at entry (tsh: after spread)."""
    return [record.entrant.rating for record in level]


@rule("seed", say("seed"))
def seed(level: Sequence[Record], stand: Stand) -> list[int]:
    """The lower seed number (liwords: after spread)."""
    return [-record.entrant.seed for record in level]


LOT = say("lot")


def lot(number: str) -> Metric:
    """A draw of lots fixed by a stored number, as `lot:20260711` (tsh: stored random)."""

    def drawn(level: Sequence[Record], stand: Stand) -> list[int]:
        return [
            int(sha256(f"{number}:{record.entrant.id}".encode()).hexdigest()[:12], 16) for record in level
        ]

    return drawn


def rule_of(name: str) -> Rule:
    """The rule of a name, `lot:NUMBER` included. Raises ValueError with one sentence for any other."""
    if name.startswith("lot:") and name[4:].isdigit():
        return Rule(name, LOT, lot(name[4:]), whole)
    if name not in RULES:
        known = ", ".join([*RULES, "lot:NUMBER"])
        raise ValueError(
            say(
                "There is no ranking rule called %(name)s; use any of %(known)s.",
                name=f"{name!r}",
                known=known,
            )
        )
    return RULES[name]
