"""What is won, what can still be won: the marks beside the standings, counted once per version of the division."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from core import canonical
from pairings.standings.clinch import Mark, marks
from tdapp.desk.ledger import history as halls
from tdapp.desk.ledger import memo, pairing_adapter
from tdapp.desk.standings import paying_places
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


def of(
    division: Division, after: int, read: halls.Read | None = None, played: Played | None = None
) -> dict[str, Mark]:
    """Marks by entrant id after round `after`; none before the last `LAST_ROUNDS` rounds. `read`, `played`: what is read
    already.
    """
    rounds = rounds_of(division)
    if not after or rounds - after > LAST_ROUNDS:
        return {}
    seen, order = read or halls.Read(division, after), tuple(division.precedence)
    known = played or paying_places.played(division)
    return memo.of_division(
        division,
        f"marks:{after}:{canonical.digest(known.key)[:16]}",
        lambda: marks(seen.history, after, max(rounds, after), known.stakes, order, known.paying),
    )


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
