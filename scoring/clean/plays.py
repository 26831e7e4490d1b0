"""Lines with plays in one pass over a game: the lines nearly all of a game is made of."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.clean.state import POINTS, Doubt, Pass
from scoring.game.fast_path import counted
from scoring.sheets.gcg_events import TOTALS


def play(game: Pass, seat: int, rack: str, place: str, word: str, written: str, total: str) -> None:
    """A play with its rack. In one piece on purpose: this is where the time of a whole game goes."""
    points, held, guard = POINTS[written], game.held[seat], game.guard
    game.scores[seat] = score = game.scores[seat] + points
    if (seat != game.due and game.due >= 0) or TOTALS[total] != score or game.out is not None:
        raise Doubt
    if game.plain and len(rack) == held:
        having = sum(map(game.unit, rack), guard)
        new = having - game.known[seat]
        unseen = game.unseen - new
    else:
        having = game.rack(seat, rack, held)
        new, unseen = guard, game.unseen - guard
    squares, tiles = lay(game, place, word, points)
    kept = having - tiles
    if (new & unseen & kept) & guard != guard:
        raise Doubt
    game.taken = (seat, squares, points, held, game.bag, new + game.known[seat] - guard, game.passes)
    game.unseen, game.due = unseen + guard, game.after[seat]
    _took(game, seat, squares, game.taken[5] - tiles)


def lay(game: Pass, place: str, word: str, points: int) -> tuple[list[int], int]:
    """The word laid over the board: squares and tiles as one number, if it lies well and scores these points."""
    tokens = word if game.plain and "(" not in word else game.tables.word(word)
    squares: list[int] = []
    fit = counted(game.tables, game.grid, game.places[place], tokens, squares)
    laid = len(squares)
    if fit is None or not 0 < laid < len(game.bonus) or fit[2] + game.bonus[laid] != points:
        raise Doubt
    if not ((fit[1] or laid < len(tokens)) if game.lies else _opens(game, squares)):
        raise Doubt
    return squares, fit[0]


def _opens(game: Pass, squares: Sequence[int]) -> bool:
    """SAL:118, BIS:20: the first play covers the start with enough tiles."""
    rules = game.ruleset.first_play
    return len(squares) >= rules.min_tiles and (not rules.covers_start or game.tables.start in squares)


def _took(game: Pass, seat: int, squares: Sequence[int], kept: int) -> None:
    """Go on after a play: the rack is filled again; without any tiles left the game is over."""
    left, bag = game.held[seat] - len(squares), game.bag
    if left < 0:
        raise Doubt
    wanted = game.size - left
    drawn = wanted if wanted < bag else bag
    game.bag, game.held[seat], game.known[seat] = bag - drawn, left + drawn, kept
    game.lies = game.seen[seat] = True
    game.plays += 1
    game.passes, game.scoreless = game.nobody, 0
    if not left + drawn and game.ruleset.end.when_out:
        game.out = seat
    if game.sure is not None:
        game.unsure += not game.sure.issuperset(squares)


def rackless(game: Pass, seat: int, place: str, word: str, written: str, total: str) -> None:
    """A play of which the rack is not written: its tiles may be any that nobody else is known to have."""
    points = POINTS[written]
    game.move(seat)
    game.turn(seat, points, total)
    if game.out is not None:
        raise Doubt
    game.know(seat, 0)
    game.rackless = True
    squares, tiles = lay(game, place, word, points)
    game.taken = (seat, squares, points, game.held[seat], game.bag, tiles, game.passes)
    game.know(seat, tiles)
    _took(game, seat, squares, 0)
