"""Who of a list that comes in is who: by number, else by name and club; never by a guess."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tdapp.people.models import Player
from tdapp.people.names import fold
from tdapp.ratings.incoming import Fault, Said


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
        if said.number:
            return self._numbered(said, key)
        same = self.by_key.get(key, [])
        if said.club:
            same = (
                [one for one in same if one.club is None or one.club.key == fold(said.club)]
                if len(same) > 1
                else same
            )
        if len(same) > 1:
            numbers = ", ".join(one.number for one in same)
            what = _("Several players have this name: %(numbers)s.") % {"numbers": numbers}
            return Fault(said.where, what, _("Add the number."))
        return same[0] if same else None

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
            else said.number or (fold(f"{said.surname} {said.given}"), fold(said.club))
        )
        if who in seen:
            what = _("The same player as in %(where)s.") % {"where": seen[who]}
            faults.append(Fault(said.where, what, _("Leave one of the two out.")))
        seen.setdefault(who, said.where)
    return faults
