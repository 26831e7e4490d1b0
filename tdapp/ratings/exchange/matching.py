"""Who of a list that comes in is who: by number, else by name and club; never by a guess."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from core.problems import Problem
from tdapp.people.matching import Evidence, How, People
from tdapp.people.models import Player
from tdapp.people.names import fold
from tdapp.ratings.exchange.rating_rows import RatingRow

NAMED = 5
# What stands for a number when somebody of a known name is another person.
NEW = "new"


@dataclass(frozen=True, slots=True)
class Match:
    """A line and the player it is about; None: somebody new."""

    line: RatingRow
    player: Player | None


def matched(rows: Sequence[RatingRow]) -> tuple[list[Match], list[Problem]]:
    """Each line with its player, and the lines that cannot be told apart. Two queries."""
    # Name and club alike, or neither has a club; whoever has the name alone is a question to whoever imports.
    real = Player.objects.exclude(entries__event__demo=True)
    people = People(real.select_related("club", "merged_into__club"), clubless=True)
    found: list[Match] = []
    problems: list[Problem] = []
    for line in rows:
        one = _find(people, line)
        if isinstance(one, Problem):
            problems.append(one)
        else:
            found.append(Match(line, one))
    return found, problems + _twice(found)


@dataclass(frozen=True, slots=True)
class Question(Problem):
    """A problem that an answer mends: the line may be one of these players, or somebody new."""

    players: tuple[Player, ...] = ()
    state: str = "ask"


def is_new(line: RatingRow) -> bool:
    """Whether the list itself says that this is somebody new: a name, and `new` for a number."""
    return line.number.lower() == NEW and bool(line.surname)


def answered(rows: Sequence[RatingRow], answers: Mapping[int, str]) -> list[RatingRow]:
    """The rows with the number somebody gave to a question; `answers`: by the row's place, a number or `new`."""
    return [
        replace(line, number=answers[at]) if answers.get(at) and not line.number else line
        for at, line in enumerate(rows)
    ]


def _find(people: People, line: RatingRow) -> Player | Problem | None:
    if is_new(line):
        return None
    name = fold(f"{line.surname} {line.given}") if line.surname or not line.number else None
    found = people.find(Evidence(line.number, name, fold(line.club)))
    if found.how == How.TAKEN:
        what = _("Number %(n)s belongs to somebody of another name.") % {"n": line.number}
        return Problem(what, line.where, remedy=_("Correct the number or the name."))
    if found.how == How.NEW and line.number and not line.surname:
        return Problem(
            _("Nobody has the number %(n)s.") % {"n": line.number}, line.where, remedy=_("Add the name.")
        )
    if found.how == How.SEVERAL:
        numbers = ", ".join(one.number for one in found.others)
        what = _("Several players have this name: %(numbers)s.") % {"numbers": numbers}
        return Problem(what, line.where, remedy=_("Add the number."))
    return _open(line, found.others) if found.how == How.NAMESAKES else found.player


def _open(line: RatingRow, namesakes: Sequence[Player]) -> Question:
    """Somebody of the name but of another club, or of one where the list has none: nobody guesses who is meant."""
    name = f"{line.surname}, {line.given}".strip(", ")
    known = "; ".join(_number_and_club(one) for one in namesakes[:NAMED])
    what = _("A %(name)s is known: %(known)s. The same person?") % {"name": name, "known": known}
    remedy = _("If so, add that number; if not, write “new” for a number.")
    return Question(what, line.where, remedy=remedy, players=tuple(namesakes[:NAMED]))


def _number_and_club(player: Player) -> str:
    facts = {"number": player.number, "club": player.club.name if player.club else ""}
    return _("%(number)s of %(club)s") % facts if player.club else _("%(number)s without a club") % facts


def _twice(found: Iterable[Match]) -> list[Problem]:
    """A player, or a new number, that two lines name."""
    seen: dict[object, str] = {}
    problems = []
    for match in found:
        line = match.line
        who: object = (
            match.player.pk
            if match.player
            else (line.number if not is_new(line) else "")
            or (fold(f"{line.surname} {line.given}"), fold(line.club))
        )
        if who in seen:
            what = _("The same player as in %(where)s.") % {"where": seen[who]}
            problems.append(Problem(what, line.where, remedy=_("Leave one of the two out.")))
        seen.setdefault(who, line.where)
    return problems
