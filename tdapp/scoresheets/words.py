"""Which words a sheet is checked against. Word-blind: as long as the game may be going on against none, whoever looks."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from lexicon_admin.words.adjudicate import Layers, answer
from scoring import Report
from tdapp.events.models import Division, Round
from tdapp.judging.layers import layers_of
from tdapp.kernel.refusals import Refusal
from tdapp.scoresheets.models import Sheet


def lexicon_of(sheet: Sheet, report: Report) -> Container[str] | None:
    """Spellings in upper case, or None: words are then no question at all.

    A lexicon is looked at only when the game is over: the sheet is finished, no other sheet of its table is open, and
    the sheet itself says how the game ended, or the round is closed. Finishing a sheet in the middle of a game tells
    nothing.
    """
    return words_of(sheet.table.round.division) if is_over(sheet, report) else None


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


@dataclass(frozen=True, slots=True)
class Ruled:
    """A word is in it when a challenge of it would be answered "acceptable"."""

    layers: Layers

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and answer(word, self.layers).acceptable
