"""Who can still win what, as a draft by COP shows it: the contenders as a picture and a table, and what the round keeps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pairings.event.codec import read_as
from pairings.rounds.study import Contender, Study
from tdapp.events.models import Person
from tdapp.kernel.pages import svg

BEYOND, MOST, DRAWN = 2, 60, 10
CAPTION = gettext_lazy("In the prizes, in percent of the endings")


@dataclass(frozen=True, slots=True)
class Line:
    """One contender: where he stands, the best place he may hope for, the places reached, and shares in percent."""

    place: int
    entrant: Person
    hope: int
    best: int
    worst: int
    first: str
    prize: str
    safe: bool


@dataclass(frozen=True, slots=True)
class Contest:
    """All of it: those in reach of a prize and a few below, what the round has to keep, and a picture of the chances."""

    lines: tuple[Line, ...]
    musts: tuple[str, ...]
    picture: SafeString
    endings: str
    prizes: int
    caption: str


def contest_of(told: Mapping[str, Any], people: Mapping[str, Person]) -> Contest | None:
    """The contest of a draft by what its system counted, as it is stored; None where that is nothing."""
    study = read_as(Study, told, "study") if told else None
    if not isinstance(study, Study):
        return None
    hoping = [at for at, one in enumerate(study.contenders) if one.hope <= study.placed]
    last = min(MOST, max(hoping, default=0) + 1 + BEYOND)
    lines = tuple(
        _line(at, one, people[one.entrant], study.endings)
        for at, one in enumerate(study.contenders[:last], start=1)
        if one.entrant in people
    )
    picture = svg.bars(
        str(CAPTION),
        str(_("The table below has the same numbers.")),
        [(line.entrant.short, int(float(line.prize) + 0.5)) for line in lines[:DRAWN]],
    )
    return Contest(
        lines,
        tuple(must.sentence for must in study.musts),
        picture,
        f"{study.endings:,}",
        study.placed,
        str(CAPTION),
    )


def _line(place: int, one: Contender, entrant: Person, endings: int) -> Line:
    first, prize = (_percent(count, endings) for count in (one.firsts, one.prizes))
    return Line(place, entrant, one.hope, one.best, one.worst, first, prize, one.safe)


def _percent(count: int, of: int) -> str:
    tenths = (count * 1000 + of // 2) // of
    return f"{tenths // 10}.{tenths % 10}"
