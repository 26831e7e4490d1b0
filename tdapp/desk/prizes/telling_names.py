"""Prizes whose name alone would tell too much: those only one or two could win. For whoever may see private data."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import ngettext

from tdapp.desk.models import Prize
from tdapp.desk.prizes.rules import among, words
from tdapp.desk.prizes.rules.field import Field
from tdapp.events.models import Event

FEW = 2


def sentences(event: Event) -> list[str]:
    """For each prize by gender or age: that too few could win it, and how many could not be looked at."""
    rows = Prize.objects.filter(event=event, kind=Prize.Kind.AMONG).select_related("division__event")
    fields = {row.division_id: Field(row.division, 0) for row in rows if row.division}
    return [said for row in rows if row.division_id for said in _of(row, fields[row.division_id])]


def _of(prize: Prize, field: Field) -> Iterator[str]:
    facts = {"name": words.line_title(prize), "division": field.division.name}
    fits = sum(field.is_among(prize.among, key) for key in field.people)
    if 0 < fits <= FEW:
        yield ngettext(
            "%(name)s, %(division)s: only %(n)s player could win it. Its name alone tells who they are and why: think again.",
            "%(name)s, %(division)s: only %(n)s players could win it. Its name alone tells who they are and why: think again.",
            fits,
        ) % {**facts, "n": fits}
    if unknown := sum(_is_unknown(prize, field, key) for key in field.people):
        yield ngettext(
            "%(name)s, %(division)s: of %(n)s player it is not known whether they could win it; they do not.",
            "%(name)s, %(division)s: of %(n)s players it is not known whether they could win it; they do not.",
            unknown,
        ) % {**facts, "n": unknown}


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
