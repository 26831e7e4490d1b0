"""The plays of a sheet as a ruling names them: by the words they form, read with tiles, and by whose they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from scoring import Game, Ruleset, Scoresheet, fold
from scoring import Ruling as Laid
from scoring.game.state import Step
from scoring.repair.suggest import Mender
from scoring.sheets.scoresheet import PLAY, Turn
from tdapp.judging.models import Ruling
from tdapp.judging.words.words_of_play import BRACKETS, keys_of


@dataclass(frozen=True, slots=True)
class Play:
    """One play. `place`: its row from 0; `move`: the how-many-th move, from 1; `seat`: from 1, None unknown.

    `words`: keys of every word it forms, also the one it was written as; `shown`: that one as it stands on the board.
    """

    place: int
    move: int
    seat: int | None
    words: frozenset[str]
    shown: str

    @property
    def turn(self) -> int:
        """Its number as it stands beside its row: the one number every page says."""
        return self.place + 1

    def may_be(self, ruling: Ruling) -> bool:
        """Whether it can be the play that was challenged: of the seat named, and never of a challenger."""
        return seats_fit(self.seat, ruling.challenged, ruling.challengers)


def seats_fit(seat: int | None, challenged: int | None, challengers: Sequence[int]) -> bool:
    """Whether a play of this seat can be the one challenged; what nobody said stands in nobody's way."""
    if seat is None:
        return True
    return seat == challenged if challenged else seat not in challengers


@dataclass
class Paper:
    """One sheet as rulings are looked up in it: folded when first asked, and anew once a play was taken off it.

    marks: words of its division differ by their diacritics.
    """

    ruleset: Ruleset
    content: Scoresheet
    marks: bool
    laid: list[Laid] = field(default_factory=list)
    _game: Game | None = None

    @property
    def game(self) -> Game:
        if self._game is None:
            self._game = fold(self.ruleset, self.content, self.laid, Mender())
        return self._game

    def plays(self) -> list[Play]:
        """Every play with a word, in the order of the paper."""
        found, move = [], 0
        for step in self.game.steps:
            move += step.turn.is_move
            if step.turn.kind == PLAY and step.turn.word:
                found.append(_play(step, move, self.marks))
        return found

    def keys(self, ruling: Ruling) -> frozenset[str]:
        """The words of a ruling, to be compared with those of its plays."""
        return keys_of(ruling.words, self.marks)

    def lay(self, ruling: Laid, *, taken_back: bool) -> None:
        """A ruling that found its play. A play taken back makes room on the board: what follows is read again."""
        self.laid.append(ruling)
        if taken_back:
            self._game = None

    def moves(self) -> list[tuple[int, Turn]]:
        """Rows that are moves, each with its place."""
        return [(place, turn) for place, turn in enumerate(self.content.turns) if turn.is_move]


def _play(step: Step, move: int, marks: bool) -> Play:
    judged = step.placed.judged if step.placed else None
    formed = [word.spelling for word in judged.words] if judged else []
    written = BRACKETS.sub("", step.turn.word).upper()
    seat = None if step.seat is None else step.seat + 1
    return Play(step.number, move, seat, keys_of([*formed, written], marks), written)
