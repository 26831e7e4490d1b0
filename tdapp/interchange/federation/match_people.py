"""Who of a bundle is who here: by membership number, else by name and club; what is unsure becomes somebody new."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from tdapp.people.matching import Evidence, Found, How, People
from tdapp.people.models import Player
from tdapp.people.names import fold, listed_name

NUMBER, NAME, NEW, TAKEN = How.NUMBER, How.NAME, How.NEW, How.TAKEN


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
    how: How
    player: Player | None
    alike: tuple[str, ...] = ()


def meet(divisions: Sequence[dict[str, Any]]) -> list[Met]:
    """Everybody in the bundle's divisions, nobody of here twice. One query."""
    rows = [(one["slug"], row) for one in divisions for row in one["entrants"] if not row["house"]]
    said = [_evidence(row) for _division, row in rows]
    people = People(_meant(said), once=True)
    # Numbers first: who is known by a number is not also taken for a namesake.
    numbered = {at: people.find(one) for at, one in enumerate(said) if one.number}
    return [
        _met(people, division, row, one, numbered.get(at) or people.find(one))
        for at, ((division, row), one) in enumerate(zip(rows, said, strict=True))
    ]


def _evidence(row: dict[str, Any]) -> Evidence:
    name = fold(f"{row['surname']} {row['given']}")
    return Evidence(row["member_number"], name, fold(row["club"]))


def _meant(said: Sequence[Evidence]) -> QuerySet[Player]:
    """The players that the rows of a bundle may mean."""
    numbers, names = {one.number for one in said if one.number}, {one.name for one in said}
    found = Player.objects.filter(Q(number__in=numbers) | Q(key__in=names))
    return found.select_related("club", "merged_into__club").order_by("number")


def _met(people: People, division: str, row: dict[str, Any], said: Evidence, found: Found) -> Met:
    """What is unsure becomes somebody new; who else has the name is told."""
    certain = found.how in (NUMBER, NAME)
    alike = () if certain else tuple(one.number for one in people.alike(said))
    how = found.how if certain or found.how == TAKEN else NEW
    name = listed_name(row["given"], row["surname"])
    return Met(
        division, row["number"], name, row["club"], said.number, row["guarded"], how, found.player, alike
    )
