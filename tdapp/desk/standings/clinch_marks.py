"""What is won, what can still be won: the marks beside the standings, counted once per version of the division."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.utils.translation import gettext_lazy as _

from core import canonical
from pairings.standings.clinch import Mark, marks
from pairings.standings.clinch import in_reach as first
from pairings.standings.gibson import wins_decide
from tdapp.desk.ledger import history as halls
from tdapp.desk.ledger import memo, pairing_adapter
from tdapp.desk.standings.paying_places import Played
from tdapp.events.models import Division
from tdapp.kernel.refusals import Refusal

# Earlier nearly everybody can still win everything, and saying so of everybody says nothing.
LAST_ROUNDS = 5
WORDS = {
    "gibson": ("ok", _("won")),
    "sure": ("ok", _("sure of a prize")),
    "out": ("plain", _("out of the prizes")),
}
NO_PLACE = ("plain", _("out of the prize places"))
WINS = ("ok", _("wins a prize"))


def are_made(division: Division, after: int) -> bool:
    """Whether there are marks after a round: in the last `LAST_ROUNDS` rounds, where wins or points decide the places."""
    return bool(after) and rounds_of(division) - after <= LAST_ROUNDS and wins_decide(division.precedence)


def of(read: halls.Read, wanted: Collection[str], played: Played) -> dict[str, Mark]:
    """Marks by entrant id after the round that is `read`, of those `wanted`: of 1,000 a page shows a hundred."""
    division, after = read.division, read.after
    if not are_made(division, after):
        return {}
    rounds, order = max(rounds_of(division), after), tuple(division.precedence)
    return memo.of_some(
        division, f"marks:{after}:{canonical.digest(played.key)[:16]}", wanted,
        lambda some: marks(read.history, after, rounds, played.stakes, order, played.paying, some, read.counted[0]),
    )  # fmt: skip


def in_reach(read: halls.Read, played: Played, most: int) -> list[Mark]:
    """Marks of the first `most` who can still take a place that pays, by the places they can reach, then as they stand."""
    division, after = read.division, read.after
    rounds, order = max(rounds_of(division), after), tuple(division.precedence)
    return memo.of_division(
        division, f"reach:{after}:{most}:{canonical.digest(played.key)[:16]}",
        lambda: first(read.history, after, rounds, played.stakes, order, played.paying, most, read.counted[0]),
    )  # fmt: skip


def rounds_of(division: Division) -> int:
    """How many rounds the plan has; what is stored while it cannot be read."""
    try:
        return pairing_adapter.plan_of(division).rounds
    except Refusal:
        return division.rounds_planned


def sign(mark: Mark | None, typed: bool = False) -> tuple[str, Any] | None:
    """State and word of a mark's chip; None where there is nothing to say. `typed`: it follows prizes that were typed,
    of which places are only some.
    """
    if mark is None:
        return None
    if typed and mark.state == "out":
        return NO_PLACE
    return WORDS.get("sure" if mark.state == "open" and mark.class_prize else mark.state)
