"""The quick way through a sheet: a play that came out as written is recognised, laid and added up in one go.

Most rows of most sheets are right. This looks at a play only as far as it takes to prove that the careful way (`game.py`)
would find nothing odd about it, and gives up at the first doubt: whatever is unusual, unclear or wrong goes the careful
way. So nothing here may ever find a mistake, and what it accepts must be exactly what the careful way accepts
(tests/scoring/test_quick.py goes both ways over the same games). What a step then shows (words, arithmetic, boards) is
worked out by the careful code when somebody asks.
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.game.state import OUT_OF_TILES, Ended, Game, Step
from scoring.plays.board_state import Grid
from scoring.rules.loading import Ruleset
from scoring.rules.ruleset_tables import EMPTY, Place, Tables
from scoring.rules.supply import Stock
from scoring.sheets.scoresheet import Turn

# Squares by number, the tiles as one number, points.
Fit = tuple[list[int], int, int]


def has_usual_rules(ruleset: Ruleset) -> bool:
    """Whether plays are counted in the way every book has it, and nothing but the bag ends the game between them."""
    premiums, first = ruleset.premiums, ruleset.first_play
    counted = premiums.counted == "once" and premiums.two_words == "multiply" and first.word_multiplier == 1
    return counted and ruleset.variants.short_turns is None


def is_calm(game: Game) -> bool:
    """Whether nothing is pending: everything before is known, nobody passed, no points or turns are due."""
    order = game.order
    waiting = game.recycled or game.bonuses or game.ended or any(order.owed) or any(game.passes)
    in_order = order.due is None or order.due < game.seats
    return game.known and game.stock is not None and in_order and not waiting and None not in game.scores


def quick_step(game: Game, number: int, turn: Turn) -> Step | None:
    """The play laid, and its step; None (and nothing changed) when there is any doubt about it.

    To be asked only while `is_calm`.
    """
    seat, due, stock = turn.seat, game.order.due, game.stock
    in_turn = seat == due or (due is None and seat is not None and seat < game.seats)
    if not in_turn or seat is None or stock is None or not turn.score or turn.seconds is not None:
        return None
    tables = game.tables
    try:
        fit = word_over(
            tables, game.grid, tables.places[turn.position], tables.word(turn.word), not game.lying
        )
    except KeyError:
        return None
    if fit is None:
        return None
    left = _left(game, turn, seat, fit, stock.held[seat])
    if left < 0:
        lift(game.grid, fit[0])
        return None
    return _taken(game, number, turn, seat, stock, fit, left)


def _left(game: Game, turn: Turn, seat: int, fit: Fit, held: int) -> int:
    """The tiles left on a rack that is written, 0 without one; -1 unless the points are those written, the rack is in
    order and holds what was kept from the last one, and the set has all these tiles beside those of the other racks."""
    squares, tiles, points = fit
    tables, number, kept = game.tables, len(squares), game.kept
    if points != turn.score or number > held or not (game.lying or _opens(game, squares)):
        return -1
    guard, left = tables.guard, 0
    if turn.rack:
        rack = _rack(tables, turn.rack, held)
        left = rack - tiles
        if (left + guard) & guard != guard or (rack + guard - kept[seat]) & guard != guard:
            return -1
        tiles = rack
    others = kept[1 - seat] if game.seats == 2 else sum(kept) - kept[seat]
    return left if (tables.guarded_set - game.lying - tiles - others) & guard == guard else -1


def _rack(tables: Tables, text: str, held: int) -> int:
    """The rack as one number; 0 when it cannot be read at a glance or has not as many tiles as it must."""
    tokens = tables.rack(text, held)
    try:
        return sum(map(tables.units.__getitem__, tokens)) if len(tokens) == held else 0
    except KeyError:
        return 0


def _opens(game: Game, squares: Sequence[int]) -> bool:
    """SAL:118, BIS:20: the first play covers the start with enough tiles."""
    rules = game.ruleset.first_play
    return len(squares) >= rules.min_tiles and (not rules.covers_start or game.tables.start in squares)


def lift(grid: Grid, squares: Sequence[int]) -> None:
    """Take tiles off the board again."""
    for at in squares:
        grid.worth[at] = EMPTY


def word_over(tables: Tables, grid: Grid, place: Place, tokens: Sequence[str], first: bool) -> Fit | None:
    """Lay the word over the board and count its points; None when it does not lie well or touches nothing.

    What is laid stays on the grid unless None is given back. `first`: nothing lies there yet; where the first play must
    lie is not looked at.
    """
    squares: list[int] = []
    try:
        fit = counted(tables, grid, place, tokens, squares)
    except KeyError:
        fit = None
    number = len(squares)
    if fit is not None and (first or fit[1] or number < len(tokens)) and 0 < number < len(tables.bonus):
        return squares, fit[0], fit[2] + tables.bonus[number]
    lift(grid, squares)
    return None


def counted(
    tables: Tables, grid: Grid, place: Place, tokens: Sequence[str], squares: list[int]
) -> tuple[int, bool, int] | None:
    """The tiles laid as one number, whether any word runs across, the points of all words; fills `squares`.

    KeyError for a token that is no tile. One loop on purpose: this is where the time of a whole sheet goes.
    """
    at, step, cross, room = place
    worth, faces = grid.worth, grid.faces
    if len(tokens) > room or worth[at - step] >= 0:
        return None
    values, units, letter_times, word_times = (
        tables.values,
        tables.units,
        tables.letter_times,
        tables.word_times,
    )
    tiles = total = crossing = 0
    times, crossed = 1, False
    for text in tokens:
        lying = worth[at]
        if lying < 0:
            value = values[text]
            points = value * letter_times[at]
            total += points
            times *= word_times[at]
            tiles += units[text]
            if worth[at - cross] >= 0 or worth[at + cross] >= 0:
                crossing += _crossing(worth, at, cross, points) * word_times[at]
                crossed = True
            worth[at], faces[at] = value, text
            squares.append(at)
        elif text != "." and not _reads(faces[at], text):
            return None
        else:
            total += lying
        at += step
    return None if worth[at] >= 0 else (tiles, crossed, (total * times if len(tokens) > 1 else 0) + crossing)


def _reads(face: str, text: str) -> bool:
    """Whether a tile that lies there, a blank or not, may be written so: `A`, `a`, `(A`."""
    return face.upper() in (text.upper(), text.upper()[1:])


def _crossing(worth: list[int], at: int, cross: int, points: int) -> int:
    """Points of the word across a new tile, before the premium for words."""
    before, after = at - cross, at + cross
    while (lying := worth[before]) >= 0:
        points += lying
        before -= cross
    while (lying := worth[after]) >= 0:
        points += lying
        after += cross
    return points


def _taken(game: Game, number: int, turn: Turn, seat: int, stock: Stock, fit: Fit, left: int) -> Step:
    """Go on, as the careful way does after a play with nothing odd about it."""
    squares, tiles, points = fit
    before, bag, order, scores, entries = game.laid, stock.bag, game.order, game.scores, game.history.entries
    game.laid = played = len(entries)
    entries.append((before, squares, turn))
    game.lying += tiles
    game.kept[seat] = left
    game.moves[seat] += 1
    scores[seat] = (scores[seat] or 0) + points
    stock.laid(seat, len(squares))
    if not stock.held[seat] and game.ruleset.end.when_out:
        game.ended = Ended(OUT_OF_TILES, number, seat)
    order.due = (seat + order.step) % order.seats
    game.scoreless = 0
    # The values of a Step in order, without the detour of its named constructor.
    values = (
        number,
        turn,
        seat,
        points,
        game.history,
        before,
        played,
        (),
        tuple(scores),
        True,
        (bag, bag),
        "",
    )
    game.latest = step = tuple.__new__(Step, values)
    return step
