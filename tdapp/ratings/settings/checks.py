"""Whether a formula can be set so: one sentence for each mistake, for the form, the command line and old lists alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _

from tdapp.ratings.formulas import Formula
from tdapp.ratings.formulas.curves import CURVES
from tdapp.ratings.formulas.limits import MOST_BANDS, Range, range_of

SHOWN = 40
# A row, and how many numbers more than the other row it must have.
AS_LONG = {"k_new": ("edges", 1), "k_old": ("edges", 1), "strong_factor": ("strong", 0)}
NOT_ABOVE = {"least_deviation": "deviation", "volatility": "most_volatility", "slowest_from": "slow_over"}


def mistakes(formula: Formula, given: Mapping[str, Any]) -> dict[str, str]:
    """What is wrong with the settings of a list, by name; empty when they can be used."""
    found = {name: said for name in given if (said := _wrong(formula, name, given[name]))}
    if found:
        return found
    whole = {**formula.settings, **given}
    return {**_lengths(whole), **_above(whole)}


def _wrong(formula: Formula, name: str, value: Any) -> str:
    """The sentence for one setting by itself, "" for none."""
    if name not in formula.settings:
        facts = {"formula": formula.id, "name": name[:SHOWN], "known": ", ".join(sorted(formula.settings))}
        return _("%(formula)s has no setting %(name)s; it has %(known)s.") % facts
    own, facts = formula.settings[name], {"name": name, "value": shown(value)}
    if isinstance(own, bool):
        return "" if isinstance(value, bool) else _("%(name)s: %(value)s is neither yes nor no.") % facts
    if isinstance(own, str):
        known = isinstance(value, str) and value in CURVES
        return (
            ""
            if known
            else _sentence(_("%(name)s: %(value)s is none of %(known)s."), facts, known=", ".join(CURVES))
        )
    if isinstance(own, list | tuple):
        return _wrong_row(facts, value, range_of(formula.id, name))
    return _wrong_number(facts, value, range_of(formula.id, name))


def _sentence(sentence: str, facts: Mapping[str, Any], **more: Any) -> str:
    return sentence % {**facts, **more}


def shown(value: Any) -> str:
    """A value as it is quoted in a sentence: short, whatever it is."""
    try:
        text = str(value)
    except (ValueError, RecursionError):
        text = _("this number")
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _wrong_number(facts: Mapping[str, Any], value: Any, allowed: Range) -> str:
    if _is_number(value) and allowed.holds(value):
        return ""
    sentence = (
        _("%(name)s: %(value)s is no whole number from %(low)s to %(high)s.")
        if allowed.whole
        else _("%(name)s: %(value)s is no number from %(low)s to %(high)s.")
    )
    return _sentence(sentence, facts, low=f"{allowed.low:.10g}", high=f"{allowed.high:.10g}")


def _wrong_row(facts: Mapping[str, Any], value: Any, allowed: Range) -> str:
    if not isinstance(value, list | tuple) or len(value) > MOST_BANDS:
        return _sentence(
            _("%(name)s: %(value)s is no list of numbers, at most %(most)s."), facts, most=MOST_BANDS
        )
    for one in value:
        if said := _wrong_number({**facts, "value": shown(one)}, one, allowed):
            return said
    return _("%(name)s: %(value)s do not rise.") % facts if allowed.rising and not _rises(value) else ""


def _rises(row: Sequence[float]) -> bool:
    return all(one < other for one, other in pairwise(row))


def _lengths(whole: Mapping[str, Any]) -> dict[str, str]:
    """Rows that must fit another one."""
    found = {}
    for name, (other, more) in AS_LONG.items():
        if name in whole and len(whole[name]) != (needed := len(whole[other]) + more):
            facts = {
                "name": name,
                "has": len(whole[name]),
                "needed": needed,
                "other": other,
                "n": needed - more,
            }
            found[name] = (
                _(
                    "%(name)s cannot be set so: with %(n)s in %(other)s it needs %(needed)s numbers, not %(has)s."
                )
                % facts
            )
    return found


def _above(whole: Mapping[str, Any]) -> dict[str, str]:
    """Numbers that may not be above another one."""
    return {
        name: _("%(name)s: %(value)s is above %(other)s, which is %(most)s.")
        % {"name": name, "value": shown(whole[name]), "other": other, "most": shown(whole[other])}
        for name, other in NOT_ABOVE.items()
        if name in whole and whole[name] > whole[other]
    }
