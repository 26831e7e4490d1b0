"""Team round robin: everybody meets everybody of the other teams.

| source | implemented |
|---|---|
| liwords, team round robin | two teams: list halves A and B, B rotated from round to round; `games` per opponent |
| tsh TeamMultipleRoundRobin (by its name) | any number of teams; see `teams.py` for the tables |

Teams are those of the entrants, in the order of their best seeds; inside a team the players stand by seed, those
who come later behind. Where teams differ in size, the players left over meet each other outside the match, not of
one team where it can be helped. Fewer than two teams are refused. Who starts follows the rule of the event.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.messages import say
from pairings.event.refusals import Refusals, refuse
from pairings.optimum.tiers import Tier
from pairings.rounds.field import Field, field_of
from pairings.rounds.request import Request
from pairings.rounds.result import Result
from pairings.systems.drawing.draft import Scheme
from pairings.systems.drawing.draw import draw
from pairings.systems.round_robins.completion import Begun, next_round
from pairings.systems.round_robins.teams import seat_count, team_table
from pairings.systems.round_robins.timetable import (
    Timetable,
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

Sides = list[list[str]]


def teams_of(field: Field, first: int) -> Sides:
    """The ids of each team, both in order."""
    found: dict[str, list[str]] = {}
    for entrant in sorted(slots_of(field, first), key=lambda one: (one.seed, one.id)):
        if entrant.team:
            found.setdefault(entrant.team, [])
    for entrant in slots_of(field, first):
        if entrant.team:
            found[entrant.team].append(entrant.id)
    return list(found.values())


def seats_of(sides: Sides) -> list[str]:
    """All seats in the order of the table; an empty one has the empty id."""
    size = seat_count([len(side) for side in sides])
    return [one for side in sides for one in [*side, *[""] * (size - len(side))]]


def same_team(field: Field, sides: Sides) -> Tier:
    """One for a game inside a side."""
    side = {one: number for number, ids in enumerate(sides) for one in ids}
    number = [side.get(player.id, -1 - at) for at, player in enumerate(field.players)]
    return Tier("team", lambda i, js: [int(number[i] == number[j]) for j in js])


def timetable(field: Field, sides: Sides, first: int, what: str) -> Timetable:
    """Who is meant to meet whom; with `games` per opponent each round is played so often in a row."""
    seats, games = seats_of(sides), int(field.request.params.get("games", 1))
    table = team_table(len(sides), len(seats) // len(sides))
    turns, inside = divmod(max(0, field.request.round - first), games)
    leg, turn = divmod(turns, len(table))
    often = leg * games + inside
    if inside:
        return Timetable(same_again(field), [often] * field.n, [say("the same opponent again")] * field.n)
    at = {one: slot for slot, one in enumerate(seats) if one}
    rounds = outcomes_since(field.request, first + leg * len(table) * games)[::games][:turn]
    played = [sat(outcomes, at, None) for outcomes in rounds]
    met = meetings_since(field.request, first)
    begun = Begun(table, played, frozenset(met_slots(met, at, often)), locked_slots(field, at))
    row, mended = next_round(begun)
    said = say("%(what)s, round %(turn)s of %(table)s", what=what, turn=turn + 1, table=len(table))
    return Timetable(indexed(field, seats, row), [often] * field.n, [said] * field.n, mended)


def scheme_for(field: Field, sides: Sides, first: int, what: str, more: Sequence[Tier] = ()) -> Scheme:
    """The prices of a round between sides; `what` says what the table brings together."""
    plan = timetable(field, sides, first, what)
    return scheme_of(field, meetings_since(field.request, first), plan, None, more)


def scheme(field: Field) -> Scheme:
    """The prices of a team round."""
    first = int(field.request.params.get("first", 1))
    sides = teams_of(field, first)
    return scheme_for(field, sides, first, say("team against team"), [same_team(field, sides)])


def without_teams(request: Request) -> Refusals | None:
    """Fewer than two teams have nobody to meet."""
    found = field_of(request)
    sides = teams_of(found, int(request.params.get("first", 1)))
    if len(sides) > 1 or found.n < 2:
        return None
    text = say(
        "A team round needs two teams or more; the players of round %(round)s are of %(sides)s.",
        round=request.round,
        sides=len(sides),
    )
    return refuse("no_teams", text)


def pair(request: Request) -> Result | Refusals:
    """A round of a team round robin."""
    return without_teams(request) or draw(request, scheme)
