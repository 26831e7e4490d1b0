"""A game told turn by turn, for whoever may look at it. Pure: a folded game and names in, plain data out.

Nothing of the checks is in it, nothing a clerk noted, nothing a lexicon would say: only what lay on the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring import Game, Layout, Piece, Premium, Ruling, Scoresheet, Square, Step, Turn, fold
from scoring.rules.loading import Ruleset
from tdapp.events.rules.board_svg import BoardTile

MOVES = frozenset({"play", "exchange", "pass", "lost", "score"})


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the sheet. `score` as written, else as the rules make it; `total` the seat's after it.

    `tiles` were laid or changed by it, `gone` taken off again. `bonus`: points for laying a full rack, inside the score.
    `withdrawn`: the play was taken back later. `over`: seconds over the limit of a move. Seats count from 1.
    """

    number: int
    kind: str
    seat: int | None
    name: str
    text: str
    words: tuple[str, ...]
    score: int | None
    total: int | None
    line: str
    bonus: int
    tiles: tuple[tuple[Square, BoardTile], ...]
    gone: tuple[Square, ...]
    withdrawn: bool
    seconds: int | None
    over: int
    premiums: tuple[tuple[Square, Premium], ...]
    premium_points: int
    totals: tuple[int | None, ...]
    challengers: tuple[int, ...]

    @property
    def is_move(self) -> bool:
        return self.kind in MOVES

    @property
    def bingo(self) -> bool:
        return self.bonus > 0 and not self.withdrawn


@dataclass(frozen=True)
class Replay:
    """The whole game. `whole`: every play says where its tiles lie, so the board can be shown throughout."""

    names: tuple[str, ...]
    layout: Layout
    rows: tuple[Row, ...]
    finals: tuple[int | None, ...]
    whole: bool

    def board_after(self, number: int) -> dict[Square, BoardTile]:
        """What lies on the board after that many rows."""
        board: dict[Square, BoardTile] = {}
        for row in self.rows[:number]:
            for square in row.gone:
                board.pop(square, None)
            board.update(row.tiles)
        return board


def replay(
    ruleset: Ruleset, sheet: Scoresheet, names: Sequence[str], rulings: Sequence[Ruling] = ()
) -> Replay:
    """Tell a sheet's game; `names` as whoever asks may see them, in seat order; `rulings` laid over its rows."""
    game = fold(ruleset, sheet, rulings)
    teller = _Teller(game, tuple(names))
    rows = tuple(teller.row(step) for step in game.steps)
    whole = all(_shown(row) for row in rows)
    return Replay(tuple(names), ruleset.layout, rows, _finals(sheet, game.scores), whole)


def _shown(row: Row) -> bool:
    return row.kind not in {"play", "score"} or bool(row.tiles) or (row.kind == "score" and not row.score)


def _finals(sheet: Scoresheet, totals: Sequence[int | None]) -> tuple[int | None, ...]:
    """Final scores as written, where they are; else as the rows add up."""
    written = sheet.totals or (None,) * len(totals)
    return tuple(made if total is None else total for total, made in zip(written, totals, strict=False))


class _Teller:
    """Tells the steps of one game."""

    def __init__(self, game: Game, names: tuple[str, ...]) -> None:
        self.game, self.names = game, names

    def row(self, step: Step) -> Row:
        turn, seat = step.turn, step.seat if step.seat is not None and step.seat < len(self.names) else None
        judged = step.placed.judged if step.placed else None
        tiles, gone = self._changes(step)
        return Row(
            number=step.number + 1, kind=turn.kind, seat=None if seat is None else seat + 1, name=self._name(seat),
            text=self._text(step), words=tuple(word.spelling for word in judged.words) if judged else (),
            score=_score(step), total=_total(step, seat), line=judged.line if judged else "",
            bonus=judged.bonus if judged else 0, tiles=tiles, gone=gone,
            withdrawn=step.number in self.game.taken_back, seconds=turn.seconds, over=self._over(turn),
            premiums=self._premiums(step), premium_points=_premium_points(step), totals=step.scores,
            challengers=tuple(claimer + 1 for claimer in turn.challengers) if turn.kind == "challenge" else (),
        )  # fmt: skip

    def _name(self, seat: int | None) -> str:
        return self.names[seat] if seat is not None else ""

    def _changes(self, step: Step) -> tuple[tuple[tuple[Square, BoardTile], ...], tuple[Square, ...]]:
        """Tiles on the board after the row that were not there before it, and squares it left empty."""
        steps = self.game.steps
        after = steps[step.number + 1].board if step.number + 1 < len(steps) else self.game.board
        before = step.board.pieces
        new = [
            (square, _tile(piece)) for square, piece in after.pieces.items() if before.get(square) != piece
        ]
        return tuple(sorted(new)), tuple(sorted(square for square in before if square not in after.pieces))

    def _over(self, turn: Turn) -> int:
        timer = self.game.ruleset.timer
        if turn.seconds is None or timer.kind != "per_move":
            return 0
        return max(0, turn.seconds - timer.seconds)

    def _premiums(self, step: Step) -> tuple[tuple[Square, Premium], ...]:
        if step.placed is None or step.number in self.game.taken_back:
            return ()
        known = self.game.ruleset.layout.premiums
        pairs = ((square, known.get(square, Premium())) for square, _piece in step.placed.placements)
        return tuple((square, premium) for square, premium in pairs if premium != Premium())

    def _text(self, step: Step) -> str:
        turn = step.turn
        tell = _TEXTS.get(turn.kind)
        if tell is not None:
            return tell(turn)
        return self._challenge(turn) if turn.kind == "challenge" else turn.kind

    def _challenge(self, turn: Turn) -> str:
        verdicts = {
            "valid": _("challenged by %(who)s: the play stands"),
            "invalid": _("challenged by %(who)s: the play comes off"),
        }
        told = verdicts.get(turn.verdict, _("challenged by %(who)s"))
        who = ", ".join(self._name(seat) for seat in turn.challengers if seat < len(self.names))
        return told % {"who": who or _("somebody")}


def _score(step: Step) -> int | None:
    """A challenge is worth no points of its own; the play's row and its total show what it did."""
    if step.turn.score is not None or step.turn.kind in {"challenge", "end", "recycle"}:
        return step.turn.score
    return step.computed


def _total(step: Step, seat: int | None) -> int | None:
    if step.turn.total is not None or seat is None:
        return step.turn.total
    return step.scores[seat]


def _tile(piece: Piece) -> BoardTile:
    return BoardTile(piece.face or "?", piece.value, piece.blank)


def _premium_points(step: Step) -> int:
    """What the premium squares brought: the points of the play's words less their points on a bare board."""
    if step.placed is None:
        return 0
    words = step.placed.judged.words
    return sum(word.points - sum(piece.value for piece in word.pieces) for word in words)


def _play(turn: Turn) -> str:
    return " ".join(part for part in (turn.position, turn.word) if part) or _("a play, not written out")


def _exchange(turn: Turn) -> str:
    number = turn.number
    if number is None:
        return _("exchanged tiles")
    return _("exchanged %(n)s tiles") % {"n": number} if number != 1 else _("exchanged 1 tile")


def _words(turn: Turn) -> str:
    told = ", ".join(turn.words)
    return _("theme words: %(words)s") % {"words": told} if told else _("theme words")


def _end(turn: Turn) -> str:
    reasons = {
        "nobody_can_move": _("the game ends: nobody can move"),
        "time_called": _("the game ends: time is called"),
        "agreed": _("the game ends: agreed"),
    }
    return reasons.get(turn.reason, _("the game ends"))


_TEXTS = {
    "play": _play,
    "score": lambda turn: _("a turn of which only the score is written"),
    "exchange": _exchange,
    "pass": lambda turn: _("passed"),
    "lost": lambda turn: _("lost the turn"),
    "withdrawn": lambda turn: _("took the play back"),
    "bonus": lambda turn: _("points for a wrong challenge"),
    "theme": _words,
    "recycle": lambda turn: _("took the blank at %(square)s") % {"square": turn.position},
    "time": lambda turn: _("points for time"),
    "out": lambda turn: _("went out: the others' tiles"),
    "rack": lambda turn: _("unplayed tiles"),
    "end": _end,
}
