"""Who of a bundle is who here: by membership number, else by name and club; what is unsure becomes somebody new."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from tdapp.people.models import Player
from tdapp.people.names import fold, listed_name

NUMBER, NAME, NEW, TAKEN = "number", "name", "new", "taken"


@dataclass(frozen=True, slots=True)
class Met:
    """One entrant of a bundle. `how`: known by `number` or by `name` and club, `new`, or the number is `taken` here by
    somebody of another name. `alike`: numbers of others here who have the same name.
    """

    division: str
    number: int
    name: str
    club: str
    member: str
    guarded: bool
    how: str
    player: Player | None
    alike: tuple[str, ...] = ()


def meet(divisions: Sequence[dict[str, Any]]) -> list[Met]:
    """Everybody in the bundle's divisions, nobody of here twice. One query."""
    rows = [(one["slug"], row) for one in divisions for row in one["entrants"] if not row["house"]]
    known = _Known([row for _division, row in rows])
    # Numbers first: somebody known by his number is not also taken for a namesake.
    numbered = {id(row): known.by_number(row) for _division, row in rows if row["member_number"]}
    return [_met(known, division, row, numbered.get(id(row))) for division, row in rows]


def _met(known: _Known, division: str, row: dict[str, Any], found: tuple[str, Player | None] | None) -> Met:
    how, player = found or known.by_name(row)
    alike = () if how in {NUMBER, NAME} else known.alike(row)
    name = listed_name(row["given"], row["surname"])
    return Met(
        division, row["number"], name, row["club"], row["member_number"], row["guarded"], how, player, alike
    )


class _Known:
    """The players that the rows of a bundle may mean."""

    def __init__(self, rows: Sequence[dict[str, Any]]) -> None:
        numbers = {row["member_number"] for row in rows if row["member_number"]}
        keys = {_key(row) for row in rows}
        self.numbers: dict[str, Player] = {}
        self.names: dict[str, list[Player]] = defaultdict(list)
        self.used: set[Any] = set()
        found = Player.objects.filter(Q(number__in=numbers) | Q(key__in=keys))
        for player in found.select_related("club", "merged_into__club").order_by("number"):
            self.numbers[player.number] = player
            if player.merged_into is None:
                self.names[player.key].append(player)

    def by_number(self, row: dict[str, Any]) -> tuple[str, Player | None]:
        player = self.numbers.get(row["member_number"])
        player = player.merged_into or player if player else None
        if player is None:
            return NEW, None
        if player.key != _key(row) or player.pk in self.used:
            return TAKEN, None
        self.used.add(player.pk)
        return NUMBER, player

    def by_name(self, row: dict[str, Any]) -> tuple[str, Player | None]:
        """One player of the same name in the same club, and no other of that name there."""
        club = fold(row["club"])
        same = [one for one in self.names[_key(row)] if club and one.club and one.club.key == club[:120]]
        if len(same) != 1 or same[0].pk in self.used:
            return NEW, None
        self.used.add(same[0].pk)
        return NAME, same[0]

    def alike(self, row: dict[str, Any]) -> tuple[str, ...]:
        return tuple(one.number for one in self.names[_key(row)] if one.pk not in self.used)


def _key(row: dict[str, Any]) -> str:
    return fold(f"{row['surname']} {row['given']}")
