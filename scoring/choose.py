"""Which ruleset a sheet was played by, when nobody says: the one it names, else the one its plays agree with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from scoring.board import parse_position
from scoring.game import fold
from scoring.ruleset import DEFAULTS, Ruleset, load_ruleset
from scoring.scoresheet import PLAY, Scoresheet

# What other programs call tile sets and boards of these games.
_NAMES: Mapping[str, str] = {
    "spanish": "bisonte",
    "english": "set-words-club",
    "salitaan": "salitaan-competition",
}
_ENOUGH = 0.5


@dataclass(frozen=True)
class Choice:
    """A ruleset taken because nobody named one, and how many of the plays agree with it."""

    ruleset: Ruleset
    agree: int
    plays: int
    overrides: tuple[str, ...] = field(default=())

    @property
    def fits(self) -> bool:
        """Whether the sheet itself bears the choice out: more than half of its plays agree."""
        return self.agree > self.plays * _ENOUGH

    @property
    def facts(self) -> dict[str, object]:
        return {"ruleset": self.ruleset.id, "agree": self.agree, "plays": self.plays}


def choose_ruleset(sheet: Scoresheet, overrides: Iterable[str] = ()) -> Choice:
    """The ruleset that fits best; `fits` of the result says whether that is good enough to call anything wrong."""
    extra = tuple(overrides)
    best: Choice | None = None
    for name in _candidates(sheet):
        choice = _agreement(_loaded(name, extra), sheet)
        if best is None or choice.agree > best.agree:
            best = choice
        if best.agree == best.plays:
            break
    return best or _agreement(_loaded(DEFAULTS["SAL"], extra), sheet)


@lru_cache(maxsize=32)
def _loaded(name: str, overrides: tuple[str, ...]) -> Ruleset:
    return load_ruleset(name, overrides)


def _agreement(ruleset: Ruleset, sheet: Scoresheet) -> Choice:
    steps = [step for step in fold(ruleset, sheet).steps if step.turn.kind == PLAY]
    agree = sum(step.placed is not None and step.placed.judged.score == step.turn.score for step in steps)
    return Choice(ruleset, agree, len(steps))


def _candidates(sheet: Scoresheet) -> list[str]:
    """A named tile set first; boards too small for the squares written are left out."""
    named = sheet.value("tile-distribution").lower()
    first = _NAMES.get(named, "")
    side = _side(sheet)
    every = [first, *reversed(list(DEFAULTS.values()))] if first else list(reversed(list(DEFAULTS.values())))
    every = ["set-words-club", *every] if not first else every
    fitting = [name for name in dict.fromkeys(every) if len(_loaded(name, ()).board.grid) >= side]
    return fitting or [DEFAULTS["SAL"]]


def _side(sheet: Scoresheet) -> int:
    """The smallest board that has all squares written."""
    positions = [parse_position(turn.position) for turn in sheet.turns if turn.position]
    return max((max(place.square) + 1 for place in positions if place), default=1)
