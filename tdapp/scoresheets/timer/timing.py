"""What the turn timer's pages need to know of rules and seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring import DEFAULT, Ruleset, rule_row
from tdapp.events.models import Slot, Table
from tdapp.events.rules import rulesets
from tdapp.kernel.messages.sentences import translated
from tdapp.scoresheets.sheet.reading import seats_of
from tdapp.scoresheets.timer.commands.timing import handed_over

Data = dict[str, Any]
TOLD = ("timer.kind", "timer.stops_at", "timer.overrun", "timer.points_per_minute")
PRACTICE_SEATS = 2


def timer_rules(ruleset: Ruleset) -> Data:
    """The timer's part of a ruleset: `kind` per_move, per_game or none; `points` for each started minute over."""
    timer = ruleset.timer
    return {
        "kind": timer.kind, "seconds": timer.seconds, "overrun": timer.overrun, "points": timer.points_per_minute,
    }  # fmt: skip


def timer_sentence(ruleset: Ruleset) -> str:
    """What stops the clock and what running over costs, in the words of the rule sheet."""
    if ruleset.timer.kind == "none":
        return _("These rules name no timer: the seconds are only counted.")
    names = TOLD if ruleset.timer.overrun == "points" else TOLD[:-1]
    rows = [rule_row(ruleset, name) for name in names]
    return " ".join(translated(row.rule) for row in rows if row)


def of_table(table: Table, url: str) -> Data:
    """Everything the timer of a table starts from. Names are the public ones: its screen stands in the hall."""
    ruleset = rulesets.of_division(table.round.division)
    names = _names(seats_of(table))
    return {
        "key": str(table.pk), "url": url, "handed": handed_over(table),
        "setup": {"ruleset": ruleset.id, "rules": timer_rules(ruleset), "names": names},
        "sentences": {ruleset.id: timer_sentence(ruleset)},
    }  # fmt: skip


def _names(slots: Sequence[Slot]) -> list[str]:
    return [slot.entrant.public_called for slot in slots]


def of_practice() -> Data:
    """The timer that stands alone: every ruleset to choose from, nothing handed over to anybody."""
    known = {name: rulesets.check(name, {}).unwrap() for name, _title in rulesets.titles()}
    names = [_("Player %(n)s") % {"n": seat} for seat in range(1, PRACTICE_SEATS + 1)]
    return {
        "key": "practice", "url": "", "handed": [],
        "setup": {"ruleset": DEFAULT, "rules": timer_rules(known[DEFAULT]), "names": names},
        "rulesets": {name: timer_rules(ruleset) for name, ruleset in known.items()},
        "sentences": {name: _practice_sentence(ruleset) for name, ruleset in known.items()},
    }  # fmt: skip


def _practice_sentence(ruleset: Ruleset) -> str:
    none = ruleset.timer.kind == "none"
    return _("These rules name no timer; the limit is your own.") if none else timer_sentence(ruleset)
