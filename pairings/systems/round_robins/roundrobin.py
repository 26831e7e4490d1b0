"""Round robin: everybody meets everybody, in one or more legs.

| source | implemented |
|---|---|
| circle method (liwords) | `order=circle`: slots by seed; an odd field has an empty slot whose partner sits out |
| FIDE C.05 annex 1 | `order=berger`: the rounds and the starts of the Berger tables |
| liwords, shuffle first | `slots=drawn`: the slots by lot, from the seed of the event |
| liwords start rule | `starts=circle`: by the table, reversed each leg; `starts=balanced`: the event's rule |
| baxter, a published board owns its start | a later leg reverses the boards as they were published |
| double round robin | `times=2`: leg after leg; `legs=paired`: two games in a row against each opponent |
| baxter, partly published | what was published or is fixed stays; the rest is completed so that all still meet |

Slots: entrants who were there when it began, by seed; latecomers behind them in order of arrival (the first
takes the empty slot); house players last. A withdrawn player's partner sits out, or meets another who is left
over. `first` is the round it began with. Any number of rounds can be paired ahead (`ahead.pair_ahead`).
Not implemented: baxter's Charlottesville.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from core.messages import say
from pairings.event.history import Entrant
from pairings.event.refusals import Refusals
from pairings.rounds.field import Field, pair_of
from pairings.rounds.request import Request
from pairings.rounds.result import Result
from pairings.rounds.starts import Rule, Start, reversed_meeting, starts_as
from pairings.systems.drawing.draft import Scheme
from pairings.systems.drawing.draw import draw
from pairings.systems.round_robins.circle import Pair, berger_starters, starts_first, table_of
from pairings.systems.round_robins.completion import Begun, next_round
from pairings.systems.round_robins.timetable import (
    Met,
    Timetable,
    arrival,
    indexed,
    locked_slots,
    meetings_since,
    met_slots,
    outcomes_since,
    same_again,
    sat,
    scheme_of,
    slots_of,
)

BY_SCHEDULE = starts_as(say("by the schedule"))


@dataclass(frozen=True, slots=True)
class Place:
    """Where a round stands: games every two should have had, the round of the table (from 0), the round in which
    this pass through the table began, rounds a table round lasts, and whether the last one is played again.
    """

    leg: int
    turn: int
    began: int
    step: int = 1
    again: bool = False


def place_of(request: Request, cycle: int) -> Place:
    """The place of the requested round; in paired legs each round is played `times` times in a row."""
    first = int(request.params.get("first", 1))
    paired = request.params.get("legs") == "paired"
    step = int(request.params.get("times", 2)) if paired else 1
    turns, inside = divmod(max(0, request.round - first), step)
    leg, turn = divmod(turns, cycle)
    return Place(leg * step + inside, turn, first + leg * cycle * step, step, inside > 0)


def drawn(request: Request, entrants: list[Entrant], first: int) -> list[Entrant]:
    """Those who were there at the beginning in an order by lot; the others stay behind them."""

    def lot(entrant: Entrant) -> tuple[bool, int, str]:
        late = arrival(entrant, first)
        text = f"{request.lasting_seed}:{first}:{entrant.id}" if late == first else f"{entrant.seed:06}"
        return entrant.house, late, sha256(text.encode()).hexdigest() if late == first else text

    return sorted(entrants, key=lot)


def ids_of(field: Field, first: int) -> list[str]:
    """The ids in the order of their slots."""
    members = slots_of(field, first)
    if field.request.params.get("slots") == "drawn":
        members = drawn(field.request, members, first)
    return [entrant.id for entrant in members]


def begun(field: Field, ids: list[str], met: Met, place: Place) -> Begun:
    """The table of this leg and what has become of it so far."""
    count = len(ids) + len(ids) % 2
    phantom = len(ids) if len(ids) % 2 else None
    at = {entrant_id: slot for slot, entrant_id in enumerate(ids)}
    rounds = outcomes_since(field.request, place.began)[:: place.step][: place.turn]
    played = [sat(outcomes, at, phantom) for outcomes in rounds]
    played += [frozenset[Pair]()] * (place.turn - len(played))
    empty = {pair for pairs in played for pair in pairs if pair[1] == phantom}
    table = table_of(count, str(field.request.params.get("order", "circle")))
    done = frozenset(met_slots(met, at, place.leg) | empty)
    return Begun(table, played, done, locked_slots(field, at))


def schedule_of(field: Field, met: Met, first: int) -> tuple[list[str], Timetable]:
    """The ids by slot, and who is meant to meet whom."""
    ids = ids_of(field, first)
    place = place_of(field.request, len(ids) - 1 + len(ids) % 2)
    partner, mended = (same_again(field), False) if place.again else mended_round(field, ids, met, place)
    said = say("by the schedule of leg %(leg)s", leg=place.leg + 1)
    return ids, Timetable(partner, [place.leg] * field.n, [said] * field.n, mended)


def mended_round(field: Field, ids: list[str], met: Met, place: Place) -> tuple[list[int], bool]:
    """The partners by index, and whether the table had to be left."""
    row, mended = next_round(begun(field, ids, met, place), rename=True)
    return indexed(field, ids, row), mended


def table_start(field: Field, ids: list[str], leg: int, met: Met) -> Rule:
    """The start rule of the table, by slots: the circle's parity, or what the Berger table says.

    In a later leg whoever went second at the board as it was published goes first, whatever the table says: a start
    turned by hand in the first leg is evened out.
    """
    slot = {entrant_id: at for at, entrant_id in enumerate(ids)}
    berger = field.request.params.get("order") == "berger"
    starters = berger_starters(len(ids) + len(ids) % 2) if berger else {}

    def begins(i: int, j: int) -> bool:
        if not berger:
            return starts_first(i, j, leg)
        return (starters[pair_of(i, j)] == i) == (leg % 2 == 0)

    def decide(found: Field, i: int, j: int) -> Start:
        again = reversed_meeting(found, i, j)
        if again is not None and met[frozenset((found.players[i].id, found.players[j].id))]:
            return again
        one, other = (slot[found.players[at].id] for at in (i, j))
        first, second = (i, j) if begins(one, other) else (j, i)
        return Start(first, second, "circle", BY_SCHEDULE)

    return decide


def scheme(field: Field) -> Scheme:
    """The prices of a round-robin round: whatever is off the schedule costs."""
    params = field.request.params
    first = int(params.get("first", 1))
    met = meetings_since(field.request, first)
    ids, plan = schedule_of(field, met, first)
    by_table = params.get("starts", "circle") == "circle"
    rule = table_start(field, ids, plan.legs[0], met) if by_table else None
    return scheme_of(field, met, plan, rule)


def pair(request: Request) -> Result | Refusals:
    """A round of a round robin."""
    return draw(request, scheme)
