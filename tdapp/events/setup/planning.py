"""A division's plan as its page shows it: spans to change, rounds to read, mistakes and advice in sentences."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from pairings.event.refusals import Refusals
from pairings.plan import shaping
from pairings.plan.advice import advice
from pairings.plan.impossible_plans import impossible
from pairings.plan.plan import Plan, Span
from pairings.plan.read_plan import parse_plan
from pairings.systems import catalogue
from pairings.systems.describe import Described, Parameter
from tdapp.events.models import Division, Round
from tdapp.kernel.messages.sentences import all_translated, translated


def cards() -> list[dict[str, Any]]:
    """Every system with what it is, what it needs and what can be set, for the form."""
    return [_card(one) for one in catalogue()]


def _card(one: Described) -> dict[str, Any]:
    return {
        "name": one.name, "title": translated(one.title), "sentence": translated(one.sentence),
        "params": [_param(param) for param in one.parameters],
    }  # fmt: skip


def _param(param: Parameter) -> dict[str, Any]:
    choices = [[str(choice.value), translated(choice.label) or str(choice.value)] for choice in param.choices]
    usual = translated(param.unset) if param.default is None else _spoken(param, param.default)
    return {
        "name": param.name, "label": translated(param.label), "choices": choices, "low": param.low,
        "high": param.high, "usual": usual, "listed": param.listed, "after": param.after,
    }  # fmt: skip


def _spoken(param: Parameter, value: Any) -> str:
    words = {str(choice.value): translated(choice.label) for choice in param.choices}
    return words.get(str(value)) or str(value)


def read(division: Division, line: str) -> dict[str, Any]:
    """What a line means for this division.

    `spans` are empty while the line has `mistakes`; `rounds` say who pairs what on which standings, `advice` blocks
    nothing, for more players may still come.
    """
    parsed = parse_plan(line)
    if isinstance(parsed, Refusals):
        mistakes = all_translated(parsed.sentences)
        return {
            "line": line,
            "mistakes": mistakes,
            "advice": [],
            "spans": [],
            "breaks": [],
            "rounds": [],
            "end": "",
        }
    return {
        "line": str(parsed), "mistakes": [], "advice": advised(division, parsed), "breaks": list(parsed.breaks),
        "spans": [_span(one) for one in parsed.spans], "rounds": _rounds(division, parsed), "end": _end(parsed),
    }  # fmt: skip


ENDS = ("", "none", "koth:1", "koth:2", "koth:3", "qoth:1")
NUMBER = re.compile(r"\d{1,4}")


@dataclass(frozen=True, slots=True)
class RoundsAsked:
    """A plan as it is asked for: how many rounds, and how they end (one of `ENDS`)."""

    rounds: int
    end: str


def rounds_asked(line: str) -> RoundsAsked:
    """What a line that is known to be one comes to."""
    plan = parse_plan(line)
    assert isinstance(plan, Plan)
    return RoundsAsked(plan.spans[-1].last, _end(plan))


def line_of(line: str, rounds: int, end: str) -> Plan | Refusals:
    """The line over so many rounds and with this end (one of `ENDS`; "": as it is)."""
    parsed = parse_plan(line)
    if isinstance(parsed, Refusals):
        return parsed
    system, _colon, last = end.partition(":")
    wanted = (system, int(last)) if end in ENDS and last else ("", 0)
    return shaping.shaped(parsed, rounds, wanted if end else None)


def shaped(division: Division, line: str, rounds: str, end: str) -> dict[str, Any]:
    """As `read`, of `line_of`."""
    if isinstance(parse_plan(line), Refusals):
        return read(division, line)
    other = line_of(line, int(rounds) if NUMBER.fullmatch(rounds) else 0, end)
    if isinstance(other, Refusals):
        return {**read(division, line), "mistakes": all_translated(other.sentences)}
    return read(division, str(other))


def _end(plan: Plan) -> str:
    """How a plan ends, as one of `ENDS`; "" for an end of another kind."""
    system, last = shaping.end_of(plan)
    if not last:
        return "none"
    told = f"{system}:{last}"
    return told if told in ENDS and not plan.spans[-1].params else ""


def ends() -> list[tuple[str, str]]:
    """How a plan may end, for its page."""
    words = {
        "": _("as it is"), "none": _("like the rounds before"), "koth:1": _("the last round king of the hill"),
        "koth:2": _("the last 2 rounds king of the hill"), "koth:3": _("the last 3 rounds king of the hill"),
        "qoth:1": _("the last round queen of the hill"),
    }  # fmt: skip
    return [(name, words[name]) for name in ENDS]


def advised(division: Division, plan: Plan) -> list[str]:
    """What is worth knowing of a plan for those who are entered, what they could not play at all first."""
    teams = Counter(division.entrants.filter(house=False).values_list("team", flat=True))
    players, sizes = sum(teams.values()), [size for team, size in teams.items() if team]
    if players < 2:
        return []
    refused = impossible(plan, players, sizes)
    said = [one.sentence for one in advice(plan, players, sizes)]
    return [*all_translated([*(refused.sentences if refused else ()), *said]), *_ranked_by(division, plan)]


def _ranked_by(division: Division, plan: Plan) -> list[str]:
    """Tables of three and four have no winner and loser alone: wins leave second and third place alike."""
    tables = any(span.system == "tables" for span in plan.spans)
    if not tables or {"points", "shares"} & set(division.precedence):
        return []
    return [
        _("At tables of three or four second place is worth something only if points or shares rank first.")
    ]


def published(division: Division) -> int:
    """The last round that cannot be planned otherwise any more."""
    rows = division.rounds.exclude(status=Round.Status.PLANNED)
    return max(rows.values_list("number", flat=True), default=0)


def _span(span: Span) -> dict[str, Any]:
    return {"system": span.system, "first": span.first, "last": span.last, "params": dict(span.params)}


def _rounds(division: Division, plan: Plan) -> list[dict[str, Any]]:
    words = {"planned": "", "published": str(_("posted")), "closed": str(_("closed"))}
    states = {row.number: words[row.status] for row in division.rounds.all()}
    known = {one.name: one for one in catalogue()}
    spans = [(number, span) for span in plan.spans for number in range(span.first, span.last + 1)]
    return [
        {
            "number": number, "title": translated(known[span.system].title), "settings": _settings(known[span.system], span),
            "based": _based(known[span.system], plan.round(number).based_on), "state": states.get(number, ""),
        }
        for number, span in spans
    ]  # fmt: skip


def _settings(system: Described, span: Span) -> str:
    """What is set otherwise than usual, in the words of the form."""
    params = {param.name: param for param in system.parameters}
    return "; ".join(
        f"{translated(params[name].label)}: {_spoken(params[name], value)}"
        for name, value in span.params
        if name in params
    )


def _based(system: Described, based_on: int) -> str:
    if not system.needs_standings:
        return str(_("can be paired ahead"))
    if based_on == 0:
        return str(_("on the ratings"))
    return _("on the standings after round %(round)s") % {"round": based_on}
