"""The numbers of a formula as form fields: each with words, its own value beside it, and whether that is assumed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.kernel.messages.sentences import translated
from tdapp.ratings.formulas import FOR_LISTS, FORMULAS, Formula
from tdapp.ratings.formulas.curves import CURVES
from tdapp.ratings.formulas.limits import range_of
from tdapp.ratings.settings.checks import mistakes, shown

BEFORE = "set-"
WORDS = {
    "curve": gettext_lazy("Table of chances"),
    "edges": gettext_lazy("Ratings from which a game counts less"),
    "k_new": gettext_lazy("Points a win is worth, few games played"),
    "k_old": gettext_lazy("Points a win is worth, later"),
    "seasoned": gettext_lazy("Games until “later”"),
    "stop_at_edges": gettext_lazy("Stop at each edge and go on with the points beyond it"),
    "split": gettext_lazy("Rate long events in parts"),
    "acceleration": gettext_lazy("Share of the surplus paid again"),
    "feedback": gettext_lazy("Opponents get a part of the surplus"),
    "divisor": gettext_lazy("Divide every change by"),
    "cap": gettext_lazy("Most points one part may change (0: no limit)"),
    "floor": gettext_lazy("Lowest rating"),
    "growing": gettext_lazy("Games grow from part to part"),
    "ties": gettext_lazy("Ties count half"),
    "tie_rule_wins": gettext_lazy("A win by the tie rule (equal scores) is a win, not a draw"),
    "unplayed": gettext_lazy("First rating without a game (0: none)"),
    "beta": gettext_lazy("Rating points for each point of spread"),
    "tau": gettext_lazy("How far results scatter"),
    "deviation": gettext_lazy("How unsure a first rating is"),
    "start": gettext_lazy("Where newcomers start"),
    "idle": gettext_lazy("How fast a resting player becomes unsure"),
    "mean_from": gettext_lazy("Share of newcomers met from which the field's mean is the start"),
    "slow_from": gettext_lazy("Games from which changes grow smaller"),
    "slow_over": gettext_lazy("Games over which they do"),
    "slowest_from": gettext_lazy("Games from which they are smallest"),
    "slowest": gettext_lazy("Smallest share of a change"),
    "strong": gettext_lazy("Ratings that count as strong"),
    "strong_factor": gettext_lazy("Share of a change for the strong"),
    "least_deviation": gettext_lazy("Least unsure"),
    "volatility": gettext_lazy("How unsteady a first rating is"),
    "most_volatility": gettext_lazy("Most unsteady"),
    "period_days": gettext_lazy("Days of a period"),
    "spread": gettext_lazy("The size of a win counts"),
}


def written(value: object) -> str:
    """A setting as it is typed and shown."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list | tuple):
        return ", ".join(map(_number, value))
    return _number(value)


def _number(value: object) -> str:
    """As few digits as say it; what an old list holds instead of a number as it is."""
    if isinstance(value, float):
        return f"{value:.10g}"
    return shown(value)


def fields_of(formula: Formula) -> dict[str, forms.Field]:
    """A field for each setting, by its name with `set-` before it; empty means the formula's own value."""
    return {BEFORE + name: _field(formula, name, value) for name, value in formula.settings.items()}


def _field(formula: Formula, name: str, own: object) -> forms.Field:
    facts: dict[str, Any] = {
        "label": WORDS.get(name, name),
        "required": False,
        "help_text": _help(formula, name, own),
    }
    if isinstance(own, bool):
        kinds = [("", _("as the formula has it")), ("yes", _("yes")), ("no", _("no"))]
        return forms.ChoiceField(choices=kinds, **facts)
    if isinstance(own, str):
        return forms.ChoiceField(
            choices=[("", _("as the formula has it")), *((c, c) for c in CURVES)], **facts
        )
    if isinstance(own, list | tuple):
        return forms.CharField(max_length=80, **facts)
    allowed = range_of(formula.id, name)
    most = {"min": f"{allowed.low:.10g}", "max": f"{allowed.high:.10g}", "step": "any"}
    return forms.FloatField(widget=forms.NumberInput(attrs={"class": "num", **most}), **facts)


def _help(formula: Formula, name: str, own: object) -> str:
    facts = {"value": written(own) or _("none")}
    if name in formula.marks or "formula" in formula.marks:
        return _("%(value)s (assumed)") % facts
    return _("the formula's own: %(value)s") % facts


def initial(settings: Mapping[str, Any]) -> dict[str, str]:
    """What a list sets otherwise, as typed."""
    words = {True: "yes", False: "no"}
    return {
        BEFORE + name: words[value] if isinstance(value, bool) else written(value)
        for name, value in settings.items()
    }


def read(formula: Formula, typed: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that differ from the formula's own. Raises ValidationError by field, a sentence for each mistake."""
    found: dict[str, Any] = {}
    for name, own in formula.settings.items():
        value = typed.get(BEFORE + name)
        if value in (None, ""):
            continue
        meant = _meant(BEFORE + name, own, value)
        if meant != own:
            found[name] = meant
    if wrong := mistakes(formula, found):
        raise forms.ValidationError({BEFORE + name: said for name, said in wrong.items()})
    return found


def _meant(name: str, own: object, value: Any) -> Any:
    if isinstance(own, bool):
        return value == "yes"
    if isinstance(own, list | tuple):
        return _numbers(name, value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def _numbers(name: str, text: str) -> list[int | float]:
    try:
        found = [float(part) for part in text.split(",")]
    except ValueError as error:
        said = _("“%(text)s” is no row of numbers like 1800, 2000.") % {"text": text}
        raise forms.ValidationError({name: said}) from error
    return [int(one) if one.is_integer() else one for one in found]


def formula_choices() -> list[tuple[str, str]]:
    """Every formula a list may have."""
    return [(name, translated(FORMULAS[name].title)) for name in FOR_LISTS]
