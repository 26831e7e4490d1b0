"""Why a place of a line of prizes found nobody: as a code with its facts, and in one plain sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.desk.models import Prize
from tdapp.desk.prizes.rules import awards
from tdapp.desk.prizes.rules.measures import Asked

KIND = Prize.Kind
GONE, FEW, FULL, NOT_FOR = "gone", "few", "full", "not-for"
NAMED = 12


def reason(
    asked: Asked, contest: awards.Contest, given: awards.Given, ladder: Collection[str], most: int
) -> dict[str, Any]:
    """{"code", ...facts}: nobody was measured, too few were, or those left hold as many prizes as anybody may.

    `ladder`: the keys of every contest on the same ladder.
    """
    if asked.prize.kind == KIND.AMONG:
        return {"code": NOT_FOR if any(one.games for one in asked.fields) else "no-result"}
    if not contest.contenders:
        return _nobody_measured(asked)
    here = {award.winner for award in given.awards if award.contest in ladder}
    held = Counter(award.winner for award in given.awards)
    left = [one.key for one in contest.contenders if one.key not in here]
    if most and contest.counted and any(held[key] >= most for key in left):
        return {"code": FULL, "n": most}
    return {
        "code": FEW,
        "n": len(contest.contenders),
        "kind": asked.prize.kind,
        "klass": asked.prize.klass,
    }


def _nobody_measured(asked: Asked) -> dict[str, Any]:
    kind, klass = asked.prize.kind, asked.prize.klass
    people = [row for one in asked.fields for row in one.people.values()]
    if kind == KIND.CUSTOM:
        return {"code": "unnamed"}
    if not people:
        return {"code": "nobody-here"}
    if kind == KIND.CLASS and not any(row.klass == klass for row in people):
        known = sorted({row.klass for row in people if row.klass})[:NAMED]
        return {"code": "no-class", "klass": klass, "known": ", ".join(known)}
    if kind == KIND.SCHOOL and not any(row.club for row in people):
        return {"code": "no-school"}
    if kind == KIND.TEAM and not any(row.team for row in people):
        return {"code": "no-team"}
    if not any(one.games for one in asked.fields):
        return {"code": "no-result"}
    if kind in (KIND.BEST_PLAY, KIND.HIGH_TURN) and not any(one.plays for one in asked.fields):
        return {"code": "no-sheet"}
    known_kind = kind in (KIND.COMEBACK, KIND.HIGH_WIN, KIND.HIGH_LOSS)
    return {"code": kind if known_kind else GONE}


def sentence(why: Mapping[str, Any]) -> str:
    """A reason in words; "" for one of a version that told none."""
    if why.get("code") == FEW:
        return _few(why)
    if why.get("code") == FULL:
        return (
            ngettext(
                "Whoever comes next holds a prize already; nobody gets more than %(n)s.",
                "Whoever comes next holds %(n)s prizes already; nobody gets more.",
                why["n"],
            )
            % why
        )
    if why.get("code") == "no-class" and why["known"]:
        return _("Nobody of class %(klass)s is entered here; the classes entered are %(known)s.") % why
    return _sentences().get(why.get("code", ""), "") % why


def _sentences() -> dict[str, str]:
    return {
        "unnamed": _("Nobody is named yet: change the prize and name who gets it."),
        "nobody-here": _("Nobody is entered yet."),
        "no-class": _("Nobody of class %(klass)s is entered here: no player has a class."),
        "no-school": _("No player has a club or school."),
        "no-team": _("No player has a team."),
        "no-result": _("No result is confirmed yet."),
        "no-sheet": _("No scoresheet holds or was made public, so no play can be counted."),
        KIND.COMEBACK: _("Nobody has gained a place since the middle of the event."),
        KIND.HIGH_WIN: _("No game was won by anybody who still takes part."),
        KIND.HIGH_LOSS: _("No game was lost by anybody who still takes part."),
        NOT_FOR: _("Nobody else it is for takes a place."),
        GONE: _("Whoever could win it has withdrawn."),
    }


def _few(why: Mapping[str, Any]) -> str:
    if why["kind"] == KIND.CLASS:
        told = ngettext(
            "Only %(n)s player of class %(klass)s takes a place.",
            "Only %(n)s players of class %(klass)s take a place.",
            why["n"],
        )
    elif why["kind"] == KIND.SCHOOL:
        told = ngettext(
            "Only %(n)s school has players here.", "Only %(n)s schools have players here.", why["n"]
        )
    elif why["kind"] == KIND.TEAM:
        told = ngettext("Only %(n)s team has players here.", "Only %(n)s teams have players here.", why["n"])
    elif why["kind"] == KIND.CUSTOM:
        told = _("It is given to one winner only.")
    else:
        told = ngettext("Only %(n)s player can win it.", "Only %(n)s players can win it.", why["n"])
    return told % why
