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
from scoring.state import OUT_OF_TILES, Ended, Game, Quick, Step
from scoring.supply import Stock
from scoring.tables import Place, Tables

# Squares by number, their tokens, the tiles as one number, points.
Fit = tuple[list[int], list[str], int, int]


def has_usual_rules(ruleset: Ruleset) -> bool:
    """Whether plays are counted in the way every book has it, and nothing but the bag ends the game between them."""
    premiums, first = ruleset.premiums, ruleset.first_play
    counted = premiums.counted == "once" and premiums.two_words == "multiply" and first.word_multiplier == 1
    return counted and ruleset.variants.short_turns is None


def quick_step(game: Game, number: int, turn: Turn) -> Step | None:
    """The play laid, and its step; None (and nothing changed) when there is any doubt about it."""
    seat, stock = turn.seat, game.stock
    if seat is None or stock is None or not _calm(game, turn, seat):
        return None
    try:
        fit = _fit(game, turn, stock.held[seat])
    except KeyError:
        return None
    return None if fit is None else _taken(game, number, turn, seat, stock, fit)


def _calm(game: Game, turn: Turn, seat: int) -> bool:
    """Nothing is pending: it is this player's turn, everything before is known, no clock, no points due."""
    order = game.order
    return (
        bool(turn.score)
        and turn.seconds is None
        and game.known
        and game.ended is None
        and game.recycled is None
        and seat < game.seats
        and (order.due == seat or order.due is None)
        and not order.owed[seat]
        and not game.bonuses
        and game.scores[seat] is not None
    )


def _fit(game: Game, turn: Turn, held: int) -> Fit | None:
    """The play on the board, if the tiles can be had, the rack is in order, and the points are those written."""
    tables = game.tables
    tokens = tables.word(turn.word)
    if tokens is None:
        return None
    fit = word_over(tables, game.grid, tables.places[turn.position], tokens, not game.lying)
    if fit is None or fit[3] != turn.score or not (game.lying or _opens(game, fit)):
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
    tokens = tables.rack(text)
    return sum(map(tables.units.__getitem__, tokens)) if tokens is not None and len(tokens) == held else None


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
    before, in_bag, held, lying = game.laid, (stock.bag, stock.bag), tuple(stock.held), game.lying
    game.laid = played = Laid(game.ruleset, before, squares, tokens, turn.position)
    _put(game.tables, game.grid, squares, tokens)
    game.lying = lying + tiles
    game.moves[seat] += 1
    game.add(seat, points)
    stock.laid(seat, len(squares))
    if not stock.held[seat] and game.ruleset.end.when_out:
        game.ended = Ended(OUT_OF_TILES, number, seat)
    game.order.due = game.order.after(seat)
    step = Step(number, turn, seat, points, before, played, (), tuple(game.scores), True, in_bag)
    game.quick = Quick(step, held, game.passes, lying)
    game.passes, game.scoreless = [0] * game.seats, 0
    return step


def _put(tables: Tables, grid: Grid, squares: Sequence[int], tokens: Sequence[str]) -> None:
    worth, faces, values, shown = grid.worth, grid.faces, tables.values, tables.faces
    for at, token in zip(squares, tokens, strict=True):
        worth[at], faces[at] = values[token], shown[token]
