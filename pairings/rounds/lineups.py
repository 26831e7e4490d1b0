"""Who plays for a team in one match, board by board, and who is a reserve.

A line-up names members of one team in the order of their boards. Without one they stand in the order of their seeds.
Who is away is passed over and the others move up; where the match has so many boards, reserves fill the last ones.
With `order=seed` a line-up says who plays, and the boards go by seed among them: nobody is hidden behind a weaker one.
Line-ups travel with a request as the parameter `lineups`: a JSON object of ids by the name of the team.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.messages import say
from pairings.event.history import Entrant
from pairings.event.refusals import Refusal
from pairings.rounds.request import Request

SYSTEM, SEED = "matches", "seed"
Lineups = dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class Side:
    """One team in one round: who plays, board 1 first, and who does not though he is there."""

    team: str
    order: tuple[str, ...]
    reserves: tuple[str, ...]


def written(lineups: Mapping[str, Sequence[str]]) -> str:
    """Line-ups as the text of the parameter, the same for the same line-ups."""
    rows = {team: list(ids) for team, ids in sorted(lineups.items()) if ids}
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":")) if rows else ""


def asked(request: Request) -> Lineups | None:
    """The line-ups of a request, or None when their text cannot be read."""
    text = str(request.params.get("lineups", "") or "{}")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    good = isinstance(found, dict) and all(
        isinstance(ids, list) and all(isinstance(one, str) for one in ids) for ids in found.values()
    )
    return found if good else None


def here(request: Request) -> dict[str, list[Entrant]]:
    """The members of each team who are there and asked for no bye, by seed."""
    spared = set(request.constraints.byes)
    found: dict[str, list[Entrant]] = {}
    for entrant in sorted(request.present(), key=lambda one: (one.seed, one.id)):
        if entrant.team and not entrant.house and entrant.id not in spared:
            found.setdefault(entrant.team, []).append(entrant)
    return found


def sides_of(request: Request) -> dict[str, Side]:
    """Every team with somebody to play, by name, in the order of its best seed."""
    boards, given = int(request.params.get("boards", 0)), asked(request) or {}
    ranked = request.params.get("order") == SEED
    return {
        team: side(team, rows, given.get(team, ()), boards, ranked) for team, rows in here(request).items()
    }


def side(team: str, rows: Sequence[Entrant], named: Sequence[str], boards: int, ranked: bool) -> Side:
    """One team's players and reserves; `boards` 0: all who are named, or all. `ranked`: boards go by seed."""
    present = [one.id for one in rows]
    order = chosen(present, named, boards, ranked)
    return Side(team, tuple(order), tuple(one for one in present if one not in order))


def chosen(present: Sequence[str], named: Iterable[str], boards: int, ranked: bool) -> list[str]:
    """Who of those present (by seed) plays, board 1 first: who is named before the others, as many as there are boards."""
    first = [one for one in dict.fromkeys(named) if one in present]
    order = [*first, *(one for one in present if one not in first)] if boards or not first else first
    order = order[: boards or len(order)]
    return sorted(order, key=list(present).index) if ranked else order


def resting(request: Request) -> frozenset[str]:
    """Who plays nothing in a round of team matches though he is there: reserves and house players."""
    house = {one.id for one in request.present() if one.house}
    return frozenset(house.union(*(one.reserves for one in sides_of(request).values())))


def mistakes(request: Request) -> Iterator[Refusal]:
    """Players of no team, line-ups that cannot be read, strangers in them, and who is in one twice."""
    for one in request.present():
        if not one.team and not one.house:
            text = say("%(id)s is of no team and cannot play a team match.", id=one.name or one.id)
            yield Refusal("without_team", text, (one.id,))
    given = asked(request)
    if given is None:
        yield Refusal("unreadable", say("The line-ups of this round cannot be read."))
    members = {one.id: one for one in request.history.entrants}
    for team, ids in (given or {}).items():
        yield from line_mistakes(team, ids, members)


def line_mistakes(team: str, ids: Sequence[str], members: Mapping[str, Entrant]) -> Iterator[Refusal]:
    """What is wrong with one line-up."""
    for one in dict.fromkeys(ids):
        known = members.get(one)
        if known is None or known.house or known.team != team:
            name = (known.name or one) if known else one
            text = say(
                "The line-up of %(team)s names %(name)s, who is not of that team.", team=team, name=name
            )
            yield Refusal("line_up_stranger", text, (one,))
        elif ids.count(one) > 1:
            text = say("The line-up of %(team)s names %(one)s twice.", team=team, one=known.name or one)
            yield Refusal("line_up_twice", text, (one,))
