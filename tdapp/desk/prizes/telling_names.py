"""Prizes whose name alone would tell too much: those only one or two could win. For whoever may see private data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import ngettext

from tdapp.desk.models import Prize
from tdapp.desk.prizes.rules import among, words
from tdapp.desk.prizes.rules.field import Field
from tdapp.events.models import Entrant, Event
from tdapp.people import registry

FEW = 2


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence, and those it speaks of: what is missing is mended in their private data."""

    sentence: str
    unknown: tuple[Entrant, ...] = ()


def sentences(event: Event) -> list[Said]:
    """For each prize by gender or age: that too few could win it, and who could not be looked at."""
    rows = Prize.objects.filter(event=event, kind=Prize.Kind.AMONG).select_related("division__event")
    fields = {row.division_id: Field(row.division, 0) for row in rows if row.division}
    return [said for row in rows if row.division_id for said in _of(row, fields[row.division_id])]


def missing(event: Event) -> dict[Entrant, frozenset[str]]:
    """Whose gender or birth nobody told where a prize asks for it: "gender", "birth", by entrant in their order."""
    rows = Prize.objects.filter(event=event, kind=Prize.Kind.AMONG).select_related("division__event")
    fields = {row.division_id: Field(row.division, 0) for row in rows if row.division}
    found: dict[Entrant, frozenset[str]] = {}
    for prize in (row for row in rows if row.division_id):
        field = fields[prize.division_id]
        for key, row in field.people.items():
            if lacks := _lacks(prize, field, key):
                found[row] = found.get(row, frozenset()) | lacks
    return found


def _of(prize: Prize, field: Field) -> Iterator[Said]:
    facts = {"name": words.line_title(prize), "division": field.division.name}
    fits = sum(field.is_among(prize.among, key) for key in field.people)
    if 0 < fits <= FEW:
        told = ngettext(
            "%(name)s, %(division)s: only %(n)s player could win it. Its name alone tells who they are and why: think again.",
            "%(name)s, %(division)s: only %(n)s players could win it. Its name alone tells who they are and why: think again.",
            fits,
        )
        yield Said(told % {**facts, "n": fits})
    if unknown := tuple(row for key, row in field.people.items() if _lacks(prize, field, key)):
        told = ngettext(
            "%(name)s, %(division)s: %(n)s player cannot win it, as their gender or date of birth is missing. Say it below:",
            "%(name)s, %(division)s: %(n)s players cannot win it, as their gender or date of birth is missing. Say it below:",
            len(unknown),
        )
        yield Said(told % {**facts, "n": len(unknown)}, unknown)


def _lacks(prize: Prize, field: Field, key: str) -> frozenset[str]:
    """What would have to be known of somebody to tell whether they are one of those a prize is for."""
    asked, own = among.read(prize.among), field.told.get(field.people[key].player_id)
    if asked is None:
        return frozenset()
    gender = bool(asked.gender) and not (own and own.gender)
    birth = bool(asked.under or asked.least) and not (own and registry.has_birth(own))
    return frozenset(name for name, lacks in (("gender", gender), ("birth", birth)) if lacks)
