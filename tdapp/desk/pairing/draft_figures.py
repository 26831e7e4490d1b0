"""The figures of a draft in words: what a director looks for in a round, and the round beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from pairings.rounds.request import Request

BY_SCORE = frozenset({"swiss", "koth", "qoth", "factor", "chew", "cop", "auto", "australian"})


def figures_of(asked: Request, *, school: bool = False) -> tuple[str, ...]:
    """Which figures say something of a round: score groups where they decide, clubs where they are kept apart
    or it is a division of schools.
    """
    wanted = {
        "repeats": True,
        "cross_score": asked.system in BY_SCORE,
        "club_meetings": asked.constraints.clubs != "ignore" or school,
        "same_lean": asked.starts == "balanced" and asked.system != "tables",
    }
    return tuple(name for name, is_wanted in wanted.items() if is_wanted)


def in_numbers(numbers: dict[str, int], wanted: tuple[str, ...]) -> list[str]:
    """The figures a director looks for, in words."""
    return [counted(numbers.get(name, 0), *words) for name, words in FIGURES if name in wanted]


def counted(count: int, none: Any, one: Any, many: Any) -> str:
    """A count in words."""
    return str(none if not count else one if count == 1 else many % {"n": count})


FIGURES = (
    ("repeats", (_("no rematches"), _("one rematch"), _("%(n)s rematches"))),
    (
        "cross_score",
        (
            _("everybody inside a score group"),
            _("one game across score groups"),
            _("%(n)s games across score groups"),
        ),
    ),
    (
        "club_meetings",
        (
            _("no table shares a school or club"),
            _("one table shares a school or club"),
            _("%(n)s tables share a school or club"),
        ),
    ),
    (
        "same_lean",
        (
            _("firsts and seconds even out"),
            _("one pair that both went first more often or less often"),
            _("first and second uneven in %(n)s pairs"),
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class OtherRound:
    """Rematches and score gaps of the draft as it is, and of the round beside it, in words."""

    this: str
    that: str


def other_round(report: dict[str, Any]) -> OtherRound | None:
    """The round beside a draft by its report: rematches for nearer scores, or the other way."""
    found, numbers = report.get("other"), report.get("numbers", {})
    if not found:
        return None
    this = traded(numbers.get("repeats", 0), numbers.get("gap_squared", 0))
    return OtherRound(this, traded(found["rematches"], found["gaps"]))


def traded(rematches: int, gaps: int) -> str:
    """'5 rematches, score gaps 772'."""
    told = counted(rematches, *FIGURES[0][1])
    return str(_("%(rematches)s, score gaps %(gaps)s") % {"rematches": told, "gaps": f"{gaps:,}"})
