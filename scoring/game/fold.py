"""The fold: rows of a sheet, with rulings laid over them, in; the state of the game after each row, out.

Two to four players, one bag or two, all four variants. It never raises on bad data and never stops: what is odd
becomes an issue of the row, and the next row is read all the same. Nothing written is changed.

What cannot be known travels with the game: after a play that is not fully written the board is not `known`, counts of
tiles have two ends, and points that rest on such a board are believed as they are written.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from typing import NamedTuple

from scoring.game import challenges, ends, variants
from scoring.game.fast_path import has_usual_rules, is_calm, quick_step
from scoring.game.issues import Issue
from scoring.game.placing import Laying, lay_written
from scoring.game.seats.exchanges import exchange, opener
from scoring.game.seats.racks import Rack, WrittenRack, keep, laid_from_others, rack_issues, read_turn_rack
from scoring.game.seats.seating import seat_of
from scoring.game.seats.time_used import clock, time_penalty
from scoring.game.seats.unplayed_tiles import closing_row
from scoring.game.state import Game, OpenPlay, Placed, Step, new_game
from scoring.game.theme import in_score
from scoring.game.theme import theme as theme_row
from scoring.rules.loading import Ruleset
from scoring.rules.supply import by_bag
from scoring.sheets.scoresheet import (
    BONUS,
    CHALLENGE,
    END,
    EXCHANGE,
    LOST,
    OUT,
    PASSED,
    PLAY,
    RACK,
    RECYCLE,
    SCORE,
    THEME,
    TIME,
    WITHDRAWN,
    Scoresheet,
    Turn,
)

Mend = Callable[[Game, Turn, Laying, Rack], Placed | None]
Outcome = tuple[int | None, list[Issue]]
Moved = tuple[int | None, list[Issue], Placed | None]


class Ruling(NamedTuple):
    """A judge's decision on the play of a turn (0-based), laid over the sheet: never written into its turns."""

    turn: int
    verdict: str
    challengers: tuple[int, ...] = ()
    words: tuple[str, ...] = ()


def fold(
    ruleset: Ruleset,
    sheet: Scoresheet,
    rulings: Iterable[Ruling] = (),
    mend: Mend | None = None,
    theme: Container[str] | None = None,
    readings: Mapping[int, int] | None = None,
) -> Game:
    """Go over the whole sheet; `Game.steps` has one step a row (rulings add theirs to the play they are about).

    `theme`: the spellings that earn theme points, where the rules play a theme. `readings`: for plays that can be laid in
    several ways, which of them to take, by row.

    `mend`: asked for every play that does not lie as written; what it gives back is laid instead, so that one slip of
    the pen does not spoil all that follows.
    """
    game = new_game(ruleset, sheet)
    game.theme = theme if ruleset.variants.theme else None
    game.readings = readings or {}
    by_turn = {ruling.turn: ruling for ruling in rulings}
    held = challenges.taken_back_after_hold(ruleset, sheet)
    usual = has_usual_rules(ruleset)
    calm = usual and is_calm(game)
    for number, turn in enumerate(sheet.turns):
        quick = quick_step(game, number, turn) if calm and turn.kind == PLAY else None
        game.steps.append(quick or _step(game, number, turn, mend))
        if number in by_turn:
            ruling = by_turn[number]
            row = Turn(CHALLENGE, challengers=ruling.challengers, verdict=ruling.verdict, words=ruling.words)
            _overlay(game, row)
        elif number in held:
            _overlay(game, sheet.turns[held[number]]._replace(of=None))
            game.kept_open[held[number]] = -(game.steps[number].computed or 0)
        if quick is None or game.ended is not None or number in by_turn or number in held:
            calm = usual and is_calm(game)
    return game


def _overlay(game: Game, row: Turn) -> None:
    """A challenge that is decided right after the last step, wherever it is written."""
    _, issues = challenges.challenge(game, row)
    step = game.steps[-1]
    game.steps[-1] = step._replace(
        issues=(*step.issues, *issues), scores=tuple(game.scores), ruled=row.verdict
    )


def _step(game: Game, number: int, turn: Turn, mend: Mend | None) -> Step:
    before, certain, in_bag = game.laid, game.known, game.in_bag
    seat = seat_of(game, turn)
    row = turn if turn.seat is not None or seat is None else turn._replace(seat=seat)
    if turn.is_move and seat is not None:
        computed, issues, placed = _move(game, number, row, seat, mend)
    else:
        (computed, issues), placed = _between(game, number, row), None
        _score_row(game, row, seat, computed)
    return Step(
        number, turn, seat, computed, game.history, before, placed, tuple(issues), tuple(game.scores), certain, in_bag,
        turn.verdict if turn.kind == CHALLENGE else "",
    )  # fmt: skip


def _score_row(game: Game, turn: Turn, seat: int | None, computed: int | None) -> None:
    """Rows that take a play back have restored the scores already."""
    if turn.kind not in (CHALLENGE, WITHDRAWN) and seat is not None:
        game.add(seat, computed if computed is not None else turn.score)
        if game.scores[seat] is None:
            game.scores[seat] = turn.total


def _move(game: Game, number: int, turn: Turn, seat: int, mend: Mend | None) -> Moved:
    if challenges.tells_of_play_gone(game, turn, seat):
        return 0, [], None
    issues = ends.moved_after_end(game, turn) + variants.bonuses_missing(game)
    issues += _order(game, turn, seat)
    taken, known = game.recycled, game.known
    before = taken.before if taken and taken.seat == seat else game.snapshot()
    game.moves[seat] += 1
    game.clock[seat] += turn.seconds or 0
    game.open = OpenPlay(number, seat, turn, before)
    rack, odd = read_turn_rack(game, turn, seat)
    issues += [*odd, *(rack_issues(game, seat, rack) if rack.pieces is not None else ())]
    computed, found, placed = _MOVES[turn.kind](game, turn, seat, rack, mend)
    issues += [*found, *variants.recycled_unused(game, seat, placed)]
    issues += clock(game, turn, seat, gone=_brings_nothing(game, turn, seat))
    sure = placed.judged.certain and known if placed else turn.kind not in (PLAY, SCORE)
    points = _count(game, turn, seat, computed, sure)
    game.open.points = points
    game.open.judged = placed.judged if placed else None
    issues += ends.after_move(game, turn, seat, number)
    if challenges.is_void(game, turn, seat):
        challenges.take_back(game, game.open)
    return computed, issues, placed


def _order(game: Game, turn: Turn, seat: int) -> list[Issue]:
    """Whose turn it was; where running over costs the turn, a lost turn needs no other reason."""
    issues, timer = game.order.move(seat, turn.kind), game.ruleset.timer
    explained = timer.kind != "none" and timer.overrun == "turn_lost"
    return [issue for issue in issues if not (explained and issue.code == "lost_turn_unexplained")]


def _brings_nothing(game: Game, turn: Turn, seat: int) -> bool:
    """A pass, a lost turn, a play that goes back or is written without points."""
    if turn.seconds is None or turn.kind == EXCHANGE:
        return False
    gone = turn.score == 0 or challenges.goes_back(game, seat) or challenges.is_void(game, turn, seat)
    return turn.kind in (PASSED, LOST) or gone


def _count(game: Game, turn: Turn, seat: int, computed: int | None, sure: bool) -> int | None:
    """The points of a move: as they are certain, else as they are written; what is neither makes the score doubtful."""
    points = computed if computed is not None and (sure or turn.score is None) else turn.score
    game.add(seat, points)
    unwritten = turn.score is None and not sure
    if game.scores[seat] is None or (turn.total is not None and (unwritten or seat in game.doubtful)):
        game.scores[seat] = turn.total
        game.doubtful.discard(seat)
    elif unwritten:
        game.doubtful.add(seat)
    return points


def _play(game: Game, turn: Turn, seat: int, rack: WrittenRack, mend: Mend | None) -> Moved:
    if not turn.position or not turn.word:
        _lay_unknown(game, seat)
        return None, [], None
    rack, laying = _from_either(game, turn, rack)
    placed = laying.placed
    themed = in_score(game, turn, placed)
    if mend and not (
        placed and placed.judged.legal and _sum(placed, themed) == turn.score and not laying.issues
    ):
        placed = mend(game, turn, laying, rack.pieces) or placed
    if placed is None or not placed.judged.words:
        _lay_unknown(game, seat)
        return None, list(laying.issues), placed
    others = laid_from_others(game, seat, placed.placements) if rack.pieces is None else []
    _lay(game, seat, placed, rack)
    return _sum(placed, themed), [*laying.issues, *others], placed


def _from_either(game: Game, turn: Turn, rack: WrittenRack) -> tuple[WrittenRack, Laying]:
    """The play laid from the rack as read; where a blank was taken, from the other way of writing it if only that fits."""
    laying = lay_written(game, turn, rack.pieces)
    if rack.other is not None and any(issue.code == "not_on_rack" for issue in laying.issues):
        other = rack._replace(pieces=rack.other, other=None)
        second = lay_written(game, turn, other.pieces)
        if len(second.issues) < len(laying.issues):
            return other, second
    return rack, laying


def _sum(placed: Placed, themed: int) -> int | None:
    """A play's score with the theme points that were written into it."""
    return None if placed.judged.score is None else placed.judged.score + themed


def _lay(game: Game, seat: int, placed: Placed, rack: WrittenRack) -> None:
    """On a board that is not known some of the tiles may lie there already."""
    pieces = [piece for _, piece in placed.placements]
    counts = by_bag(game.rules, pieces)
    if game.known:
        game.bounds = game.bounds.laid(game.rules, seat, counts)
    else:
        game.bounds = game.bounds.unknown(game.rules, seat, counts)
    keep(game, seat, rack, pieces if game.known else None)
    game.lay(placed.placements)


def _lay_unknown(game: Game, seat: int) -> None:
    """A play of which tiles or squares are not known: from here on the board is not whole."""
    game.known = False
    game.kept[seat] = 0
    game.bounds = game.bounds.unknown(game.rules, seat)


def _score_only(game: Game, turn: Turn, seat: int, rack: WrittenRack, mend: Mend | None) -> Moved:
    if turn.score != 0:
        _lay_unknown(game, seat)
    return None, [], None


def _exchange(game: Game, turn: Turn, seat: int, rack: WrittenRack, mend: Mend | None) -> Moved:
    return 0, exchange(game, turn, seat, rack), None


def _passed(game: Game, turn: Turn, seat: int, rack: WrittenRack, mend: Mend | None) -> Moved:
    allowed = turn.kind == LOST or game.ruleset.passing.allowed
    issues = [] if allowed else [Issue("pass_not_allowed")]
    if rack.pieces is not None:
        keep(game, seat, rack, ())
    return 0, issues + (opener(game, turn) if turn.kind == PASSED else []), None


_MOVES: Mapping[str, Callable[..., Moved]] = {
    PLAY: _play,
    SCORE: _score_only,
    EXCHANGE: _exchange,
    PASSED: _passed,
    LOST: _passed,
}
_BETWEEN: Mapping[str, Callable[[Game, Turn], Outcome]] = {
    CHALLENGE: challenges.challenge,
    WITHDRAWN: challenges.withdraw,
    BONUS: challenges.bonus,
    THEME: theme_row,
    RECYCLE: variants.recycle,
    TIME: time_penalty,
}


def _between(game: Game, number: int, turn: Turn) -> Outcome:
    """Rows that use up no turn; tiles left at the end are worth what `unplayed_tiles.py` says."""
    if number in game.kept_open:
        return game.kept_open[number], []
    if turn.kind == END:
        return 0, ends.recorded_end(game, turn, number)
    if turn.kind in (OUT, RACK):
        return closing_row(game, turn)
    handler = _BETWEEN.get(turn.kind)
    return handler(game, turn) if handler else (None, [Issue("seat_unknown")])
