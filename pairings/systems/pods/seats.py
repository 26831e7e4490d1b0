"""Who has which seat at a table of three or four: the best of all orders, so that everybody has every seat alike.

| starts | who has the first seat |
|---|---|
| balanced (docs/rules/events.md E7) | fewest starts, then most replies |
| head_to_head | who moved before the fewest of the others when they last met, then as balanced |
| eldest (`SAL:94`) | the eldest where everybody's seniority is known, else as balanced |
| drawn (`SET:22`, `BIS:15`) | decided at the table; the seats stand in the order of the standings |

The other seats follow clockwise (`SAL:106`): as few repetitions of a seat as can be, added up over the table; then
nobody where he sat last; then the stored seed. All orders of four players are looked at, so this is exact. At a
table of two the rule for two decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import permutations

from core.messages import counted, say
from pairings.event.history import Outcome, met_in
from pairings.event.nouns import STARTS
from pairings.rounds.field import Field, pair_of
from pairings.rounds.result import Reason
from pairings.rounds.starts import decide


@dataclass(slots=True)
class Sat:
    """How often each player (by index) has had each seat, and which one last (-1: none)."""

    counts: list[Counter[int]] = field(default_factory=list)
    last: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Seating:
    """The players of a table in seat order, and why; `drawn`: settled at the table."""

    order: tuple[int, ...]
    reason: Reason
    drawn: bool = False


def sat_so_far(found: Field) -> Sat:
    """The seats of all tables so far, those still playing included."""
    sat = Sat([Counter() for _ in found.players], [-1] * found.n)
    for outcomes in found.request.history.rounds[: found.request.round - 1]:
        for outcome in outcomes:
            remember(found, sat, outcome)
    return sat


def remember(found: Field, sat: Sat, outcome: Outcome) -> None:
    """One table's seats."""
    for seat, one in enumerate(met_in(outcome)):
        if one in found.index:
            i = found.index[one]
            sat.counts[i][seat] += 1
            sat.last[i] = seat


def lot(found: Field, order: Sequence[int]) -> tuple[str, ...]:
    """The last word: fixed by seed, round and the players of the table."""
    request, ids = found.request, sorted(found.players[i].id for i in order)
    salt = f"{request.seed}:{request.round}:{':'.join(ids)}"
    return tuple(sha256(f"{salt}:{found.players[i].id}".encode()).hexdigest() for i in order)


def moved_before(found: Field, i: int, table: Sequence[int]) -> int:
    """How many of the others at a table a player moved before when they last met."""
    return sum(found.started.get(pair_of(i, j)) == i for j in table if j != i)


def eldest(found: Field, table: Sequence[int]) -> int | None:
    """The eldest of a table, or None when somebody's seniority is not known or two are level."""
    ages = [found.players[i].seniority for i in table]
    if 0 in ages or ages.count(min(ages)) > 1:
        return None
    return table[ages.index(min(ages))]


def starter(found: Field, table: Sequence[int]) -> tuple[int, Reason] | None:
    """Who has to start: as the director asks (one of a table), or the eldest."""
    asked = [i for i in table if found.players[i].id in found.request.constraints.starters]
    if len(asked) == 1:
        return asked[0], starting(found, "asked", asked[0], say("as asked for"))
    if found.request.starts != "eldest":
        return None
    i = eldest(found, table)
    return None if i is None else (i, starting(found, "elder", i, say("as the eldest")))


def starting(found: Field, code: str, i: int, words: str) -> Reason:
    """A reason that names the starter."""
    text = say("%(first)s goes first %(words)s", first=found.name(i), words=words)
    return Reason(code, text, {"starter": found.players[i].id})


def opening(found: Field, order: Sequence[int]) -> tuple[int, ...]:
    """What it costs that the first of an order starts."""
    i = order[0]
    reverse = (moved_before(found, i, order),) if found.request.starts == "head_to_head" else ()
    return (*reverse, found.firsts[i], -found.replies[i])


def following(sat: Sat, order: Sequence[int]) -> tuple[int, int]:
    """What the seats of an order cost: earlier turns on the same seats, and who stays where he sat last."""
    again = sum(sat.counts[i][seat] for seat, i in enumerate(order))
    return again, sum(sat.last[i] == seat for seat, i in enumerate(order))


def seated(found: Field, sat: Sat, table: Sequence[int]) -> Seating:
    """The seats of a table of two to four."""
    table = sorted(table)
    if len(table) == 2:
        start = decide(found, table[0], table[1])
        return Seating((start.first, start.second), start.reason(found), start.drawn)
    fixed = starter(found, table)
    if fixed is None and found.request.starts == "drawn":
        return Seating(tuple(table), Reason("drawn", say("who goes first is drawn at the table"), {}), True)
    orders = [order for order in permutations(table) if fixed is None or order[0] == fixed[0]]
    best = min(orders, key=lambda o: (opening(found, o), following(sat, o), lot(found, o)))
    return Seating(best, fixed[1] if fixed else why(found, best))


def why(found: Field, order: Sequence[int]) -> Reason:
    """Why this order: the starter's starts beside those of the others."""
    i, count = order[0], found.firsts[order[0]]
    others = ", ".join(str(found.firsts[k]) for k in order[1:])
    if count == 1:
        words = say("with %(starts)s to %(second)s", starts=counted(1, STARTS), second=others)
        text = say("%(first)s goes first %(words)s", first=found.name(i), words=words)
    else:
        text = say(
            "%(first)s goes first (%(first_)s firsts against %(second)s)",
            first=found.name(i),
            first_=count,
            second=others,
        )
    sentence = say("%(text)s; then by the fewest turns on each seat", text=text)
    return Reason("seats", sentence, {"starter": found.players[i].id})
