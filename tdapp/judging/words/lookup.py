"""What the lists of a division say to words while a judge types them. For judges: never told at a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from lexicon_admin.words.adjudicate import Answer
from lexicon_admin.words.normalise import typed
from tdapp.events.models import Division
from tdapp.judging.models import WordRules
from tdapp.judging.words.layers import keeps_marks, mode_of, verdict_on
from tdapp.kernel.refusals import Refusal

MOST = 40


@dataclass(frozen=True, slots=True)
class Line:
    """One word: what was said of it, whether a judge has to decide it, and what he chose so far ("" nothing)."""

    answer: Answer
    open: bool
    chosen: str

    @property
    def says(self) -> str:
        return says(self.answer.layer, self.answer.name, self.answer.reason)


@dataclass(frozen=True, slots=True)
class LookedUp:
    """Every word's line; `problems`: why the words cannot be ruled on as they stand; `unasked`: no list was asked."""

    lines: tuple[Line, ...] = ()
    problems: tuple[str, ...] = ()
    unasked: bool = False

    @property
    def undecided(self) -> bool:
        return any(line.open for line in self.lines)


def looked_up(division: Division, words: Sequence[str], decided: Mapping[str, bool]) -> LookedUp:
    """The lists' answers; nothing for no words."""
    if not words:
        return LookedUp()
    try:
        verdict = verdict_on(division, words)
    except Refusal as refusal:
        return LookedUp(problems=tuple(refusal.sentences))
    judging = mode_of(division) == WordRules.Mode.JUDGE
    chosen = {True: "yes", False: "no", None: ""}
    return LookedUp(
        tuple(
            Line(one, judging and one.layer == "nowhere", chosen[decided.get(one.key)])
            for one in verdict.answers
        )
    )


def unasked(division: Division, words: Sequence[str], decided: Mapping[str, bool]) -> LookedUp:
    """The same for who plays in this round: no list is asked; where a judge decides, every word is open."""
    judging = mode_of(division) == WordRules.Mode.JUDGE
    chosen = {True: "yes", False: "no", None: ""}
    marks = keeps_marks(division.pins.all())
    blank = [Answer(word, typed(word, marks), False, "", "") for word in words[:MOST]]
    lines = tuple(Line(one, judging and bool(one.key), chosen[decided.get(one.key)]) for one in blank)
    return LookedUp(lines, unasked=True)


def says(layer: str, name: str, reason: str = "") -> str:
    """Which layer answered, in words."""
    kinds = {
        "override": _("decided for this event by %(name)s: %(reason)s"),
        "printed": _("printed in the rulebook"),
        "block": _("blocked by %(name)s"),
        "dialect": "%(name)s",
        "main": "%(name)s",
        "judge": _("decided by the judge: %(name)s"),
    }
    return kinds.get(layer, _("in no list")) % {"name": name, "reason": reason}
