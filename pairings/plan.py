"""Which system pairs which round: "rr 1-3, swiss(fold) 4-8, koth(repeats=2) 9-10".

A plan covers rounds 1 to the last without holes and without overlap. Parameters stand in brackets, as
`name=value` or as a bare word where the word says which parameter is meant. `lag=1` pairs a round on the
standings of two rounds before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pairings.refusals import Refusal, Refusals, refuse

Value = str | int
Params = dict[str, Value]
PIECE = re.compile(
    r"(?P<system>[a-z_]+)\s*(?:\((?P<params>[^()]*)\))?\s*(?P<first>\d+)\s*(?:-\s*(?P<last>\d+))?"
)
COMMA = re.compile(r"[,;](?![^()]*\))")
ROUNDS_MAX = 200


@dataclass(frozen=True, slots=True)
class Param:
    """What a parameter may be: one of some words, or a whole number from `low` to `high`."""

    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0

    def allows(self, value: Value) -> bool:
        """Whether the value is one of them."""
        if self.choices:
            return value in self.choices
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high

    def spoken(self) -> str:
        """The choice in words."""
        return " or ".join(self.choices) if self.choices else f"a whole number from {self.low} to {self.high}"


LAG = Param(low=0, high=2)
SYSTEMS: dict[str, dict[str, Param]] = {
    "swiss": {
        "pattern": Param(("slide", "fold", "adjacent", "random")),
        "starts": Param(("weighed", "ignored")),
        "lag": LAG,
    },
    "koth": {"repeats": Param(low=0, high=ROUNDS_MAX), "lag": LAG},
    "rr": {
        "times": Param(low=1, high=20),
        "starts": Param(("circle", "balanced")),
        "first": Param(low=1, high=ROUNDS_MAX),
    },
    "manual": {},
}
WITHOUT_STANDINGS = frozenset({"rr", "manual"})
BARE: dict[str, tuple[str, Value]] = {
    "slide": ("pattern", "slide"),
    "fold": ("pattern", "fold"),
    "adjacent": ("pattern", "adjacent"),
    "random": ("pattern", "random"),
    "single": ("times", 1),
    "double": ("times", 2),
    "circle": ("starts", "circle"),
    "balanced": ("starts", "balanced"),
}


@dataclass(frozen=True, slots=True)
class Span:
    """Rounds `first` to `last`, paired by one system."""

    system: str
    first: int
    last: int
    params: tuple[tuple[str, Value], ...] = ()

    def __str__(self) -> str:
        inside = ",".join(f"{name}={value}" for name, value in self.params)
        rounds = f"{self.first}-{self.last}" if self.last > self.first else str(self.first)
        return f"{self.system}({inside}) {rounds}" if inside else f"{self.system} {rounds}"


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """One round of a plan: what a request needs of it."""

    round: int
    system: str
    params: Params
    based_on: int


@dataclass(frozen=True, slots=True)
class Plan:
    """The spans in order of their rounds."""

    spans: tuple[Span, ...]

    def __str__(self) -> str:
        return ", ".join(map(str, self.spans))

    @property
    def rounds(self) -> int:
        """How many rounds the plan has."""
        return self.spans[-1].last

    def round(self, number: int) -> RoundPlan:
        """What the plan says of a round. Raises KeyError outside 1..rounds."""
        span = next((one for one in self.spans if one.first <= number <= one.last), None)
        if span is None:
            raise KeyError(number)
        params = dict(span.params)
        lag = int(params.pop("lag", 0))
        if span.system == "rr":
            params["first"] = span.first
        based_on = 0 if span.system in WITHOUT_STANDINGS else max(0, number - 1 - lag)
        return RoundPlan(number, span.system, params, based_on)


def param_mistake(system: str, name: str, value: Value) -> str:
    """One sentence on a parameter a system does not take, or a value it may not have; empty when all is
    well.
    """
    known = SYSTEMS[system]
    if name not in known:
        takes = ", ".join(known) or "none"
        return f"{system} has no parameter {name!r}; it takes {takes}."
    if not known[name].allows(value):
        return f"{system}: {name} is {value!r}; it has to be {known[name].spoken()}."
    return ""


def read_param(word: str) -> tuple[str, Value]:
    """`repeats=2` or a bare word as a name and a value."""
    name, equals, value = (part.strip() for part in word.partition("="))
    if not equals:
        return BARE.get(name, (name, ""))
    return name, int(value) if re.fullmatch(r"\d{1,6}", value) else value


def read_span(text: str) -> Span | Refusal:
    """One piece of a plan, or the sentence that says why it is none."""
    found = PIECE.fullmatch(text)
    if found is None:
        sentence = f"{text!r} is not a piece of a plan; write a system and its rounds, as in 'swiss 4-8'."
        return Refusal("unreadable", sentence)
    system, first = found["system"], int(found["first"])
    last = int(found["last"] or first)
    if system not in SYSTEMS:
        known = ", ".join(SYSTEMS)
        return Refusal("unknown_system", f"There is no system called {system!r}; use one of {known}.")
    if not 1 <= first <= last <= ROUNDS_MAX:
        sentence = f"{text!r}: rounds run from 1 to at most {ROUNDS_MAX}, the first before the last."
        return Refusal("round_out_of_order", sentence)
    words = [word for word in (found["params"] or "").split(",") if word.strip()]
    params = tuple(read_param(word) for word in words)
    wrong = next((m for name, value in params if (m := param_mistake(system, name, value))), "")
    return Refusal("unknown_parameter", wrong) if wrong else Span(system, first, last, params)


def cover_mistakes(spans: list[Span], rounds: int | None) -> Iterator[Refusal]:
    """Rounds that stand twice or nowhere."""
    expected = 1
    for span in spans:
        if span.first < expected:
            sentence = f"Round {span.first} is planned twice; the second time by '{span}'."
            yield Refusal("plan_overlap", sentence)
        elif span.first > expected:
            yield Refusal("plan_hole", f"{missing(expected, span.first - 1)} before '{span}'.")
        expected = max(expected, span.last + 1)
    yield from length_mistakes(expected - 1, rounds)


def length_mistakes(planned: int, rounds: int | None) -> Iterator[Refusal]:
    """A plan shorter or longer than the event."""
    if rounds is not None and planned < rounds:
        yield Refusal("plan_hole", f"{missing(planned + 1, rounds)}; the event has {rounds} rounds.")
    if rounds is not None and planned > rounds:
        sentence = f"The plan goes on to round {planned}; the event has {rounds} rounds."
        yield Refusal("plan_overlap", sentence)


def missing(first: int, last: int) -> str:
    """'Round 4 has no system' or 'Rounds 4-6 have no system'."""
    return f"Round {first} has no system" if first == last else f"Rounds {first}-{last} have no system"


def parse_plan(text: str, rounds: int | None = None) -> Plan | Refusals:
    """A plan from its line; with `rounds` it has to cover exactly as many. One sentence per mistake."""
    pieces = [piece.strip().lower().replace("–", "-") for piece in COMMA.split(text) if piece.strip()]
    read = [read_span(piece) for piece in pieces]
    mistakes = [item for item in read if isinstance(item, Refusal)]
    if mistakes:
        return Refusals(tuple(mistakes))
    spans = sorted((item for item in read if isinstance(item, Span)), key=lambda span: span.first)
    if not spans:
        return refuse("unreadable", "The plan is empty; write for example 'swiss 1-7'.")
    mistakes = list(cover_mistakes(spans, rounds))
    return Refusals(tuple(mistakes)) if mistakes else Plan(tuple(spans))


@dataclass(frozen=True, slots=True)
class Advice:
    """A warning that blocks nothing."""

    name: str
    sentence: str


def swiss_advice(plan: Plan, players: int) -> Iterator[Advice]:
    """Too few rounds to leave one unbeaten player, or more than there are opponents."""
    rounds = sum(span.last - span.first + 1 for span in plan.spans if span.system == "swiss")
    needed = max(1, (players - 1).bit_length())
    if 0 < rounds < needed:
        sentence = f"{rounds} Swiss rounds leave several unbeaten players among {players}; {needed} would do."
        yield Advice("few_swiss_rounds", sentence)
    if rounds > players - 1 > 0:
        sentence = f"{rounds} Swiss rounds for {players} players force repeats."
        yield Advice("more_rounds_than_opponents", sentence)


def robin_advice(plan: Plan, players: int) -> Iterator[Advice]:
    """A round robin that ends in the middle, or one that would fit and is not planned."""
    cycle = players - 1 + players % 2
    for span in plan.spans:
        rounds = span.last - span.first + 1
        if span.system == "rr" and cycle and rounds % cycle:
            text = f"'{span}' has {rounds} rounds, but {players} players need {cycle} for everybody to meet."
            yield Advice("round_robin_incomplete", text)
    if players <= 12 and plan.rounds >= cycle > 0 and all(span.system != "rr" for span in plan.spans):
        text = f"{players} players could all meet in {cycle} of {plan.rounds} rounds: a round robin fits."
        yield Advice("round_robin_fits", text)


def koth_advice(plan: Plan) -> Iterator[Advice]:
    """King of the hill for more than two rounds, or before the standings mean anything."""
    for span in plan.spans:
        if span.system == "koth" and span.last - span.first + 1 > 2:
            text = f"'{span}' is more than two rounds of king of the hill; the same few players keep meeting."
            yield Advice("long_koth", text)


def advice(plan: Plan, players: int) -> tuple[Advice, ...]:
    """Everything worth telling a director who plans this for so many players; nothing of it blocks."""
    return (*swiss_advice(plan, players), *robin_advice(plan, players), *koth_advice(plan))
