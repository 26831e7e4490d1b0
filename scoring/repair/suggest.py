"""What the writer may have meant: another square, the other direction, swapped letters, a forgotten bonus or premium.

A suggestion is offered only when it makes the recorded score come out; when several would, the nearest is named and
only a single one is believed enough to lay it on the board for what follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from core.messages import Message, gettext_noop
from scoring.board.board import Placement, Position, Square
from scoring.board.tiles import Piece
from scoring.game.placing import TEXT_PROBLEMS, Laying, place
from scoring.game.state import Game, Placed
from scoring.plays.play import JudgedPlay, WordScore
from scoring.plays.written_play import read_play
from scoring.sheets.scoresheet import Turn

_SQUARE = gettext_noop("The score fits %(place)s, not %(written)s.")
_LEGAL = gettext_noop("The word fits at %(place)s, not at %(written)s.")
_DIRECTION = gettext_noop("The score fits %(place)s: the other direction.")
_SWAPPED = gettext_noop("“%(word)s” fits: two letters may have been swapped.")
_REPLACED = gettext_noop("“%(word)s” fits the rack and the score.")
_BONUS_MISSING = gettext_noop("The bonus of %(bonus)s is not in the written score.")
_BONUS_ADDED = gettext_noop(
    "The written score has a bonus of %(bonus)s, which needs %(needed)s tiles; %(laid)s were laid."
)
_PREMIUM = gettext_noop("The written score fits if the premium at %(square)s is left out.")
_PREMIUM_AGAIN = gettext_noop("The written score fits if the premium at %(square)s is counted again.")
_BLANK = gettext_noop("The written score fits if the blank at %(square)s is counted as a letter.")
_CROSS = gettext_noop("The written score fits without the word “%(word)s”.")
_CHALLENGE = gettext_noop("The written score is %(points)s more: points for a wrong challenge may be in it.")
_DIGITS = gettext_noop("The digits may have been swapped: %(computed)s.")

Rack = tuple[Piece, ...] | None
_NEAR = 2
_SIMPLE = re.compile(r"[^\[\]()]+")


@dataclass
class Mender:
    """Asked by the fold for every play that does not come out as written; keeps what it found, by row number."""

    found: dict[int, Message] = field(default_factory=dict)

    def __call__(self, game: Game, turn: Turn, laying: Laying, rack: Rack) -> Placed | None:
        number = len(game.steps)
        legal = laying.placed is not None and laying.placed.judged.legal
        if (laying.issues and laying.issues[0].code in TEXT_PROBLEMS) or (legal and turn.score is None):
            return None
        others = list(_elsewhere(game, turn, rack)) if game.known else []
        if not legal:
            others += [*_swapped(game, turn, rack), *_replaced(game, turn, rack)] if game.known else []
        elif laying.placed:
            told = next(_arithmetic(game, turn, laying.placed), None)
            if told:
                self.found[number] = told
                return None
        if others:
            self.found[number] = others[0][1]
        return others[0][0] if len(others) == 1 and not legal else None


def _elsewhere(game: Game, turn: Turn, rack: Rack) -> Iterator[tuple[Placed, Message]]:
    """The same word where the recorded score comes out: the other direction first, then the nearest squares."""
    written = read_play(game.board, game.ruleset.tile_set, turn.position, turn.word).position
    if written is None or (turn.score is None and game.board.empty):
        return
    for position in _near(written):
        placed = _lies(game, position, turn.word, turn, rack)
        if placed:
            yield placed._replace(mended=True), _sentence(written, position, turn)


def _near(written: Position) -> Iterable[Position]:
    square, across = written
    yield Position(square, not across)
    steps = range(-_NEAR, _NEAR + 1)
    moves = sorted(((abs(r) + abs(c), r, c) for r in steps for c in steps), key=lambda move: move[0])
    for far, row, col in moves:
        if 0 < far <= _NEAR:
            yield Position(Square(square.row + row, square.col + col), across)


def _lies(game: Game, position: Position, word: str, turn: Turn, rack: Rack) -> Placed | None:
    """The word at a place, if it is legal there, whole, from that rack, and worth what was written."""
    if position.square not in game.board.layout:
        return None
    laid = read_play(game.board, game.ruleset.tile_set, position.name, word)
    if laid.problem or not laid.placements:
        return None
    placed = place(game, position, laid.placements, rack)
    fits = placed.judged.legal and turn.score in (None, placed.judged.score)
    return placed if fits and _whole(placed, word) else None


def _whole(placed: Placed, word: str) -> bool:
    main = placed.judged.words[0]
    return len(placed.placements) == 1 or main.letters[0].square == placed.position.square


def _sentence(written: Position, meant: Position, turn: Turn) -> Message:
    facts = {"place": meant.name, "written": written.name}
    if written.square == meant.square:
        return Message("other_direction", _DIRECTION, facts)
    return Message("shifted_square", _SQUARE if turn.score is not None else _LEGAL, facts)


def _swapped(game: Game, turn: Turn, rack: Rack) -> Iterator[tuple[Placed, Message]]:
    """Two neighbouring letters the other way round."""
    position = read_play(game.board, game.ruleset.tile_set, turn.position, turn.word).position
    text = turn.word
    if position is None or "[" in text or "(" in text:
        return
    for at in range(len(text) - 1):
        word = text[:at] + text[at + 1] + text[at] + text[at + 2 :]
        placed = _lies(game, position, word, turn, rack) if word != text else None
        if placed:
            yield placed._replace(mended=True), Message("swapped_letters", _SWAPPED, {"word": word})


def _replaced(game: Game, turn: Turn, rack: Rack) -> Iterator[tuple[Placed, Message]]:
    """One letter exchanged for one that was on the rack."""
    written = read_play(game.board, game.ruleset.tile_set, turn.position, turn.word)
    if written.position is None or rack is None or not _SIMPLE.fullmatch(turn.word):
        return
    for at, letter in enumerate(turn.word):
        for text in _on_rack(rack, letter):
            word = turn.word[:at] + text + turn.word[at + 1 :]
            placed = _lies(game, written.position, word, turn, rack)
            if placed:
                yield placed._replace(mended=True), Message("other_letter", _REPLACED, {"word": word})


def _on_rack(rack: tuple[Piece, ...], letter: str) -> list[str]:
    """Tiles of the rack that could have been meant; a blank as the same letter."""
    if letter == ".":
        return []
    texts = [letter.lower() if piece.blank else piece.text for piece in rack]
    return [text for text in dict.fromkeys(texts) if text != letter]


def _arithmetic(game: Game, turn: Turn, placed: Placed) -> Iterator[Message]:
    """Why a legal play may have been added up to the recorded score."""
    judged, score = placed.judged, turn.score
    if judged.score is None or score is None or score == judged.score:
        return
    yield from _bonus(game, judged, score - judged.score)
    yield from _premiums(game, judged, score)
    yield from _blanks(game, judged, score)
    yield from _left_out(judged, score)
    if score - judged.score in (5, 10, 15, 20):
        yield Message("challenge_points", _CHALLENGE, {"points": score - judged.score})
    if sorted(str(score)) == sorted(str(judged.score)):
        yield Message("swapped_digits", _DIGITS, {"computed": judged.score})


def _bonus(game: Game, judged: JudgedPlay, more: int) -> Iterator[Message]:
    if judged.bonus and more == -judged.bonus:
        yield Message("bonus_missing", _BONUS_MISSING, {"bonus": judged.bonus})
    for needed, bonus in game.ruleset.bonus.by_tiles:
        if not judged.bonus and more == bonus:
            facts = {"bonus": bonus, "needed": needed, "laid": len(judged.placements)}
            yield Message("bonus_added", _BONUS_ADDED, facts)


def _premiums(game: Game, judged: JudgedPlay, score: int) -> Iterator[Message]:
    """One premium square forgotten, or one that was covered before counted again."""
    letters = {letter.square: letter.new for word in judged.words for letter in word.letters}
    for square, new in letters.items():
        points = sum(_flipped(game, word, square) for word in judged.words) + judged.bonus
        if points == score != judged.score:
            template = _PREMIUM if new else _PREMIUM_AGAIN
            yield Message("premium_forgotten" if new else "premium_again", template, {"square": square.name})


def _flipped(game: Game, word: WordScore, square: Square) -> int:
    """The word's points if that square's premium counted when it does not, or did not when it does."""
    letter = next((one for one in word.letters if one.square == square), None)
    if letter is None:
        return word.points
    premium, value = game.board.layout.premiums[square], letter.piece.value
    if letter.new:
        return (word.sum - letter.points + value) * (word.factor // premium.word)
    return (word.sum - value + value * premium.letter) * word.factor * premium.word


def _blanks(game: Game, judged: JudgedPlay, score: int) -> Iterator[Message]:
    """A blank counted at the value of its letter."""
    tiles = game.ruleset.tile_set
    for placement in judged.placements:
        natural = tiles.natural(placement.piece.face) if placement.piece.blank else None
        if natural and sum(_with(word, placement, natural) for word in judged.words) + judged.bonus == score:
            yield Message("blank_as_letter", _BLANK, {"square": placement.square.name})


def _with(word: WordScore, placement: Placement, piece: Piece) -> int:
    letters = [
        letter._replace(piece=piece) if letter.square == placement.square else letter
        for letter in word.letters
    ]
    return sum(letter.points for letter in letters) * word.factor


def _left_out(judged: JudgedPlay, score: int) -> Iterator[Message]:
    for word in judged.words if len(judged.words) > 1 else ():
        if (judged.score or 0) - word.points == score:
            yield Message("word_left_out", _CROSS, {"word": word.spelling})
