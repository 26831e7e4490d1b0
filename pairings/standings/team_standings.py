"""Team standings: what the members of a team won together, or what the teams won against each other.

| source | implemented |
|---|---|
| sum of members (tsh team reports; school events) | half points and spread of all members, or of the best so many |
| team matches (PSPA team challenge; team round robin) | all games between two teams in rounds that follow each other |
| | are one match: more game points win it, as many are a tie; then game points, then spread |

A house player belongs to no team. Who has left keeps what he won for his team. Byes and forfeits count for a
member's sum as in his own standings; a match counts games, and tables forfeited to the other team.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.made_often import kept_often, made_often
from core.messages import joined, say
from pairings.event.history import Forfeit, History, Played, named_in
from pairings.event.records import LOSS, WIN, Record, capped, fold, gain_against
from pairings.standings.metrics import points, spoken_wins

GAME = 2
# A game of two teams: both by name, then half points of either and spread of either.
Crossing = tuple[str, str, tuple[int, int, int, int]]


@kept_often
@dataclass(frozen=True, slots=True)
class TeamRow:
    """One line of the team standings: half points (of matches too), spread, who counts; shared places stay
    shared.

    `match_points` are half points of matches, 0 where members are summed; `whole`: they are match points as the plan
    gives them, and so are not halved when they are told. `gone`: every member has left; the place stays.
    """

    rank: int
    team: str
    wins: int
    losses: int
    spread: int
    members: tuple[str, ...]
    counted: tuple[str, ...]
    match_points: int
    matches: int
    why: str
    whole: bool = False
    gone: bool = False


@made_often
class TeamMatch:
    """The games of one team against another from round `first` to `last`: half points and spread of each."""

    first: int
    last: int
    teams: tuple[str, str]
    halves: tuple[int, int]
    spreads: tuple[int, int]
    games: int

    @property
    def gain(self) -> int:
        """Half points of the match for the first team: 2, 1 or 0."""
        one, other = self.halves
        return WIN if one > other else LOSS if one < other else 1


def members_of(history: History) -> dict[str, list[str]]:
    """The members of each team in the order of the roster."""
    found: dict[str, list[str]] = defaultdict(list)
    for entrant in history.entrants:
        if entrant.team and not entrant.house:
            found[entrant.team].append(entrant.id)
    return dict(found)


def gone_teams(history: History) -> frozenset[str]:
    """The teams of which every member had left by the last round of a history."""
    last, known = len(history.rounds), {one.id: one for one in history.entrants}
    left = {key for key, one in known.items() if (one.withdrawn_from() or last + 1) <= last}
    return frozenset(team for team, ids in members_of(history).items() if left.issuperset(ids))


def best_members(ids: Sequence[str], records: dict[str, Record], counting: int) -> list[str]:
    """The members that count: all of them, or the best so many."""

    def key(one: str) -> tuple[int, int, int, str]:
        record = records[one]
        return -record.halves, -record.spread, record.entrant.seed, one

    return sorted(ids, key=key)[: counting or len(ids)]


def summed(history: History, after: int, counting: int) -> Iterator[TeamRow]:
    """A line for each team, not yet ranked."""
    records = fold(history, after)
    for team, ids in members_of(history).items():
        counted = best_members(ids, records, counting)
        wins, losses = sum(records[one].halves for one in counted), sum(records[one].lost for one in counted)
        spread = sum(records[one].spread for one in counted)
        yield TeamRow(0, team, wins, losses, spread, tuple(ids), tuple(counted), 0, 0, "")


def ranked_teams(rows: Iterable[TeamRow], gone: Collection[str] = ()) -> tuple[TeamRow, ...]:
    """Lines in order with places and the reason for each; `gone`: the teams that have left."""
    ordered = sorted(rows, key=lambda row: (*key_of(row), row.team))
    placed: list[TeamRow] = []
    for at, row in enumerate(ordered):
        level = bool(placed) and key_of(placed[-1]) == key_of(row)
        rank = placed[-1].rank if level else at + 1
        why = why_of(row, ordered[at + 1] if at + 1 < len(ordered) else None)
        placed.append(replace(row, rank=rank, gone=row.team in gone, why=why))
    return tuple(placed)


def key_of(row: TeamRow) -> tuple[int, int, int]:
    """What places a team: match points, half points, spread."""
    return -row.match_points, -row.wins, -row.spread


def why_of(row: TeamRow, below: TeamRow | None) -> str:
    """'4 match points, 11.5 wins, +230: above Davao by wins (11.5 to 9).'"""
    matches = (
        say(
            "%(match_points)s of %(matches)s matches",
            match_points=points(row.match_points),
            matches=row.matches,
        )
        if row.matches
        else ""
    )
    if row.whole:
        matches = whole_points(row)
    stands = joined(", ", (part for part in (matches, spoken_wins(row.wins), f"{row.spread:+d}") if part))
    if below is None:
        return say("%(stands)s: last place.", stands=stands)
    if key_of(row) == key_of(below):
        return say(
            "%(stands)s: tied with %(team)s, equal on everything that counts.", stands=stands, team=below.team
        )
    return say(
        "%(stands)s: above %(team)s by %(below)s.", stands=stands, team=below.team, below=apart(row, below)
    )


def whole_points(row: TeamRow) -> str:
    """'4 match points from 3 matches' or nothing."""
    if row.matches == 1:
        return say("%(match_points)s match points from 1 match", match_points=row.match_points)
    return (
        say(
            "%(match_points)s match points from %(matches)s matches",
            match_points=row.match_points,
            matches=row.matches,
        )
        if row.matches
        else ""
    )


def apart(row: TeamRow, below: TeamRow) -> str:
    """The first thing two teams differ in."""
    if row.match_points != below.match_points and row.whole:
        return say(
            "match points (%(match_points)s to %(match_points_)s)",
            match_points=row.match_points,
            match_points_=below.match_points,
        )
    if row.match_points != below.match_points:
        return say(
            "matches (%(match_points)s to %(match_points_)s)",
            match_points=points(row.match_points),
            match_points_=points(below.match_points),
        )
    if row.wins != below.wins:
        return say("wins (%(wins)s to %(wins_)s)", wins=points(row.wins), wins_=points(below.wins))
    return say("spread (%(spread)s to %(spread_)s)", spread=f"{row.spread:+d}", spread_=f"{below.spread:+d}")


def team_standings(history: History, after: int, counting: int = 0) -> tuple[TeamRow, ...]:
    """Teams by the half points and then the spread of their members; `counting`: only the best so many (0: all)."""
    return ranked_teams(summed(history, after, counting), gone_teams(history))


def crossings(history: History, number: int, team: Mapping[str, str]) -> Iterator[Crossing]:
    """The games of a round between members of two teams, at tables of two, forfeited ones among them; `team`: of each by id."""
    cap, rule = history.cap_in(number), history.tie_rule
    for outcome in history.rounds[number - 1]:
        # Told by its class: of 1,000 players' games by far the most are these, and a match of patterns takes as long as the rest.
        if type(outcome) is Played and len(outcome.seats) == 2:
            first, second = outcome.seats
            one, other = team.get(first.entrant), team.get(second.entrant)
            if one and other and one != other:
                gain, spread = gain_against(first, second, rule), capped(first.score - second.score, cap)
                yield one, other, (gain, GAME - gain, spread - first.penalty, -spread - second.penalty)
        elif type(outcome) is Forfeit and len(ids := named_in(outcome)) == 2:
            one, other = team.get(ids[0]), team.get(ids[1])
            if one and other and one != other:
                lost, won = (LOSS, outcome.loss_spread), (WIN, outcome.win_spread)
                mine, theirs = (lost if player in outcome.absent else won for player in ids)
                yield one, other, (mine[0], theirs[0], mine[1], theirs[1])


def round_scores(history: History, number: int, team: Mapping[str, str]) -> dict[tuple[str, str], list[int]]:
    """For each two teams that met in a round: half points and spread of either, and games."""
    found: dict[tuple[str, str], list[int]] = {}
    for one, other, (mine, theirs, spread, against) in crossings(history, number, team):
        line = [mine, theirs, spread, against, 1] if one < other else [theirs, mine, against, spread, 1]
        teams = (one, other) if one < other else (other, one)
        found[teams] = grown(found[teams], line) if teams in found else line
    return found


def team_matches(history: History, after: int) -> tuple[TeamMatch, ...]:
    """Every match of two teams up to a round, in the order they began; the teams of each by name."""
    team = {entrant.id: entrant.team for entrant in history.entrants if not entrant.house}
    # Of teams by chance hardly two meet twice in a row: a field of 1,000 has seven thousand matches. Each is its first round,
    # its last one so far, the teams and its sums, and becomes a match in the end.
    begun: list[Any] = []
    open_now: dict[tuple[str, str], Any] = {}
    for number in range(1, min(after, len(history.rounds)) + 1):
        scores, going_on = round_scores(history, number, team), open_now
        open_now = {}
        for teams in sorted(scores):
            if (one := going_on.get(teams)) is None:
                one = [number, number, teams, scores[teams]]
                begun.append(one)
            else:
                one[1], one[3] = number, grown(one[3], scores[teams])
            open_now[teams] = one
    return tuple([
        TeamMatch(first, last, teams, (mine, theirs), (spread, against), games)
        for first, last, teams, (mine, theirs, spread, against, games) in begun
    ])  # fmt: skip


def grown(known: list[int], line: list[int]) -> list[int]:
    """The sums of a match with more games."""
    return [a + b for a, b in zip(known, line, strict=True)]


def match_standings(history: History, after: int) -> tuple[TeamRow, ...]:
    """Teams by match points, then game points, then spread, of their games against other teams."""
    return by_matches(history, team_matches(history, after))


def by_matches(history: History, matches: Iterable[TeamMatch]) -> tuple[TeamRow, ...]:
    """The same of matches that are known."""
    members = members_of(history)
    sums = {team: [0] * 5 for team in members}
    for match in matches:
        (one, other), (mine, theirs), (spread, against) = match.teams, match.halves, match.spreads
        gain, line, beside = match.gain, sums[one], sums[other]
        line[0] += mine
        line[1] += theirs
        line[2] += spread
        line[3] += gain
        line[4] += 1
        beside[0] += theirs
        beside[1] += mine
        beside[2] += against
        beside[3] += GAME - gain
        beside[4] += 1
    return ranked_teams(
        (
            TeamRow(
                0, team, wins, losses, spread, tuple(members[team]), tuple(members[team]), points_, count, ""
            )
            for team, (wins, losses, spread, points_, count) in sums.items()
        ),
        gone_teams(history),
    )
