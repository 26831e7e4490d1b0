"""A list's formula at work: what a list would rate with, and one sentence when it cannot."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from tdapp.kernel.refusals import Refusal
from tdapp.people.models import RatingList
from tdapp.ratings.formulas import FORMULAS, Field, Formula, Rated, taken_as
from tdapp.ratings.settings.checks import mistakes


def means_of(rating_list: RatingList, *, partial: bool) -> tuple[Formula, dict[str, Any]]:
    """The formula and all its numbers as the list has them now. Refuses a formula that does not exist."""
    name = rating_list.partial_formula if partial else rating_list.formula
    if name not in FORMULAS:
        raise Refusal(
            "no-formula", _("%(list)s has an unknown formula, “%(name)s”.") % _facts(rating_list, name)
        )
    chosen = FORMULAS[name]
    own = {} if partial else rating_list.settings
    return chosen, chosen.with_settings({key: own[key] for key in own if key in chosen.settings})


def computed(rating_list: RatingList, chosen: Formula, field: Field, settings: dict[str, Any]) -> list[Rated]:
    """What comes out (`Formula.rate`). Refuses settings no formula can use, and figures it cannot work with."""
    if wrong := mistakes(chosen, settings):
        raise _broken(rating_list, next(iter(wrong.values())))
    try:
        return chosen.rate(taken_as(field, settings), settings)
    except (ArithmeticError, ValueError, TypeError, LookupError) as error:
        raise _broken(rating_list, _("the values on it lead to no number.")) from error


def _broken(rating_list: RatingList, why: str) -> Refusal:
    facts = {**_facts(rating_list, ""), "why": why}
    return Refusal("not-computable", _("Ratings of %(list)s cannot be computed: %(why)s") % facts)


def _facts(rating_list: RatingList, name: str) -> dict[str, str]:
    return {"list": rating_list.name, "name": name}
