"""The line of a plan, read: "rr 1-3, swiss(fold) 4-8, koth(repeats=2) 9-10".

A plan covers rounds 1 to the last without holes and without overlap. Parameters stand in brackets, as
`name=value` or as a bare word or number where it says which parameter is meant.

| piece | meaning | source |
|---|---|---|
| `swiss(lag=1) 4-8` | each of these rounds on the standings of two rounds before | tsh, "Fontes Swiss" |
| `koth(1) last 2` | the last two rounds, whatever else is planned; one repeat | tsh `force_koth`, `auto_koth_repeats` |
| `swiss(repeats=1 free) 5-9` | one rematch of a pair is free where it brings scores nearer | directors' own rounds |
| `swiss(rematch=3) 5-9` | a rematch costs as much as a gap of three wins | the same |
| `swiss(places=6) 5-9` | a rematch costs as much as the gap of two who stand six places apart | the same |
| `break 7` | a session ends after round 7: no later round may lag back across it | tsh `session_breaks` |
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from core.messages import say
from pairings.event.refusals import Refusal, Refusals, refuse
from pairings.plan.plan import Plan, Span
from pairings.plan.plan_mistakes import break_mistakes, cover_mistakes
from pairings.rounds.parameters import (
    BARE,
    FREE,
    FREE_REPEATS,
    NUMBERED,
    ROUNDS_MAX,
    SET_BY_PLAN,
    SYSTEMS,
    Params,
    Value,
    param_mistake,
)

PIECE = re.compile(
    r"(?P<system>[a-z_]+)\s*(?:\((?P<params>[^()]*)\))?\s*"
    r"(?:last\s*(?P<tail>\d+)|(?P<first>\d+)\s*(?:-\s*(?P<last>\d+))?)"
)
BREAK = re.compile(r"break\s*(?:after)?\s*(\d{1,6})")
COMMA = re.compile(r"[,;](?![^()]*\))")


@dataclass(frozen=True, slots=True)
class Tail:
    """The last `rounds` rounds, whatever else is planned for them."""

    system: str
    rounds: int
    params: tuple[tuple[str, Value], ...] = ()


def read_param(system: str, word: str) -> tuple[str, Value]:
    """`repeats=2`, a bare word, or a bare number where the system takes one, as a name and a value."""
    name, equals, value = (part.strip() for part in word.partition("="))
    if not equals and system in NUMBERED and re.fullmatch(r"\d{1,6}", name):
        return NUMBERED[system], int(name)
    if not equals:
        return BARE.get(name, (name, ""))
    if name == "repeats" and system in FREE_REPEATS:
        value = re.sub(rf"\s+{FREE}$", "", value)
    return name, int(value) if re.fullmatch(r"\d{1,6}", value) else value


def read_piece(text: str) -> Span | Tail | int | Refusal:
    """One piece of a plan (an int: a session break), or the sentence that says why it is none."""
    pause = BREAK.fullmatch(text)
    if pause:
        return int(pause[1])
    found = PIECE.fullmatch(text)
    if found is None:
        sentence = say(
            "%(text)s is not a piece of a plan; write a system and its rounds, as in 'swiss 4-8'.",
            text=f"{text!r}",
        )
        return Refusal("unreadable", sentence)
    system = found["system"]
    if system not in SYSTEMS:
        known = ", ".join(SYSTEMS)
        return Refusal(
            "unknown_system",
            say(
                "There is no system called %(system)s; use one of %(known)s.",
                system=f"{system!r}",
                known=known,
            ),
        )
    params = read_params(system, found["params"] or "")
    if isinstance(params, Refusal):
        return params
    if found["tail"]:
        return Tail(system, int(found["tail"]), params)
    return read_rounds(text, Span(system, int(found["first"]), int(found["last"] or found["first"]), params))


def read_rounds(text: str, span: Span) -> Span | Refusal:
    """A span whose rounds can be."""
    if 1 <= span.first <= span.last <= ROUNDS_MAX:
        return span
    sentence = say(
        "%(text)s: rounds run from 1 to at most %(it)s, the first before the last.",
        text=f"{text!r}",
        it=ROUNDS_MAX,
    )
    return Refusal("round_out_of_order", sentence)


def plan_mistake(system: str, name: str, value: Value) -> str:
    """As `param_mistake`; what the plan sets itself is no director's parameter."""
    if name in SET_BY_PLAN and name in SYSTEMS[system]:
        return say(
            "%(system)s: %(name)s follows from the rounds of the plan and cannot be set.",
            system=system,
            name=name,
        )
    return param_mistake(system, name, value)


def sizes_mistake(system: str, params: Params) -> str:
    """Sizes of tables that leave none; empty when all is well."""
    if system != "tables":
        return ""
    least, most = int(params.get("least", 2)), int(params.get("most", 4))
    size = int(params.get("size", min(4, most)))
    if least <= size <= most:
        return ""
    return say(
        "tables: size is %(size)s; it has to lie between least (%(least)s) and most (%(most)s).",
        size=size,
        least=least,
        most=most,
    )


def read_params(system: str, text: str) -> tuple[tuple[str, Value], ...] | Refusal:
    """What stands in brackets, or the first mistake in it."""
    params = tuple(read_param(system, word) for word in text.split(",") if word.strip())
    wrong = next((m for name, value in params if (m := plan_mistake(system, name, value))), "")
    twice = next((name for at, (name, _) in enumerate(params) if name in dict(params[:at])), "")
    if twice and not wrong:
        wrong = say("%(system)s: %(twice)s is given twice; once is enough.", system=system, twice=twice)
    wrong = wrong or sizes_mistake(system, dict(params))
    return Refusal("unknown_parameter", wrong) if wrong else params


def cut(span: Span, tail: Tail, last: int) -> Iterator[Span]:
    """What a tail leaves of a span."""
    end = min(span.last, last - tail.rounds)
    if span.first <= end:
        yield replace(span, last=end)


def with_tail(spans: Sequence[Span], tail: Tail, rounds: int | None) -> list[Span] | Refusal:
    """The spans with their last rounds given to another system."""
    last = max((span.last for span in spans), default=0) if rounds is None else rounds
    if not 1 <= tail.rounds <= last:
        text = say(
            "'%(system)s last %(rounds)s' does not fit into %(last)s rounds.",
            system=tail.system,
            rounds=tail.rounds,
            last=last,
        )
        return Refusal("round_out_of_order", text)
    kept = [piece for span in spans for piece in cut(span, tail, last)]
    return [*kept, Span(tail.system, last - tail.rounds + 1, last, tail.params)]


def assemble(read: Sequence[Span | Tail | int | Refusal], rounds: int | None) -> Plan | Refusals:
    """A plan from its pieces, or every mistake in how they fit together."""
    spans = sorted((item for item in read if isinstance(item, Span)), key=lambda span: span.first)
    for tail in (item for item in read if isinstance(item, Tail)):
        longer = with_tail(spans, tail, rounds)
        if isinstance(longer, Refusal):
            return Refusals((longer,))
        spans = longer
    if not spans:
        return refuse("unreadable", say("The plan is empty; write for example 'swiss 1-7'."))
    breaks = tuple(sorted({item for item in read if isinstance(item, int)}))
    plan = Plan(tuple(spans), breaks)
    mistakes = tuple(cover_mistakes(spans, rounds)) or tuple(break_mistakes(plan))
    return Refusals(mistakes) if mistakes else plan


def parse_plan(text: str, rounds: int | None = None) -> Plan | Refusals:
    """A plan from its line; with `rounds` it has to cover exactly as many. One sentence per mistake."""
    pieces = [piece.strip().lower().replace("–", "-") for piece in COMMA.split(text) if piece.strip()]
    read = [read_piece(piece) for piece in pieces]
    mistakes = tuple(item for item in read if isinstance(item, Refusal))
    return Refusals(mistakes) if mistakes else assemble(read, rounds)
