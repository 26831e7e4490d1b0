"""Printed certificates of a season: as the club keeps them, and what a code stands for on a page anybody may open.

The page names a player as the season's own page does on that day: nobody who is guarded at any event. What it says beside
that stands in the season's tables too, where a child's line has no name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tdapp.clubs.models import Season, SeasonCertificate
from tdapp.clubs.reckoning import Award
from tdapp.clubs.seasons import certificates, gathering
from tdapp.clubs.seasons.gathering import Found
from tdapp.people.models import Player
from tdapp.people.models.players import CODE_LENGTH, CODE_LETTERS


@dataclass(frozen=True, slots=True)
class Paper:
    """A printed certificate with its words. `name`: whose it is, "" where it is not told; `same`: the season's table says
    so today.
    """

    row: SeasonCertificate
    name: str
    titles: list[str]
    lines: tuple[str, ...]
    same: bool = True

    @property
    def spelled(self) -> str:
        """Its code as it is printed."""
        return spelled(self.row.code)


def data_of(one: Award) -> dict[str, Any]:
    """What is kept of a certificate: whose it is, and what it says."""
    says = {"events": one.events, "total": one.total, "places": [list(place) for place in one.places]}
    return {"who": one.player or None, "school": one.school, "says": says}


def read(typed: str) -> str:
    """A code as it was typed, as it is kept; "" for what can be none."""
    code = "".join(typed.lower().replace("-", " ").split())
    return code if len(code) == CODE_LENGTH and set(code) <= set(CODE_LETTERS) else ""


def spelled(code: str) -> str:
    """A code as it is printed and read out."""
    half = len(code) // 2
    return f"{code[:half]}-{code[half:]}"


def found(code: str) -> Paper | None:
    """What a code stands for, for everybody; None where nothing was printed with it."""
    rows = SeasonCertificate.objects.select_related("season", "club__home")
    row = rows.filter(code=code).first() if code else None
    if row is None:
        return None
    if row.season is None or not row.holds:
        return Paper(row, "", [], ())
    known = gathering.found(row.season)
    hidden = gathering.hidden_of(known)
    names = {who: name for who, name in known.names.items() if who not in hidden}
    return _told([row], row.season, known, names)[0]


def of_season(season: Season, rows: Sequence[SeasonCertificate]) -> list[Paper]:
    """These as the club that printed them sees them, with the names it prints."""
    known = gathering.found(season)
    return _told(rows, season, known, {**known.names, **certificates.own_names(season, known)})


def _told(
    rows: Sequence[SeasonCertificate], season: Season, known: Found, names: dict[str, str]
) -> list[Paper]:
    owners = owners_of(rows)
    today = {_whose(one): data_of(one)["says"] for one in certificates.awards(season, known)}
    made = []
    for row, owner in zip(rows, owners, strict=True):
        award = _award(row, owner)
        name = names.get(award.player, "") if award.player else award.school
        same = today.get(_whose(award)) == row.says
        made.append(Paper(row, name, certificates.titles(award), certificates.lines(award), same))
    return made


def owners_of(rows: Sequence[SeasonCertificate]) -> list[str]:
    """The player each belongs to by now, of two numbers that were found to be one the one that stays; "" a school's own."""
    ids = [row.who for row in rows if row.who]
    told = Player.objects.filter(pk__in=ids, merged_into__isnull=False)
    stays = {str(old): str(new) for old, new in told.values_list("pk", "merged_into")}
    return [stays.get(str(row.who), str(row.who)) if row.who else "" for row in rows]


def _whose(one: Award) -> tuple[str, str]:
    return (one.player, "") if one.player else ("", one.school)


def _award(row: SeasonCertificate, who: str) -> Award:
    says = row.says
    places = tuple((str(klass), int(place)) for klass, place in says["places"])
    return Award(who, row.school, says["events"], says["total"], places)
