"""The fold: rows of a sheet, with rulings laid over them, in; the state of the game after each row, out.

Two to four players, one bag or two, all four variants. It never raises on bad data and never stops: what is odd
becomes an issue of the row, and the next row is read all the same. Nothing written is changed.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from typing import NamedTuple

from scoring.board.tile_reading import read_rack
from scoring.board.tiles import Piece
from scoring.game import challenges, ends, unplayed_tiles, variants
from scoring.game.fast_path import has_usual_rules, is_calm, quick_step
from scoring.game.issues import Issue
from scoring.game.placing import Laying, lay_written, missing_tiles, rack_issues, read_turn_rack
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

Mend = Callable[[Game, Turn, Laying, tuple[Piece, ...] | None], Placed | None]
Outcome = tuple[int | None, list[Issue]]


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
) -> Game:
    """Go over the whole sheet; `Game.steps` has one step a row (rulings add theirs to the play they are about).

    `theme`: the spellings that earn theme points, where the rules play a theme.

    `mend`: asked for every play that does not lie as written; what it gives back is laid instead, so that one slip of
    the pen does not spoil all that follows.
    """
    game = new_game(ruleset, sheet)
    game.theme = theme if ruleset.variants.theme else None
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
    seat = _seat(game, turn)
    if turn.is_move and seat is not None:
        computed, issues, placed = _move(game, number, turn, seat, mend)
    else:
        (computed, issues), placed = _between(game, number, turn), None
        _score_row(game, turn, seat, computed)
    return Step(
        number, turn, seat, computed, game.history, before, placed, tuple(issues), tuple(game.scores), certain, in_bag,
        turn.verdict if turn.kind == CHALLENGE else "",
    )  # fmt: skip


def _seat(game: Game, turn: Turn) -> int | None:
    """The seat written; a move without one is the next player's."""
    if turn.seat is not None:
        return turn.seat if turn.seat < game.seats else None
    return (game.order.due or 0) if turn.is_move else None


def _score_row(game: Game, turn: Turn, seat: int | None, computed: int | None) -> None:
    """Rows that take a play back have restored the scores already."""
    if turn.kind in (CHALLENGE, WITHDRAWN) or seat is None:
        return
    game.add(seat, computed if computed is not None else turn.score)


def _move(
    game: Game, number: int, turn: Turn, seat: int, mend: Mend | None
) -> tuple[int | None, list[Issue], Placed | None]:
    issues = ends.moved_after_end(game, turn) + variants.bonuses_missing(game)
    issues += game.order.move(seat, turn.kind)
    before = game.recycled[1] if game.recycled and game.recycled[0] == seat else game.snapshot()
    game.moves[seat] += 1
    game.open = OpenPlay(number, seat, turn, before)
    rack, odd = read_turn_rack(game, turn, seat)
    issues += [*odd, *(rack_issues(game, seat, rack) if rack is not None else ())]
    computed, found, placed = _MOVES[turn.kind](game, turn, seat, rack, mend)
    issues += [*found, *variants.recycled_unused(game, seat, placed), *variants.clock(game, turn, seat)]
    game.add(seat, computed if computed is not None else turn.score)
    if game.scores[seat] is None:
        game.scores[seat] = turn.total
    game.open.points = computed if computed is not None else turn.score
    game.open.judged = placed.judged if placed else None
    return computed, issues + ends.after_move(game, turn, seat, number), placed


def _play(
    game: Game, turn: Turn, seat: int, rack: tuple[Piece, ...] | None, mend: Mend | None
) -> tuple[int | None, list[Issue], Placed | None]:
    if not turn.position or not turn.word:
        _lay_unknown(game, seat)
        return None, [], None
    laying = lay_written(game, turn, rack)
    placed = laying.placed
    themed = in_score(game, turn, placed)
    if mend and not (
        placed and placed.judged.legal and _sum(placed, themed) == turn.score and not laying.issues
    ):
        placed = mend(game, turn, laying, rack) or placed
    if placed is None or not placed.judged.words:
        _lay_unknown(game, seat)
        return None, list(laying.issues), placed
    _lay(game, seat, placed)
    return _sum(placed, themed), list(laying.issues), placed


def _sum(placed: Placed, themed: int) -> int | None:
    """A play's score with the theme points that were written into it."""
    return None if placed.judged.score is None else placed.judged.score + themed


def _lay(game: Game, seat: int, placed: Placed) -> None:
    game.lay(placed.placements)
    pieces = [piece for _, piece in placed.placements]
    game.bounds = game.bounds.laid(game.rules, seat, by_bag(game.rules, pieces))


def _lay_unknown(game: Game, seat: int) -> None:
    """A play of which tiles or squares are not known: from here on the board is not whole."""
    game.known = False
    game.bounds = game.bounds.unknown(game.rules, seat)


def _score_only(
    game: Game, turn: Turn, seat: int, rack: tuple[Piece, ...] | None, mend: Mend | None
) -> tuple[int | None, list[Issue], Placed | None]:
    if turn.score != 0:
        _lay_unknown(game, seat)
    return None, [], None


def _exchange(
    game: Game, turn: Turn, seat: int, rack: tuple[Piece, ...] | None, mend: Mend | None
) -> tuple[int | None, list[Issue], Placed | None]:
    """SAL:110, 254; SET:59-64; BIS:38-39."""
    rules, high = game.ruleset.exchange, game.in_bag[1]
    issues = [] if rules.allowed else [Issue("exchange_not_allowed")]
    issues += _opener(game, turn)
    pieces, number, odd = _exchanged(game, turn, rack)
    if high < rules.min_in_bag:
        issues.append(
            Issue("exchange_bag_low", {"bag": high, "least": rules.min_in_bag}, high, rules.min_in_bag)
        )
    elif number is not None and number > high:
        issues.append(Issue("exchange_over_bag", {"number": number, "bag": high}, number, high))
    elif pieces:
        issues += _over_one_bag(game, pieces)
    return 0, [*issues, *odd], None


def _exchanged(
    game: Game, turn: Turn, rack: tuple[Piece, ...] | None
) -> tuple[tuple[Piece, ...] | None, int | None, list[Issue]]:
    """The tiles given back, how many, and what is odd about them."""
    if not turn.tiles:
        return None, turn.number, _too_many(game, turn.number)
    reading = read_rack(turn.tiles, game.ruleset.tile_set, size=turn.number)
    pieces = reading.pieces
    if pieces is None:
        lost = [] if reading.readings else [Issue("rack_unreadable", {"rack": turn.tiles})]
        return None, turn.number, lost
    issues = _too_many(game, len(pieces))
    if rack is not None and (missing := missing_tiles(pieces, rack)):
        issues.append(Issue("exchange_not_on_rack", {"tiles": ", ".join(missing)}))
    return pieces, len(pieces), issues


def _too_many(game: Game, number: int | None) -> list[Issue]:
    size = game.ruleset.rack.size
    if number is None or number <= size:
        return []
    return [Issue("exchange_over_rack", {"number": number, "size": size}, number, size)]


def _over_one_bag(game: Game, pieces: tuple[Piece, ...]) -> list[Issue]:
    """With two bags each kind is drawn from its own bag (SAL:110)."""
    wanted, bags = by_bag(game.rules, pieces), game.bounds.high.bags
    over = [(number, bag) for number, bag in zip(wanted, bags, strict=True) if number > bag]
    return [Issue("exchange_over_bag", {"number": n, "bag": bag}, n, bag) for n, bag in over if len(bags) > 1]


def _opener(game: Game, turn: Turn) -> list[Issue]:
    """No book forbids it; worth a question, or an error where the ruleset says so."""
    first = sum(game.moves) == 1 and turn.kind in (EXCHANGE, PASSED)
    if not first:
        return []
    return [Issue("opener_did_not_play" if game.ruleset.exchange.opener_may else "opener_must_play")]


def _passed(
    game: Game, turn: Turn, seat: int, rack: tuple[Piece, ...] | None, mend: Mend | None
) -> tuple[int | None, list[Issue], Placed | None]:
    allowed = turn.kind == LOST or game.ruleset.passing.allowed
    issues = [] if allowed else [Issue("pass_not_allowed")]
    return 0, issues + (_opener(game, turn) if turn.kind == PASSED else []), None


_MOVES: Mapping[str, Callable[..., tuple[int | None, list[Issue], Placed | None]]] = {
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
    TIME: variants.time_penalty,
}


def _between(game: Game, number: int, turn: Turn) -> Outcome:
    """Rows that use up no turn; tiles left at the end are worth what `unplayed_tiles.py` says."""
    if number in game.kept_open:
        return game.kept_open[number], []
    if turn.kind == END:
        return 0, ends.recorded_end(game, turn, number)
    if turn.kind in (OUT, RACK):
        return unplayed_tiles.closing_row(game, turn)
    handler = _BETWEEN.get(turn.kind)
    return handler(game, turn) if handler else (None, [Issue("seat_unknown")])
