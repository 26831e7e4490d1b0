"""Which ruleset a sheet was played by, when nobody says: the one it names, else the one its plays agree with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from scoring.board.board import parse_position
from scoring.clean.proof import prove
from scoring.game.fold import fold
from scoring.game.state import Step
from scoring.repair.suggest import Mender
from scoring.rules.loading import DEFAULTS, Ruleset, load_ruleset
from scoring.sheets.scoresheet import LONGEST, PLAY, Scoresheet

# What other programs call tile sets and boards of these games.
_NAMES: Mapping[str, str] = {
    "spanish": "bisonte",
    "english": "set-words-club",
    "salitaan": "salitaan-competition",
}
# So many plays must agree for each that lies well and scores otherwise, or so many before the first that does not.
_FOR_EACH, _IN_A_ROW = 4, 8
# Word lists of the customary English set; a file that names one leaves less to guess.
_ENGLISH = ("NWL", "OWL", "TWL", "CSW", "OSW", "OSPD", "SOWPODS", "NSWL", "ECWL", "COLLINS")


@dataclass(frozen=True)
class Choice:
    """A ruleset taken because nobody named one; how many of the plays agree with it, and how many speak against it.
    `first`: how many agree before the first that does not; `named`: the file itself hints at this game.

    Against it speak only plays that lie well and score otherwise, or that have tiles the set does not have: a play
    that cannot be laid may be a slip of the pen, and says nothing about the rules.
    """

    ruleset: Ruleset
    agree: int
    against: int
    plays: int
    first: int
    named: bool

    @property
    def fits(self) -> bool:
        """Whether the sheet itself bears the choice out: without that nothing on it can be called wrong."""
        enough = self.agree >= self.against * (1 if self.named else _FOR_EACH)
        return (enough and (self.agree > 0 or not self.plays)) or self.first >= _IN_A_ROW

    @property
    def facts(self) -> dict[str, object]:
        return {"ruleset": self.ruleset.id, "agree": self.agree, "plays": self.plays}


def choose_ruleset(sheet: Scoresheet, overrides: Iterable[str] = ()) -> Choice:
    """The ruleset that fits best; `fits` of the result says whether that is good enough to call anything wrong."""
    extra = tuple(overrides)
    # What its first rows do not tell, more of them would not.
    if len(sheet.turns) > LONGEST:
        sheet = replace(sheet, turns=sheet.turns[:LONGEST])
    best: Choice | None = None
    for name in _candidates(sheet):
        choice = agreement(_loaded(name, extra), sheet)
        if best is None or choice.agree - choice.against > best.agree - best.against:
            best = choice
        if best.agree == best.plays:
            break
    return best or agreement(_loaded(DEFAULTS["SAL"], extra), sheet)


@lru_cache(maxsize=32)
def _loaded(name: str, overrides: tuple[str, ...]) -> Ruleset:
    return load_ruleset(name, overrides)


def agreement(ruleset: Ruleset, sheet: Scoresheet) -> Choice:
    """How the plays of a sheet agree with these rules, whoever named them."""
    proven = prove(ruleset, sheet)
    if proven is not None:
        return Choice(ruleset, proven.plays, 0, proven.plays, proven.plays, _named(ruleset, sheet))
    steps = [step for step in fold(ruleset, sheet, (), Mender()).steps if step.turn.kind == PLAY]
    agrees = [_speaks_for(step) for step in steps]
    first = agrees.index(False) if False in agrees else len(agrees)
    against = sum(map(_speaks_against, steps))
    return Choice(ruleset, sum(agrees), against, len(steps), first, _named(ruleset, sheet))


def _named(ruleset: Ruleset, sheet: Scoresheet) -> bool:
    """Whether the file names this game's tiles, or a word list of its language."""
    lexicon = sheet.value("lexicon").upper()
    by_list = ruleset.book == "SET" and lexicon.startswith(_ENGLISH)
    return by_list or _NAMES.get(sheet.value("tile-distribution").lower()) == ruleset.id


def _speaks_for(step: Step) -> bool:
    return step.as_written or (
        step.placed is not None and not step.placed.mended and step.placed.judged.score == step.turn.score
    )


def _speaks_against(step: Step) -> bool:
    if step.as_written:
        return False
    if any(issue.code == "no_such_tile" for issue in step.issues):
        return True
    placed = step.placed
    if placed is None or placed.mended or not step.certain or step.turn.score is None:
        return False
    return placed.judged.legal and placed.judged.score != step.turn.score


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
