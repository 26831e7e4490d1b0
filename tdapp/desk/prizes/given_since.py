"""Prizes that were given at a ceremony and are somebody else's since: what a correction changed after they were handed over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from core import canonical
from tdapp.desk.models import Finalisation, PrizeGiving
from tdapp.desk.prizes import ceremony, finals
from tdapp.desk.prizes.rules import words
from tdapp.desk.prizes.rules.winners import Won, table

Data = dict[str, Any]


def changes(giving: PrizeGiving, awards: Iterable[Won]) -> list[Data]:
    """What was given otherwise than `awards` have it: who gets a place and what, whatever the reasons."""
    given = [data for card in giving.cards if card["kind"] == ceremony.AWARD for data in card["won"]]
    now: list[Data] = canonical.plain([one.as_data() for one in awards])
    return finals.changes((), given, (), now)


def so_far(
    giving: PrizeGiving | None, final: Mapping[str, Finalisation], overtaken: Mapping[str, Any]
) -> list[str]:
    """The same in sentences with the desk's names, of a ceremony that is over; none while nothing was corrected since.

    `final`: the newest version of each division; `overtaken`: those a correction made untrue, which count as they stand.
    One query while nothing is final anew.
    """
    if giving is None or giving.started_at is None or giving.ended_at is None:
        return []
    if not overtaken and not any(row.at > giving.started_at for row in final.values()):
        return []
    won = table(giving.event, exact=True).won if overtaken else ceremony.awards_of(giving.event)
    if not (found := changes(giving, won)):
        return []
    return finals.sentences(found, "", words.names_of(giving.event, words.spoken))
