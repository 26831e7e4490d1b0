"""A plan: which system pairs which round. Its line is read in `read_plan.py`."""

from __future__ import annotations

from dataclasses import dataclass

from pairings.rounds.parameters import (
    BASED_ON_BEGINNING,
    SPANNING,
    SYSTEMS,
    WITHOUT_STANDINGS,
    Params,
    Value,
    word_after,
)


@dataclass(frozen=True, slots=True)
class Span:
    """Rounds `first` to `last`, paired by one system."""

    system: str
    first: int
    last: int
    params: tuple[tuple[str, Value], ...] = ()

    @property
    def length(self) -> int:
        """How many rounds."""
        return self.last - self.first + 1

    @property
    def lag(self) -> int:
        """How many rounds more than one the standings lie back."""
        return int(dict(self.params).get("lag", 0))

    def __str__(self) -> str:
        inside = ",".join(f"{name}={value}{word_after(self.system, name)}" for name, value in self.params)
        rounds = f"{self.first}-{self.last}" if self.last > self.first else str(self.first)
        return f"{self.system}({inside}) {rounds}" if inside else f"{self.system} {rounds}"


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """One round of a plan: what a request needs of it."""

    round: int
    system: str
    params: Params
    based_on: int


def round_plan(span: Span, number: int) -> RoundPlan:
    """What a span says of one of its rounds; a round outside any plan is a span of its own.

    Systems that run over several rounds are told where they begin and how long they last. Based on: nothing
    (systems without standings), the standings when the span began (groups), or those of the round before.
    """
    params = dict(span.params)
    lag = int(params.pop("lag", 0))
    if span.system in SPANNING:
        params["first"] = span.first
    if "length" in SYSTEMS[span.system]:
        params["length"] = span.length
    if span.system in WITHOUT_STANDINGS or (span.system == "matches" and params.get("by", "rr") == "rr"):
        return RoundPlan(number, span.system, params, 0)
    since = span.first if span.system in BASED_ON_BEGINNING else number
    return RoundPlan(number, span.system, params, max(0, since - 1 - lag))


@dataclass(frozen=True, slots=True)
class Plan:
    """The spans in order of their rounds; `breaks` are the rounds after which a session ends."""

    spans: tuple[Span, ...]
    breaks: tuple[int, ...] = ()

    def __str__(self) -> str:
        return ", ".join([*map(str, self.spans), *(f"break {number}" for number in self.breaks)])

    @property
    def rounds(self) -> int:
        """How many rounds the plan has."""
        return self.spans[-1].last

    def round(self, number: int) -> RoundPlan:
        """What the plan says of a round. Raises KeyError outside 1..rounds."""
        span = next((one for one in self.spans if one.first <= number <= one.last), None)
        if span is None:
            raise KeyError(number)
        return round_plan(span, number)
