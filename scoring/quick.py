"""The quick way through a sheet: a play that came out as written is recognised, laid and added up in one go.

Most rows of most sheets are right. This looks at a play only as far as it takes to prove that the careful way (`game.py`)
would find nothing odd about it, and gives up at the first doubt: whatever is unusual, unclear or wrong goes the careful
way. So nothing here may ever find a mistake, and what it accepts must be exactly what the careful way accepts
(tests/scoring/test_quick.py goes both ways over the same games). What a step then shows (words, arithmetic, boards) is
worked out by the careful code when somebody asks.
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.laid import Grid, Laid
from scoring.ruleset import Ruleset
from scoring.scoresheet import Turn
from scoring.state import OUT_OF_TILES, Ended, Game, Step, new_step
from scoring.supply import Stock
from scoring.tables import Place, Tables

# Squares by number, their tokens, the tiles as one number, points.
Fit = tuple[list[int], list[str], int, int]


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
    try:
        fit = _fit(game, turn, stock.held[seat])
    except KeyError:
        return None
    return None if fit is None else _taken(game, number, turn, seat, stock, fit)


def _fit(game: Game, turn: Turn, held: int) -> Fit | None:
    """The play on the board, if the tiles can be had, the rack is in order, and the points are those written."""
    tables = game.tables
    tokens = tables.word(turn.word)
    if tokens is None:
        return None
    fit = word_over(tables, game.grid, tables.places[turn.position], tokens, not game.lying)
    if fit is None or fit[3] != turn.score or len(fit[0]) > held or not (game.lying or _opens(game, fit)):
        return None
    guard, tiles = tables.guard, fit[2]
    if turn.rack:
        rack = _rack(tables, turn.rack, held)
        if rack is None or (rack + guard - tiles) & guard != guard:
            return None
        tiles = rack
    return fit if (tables.guarded_set - game.lying - tiles) & guard == guard else None


def _rack(tables: Tables, text: str, held: int) -> int | None:
    """The rack as one number, if it has as many tiles as it must."""
    tokens = tables.rack(text, held)
    return None if tokens is None or len(tokens) != held else sum(map(tables.units.__getitem__, tokens))


def _opens(game: Game, fit: Fit) -> bool:
    """SAL:118, BIS:20: the first play covers the start with enough tiles."""
    rules = game.ruleset.first_play
    return len(fit[0]) >= rules.min_tiles and (not rules.covers_start or game.tables.start in fit[0])


def word_over(tables: Tables, grid: Grid, place: Place, tokens: Sequence[str], first: bool) -> Fit | None:
    """The word laid over the board and its points; None when it does not lie well or touches nothing.

    `first`: nothing lies there yet; where the first play must lie is not looked at. KeyError for a token that is no
    tile. One loop on purpose: this is where the time of a whole sheet goes.
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
    squares: list[int] = []
    laid: list[str] = []
    tiles = total = crossing = crossed = 0
    times = 1
    for text in tokens:
        lying = worth[at]
        if lying >= 0:
            if text != "." and faces[at] != (shown := text.upper()) and "(" + faces[at] != shown:
                return None
            total += lying
        else:
            points = values[text] * letter_times[at]
            total += points
            times *= word_times[at]
            tiles += units[text]
            if worth[at - cross] >= 0 or worth[at + cross] >= 0:
                crossing += _crossing(worth, at, cross, points) * word_times[at]
                crossed = 1
            squares.append(at)
            laid.append(text)
        at += step
    number = len(squares)
    if worth[at] >= 0 or not 0 < number < len(tables.bonus) or not (crossed or first or number < len(tokens)):
        return None
    return squares, laid, tiles, (total * times if len(tokens) > 1 else 0) + crossing + tables.bonus[number]


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


def _taken(game: Game, number: int, turn: Turn, seat: int, stock: Stock, fit: Fit) -> Step:
    """Lay it and go on, as the careful way does after a play with nothing odd about it."""
    squares, tokens, tiles, points = fit
    before, in_bag, order, scores = game.laid, (stock.bag, stock.bag), game.order, game.scores
    game.laid = played = Laid(game.ruleset, before, squares, tokens, turn.position)
    _put(game.tables, game.grid, squares, tokens)
    game.lying += tiles
    game.moves[seat] += 1
    scores[seat] = (scores[seat] or 0) + points
    stock.laid(seat, len(squares))
    if not stock.held[seat] and game.ruleset.end.when_out:
        game.ended = Ended(OUT_OF_TILES, number, seat)
    order.due = (seat + order.step) % order.seats
    game.scoreless = 0
    game.latest = step = new_step(
        number, turn, seat, points, before, played, (), tuple(scores), True, in_bag, ""
    )
    return step


def _put(tables: Tables, grid: Grid, squares: Sequence[int], tokens: Sequence[str]) -> None:
    worth, faces, values, shown = grid.worth, grid.faces, tables.values, tables.faces
    for at, token in zip(squares, tokens, strict=True):
        worth[at], faces[at] = values[token], shown[token]
