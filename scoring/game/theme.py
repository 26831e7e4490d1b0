"""Theme words: so many points for every one a play forms (SAL:397-399). Which words those are is a list's to say.

Without a list what the sheet claims is believed as far as the play formed it. With one, the list decides; points nobody
wrote down are said, and points written into the play's own score are known for what they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scoring.board.tile_reading import listed_words, read_word
from scoring.board.tiles import spell
from scoring.game.issues import Issue
from scoring.game.state import Game, OpenPlay, Placed
from scoring.plays.judged_play import JudgedPlay
from scoring.rules.loading import Ruleset
from scoring.sheets.scoresheet import PLAY, SCORE, THEME, Turn

Outcome = tuple[int | None, list[Issue]]
Earned = tuple[int | None, list[Issue]]


def theme(game: Game, turn: Turn) -> Outcome:
    """A row of theme points; gone when the play is challenged off."""
    play = game.open
    if not game.ruleset.variants.theme:
        return turn.score, [Issue("theme_off", {}, turn.score, 0)]
    if play is None or play.turn.kind not in (PLAY, SCORE) or play.seat != turn.seat:
        return 0, [Issue("theme_without_play")]
    if play.taken_back:
        return 0, []
    points, issues = _earned(game, turn, play)
    play.points = None if play.points is None or points is None else play.points + points
    return points, issues


def _earned(game: Game, turn: Turn, play: OpenPlay) -> Earned:
    each, claimed = game.ruleset.variants.theme_points, words_claimed(game.ruleset, turn)
    if play.judged is None or not play.judged.words or not game.known:
        # Which words a play formed on a board that is not known nobody can say: what is claimed is believed.
        return claimed.total() * each if turn.words else turn.score, []
    formed = Counter(word.spelling for word in play.judged.words)
    if game.theme is None:
        return _believed(turn, claimed, formed, each)
    known = Counter(listed(game, play.judged))
    strange = [word for word in claimed if word not in formed]
    others = [word for word in claimed if word in formed and word not in known]
    issues = [*_issues("theme_word_not_formed", strange), *_issues("theme_word_not_listed", others)]
    due = known - _claimed_before(game, play)
    # A row that names no word stands for every word that is due.
    return ((claimed & due) if turn.words else due).total() * each, issues


def _believed(turn: Turn, claimed: Counter[str], formed: Counter[str], each: int) -> Earned:
    strange = [word for word in claimed.elements() if word not in formed]
    points = (claimed.total() - len(strange)) * each if turn.words else turn.score
    return points, _issues("theme_word_not_formed", strange)


def _issues(code: str, words: list[str]) -> list[Issue]:
    return [Issue(code, {"words": listed_words(words)})] if words else []


def words_claimed(ruleset: Ruleset, turn: Turn) -> Counter[str]:
    """The words of a row, spelled as the board spells them."""
    return Counter(_spelling(ruleset, word) for word in turn.words)


def _spelling(ruleset: Ruleset, word: str) -> str:
    readings = read_word(word, ruleset.tile_set).readings
    return spell(readings[0]) if readings else word.upper()


def _claimed_before(game: Game, play: OpenPlay) -> Counter[str]:
    """Words of this play that rows before the one at hand have claimed already."""
    rows = game.sheet.turns[play.number + 1 : len(game.steps)]
    return sum((words_claimed(game.ruleset, row) for row in rows if row.kind == THEME), Counter[str]())


def listed(game: Game, judged: JudgedPlay) -> list[str]:
    """The theme words among those a play formed, as often as it formed them; none where no list says which they are."""
    words = game.theme
    return [word.spelling for word in judged.words if word.spelling in words] if words is not None else []


def in_score(game: Game, turn: Turn, placed: Placed | None) -> int:
    """Theme points that were written into the play's own score; 0 where they have a row of their own, or none is due."""
    if game.theme is None or placed is None or placed.judged.score is None or game.open is None:
        return 0
    due = len(listed(game, placed.judged)) * game.ruleset.variants.theme_points
    own_row = next(rows_of(game, game.open.number, game.open.seat), None)
    return due if turn.score == placed.judged.score + due and own_row is None else 0


def rows_of(game: Game, number: int, seat: int | None) -> Iterator[Turn]:
    """Rows of theme points for the play in this row: until the next move."""
    for row in game.sheet.turns[number + 1 :]:
        if row.is_move:
            return
        if row.kind == THEME and row.seat in (seat, None):
            yield row
