"""What a division is set up as: checked in one place, whoever asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.text import slugify
from django.utils.translation import gettext as _

from core import canonical
from pairings.event.refusals import Refusals
from pairings.plan.read_plan import parse_plan
from pairings.standings.metrics import rule_of
from tdapp.events.models import Division, Event, RatingKind
from tdapp.events.rules import rulesets
from tdapp.kernel.messages.sentences import all_translated, translated

FIELDS = (
    "name", "slug", "order", "school", "ruleset", "ruleset_file", "overrides", "plan", "rounds_planned", "precedence",
    "bye_spread", "forfeit_spread", "forfeit_win_spread", "spread_cap", "starts_rule", "confirm_policy", "unfinished_rule",
    "penalty_rule", "rating_kind", "avoid_clubs", "max_repeats", "table_first", "table_last", "room",
)  # fmt: skip
FROZEN_WITH_ROUND_1 = frozenset({"ruleset", "ruleset_file", "overrides", "starts_rule", "penalty_rule"})
# Who confirms may change while a day is running, for people fall ill and helpers come: with a reason.
ASKS_WHY_AFTER_ROUND_1 = frozenset({"confirm_policy"})
PRECEDENCE = ("wins", "spread")
UNFINISHED_RULES = ("as-they-stand", "racks-deducted", "equal-turns")
CHOICES = {
    "starts_rule": Division.StartsRule.values,
    "confirm_policy": Division.ConfirmPolicy.values,
    "penalty_rule": Division.PenaltyRule.values,
    "rating_kind": RatingKind.values,
    "unfinished_rule": list(UNFINISHED_RULES),
}


def apply(division: Division, values: Mapping[str, Any]) -> list[str]:
    """Put `values` on a division, unsaved. Returns one sentence for each thing that is wrong with it."""
    faults = [
        _("%(name)s is not a setting of a division.") % {"name": name} for name in set(values) - set(FIELDS)
    ]
    for name in FIELDS:
        if name in values:
            setattr(division, name, values[name])
    division.slug = division.slug or slugify(division.name) or _plain_slug(division)
    division.precedence = list(division.precedence or PRECEDENCE)
    return faults + problems(division)


def _plain_slug(division: Division) -> str:
    """A short name for a division whose name has no Latin letter or digit: by its place in the event."""
    return f"division-{division.order}" if any(letter.isalnum() for letter in division.name) else ""


def problems(division: Division) -> list[str]:
    """What is wrong with a division as it stands, one sentence each; fills `rounds_planned` from the plan."""
    faults = [] if division.name.strip() else [_("The division needs a name.")]
    faults += [_("The division's short name needs a letter or a digit.")] if not division.slug else []
    faults += _choice_faults(division) + _number_faults(division) + _table_faults(division)
    return faults + _plan_faults(division) + _metric_faults(division) + _ruleset_faults(division)


def fingerprint(division: Division) -> str:
    """What a page remembers of the settings it shows, to notice that somebody else changed them."""
    return canonical.digest({name: getattr(division, name) for name in FIELDS})[:16]


def _choice_faults(division: Division) -> list[str]:
    sentence = _("%(field)s is %(value)s; it must be one of %(choices)s.")
    return [
        sentence % {"field": name, "value": getattr(division, name), "choices": ", ".join(choices)}
        for name, choices in CHOICES.items()
        if getattr(division, name) not in choices
    ]


LIMITS = {
    "bye_spread": (-500, 500), "forfeit_spread": (-500, 0), "forfeit_win_spread": (0, 500), "spread_cap": (1, 2000),
    "max_repeats": (0, 50), "table_first": (1, 2000), "table_last": (1, 2000),
}  # fmt: skip


def _number_faults(division: Division) -> list[str]:
    sentence = _("%(field)s is %(value)s; it must be a whole number from %(low)s to %(high)s.")
    faults = []
    for name, (low, high) in LIMITS.items():
        value = getattr(division, name)
        if value is None and name in ("spread_cap", "max_repeats"):
            continue
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            faults.append(sentence % {"field": name, "value": value, "low": low, "high": high})
    return faults


def _table_faults(division: Division) -> list[str]:
    try:
        if division.table_first > division.table_last:
            return [_("The first table number is above the last one.")]
        others = Division.objects.filter(event=division.event).exclude(pk=division.pk)
        clash = others.filter(
            table_first__lte=division.table_last, table_last__gte=division.table_first
        ).first()
    except TypeError:
        return []
    if clash is None:
        return []
    facts = {"name": clash.name, "first": clash.table_first, "last": clash.table_last}
    return [
        _("Tables %(first)s to %(last)s are already %(name)s's; table numbers are unique in the hall.")
        % facts
    ]


def _plan_faults(division: Division) -> list[str]:
    parsed = parse_plan(str(division.plan))
    if isinstance(parsed, Refusals):
        return all_translated(parsed.sentences)
    division.rounds_planned = parsed.rounds
    return []


def _metric_faults(division: Division) -> list[str]:
    faults = []
    for name in division.precedence:
        try:
            rule_of(str(name))
        except ValueError as error:
            faults.append(translated(*error.args))
    twice = {name for name in division.precedence if division.precedence.count(name) > 1}
    sentence = _("%(name)s stands twice in the order of ranking; the second time it can decide nothing.")
    return faults + [sentence % {"name": name} for name in sorted(twice)]


def _ruleset_faults(division: Division) -> list[str]:
    return rulesets.sentences(rulesets.checked(division))


def free_tables(event: Event, wanted: int = 50) -> tuple[int, int]:
    """The next range of table numbers that no division of the event has."""
    last = max((row.table_last for row in event.divisions.all()), default=0)
    return last + 1, last + wanted


def same_rounds(old: str, new: str, last: int) -> bool:
    """Whether two plans pair rounds 1 to `last` alike."""
    first, second = parse_plan(old), parse_plan(new)
    if isinstance(first, Refusals) or isinstance(second, Refusals):
        return False
    return all(first.round(number) == second.round(number) for number in range(1, last + 1))
