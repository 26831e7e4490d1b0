"""Which teams meet: a round robin over teams, a Swiss or a king of the hill by their standings.

| `by` | teams meet |
|---|---|
| rr | the circle over all teams by their best seeds; teams whose partner is away meet each other |
| swiss | teams of as many match points, top half against bottom half; floats as short as can be |
| koth | first against second, third against fourth ... |

For all three no two teams meet again as long as that can be avoided, and the team with the fewest byes, of those the
lowest, sits out of an odd number. The cheapest set of matches is proven, as everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from pairings.optimum.matching import Problem, Solution, solve
from pairings.optimum.tiers import Tier, apart_squared, single, unless_meant
from pairings.plan.constraints import banned_by, wishes_of
from pairings.rounds.field import Field, pair_of
from pairings.rounds.lineups import Side, sides_of
from pairings.rounds.request import Request
from pairings.standings import matchplay
from pairings.standings.team_standings import TeamRow
from pairings.systems.round_robins.circle import circle
from pairings.systems.round_robins.timetable import arrival

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Card:
    """The teams of a round in the order they stand, their places, and who meets whom by index (itself: sits out)."""

    sides: tuple[Side, ...]
    ranks: tuple[int, ...]
    partner: tuple[int, ...]
    met: Counter[frozenset[str]]
    byes: Counter[str]
    leads: Counter[str]
    by: str

    @property
    def matches(self) -> list[tuple[int, int]]:
        """The matches, the best placed team first."""
        return [(i, j) for i, j in enumerate(self.partner) if i < j]

    def meeting(self, i: int, j: int) -> int:
        """How often two teams have met before."""
        return self.met[frozenset((self.sides[i].team, self.sides[j].team))]


def standing(request: Request) -> list[TeamRow]:
    """All teams as they stand after the round the pairing rests on; level ones by their best seeds."""
    history = request.history.upto(request.basis)
    rounds = matchplay.match_rounds(history, request.basis)
    seeds = {team: at for at, team in enumerate(by_seed(request))}
    rows = matchplay.standings(history, matchplay.scoring_of(request.params), rounds)
    return sorted(rows, key=lambda row: (row.rank, seeds.get(row.team, len(seeds)), row.team))


def by_seed(request: Request) -> list[str]:
    """The teams by their best seeds at the beginning of the span; teams that came later behind them."""
    first = int(request.params.get("first", request.round))
    best: dict[str, tuple[int, int, str]] = {}
    for one in request.history.entrants:
        gone = one.withdrawn_from()
        if one.team and not one.house and (gone is None or gone > first):
            key = (arrival(one, first), one.seed, one.id)
            best[one.team] = min(key, best.get(one.team, key))
    return sorted(best, key=lambda team: best[team])


def card_of(field: Field) -> Card:
    """The teams that play this round, and who meets whom."""
    request = field.request
    sides, by = sides_of(request), str(request.params.get("by", "rr"))
    rows = {row.team: row for row in standing(request)}
    order = by_seed(request) if by == "rr" else list(rows)
    teams = [sides[team] for team in dict.fromkeys([*order, *sides]) if team in sides]
    history, last = request.history.upto(request.round - 1), request.round - 1
    rounds = matchplay.match_rounds(history, last)
    byes = Counter(team for number in rounds for team in matchplay.byes_in_round(history, number))
    met, leads = matchplay.meetings(history, rounds), matchplay.leads(history, rounds)
    places = {team: at for at, team in enumerate(order, start=1)}
    ranks = tuple(places.get(one.team, len(places)) if by == "rr" else rows[one.team].rank for one in teams)
    open_card = Card(tuple(teams), ranks, (), met, byes, leads, by)
    return Card(tuple(teams), ranks, partners(field, open_card, rows, order), met, byes, leads, by)


def partners(field: Field, card: Card, rows: dict[str, TeamRow], order: Sequence[str]) -> tuple[int, ...]:
    """The cheapest set of matches: each team's partner, itself where it sits out."""
    count = len(card.sides)
    if count < 2:
        return tuple(range(count))
    meant = scheduled(field.request, card, order) if card.by == "rr" else nominal(card, rows)
    bye = count if count % 2 else None
    tiers = tiers_of(field, card, rows, meant)
    problem = Problem(tiers, tuple(range(count)), bye, frozenset(), field.request.budget, meant)
    return matched(count, solve(problem))


def matched(count: int, solution: Solution | None) -> tuple[int, ...]:
    """A solution as partners."""
    found = list(range(count))
    for i, j in solution.pairs if solution else ():
        if j < count:
            found[i], found[j] = j, i
    return tuple(found)


def scheduled(request: Request, card: Card, order: Sequence[str]) -> list[int]:
    """The partner of each team by the circle over all teams; itself where its partner is away or nobody."""
    at = {side.team: i for i, side in enumerate(card.sides)}
    slots = len(order) + len(order) % 2
    turn = request.round - int(request.params.get("first", request.round))
    row = circle(slots, turn % (slots - 1)) if slots > 1 else [0]
    found = list(range(len(card.sides)))
    for here, there in enumerate(row):
        if max(here, there) < len(order) and order[here] in at and order[there] in at:
            found[at[order[here]]] = at[order[there]]
    return found


def nominal(card: Card, rows: dict[str, TeamRow]) -> list[int]:
    """The usual partner: the neighbour (koth), or the team half a score group away (swiss)."""
    count = len(card.sides)
    if card.by == "koth":
        return [i ^ 1 if i ^ 1 < count else i for i in range(count)]
    points = [rows[side.team].match_points for side in card.sides]
    found = list(range(count))
    for score in set(points):
        group = [i for i in range(count) if points[i] == score]
        half = len(group) // 2
        for one, other in zip(group[:half], group[half : 2 * half], strict=True):
            found[one], found[other] = other, one
    return found


def tiers_of(field: Field, card: Card, rows: dict[str, TeamRow], meant: Sequence[int]) -> list[Tier]:
    """What a match costs, the most important first."""
    count = len(card.sides)
    pairs = list(combinations(range(count), 2))
    repeats = {pair: (1 << card.meeting(*pair)) - 1 for pair in pairs if card.meeting(*pair)}
    sitting = [card.byes[side.team] * count + count - 1 - i for i, side in enumerate(card.sides)]
    had = [card.byes[side.team] for side in card.sides]
    first = [fixed(field, card), barred(field, card, pairs), single("repeats", repeats)]
    if card.by == "rr":
        off = unless_meant("schedule", meant, lambda i: int(meant[i] != i))
        return [*first, single("bye", {}, lambda i: had[i]), off]
    points = [rows[side.team].match_points for side in card.sides]
    # Neighbours come last in a Swiss too: of two floats that cost the same the higher one meets the higher team.
    swiss = [] if card.by == "koth" else [apart_squared("score_gap", points), distance(meant)]
    near = apart_squared("distance", range(count), 1)
    return [*first, single("bye", {}, lambda i: sitting[i]), *swiss, near]


def distance(meant: Sequence[int]) -> Tier:
    """Squared distance of both teams from their usual partners."""

    def row(i: int, js: Sequence[int]) -> list[int]:
        return [(meant[i] - j) ** 2 + (meant[j] - i) ** 2 for j in js]

    return Tier("pattern", row)


def fixed(field: Field, card: Card) -> Tier:
    """Teams whose members the director has paired meet."""
    team = {one: i for i, side in enumerate(card.sides) for one in side.order}
    wanted = {
        pair_of(team[one], team[other])
        for one, other in field.request.constraints.locked
        if one in team and other in team and team[one] != team[other]
    }
    asked = {i for pair in wanted for i in pair}

    def row(i: int, js: Sequence[int]) -> list[int]:
        return [int((i in asked or j in asked) and (i, j) not in wanted) for j in js]

    return Tier("fixed", row, lambda i: int(i in asked))


def barred(field: Field, card: Card, pairs: Sequence[Pair]) -> Tier:
    """Boards of a match at which two would sit who must not meet."""
    bans = banned_by(wishes_of(field))
    if not bans:
        return single("barred", {})
    at = [[field.index[one] for one in side.order] for side in card.sides]
    costs = {(i, j): sum(pair_of(*two) in bans for two in zip(at[i], at[j], strict=False)) for i, j in pairs}
    return single("barred", {pair: cost for pair, cost in costs.items() if cost})
