"""Who of a list that comes in is who: by number, else by name and club; never by a guess."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tdapp.people.models import Player
from tdapp.people.names import fold
from tdapp.ratings.exchange.incoming import Fault, Said

NAMED = 5
# What stands for a number when somebody of a known name is another person.
NEW = "new"


@dataclass(frozen=True, slots=True)
class Match:
    """A line and the player it is about; None: somebody new."""

    said: Said
    player: Player | None


def matched(rows: Sequence[Said]) -> tuple[list[Match], list[Fault]]:
    """Each line with its player, and the lines that cannot be told apart. Two queries."""
    known = _Known(rows)
    found: list[Match] = []
    faults: list[Fault] = []
    for said in rows:
        one = known.find(said)
        if isinstance(one, Fault):
            faults.append(one)
        else:
            found.append(Match(said, one))
    return found, faults + _twice(found)


@dataclass(frozen=True, slots=True)
class Question(Fault):
    """A fault that an answer mends: the line may be one of these players, or somebody new."""

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


class _Known:
    """The players that lines may mean, by number and by folded name."""

    def __init__(self, rows: Sequence[Said]) -> None:
        self.by_number = _by_number()
        self.by_key: dict[str, list[Player]] = defaultdict(list)
        for player in self.by_number.values():
            if player.merged_into_id is None:
                self.by_key[player.key].append(player)

    def find(self, said: Said) -> Player | Fault | None:
        key = fold(f"{said.surname} {said.given}")
        if is_new(said):
            return None
        if said.number:
            return self._numbered(said, key)
        return self._named(said, self.by_key.get(key, []))

    def _named(self, said: Said, namesakes: Sequence[Player]) -> Player | Fault | None:
        """Name and club alike, or neither has a club; whoever has the name alone is a question to whoever imports."""
        club = fold(said.club)
        same = [one for one in namesakes if (one.club.key if one.club else "") == club]
        if len(same) > 1:
            numbers = ", ".join(one.number for one in same)
            what = _("Several players have this name: %(numbers)s.") % {"numbers": numbers}
            return Fault(said.where, what, _("Add the number."))
        if same or not namesakes:
            return same[0] if same else None
        return _open(said, namesakes)

    def _numbered(self, said: Said, key: str) -> Player | Fault | None:
        player = self.by_number.get(said.number)
        if player is None:
            if said.surname:
                return None
            return Fault(
                said.where, _("Nobody has the number %(n)s.") % {"n": said.number}, _("Add the name.")
            )
        player = player.merged_into or player
        if said.surname and player.key != key:
            what = _("Number %(n)s belongs to somebody of another name.") % {"n": said.number}
            return Fault(said.where, what, _("Correct the number or the name."))
        return player


def _open(said: Said, namesakes: Sequence[Player]) -> Question:
    """Somebody of the name but of another club, or of one where the list has none: nobody guesses who is meant."""
    name = f"{said.surname}, {said.given}".strip(", ")
    known = "; ".join(_known_as(one) for one in namesakes[:NAMED])
    what = _("A %(name)s is known: %(known)s. The same person?") % {"name": name, "known": known}
    remedy = _("If so, add that number; if not, write “new” for a number.")
    return Question(said.where, what, remedy, tuple(namesakes[:NAMED]))


def _known_as(player: Player) -> str:
    facts = {"number": player.number, "club": player.club.name if player.club else ""}
    return _("%(number)s of %(club)s") % facts if player.club else _("%(number)s without a club") % facts


def _by_number() -> dict[str, Player]:
    return {row.number: row for row in Player.objects.select_related("club", "merged_into__club")}


def _twice(found: Iterable[Match]) -> list[Fault]:
    """A player, or a new number, that two lines name."""
    seen: dict[object, str] = {}
    faults = []
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
            faults.append(Fault(said.where, what, _("Leave one of the two out.")))
        seen.setdefault(who, said.where)
    return faults
