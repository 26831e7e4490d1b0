"""Which words a sheet is checked against. Word-blind: as long as the game may be going on against none, whoever looks."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from lexicon_admin.lists.editions import layer_of
from lexicon_admin.words.adjudicate import Layer, Layers, answer
from scoring import Report
from tdapp.events.models import Division, Round
from tdapp.judging.models import Pin
from tdapp.judging.words.layers import layers_of
from tdapp.kernel.refusals import Refusal
from tdapp.scoresheets.models import Sheet


@dataclass(frozen=True, slots=True)
class Known:
    """What words are asked of, None for no question: `words` may stand, `theme` earn theme points (SAL:399)."""

    words: Container[str] | None
    theme: Container[str] | None

    def __bool__(self) -> bool:
        return self.words is not None or self.theme is not None


def words_of_division(sheet: Sheet, report: Report) -> Known:
    """The words of the sheet's division, and of them those of its theme where the rules play one.

    Lists are looked at only when the game is over: the sheet is finished, no other sheet of its table is open, and
    the sheet itself says how the game ended, or the round is closed. Finishing a sheet in the middle of a game tells
    nothing.
    """
    if not is_over(sheet, report):
        return Known(None, None)
    division = sheet.table.round.division
    return Known(words_of(division), theme_of(division) if report.ruleset.variants.theme else None)


def is_over(sheet: Sheet, report: Report) -> bool:
    """Whether no challenge can be open any more at the sheet's table."""
    if sheet.is_open or Sheet.objects.filter(table=sheet.table_id, status=Sheet.Status.OPEN).exists():
        return False
    return sheet.table.round.status == Round.Status.CLOSED or report.game.ended is not None


def words_of(division: Division) -> Container[str] | None:
    """The words a division plays by: what its layers would answer. None where it goes by no dictionary.

    A store that is gone or changed makes words unverifiable, not the sheet unreadable; judges are told why.
    """
    try:
        layers = layers_of(division)
    except Refusal:
        return None
    return None if layers.main is None else Ruled(layers)


def theme_of(division: Division) -> Container[str] | None:
    """The words of the division's theme list; None where it pinned none, or its store is gone or changed."""
    pin = division.pins.select_related("edition__lexicon").filter(layer=Pin.Layer.THEME).first()
    try:
        return Listed(layer_of(pin.edition)) if pin else None
    except Refusal:
        return None


@dataclass(frozen=True, slots=True)
class Ruled:
    """A word is in it when a challenge of it would be answered "acceptable"."""

    layers: Layers

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and answer(word, self.layers).acceptable


@dataclass(frozen=True, slots=True)
class Listed:
    """A word is in it when the list has it. A theme list admits nothing: that a play stands is for others to say."""

    layer: Layer

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self.layer.has(word)
