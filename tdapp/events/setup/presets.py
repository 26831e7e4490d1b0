"""Ready-made events. A preset fills in everything; a director changes only what differs in his hall."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


@dataclass(frozen=True, slots=True)
class Preset:
    """One kind of event: how it is called, what its divisions start from, which divisions it proposes.

    `asks`: fields of a division that are asked first, beside its name and plan.
    """

    key: str
    title: Any
    about: Any
    division: dict[str, Any]
    divisions: tuple[Any, ...] = (pgettext_lazy("division", "Open"),)
    school: bool = False
    asks: tuple[str, ...] = ()
    extra: dict[str, Any] = field(default_factory=dict)


def _division(plan: str, rating: str, confirm: str, **more: Any) -> dict[str, Any]:
    return {"plan": plan, "rating_kind": rating, "confirm_policy": confirm, **more}


# The habit of Philippine crossword events is a Swiss that turns into king of the hill (PSPA 26; cebudailynews 2024).
PRESETS: dict[str, Preset] = {
    preset.key: preset
    for preset in (
        Preset(
            "pspa-open",
            _("PSPA open"),
            _("Open to everyone, fully rated: seven rounds, Swiss and a last round king of the hill."),
            _division("swiss 1-6, koth 7", "full", "two-people"),
        ),
        Preset(
            "local-club",
            _("Local club"),
            _("A club's own tournament, partially rated: five rounds, one person may enter and confirm."),
            _division("swiss 1-4, koth 5", "partial", "single"),
        ),
        Preset(
            "team-challenge",
            _("Team challenge"),
            _("Teams of clubs or schools meet board by board, fully rated: six rounds, four boards a match."),
            _division("matches(boards=4, by=swiss) 1-6", "full", "two-people"),
        ),
        Preset(
            "championship",
            _("Championship"),
            _("A title event, fully rated: fifteen rounds, both slips are compared before a result counts."),
            _division("swiss 1-12, koth 13-15", "full", "two-slips"),
        ),
        Preset(
            "school-divisions",
            _("School divisions"),
            _("Elementary, high school and college, unrated: children are shown by given name and school."),
            _division("swiss 1-5, koth 6", "unrated", "two-people", school=True, avoid_clubs=True),
            (_("Elementary"), _("High school"), _("College")),
            school=True,
        ),
        Preset(
            "casual",
            _("Casual"),
            _(
                "An afternoon of games without ratings: four rounds by the book you choose, "
                "the Salitaan family rules unless you choose another; the eldest goes first."
            ),
            _division(
                "swiss(random) 1-4", "casual", "single", starts_rule="eldest", ruleset="salitaan-family"
            ),
            asks=("ruleset",),
        ),
    )
}
