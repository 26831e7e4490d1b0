"""Who of a list that comes in is who: by number, else by name and club; never by a guess."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from core.problems import Problem
from tdapp.people.matching import Evidence, How, People
from tdapp.people.models import Player
from tdapp.people.names import fold
from tdapp.ratings.exchange.incoming import Said

NAMED = 5
# What stands for a number when somebody of a known name is another person.
NEW = "new"


@dataclass(frozen=True, slots=True)
class Match:
    """A line and the player it is about; None: somebody new."""

    said: Said
    player: Player | None


def matched(rows: Sequence[Said]) -> tuple[list[Match], list[Problem]]:
    """Each line with its player, and the lines that cannot be told apart. Two queries."""
    # Name and club alike, or neither has a club; whoever has the name alone is a question to whoever imports.
    people = People(Player.objects.select_related("club", "merged_into__club"), clubless=True)
    found: list[Match] = []
    problems: list[Problem] = []
    for said in rows:
        one = _find(people, said)
        if isinstance(one, Problem):
            problems.append(one)
        else:
            found.append(Match(said, one))
    return found, problems + _twice(found)


@dataclass(frozen=True, slots=True)
class Question(Problem):
    """A problem that an answer mends: the line may be one of these players, or somebody new."""

    players: tuple[Player, ...] = ()
    state: str = "ask"


def is_new(said: Said) -> bool:
    """Whether the list itself says that this is somebody new: a name, and `new` for a number."""
    return said.number.lower() == NEW and bool(said.surname)


def answered(rows: Sequence[Said], answers: Mapping[int, str]) -> list[Said]:
    """The rows with the number somebody gave to a question; `answers`: by the row's place, a number or `new`."""
    return [
        replace(said, number=answers[at]) if answers.get(at) and not said.number else said
        for at, said in enumerate(rows)
    ]


def _find(people: People, said: Said) -> Player | Problem | None:
    if is_new(said):
        return None
    name = fold(f"{said.surname} {said.given}") if said.surname or not said.number else None
    found = people.find(Evidence(said.number, name, fold(said.club)))
    if found.how == How.TAKEN:
        what = _("Number %(n)s belongs to somebody of another name.") % {"n": said.number}
        return Problem(what, said.where, remedy=_("Correct the number or the name."))
    if found.how == How.NEW and said.number and not said.surname:
        return Problem(
            _("Nobody has the number %(n)s.") % {"n": said.number}, said.where, remedy=_("Add the name.")
        )
    if found.how == How.SEVERAL:
        numbers = ", ".join(one.number for one in found.others)
        what = _("Several players have this name: %(numbers)s.") % {"numbers": numbers}
        return Problem(what, said.where, remedy=_("Add the number."))
    return _open(said, found.others) if found.how == How.NAMESAKES else found.player


def _open(said: Said, namesakes: Sequence[Player]) -> Question:
    """Somebody of the name but of another club, or of one where the list has none: nobody guesses who is meant."""
    name = f"{said.surname}, {said.given}".strip(", ")
    known = "; ".join(_known_as(one) for one in namesakes[:NAMED])
    what = _("A %(name)s is known: %(known)s. The same person?") % {"name": name, "known": known}
    remedy = _("If so, add that number; if not, write “new” for a number.")
    return Question(what, said.where, remedy=remedy, players=tuple(namesakes[:NAMED]))


def _known_as(player: Player) -> str:
    facts = {"number": player.number, "club": player.club.name if player.club else ""}
    return _("%(number)s of %(club)s") % facts if player.club else _("%(number)s without a club") % facts


def _twice(found: Iterable[Match]) -> list[Problem]:
    """A player, or a new number, that two lines name."""
    seen: dict[object, str] = {}
    problems = []
    for match in found:
        said = match.said
        who: object = (
            match.player.pk
            if match.player
            else (said.number if not is_new(said) else "")
            or (fold(f"{said.surname} {said.given}"), fold(said.club))
        )
        if who in seen:
            what = _("The same player as in %(where)s.") % {"where": seen[who]}
            problems.append(Problem(what, said.where, remedy=_("Leave one of the two out.")))
        seen.setdefault(who, said.where)
    return problems
