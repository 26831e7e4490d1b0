"""The team matches of one round as they were published: both line-ups by board, reserves, and how each match stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from pairings.standings import matchplay
from pairings.standings.team_standings import TeamMatch
from tdapp.desk.day.prints import Printed, Seating, of_round
from tdapp.desk.ledger import history as halls
from tdapp.desk.ledger import lineups
from tdapp.events.models import Round


@dataclass(frozen=True, slots=True)
class Board:
    """One board: its table (0: no opponent), who sits at it for either team ("" nobody), and which side starts.

    `starts` 0 the first team's player, 1 the second's, -1 drawn at the table or nobody to play.
    """

    board: int
    table: int
    names: tuple[str, str]
    starts: int


@dataclass(frozen=True, slots=True)
class Match:
    """Two teams (or one that sits out) and their boards. `reserves`: the names of either."""

    teams: tuple[str, str]
    boards: tuple[Board, ...]
    reserves: tuple[tuple[str, ...], tuple[str, ...]]

    @property
    def first(self) -> int:
        """The lowest table, 0 for a team that sits out."""
        return min((one.table for one in self.boards if one.table), default=0)

    @property
    def last(self) -> int:
        """The highest table."""
        return max((one.table for one in self.boards), default=0)


@dataclass(frozen=True, slots=True)
class Score:
    """How a match stands: half points and spread of the first team, boards that are in, boards in all."""

    match: Match
    halves: tuple[int, int]
    spread: int
    games: int

    @property
    def out(self) -> int:
        """Boards not in yet."""
        return len(self.match.boards) - self.games


@dataclass(slots=True)
class _Growing:
    teams: tuple[str, str]
    seatings: list[Seating] = field(default_factory=list)


def of_printed(printed: Printed) -> list[Match]:
    """The matches of a printed round in order of their tables; none where members of one team met, or of no team."""
    found: dict[frozenset[str], _Growing] = {}
    for seating in printed.seatings:
        teams = tuple(one.team for one in seating.entrants)
        if len(teams) != 2 or not all(teams) or teams[0] == teams[1]:
            return []
        found.setdefault(frozenset(teams), _Growing((teams[0], teams[1]))).seatings.append(seating)
    busy = [team for one in found.values() for team in one.teams]
    if len(set(busy)) < len(busy):
        return []
    matches = [_match(one, printed) for one in found.values()]
    return sorted(matches, key=lambda one: one.first) + _sitting_out(printed, set(busy))


@dataclass(frozen=True, slots=True)
class Lined:
    """One team of a published round as it sat down: names by board, and its reserves."""

    name: str
    players: tuple[str, ...]
    reserves: tuple[str, ...]


def lined_up(round_: Round) -> list[Lined]:
    """The line-ups of a published round, in order of its tables: what was played, whatever was set before."""
    return [
        Lined(name, tuple(one.names[at] for one in match.boards if one.names[at]), match.reserves[at])
        for match in of_published(round_)
        for at, name in enumerate(match.teams)
        if name
    ]


def to_play(printed: Printed) -> list[Match]:
    """The matches of a printed round without teams that sit out."""
    return [one for one in of_printed(printed) if one.teams[1]]


def _match(growing: _Growing, printed: Printed) -> Match:
    teams, boards = growing.teams, list[Board]()
    for number, one in enumerate(growing.seatings, start=1):
        first, second = one.entrants if one.entrants[0].team == teams[0] else one.entrants[::-1]
        starts = -1 if one.drawn else teams.index(one.entrants[0].team)
        boards.append(Board(number, one.number, (first.called, second.called), starts))
    for at, team in enumerate(teams):
        for name in _apart(printed, team, ("bye",)):
            names = (name, "") if at == 0 else ("", name)
            boards.append(Board(len(boards) + 1, 0, names, -1))
    return Match(teams, tuple(boards), (_reserves(printed, teams[0]), _reserves(printed, teams[1])))


def _apart(printed: Printed, team: str, kinds: Iterable[str]) -> tuple[str, ...]:
    return tuple(one.called for one, kind in printed.apart if one.team == team and kind in kinds)


def _reserves(printed: Printed, team: str) -> tuple[str, ...]:
    """Who of a team is there and does not play; who is away, or has a substitute, is no reserve."""
    number = printed.round.number
    return tuple(
        one.called
        for one, kind in printed.apart
        if one.team == team
        and kind == "unscored"
        and not any(row.covers(number) for row in one.absences.all())
    )


def _sitting_out(printed: Printed, busy: set[str]) -> list[Match]:
    """Teams whose members have byes and no table."""
    teams = dict.fromkeys(
        one.team for one, kind in printed.apart if kind == "bye" and one.team and one.team not in busy
    )
    return [
        Match(
            (team, ""),
            tuple(
                Board(n, 0, (name, ""), -1) for n, name in enumerate(_apart(printed, team, ("bye",)), start=1)
            ),
            (_reserves(printed, team), ()),
        )
        for team in teams
    ]


def of_published(round_: Round) -> list[Match]:
    """The matches of a round; empty where the plan has none of team matches."""
    planned = lineups.planned(round_.division, round_.number)
    return of_printed(of_round(round_)) if planned is not None else []


def scores(round_: Round) -> list[Score]:
    """How each match of a published round stands by what is entered, confirmed or not."""
    matches = of_published(round_)
    if not matches:
        return []
    history = halls.of_division(round_.division, after=round_.number, provisional=True, since=round_.number)
    known = {frozenset(one.teams): one for one in matchplay.matches_of(history, round_.number)}
    return [_score(match, known) for match in matches if match.teams[1]]


def _score(match: Match, known: dict[frozenset[str], TeamMatch]) -> Score:
    found = known.get(frozenset(match.teams))
    if found is None:
        return Score(match, (0, 0), 0, 0)
    at = found.teams.index(match.teams[0])
    return Score(match, (found.halves[at], found.halves[1 - at]), found.spreads[at], found.games)
