"""Team matches, by the checker's own count: who may be a reserve, and whether every team met one other."""

from __future__ import annotations

from collections.abc import Iterator

from core.messages import say
from pairings.checks.case import Case
from pairings.checks.shape import Round, RoundFinding, hard_wishes
from pairings.event.history import History

SYSTEM = "matches"


def reserves(history: History, round_: Round) -> set[str]:
    """Who need not be paired: members of a team of whom somebody plays or has a bye, and house players."""
    team = {one.id: one.team for one in history.entrants}
    playing = {team.get(one, "") for seats in (*round_.tables, round_.byes) for one in seats} - {""}
    return {one.id for one in history.entrants if one.house or one.team in playing}


def one_opponent(case: Case) -> Iterator[RoundFinding]:
    """A team against its own, or against two others."""
    team = {one.id: one.team for one in case.history.entrants}
    met: dict[str, set[str]] = {}
    for a, b in case.pairs if not hard_wishes(case.rules) else ():
        met.setdefault(team[a], set()).add(team[b])
        met.setdefault(team[b], set()).add(team[a])
        if team[a] == team[b]:
            text = say(
                "%(name)s and %(name_)s are of one team in a match of teams.",
                name=case.name(a),
                name_=case.name(b),
            )
            yield RoundFinding("warning", "team_mates", text, (a, b))
    for name, others in met.items():
        if len(others - {name}) > 1:
            teams = ", ".join(sorted(others - {name}))
            yield RoundFinding(
                "warning",
                "two_matches",
                say("%(name)s meets more than one team in a round: %(teams)s.", name=name, teams=teams),
            )
