"""Team matches as they were played: a round of the system `matches` is one match for every team.

| source | implemented |
|---|---|
| PSPA team challenge | match points first (2 a win, 1 a tie, 0 a loss, or as the plan says), then game points, then spread |
| FIDE team Swiss (C.04.6) | a team that sits out has won a match, or tied it, or neither (`bye`) |

A member whose board had no opponent has his bye counted in the match. Rounds of other systems count nothing here.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from pairings.event.history import Bye, Forfeit, History, Outcome, Played, Unfinished, named_in
from pairings.event.records import WIN
from pairings.standings.team_standings import (
    GAME,
    TeamMatch,
    TeamRow,
    crossings,
    gone_teams,
    members_of,
    ranked_teams,
)

Teams = frozenset[str]


@dataclass(frozen=True, slots=True)
class Scoring:
    """Match points of a match won and tied (lost: 0), and what a team that sits out has."""

    win: int = 2
    tie: int = 1
    bye: str = "win"

    def of(self, mine: int, theirs: int) -> int:
        """Match points by the half points of a match."""
        return self.win if mine > theirs else self.tie if mine == theirs else 0

    @property
    def of_bye(self) -> int:
        """Match points of a team that sits out."""
        return {"win": self.win, "tie": self.tie}.get(self.bye, 0)


def scoring_of(params: Mapping[str, str | int]) -> Scoring:
    """The match points a plan asks for."""
    return Scoring(int(params.get("win", 2)), int(params.get("tie", 1)), str(params.get("bye", "win")))


def team_by_id(history: History) -> dict[str, str]:
    """The team of every member by his id; house players and who has none are left out."""
    return {one.id: one.team for one in history.entrants if one.team and not one.house}


def tables_in(outcomes: Iterable[Outcome]) -> Iterable[Played | Forfeit | Unfinished]:
    """The tables of two of a round, played, forfeited or still out."""
    for outcome in outcomes:
        if isinstance(outcome, Played | Forfeit | Unfinished) and len(named_in(outcome)) == 2:
            yield outcome


def opponents(history: History, number: int) -> dict[str, set[str]]:
    """Whom the members of each team sat against in a round, by team; somebody of no team is the empty name."""
    team = team_by_id(history)
    found: dict[str, set[str]] = defaultdict(set)
    for outcome in tables_in(history.rounds[number - 1]):
        one, other = (team.get(player, "") for player in named_in(outcome))
        found[one].add(other)
        found[other].add(one)
    return dict(found)


def is_match_round(history: History, number: int) -> bool:
    """Whether every team sat against one other team and nobody against his own."""
    met = opponents(history, number)
    return bool(met) and all(len(others) == 1 and name and name not in others for name, others in met.items())


def match_rounds(history: History, after: int) -> tuple[int, ...]:
    """The rounds up to one that were team matches, by what was played."""
    return tuple(n for n in range(1, min(after, len(history.rounds)) + 1) if is_match_round(history, n))


def meetings(history: History, rounds: Iterable[int]) -> Counter[Teams]:
    """How often every two teams have met."""
    return Counter(pair for number in rounds for pair in met_in_round(history, number))


def met_in_round(history: History, number: int) -> set[Teams]:
    """The teams that met in a round."""
    return {
        frozenset((one, other))
        for one, others in opponents(history, number).items()
        for other in others
        if one and other and one != other
    }


def byes_in_round(history: History, number: int) -> set[str]:
    """The teams that sat out: byes for members, a table for none."""
    team, busy = team_by_id(history), opponents(history, number)
    given = {team[o.entrant] for o in history.rounds[number - 1] if isinstance(o, Bye) and o.entrant in team}
    return given - set(busy)


def leads(history: History, rounds: Iterable[int]) -> Counter[str]:
    """How often each team has had the starts of the odd boards less how often the other had: by the lowest table."""
    team, found = team_by_id(history), Counter[str]()
    for number in rounds:
        lowest: dict[Teams, tuple[int, str, str]] = {}
        for outcome in tables_in(history.rounds[number - 1]):
            one, other = (team.get(player, "") for player in named_in(outcome))
            if isinstance(outcome, Forfeit) or not one or not other:
                continue
            line = (outcome.table, one, other)
            lowest[frozenset((one, other))] = min(line, lowest.get(frozenset((one, other)), line))
        for _table, one, other in lowest.values():
            found[one] += 1
            found[other] -= 1
    return found


def matches_of(history: History, number: int) -> tuple[TeamMatch, ...]:
    """The matches of one round as far as they are in; the teams of each by name."""
    team = team_by_id(history)
    # Sorted, for of a team that met two others by hand the same one has its byes in every process.
    found = {pair: [0] * 5 for pair in sorted(tuple(sorted(pair)) for pair in met_in_round(history, number))}
    partner = {one: pair for pair in found for one in pair}
    for outcome in history.rounds[number - 1]:
        if isinstance(outcome, Bye) and team.get(outcome.entrant) in partner:
            pair = partner[team[outcome.entrant]]
            at = pair.index(team[outcome.entrant])
            add(found[pair], at, (WIN, GAME - WIN, outcome.spread, -outcome.spread))
    for one, other, game in crossings(history, number, team):
        add(found[(one, other) if one < other else (other, one)], 0 if one < other else 1, game)
    lines = sorted(found.items())
    return tuple(TeamMatch(number, number, (a, b), (n[0], n[1]), (n[2], n[3]), n[4]) for (a, b), n in lines)


def add(line: list[int], at: int, game: tuple[int, int, int, int]) -> None:
    """One board's half points and spreads, those of the team at place `at` first."""
    mine, theirs, spread, against = game
    for place, value in ((at, mine), (1 - at, theirs), (2 + at, spread), (3 - at, against), (4, 1)):
        line[place] += value


def standings(history: History, scoring: Scoring, rounds: Iterable[int]) -> tuple[TeamRow, ...]:
    """Teams by match points, then game points, then spread, of these rounds. While a board of a match is out
    its games count and its match points do not.
    """
    rows = {
        team: TeamRow(0, team, 0, 0, 0, tuple(ids), tuple(ids), 0, 0, "", whole=True)
        for team, ids in members_of(history).items()
    }
    for number in rounds:
        for match in matches_of(history, number):
            count_match(rows, match, scoring, frozenset(match.teams) not in still_out(history, number))
        for team in byes_in_round(history, number):
            count_bye(rows, team, history, number, scoring)
    return ranked_teams(rows.values(), gone_teams(history))


def still_out(history: History, number: int) -> set[Teams]:
    """The teams of matches of which a board is not in."""
    team = team_by_id(history)
    tables = (one.seats for one in history.rounds[number - 1] if isinstance(one, Unfinished))
    return {frozenset(team.get(player, "") for player in seats) for seats in tables}


def count_match(rows: dict[str, TeamRow], match: TeamMatch, scoring: Scoring, decided: bool) -> None:
    """A match for both its teams; `decided`: every board of it is in."""
    for at, team in enumerate(match.teams if match.games else ()):
        row, mine, theirs = rows[team], match.halves[at], match.halves[1 - at]
        rows[team] = replace(
            row,
            wins=row.wins + mine,
            losses=row.losses + theirs,
            spread=row.spread + match.spreads[at],
            match_points=row.match_points + (scoring.of(mine, theirs) if decided else 0),
            matches=row.matches + decided,
        )


def count_bye(rows: dict[str, TeamRow], team: str, history: History, number: int, scoring: Scoring) -> None:
    """A team that sat out: the match points of a bye, and its members' byes as they are."""
    row = rows[team]
    halves, spread = bye_of(row.members, history, number)
    rows[team] = replace(
        row,
        wins=row.wins + halves,
        spread=row.spread + spread,
        match_points=row.match_points + scoring.of_bye,
        matches=row.matches + 1,
    )


def bye_of(members: Iterable[str], history: History, number: int) -> tuple[int, int]:
    """Half points and spread of the byes these members had in a round."""
    ids = set(members)
    byes = [one for one in history.rounds[number - 1] if isinstance(one, Bye) and one.entrant in ids]
    return WIN * len(byes), sum(one.spread for one in byes)


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match as a list tells it: half points and spread of the first team, match points of both once every board is
    in. A team that sat out stands alone, the second name empty.
    """

    first: int
    last: int
    teams: tuple[str, str]
    halves: tuple[int, int]
    spread: int
    games: int
    points: tuple[int, int] | None = None


def lines_of(history: History, number: int, scoring: Scoring) -> tuple[MatchLine, ...]:
    """The matches of a round and who sat out, with their match points."""
    out, members = still_out(history, number), members_of(history)
    found = [
        line_of(one, scoring if one.games and frozenset(one.teams) not in out else None)
        for one in matches_of(history, number)
    ]
    for team in sorted(byes_in_round(history, number)):
        halves, spread = bye_of(members[team], history, number)
        found.append(MatchLine(number, number, (team, ""), (halves, 0), spread, 0, (scoring.of_bye, 0)))
    return tuple(found)


def line_of(match: TeamMatch, scoring: Scoring | None = None) -> MatchLine:
    """One match; with `scoring` its match points."""
    one, other = match.halves
    points = (scoring.of(one, other), scoring.of(other, one)) if scoring else None
    return MatchLine(
        match.first, match.last, match.teams, match.halves, match.spreads[0], match.games, points
    )
