"""Why this opponent, in a player's words. Nobody is named, and nothing is told of standings that are not released.

The engine's own sentences are for the desk: they name people in full. Only its codes come here.
"""

from __future__ import annotations

from typing import Any

from django.core.cache import cache
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.messages import read
from tdapp.desk.models import PairingRun
from tdapp.events.models import Round

Reasons = list[dict[str, Any]]
KEEP_SECONDS = 3600
OF_STANDINGS = frozenset({"same_score", "float", "gibson", "class_prize", "flight", "ranks"})


def why(round_: Round, table: int, *, released: int) -> list[str]:
    """Sentences for one table of a published round; `released`: the newest round whose standings are public."""
    reasons = _of_round(round_).get(str(table))
    if reasons is None:
        return []
    return plain(reasons, based_on=round_.based_on, released=released)


def _of_round(round_: Round) -> dict[str, Reasons]:
    """Table -> reasons of the pairing in force; read once for each published version of the round."""
    key = f"phones:why:{round_.pk}:{round_.print_version}:{round_.version}"
    known: dict[str, Reasons] | None = cache.get(key)
    if known is None:
        known = _read(round_)
        cache.set(key, known, KEEP_SECONDS)
    return known


def _read(round_: Round) -> dict[str, Reasons]:
    run = PairingRun.objects.filter(round=round_, status=PairingRun.Status.PUBLISHED).first()
    if run is None:
        return {}
    told = {frozenset(row["seats"]): read(row.get("reasons") or []) for row in run.outcome.get("boards", [])}
    by_hand: Reasons = [{"code": "locked", "facts": {}}]
    return {
        str(row["table"]): by_hand if row.get("by_hand") else told.get(frozenset(row["seats"]), by_hand)
        for row in run.boards.get("tables", [])
    }


def plain(reasons: Reasons, *, based_on: int, released: int) -> list[str]:
    """The reasons' codes in plain words, those that speak of standings only when these are out."""
    found = [sentence for one in reasons if (sentence := _say(one, based_on, released))]
    if based_on > released and any(one["code"] in OF_STANDINGS for one in reasons):
        sentence = _("You were paired by the standings after round %(round)s, which are not public yet.")
        found.insert(0, sentence % {"round": based_on})
    return list(dict.fromkeys(found)) or [_("The pairing system put you together.")]


def _say(one: dict[str, Any], based_on: int, released: int) -> str:
    code, facts = one["code"], one.get("facts") or {}
    if code == "meeting":
        return _met(facts)
    if code == "match" and facts.get("teams"):
        return _("Your teams meet; this is board %(board)s of the match.") % {"board": facts.get("board")}
    if code in OF_STANDINGS and based_on > released:
        return ""
    if code == "same_score" and based_on == 0:
        return _("Nobody has played yet: you meet by your places on the starting list.")
    if code == "lot" and "starter" in facts:
        return _("Who goes first was drawn by lot.")
    return _sentences().get(code, "")


def _met(facts: dict[str, Any]) -> str:
    before = facts.get("before")
    if before == 0:
        return _("You have not met at this event before.")
    if not isinstance(before, int):
        return ""
    sentence = ngettext(
        "You have met %(n)s time before; every other way to pair the round was worse.",
        "You have met %(n)s times before; every other way to pair the round was worse.",
        before,
    )
    return sentence % {"n": before}


def _sentences() -> dict[str, str]:
    return {
        "same_score": _("You have equally many wins."),
        "float": _("Nobody with as many wins as you was left, so you meet somebody close."),
        "house": _("You play the house player, so that nobody sits out."),
        "same_club": _("You are of the same school or club; it could not be avoided."),
        "same_team": _("You are of the same team; it could not be avoided."),
        "locked": _("The director set this pairing."),
        "together": _("The director set this pairing."),
        "lot": _("The pairing was drawn by lot."),
        "draw": _("The pairing was drawn by lot."),
        "schedule": _("The timetable, in which everybody meets everybody, has you meet now."),
        "off_schedule": _("No opponent was scheduled for you, so you meet outside it."),
        "bracket": _("The bracket has you meet now."),
        "casement": _("The order of this round has you meet."),
        "gibson": _("A place at the top is decided already; the pairing takes that into account."),
        "class_prize": _("A prize of your class is at stake between you."),
        "flight": _("You both can still win."),
        "fewer_starts": _("Whoever has been first less often so far goes first."),
        "more_replies": _("Whoever has been second more often so far goes first."),
        "reversed": _("You have met before; this time the other one goes first."),
        "elder": _("The elder goes first."),
        "asked": _("The director said who goes first."),
        "drawn": _("Who goes first is drawn by lot at the table."),
    }
