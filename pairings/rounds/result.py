"""What a system answers: boards with their price and reasons, byes, and how sure the answer is.

JSON in and out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from core.messages import say
from pairings.event.codec import encode, read_as, shown
from pairings.event.lazy_fields import Later, Tell
from pairings.event.refusals import Refusals, refuse
from pairings.rounds.study import Study

VERSION = 1
ENGINE = say("pairings 1.0")
Vector = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """One ground for a pairing, a bye or a start: a code, its facts, and a plain sentence or part of one."""

    code: str
    sentence: str
    facts: dict[str, int | str | list[str]]


@dataclass(frozen=True, slots=True)
class Alternative:
    """The nearest other way to pair a board's players: with whom, and what it costs more, tier by tier."""

    against: tuple[str, ...]
    extra: Vector
    sentence: str


@dataclass(frozen=True, slots=True)
class Board(Later):
    """A table with its seats (starter first), price by tier, reasons, and the whole in one sentence.

    Price, reasons, sentence and alternative may be left open until they are read (`pairings.event.lazy_fields`).
    """

    table: int
    seats: tuple[str, ...]
    cost: Vector = ()
    reasons: tuple[Reason, ...] = ()
    why: str = ""
    alternative: Alternative | None = None
    locked: bool = False
    drawn: bool = False
    later: Tell | None = field(default=None, init=False, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class ByeGiven:
    """A player who sits out, and why he."""

    entrant: str
    cost: Vector = ()
    reasons: tuple[Reason, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class Certificate:
    """Whether no better pairing keeps what was fixed. `looked_at` counts the pairs that were priced: 0 where all was fixed."""

    optimal: bool
    sentence: str
    looked_at: int = 0


@dataclass(frozen=True, slots=True)
class Result(Later):
    """A paired round. `cost` is the sum over boards and byes, most important tier first.

    `digest` fingerprints the outcomes the pairing rests on: another one means it was paired on older results.
    Both may be left open until they are read (`pairings.event.lazy_fields`). `study`: who was found to be able to win
    what, where a system counts that.
    """

    round: int
    system: str
    boards: tuple[Board, ...]
    byes: tuple[ByeGiven, ...]
    cost: Vector
    certificate: Certificate
    digest: str
    seed: int = 0
    based_on: int = 0
    absent: tuple[str, ...] = ()
    sitting_out: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    study: Study | None = None
    engine: str = ENGINE
    version: int = VERSION
    later: Tell | None = field(default=None, init=False, repr=False, compare=False)

    def pairs(self) -> tuple[tuple[str, ...], ...]:
        """The seats of every board, starters first."""
        return tuple(board.seats for board in self.boards)


def to_data(result: Result) -> dict[str, Any]:
    """A result as JSON-able data; version and engine are always written."""
    return {"version": result.version, "engine": result.engine, **encode(result)}


def from_data(data: object) -> Result | Refusals:
    """A result read back from plain data, or why it cannot be."""
    if isinstance(data, dict) and data.get("version") != VERSION:
        sentence = say(
            "The result has version %(version)s; this engine reads %(it)s.",
            version=shown(data.get("version")),
            it=VERSION,
        )
        return refuse("unknown_version", sentence)
    return read_as(Result, data, "result")
