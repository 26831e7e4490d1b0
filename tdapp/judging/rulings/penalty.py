"""What the rules make of a verdict: the play, the turn, points, and how many challenges are left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.rules.loading import Ruleset
from tdapp.events.models import Table
from tdapp.judging.models import Ruling

NEXT_TURN, TO_PLAYER, OFF_CHALLENGER = "next_turn_lost", "points_to_player", "points_off_challenger"
PER_WORD = "points_per_word_to_player"


def penalty_of(
    ruleset: Ruleset, acceptable: bool, challengers: Sequence[int], challenged: int | None, words: int
) -> dict[str, Any]:
    """Data of what follows: {"kind", "seats", "points"}; seats from 1 (SAL:136-142, SET:71-74, BIS:43).

    `words`: how many were challenged.
    """
    rules = ruleset.challenge
    if not acceptable:
        return {"kind": "play_taken_back", "seats": [challenged] if challenged else [], "points": 0}
    seats = at_risk(ruleset, challengers)
    if rules.wrong == NEXT_TURN:
        return {"kind": NEXT_TURN, "seats": seats, "points": 0}
    if rules.wrong in (TO_PLAYER, PER_WORD):
        points = rules.wrong_points * (words if rules.wrong == PER_WORD else 1)
        return {"kind": TO_PLAYER, "seats": [challenged] if challenged else [], "points": points}
    if rules.wrong == OFF_CHALLENGER:
        return {"kind": OFF_CHALLENGER, "seats": seats, "points": rules.wrong_points}
    return {"kind": "none", "seats": [], "points": 0}


def at_risk(ruleset: Ruleset, challengers: Sequence[int]) -> list[int]:
    """The seats a challenge counts for: the first to claim, or each of them (SAL:138, BIS:43: “the challenger”)."""
    return list(challengers if ruleset.challenge.challengers == "each" else challengers[:1])


def names_challenger(ruleset: Ruleset) -> bool:
    """Whether somebody has to be named as the challenger: challenges are counted, or a wrong one costs something."""
    rules = ruleset.challenge
    by_points = rules.wrong in (TO_PLAYER, PER_WORD, OFF_CHALLENGER) and rules.wrong_points > 0
    return rules.quota is not None or rules.wrong == NEXT_TURN or by_points


def in_words(penalty: dict[str, Any]) -> str:
    """The penalty in one sentence for the table; without seats where nobody said who challenged."""
    seats = ", ".join(str(seat) for seat in penalty.get("seats", []))
    points = int(penalty.get("points", 0))
    facts = {"seats": seats, "points": points}
    sentence = (_with_seats(points) if seats else _without_seats(points)).get(str(penalty.get("kind")))
    return sentence % facts if sentence else _("The play stands; the challenge costs nothing.")


def _with_seats(points: int) -> dict[str, str]:
    to_player = ngettext(
        "The player (seat %(seats)s) gets %(points)s point.",
        "The player (seat %(seats)s) gets %(points)s points.",
        points,
    )
    off = ngettext(
        "%(points)s point off the challenger (seat %(seats)s).",
        "%(points)s points off the challenger (seat %(seats)s).",
        points,
    )
    return {
        "play_taken_back": _("The play comes off the board and the turn is lost."),
        NEXT_TURN: _("The challenger (seat %(seats)s) loses the next turn."),
        TO_PLAYER: to_player,
        OFF_CHALLENGER: off,
    }


def _without_seats(points: int) -> dict[str, str]:
    return {
        "play_taken_back": _("The play comes off the board and the turn is lost."),
        NEXT_TURN: _("The challenger loses the next turn."),
        TO_PLAYER: ngettext(
            "The player gets %(points)s point.", "The player gets %(points)s points.", points
        ),
        OFF_CHALLENGER: ngettext(
            "%(points)s point off the challenger.", "%(points)s points off the challenger.", points
        ),
    }


def used_by(ruleset: Ruleset, table: Table, seat: int) -> int:
    """Challenges of a seat in this game so far that count against its quota (SAL:142)."""
    rows = Ruling.objects.filter(table=table, superseded_by=None)
    if ruleset.challenge.quota_counts == "wrong":
        rows = rows.filter(acceptable=True)
    claims = rows.values_list("challengers", flat=True)
    return sum(seat in at_risk(ruleset, challengers) for challengers in claims)


def over_quota(ruleset: Ruleset, table: Table | None, challengers: Sequence[int]) -> str:
    """Why this seat may not challenge any more, "" when it may."""
    rules = ruleset.challenge
    if table is None or rules.quota is None:
        return ""
    spent = [seat for seat in at_risk(ruleset, challengers) if used_by(ruleset, table, seat) >= rules.quota]
    if not spent:
        return ""
    sentence = ngettext(
        "Seat %(seat)s has used its %(quota)s challenge of this game.",
        "Seat %(seat)s has used all %(quota)s challenges of this game.",
        rules.quota,
    )
    return sentence % {"seat": spent[0], "quota": rules.quota}
