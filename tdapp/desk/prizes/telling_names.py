"""Prizes whose name alone would tell too much: those only one or two could win. For whoever may see private data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import ngettext

from tdapp.desk.models import Prize
from tdapp.desk.prizes.rules import among, words
from tdapp.desk.prizes.rules.field import Field
from tdapp.events.models import Entrant, Event

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
    if unknown := tuple(row for key, row in field.people.items() if _is_unknown(prize, field, key)):
        told = ngettext(
            "%(name)s, %(division)s: %(n)s player cannot win it, as their gender or date of birth is missing. Type it in:",
            "%(name)s, %(division)s: %(n)s players cannot win it, as their gender or date of birth is missing. Type it in:",
            len(unknown),
        )
        yield Said(told % {**facts, "n": len(unknown)}, unknown)


def _is_unknown(prize: Prize, field: Field, key: str) -> bool:
    asked, own = among.read(prize.among), field.told.get(field.people[key].player_id)
    if asked is None:
        return False
    ages = bool(asked.under or asked.least)
    return (
        own is None
        or bool(asked.gender and not own.gender)
        or (ages and not (own.birth_date or own.birth_year))
    )
