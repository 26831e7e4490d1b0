"""Line-ups of team matches: who plays at which board of a round, who is a reserve; read from lines, kept by ids.

A line is a team, a colon and numbers of entrants in the order of the boards: `Cebu: 3 1 4 2`. Nothing behind the
colon: the team plays in the order of its seeds again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from core import canonical
from pairings.plan.plan import RoundPlan
from pairings.rounds import lineups as pure
from tdapp.desk.ledger import round_plan
from tdapp.desk.models import LineUp
from tdapp.events.entries.wishes import kept
from tdapp.events.models import Division, Entrant, Round

LINES_MOST, WORDS_MOST = 500, 200


@dataclass(frozen=True, slots=True)
class Move:
    """One button beside a member: what it is called, and the line it sends."""

    name: str
    line: str


@dataclass(frozen=True, slots=True)
class Member:
    """One member of a team in a round: his board (0: a reserve), and what his buttons do."""

    entrant: Entrant
    board: int
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Team:
    """A team in one round: its members in order, and whether it has a line-up of its own."""

    name: str
    members: tuple[Member, ...]
    own: bool
    line: str


def planned(division: Division, number: int) -> RoundPlan | None:
    """What the plan says of a round of team matches; None where something else is played."""
    found = round_plan.round_of(division, number)
    return found if found is not None and found.system == pure.SYSTEM else None


def stored(division: Division, number: int) -> pure.Lineups:
    """The line-ups of a round by team; who is an entrant no more is left out."""
    known = {str(pk) for pk in division.entrants.values_list("pk", flat=True)}
    rows = LineUp.objects.filter(division=division, number=number).values_list("team", "members")
    return {team: ids for team, members in rows if (ids := list(kept(members, known)))}


def text(division: Division, number: int) -> str:
    """The line-ups of a round as the pairing room reads them; empty when there are none."""
    rows = LineUp.objects.filter(division=division, number=number)
    return pure.written(stored(division, number)) if rows.exists() else ""


def fingerprint(division: Division, number: int) -> str:
    """What a page remembers of the line-ups it shows."""
    return canonical.digest(stored(division, number))[:16]


def present(division: Division, number: int) -> dict[str, list[Entrant]]:
    """The members of each team who play a round, by number (the seed)."""
    found: dict[str, list[Entrant]] = {}
    rows = division.entrants.exclude(team="").filter(house=False).prefetch_related("absences")
    for row in rows.order_by("number"):
        if not any(absence.covers(number) for absence in row.absences.all()):
            found.setdefault(row.team, []).append(row)
    return found


def teams(division: Division, number: int, boards: int, ranked: bool = False) -> list[Team]:
    """Every team of a round as it would be paired now. `boards` 0: as many as there are players; `ranked`: by seed."""
    own = stored(division, number)
    return [
        _team(name, rows, own.get(name, []), boards, ranked)
        for name, rows in present(division, number).items()
    ]


def _team(name: str, rows: list[Entrant], named: list[str], boards: int, ranked: bool) -> Team:
    by_id = {str(row.pk): row for row in rows}
    order = pure.chosen(list(by_id), named, boards, ranked)
    waiting = [one for one in (*named, *by_id) if one in by_id and one not in order]
    whole = [*order, *dict.fromkeys(waiting)]
    numbers = [by_id[one].number for one in whole]
    playing = numbers[: len(order)]
    members = tuple(
        Member(
            by_id[one],
            at + 1 if at < len(order) else 0,
            tuple(
                _turns(name, numbers, playing, at, bool(boards))
                if ranked
                else _moves(name, numbers, playing, at, bool(boards))
            ),
        )
        for at, one in enumerate(whole)
    )
    own = any(one in by_id for one in named)
    return Team(name, members, own, line_of(name, numbers if boards else playing))


def _turns(name: str, numbers: list[int], playing: list[int], at: int, fixed: bool) -> Iterator[Move]:
    """Where boards go by seed: out of the line-up, for the first reserve if so many play, and into it."""
    without = [one for one in numbers if one != numbers[at]]
    if at < len(playing) and len(numbers) > len(playing) and fixed:
        yield Move("rest", line_of(name, [*without, numbers[at]]))
    elif at < len(playing) > 1 and not fixed:
        yield Move("rest", line_of(name, [one for one in playing if one != numbers[at]]))
    elif at >= len(playing):
        kept = playing[: -1 if fixed else None]
        yield Move(
            "play",
            line_of(name, [*kept, numbers[at], *(one for one in without if fixed and one not in kept)]),
        )


def _moves(name: str, numbers: list[int], playing: list[int], at: int, fixed: bool) -> Iterator[Move]:
    """One board up, one down; where every member plays who is named: out of the line-up and into it."""
    order = numbers if fixed else playing
    if 0 < at < len(order):
        yield Move("up", line_of(name, _swapped(order, at - 1)))
    if at + 1 < len(order):
        yield Move("down", line_of(name, _swapped(order, at)))
    if not fixed and at < len(playing) > 1:
        yield Move("rest", line_of(name, [one for one in playing if one != numbers[at]]))
    if not fixed and at >= len(playing):
        yield Move("play", line_of(name, [*playing, numbers[at]]))


def _swapped(order: list[int], at: int) -> list[int]:
    return [*order[:at], order[at + 1], order[at], *order[at + 2 :]]


def line_of(name: str, numbers: list[int]) -> str:
    """A line as it is typed."""
    return f"{name}: {' '.join(map(str, numbers))}"


def read(division: Division, typed: str) -> tuple[pure.Lineups, list[str]]:
    """The line-ups that lines speak of (an empty one: by seed again), and one sentence for each mistake."""
    people = {row.number: row for row in division.entrants.exclude(team="").filter(house=False)}
    names = {row.team.casefold(): row.team for row in people.values()}
    found: pure.Lineups = {}
    faults: list[str] = []
    for line in [" ".join(line.split()) for line in typed.splitlines() if line.strip()][:LINES_MOST]:
        head, colon, rest = line.rpartition(":")
        where, team = _("Line “%(line)s”") % {"line": line[:60]}, names.get(head.strip().casefold(), "")
        if not colon or not team:
            known = ", ".join(sorted(names.values())[:20])
            faults.append(
                _("%(where)s: begin with a team and a colon, like Cebu: 3 1 4 2. The teams are %(known)s.")
                % {"where": where, "known": known}
            )
        elif team in found:
            faults.append(_("%(where)s: %(team)s has two lines.") % {"where": where, "team": team})
        else:
            found[team] = list(_members(where, team, rest, people, faults))
    return found, faults


def _members(
    where: str, team: str, rest: str, people: dict[int, Entrant], faults: list[str]
) -> Iterator[str]:
    """The ids a line names, with a sentence for each number that is nobody's, another team's or there twice."""
    seen: set[int] = set()
    for word in rest.replace(",", " ").split()[:WORDS_MOST]:
        number = int(word) if word.isdecimal() and len(word) < 7 else 0
        row = people.get(number)
        facts = {"where": where, "word": word[:40], "team": team, "name": row.listed if row else ""}
        if row is None:
            faults.append(_("%(where)s: no player of a team has number %(word)s.") % facts)
        elif row.team != team:
            faults.append(_("%(where)s: %(name)s is not of %(team)s.") % facts)
        elif number in seen:
            faults.append(_("%(where)s: %(name)s stands there twice.") % facts)
        else:
            yield str(row.pk)
        seen.add(number)


def written(division: Division) -> dict[str, str]:
    """The line-ups of every round as lines, for an archive. Who is of the team no more is left out."""
    rows = division.entrants.values_list("pk", "team", "number")
    numbers = {(str(pk), team): number for pk, team, number in rows}
    found: dict[str, list[str]] = {}
    for row in LineUp.objects.filter(division=division):
        line = line_of(
            row.team, [numbers[one, row.team] for one in row.members if (one, row.team) in numbers]
        )
        found.setdefault(str(row.number), []).append(line)
    return {number: "\n".join(lines) for number, lines in found.items()}


def is_fact(division: Division, number: int) -> bool:
    """Whether the round is published: its line-ups are facts."""
    rows = Round.objects.filter(division=division, number=number)
    return rows.exclude(status=Round.Status.PLANNED).exists()
