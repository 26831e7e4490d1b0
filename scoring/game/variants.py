"""Recycled blanks, timer and points for wrong challenges: what stands between the moves (theme points: `theme.py`).

Sources: SAL:401-403 recycled blanks, SAL:242 timer.
"""

from __future__ import annotations

from scoring.board.board import Placement, parse_square
from scoring.board.tile_reading import read_word
from scoring.game.issues import Issue
from scoring.game.state import Game, Placed
from scoring.sheets.scoresheet import Turn

Outcome = tuple[int | None, list[Issue]]
_MINUTE = 60


def recycle(game: Game, turn: Turn) -> Outcome:
    """SAL:403: a blank on the board is exchanged for the letter it stands for, and used in the same turn."""
    issues = [] if game.ruleset.variants.recycled_blanks else [Issue("recycle_off")]
    square = parse_square(turn.position)
    there = game.board.at(square) if square else None
    natural = game.ruleset.tile_set.natural(there.face) if there else None
    if square is None or there is None or not there.blank or natural is None:
        return 0, [*issues, Issue("no_blank_there", {"square": turn.position})]
    written = read_word(turn.tiles, game.ruleset.tile_set).pieces if turn.tiles else (natural,)
    if written is None or [piece.tile for piece in written] != [natural.tile]:
        issues.append(Issue("recycled_other_letter", {"square": square.name, "letter": there.face}))
    if turn.seat is not None:
        game.open = game.open
        game.recycled = (turn.seat, game.snapshot())
        _swap(game, turn.seat, Placement(square, natural), there.tile)
    return 0, issues


def _swap(game: Game, seat: int, natural: Placement, blank: str) -> None:
    game.lay([natural])
    given, taken = game.rules.bag_of[natural.piece.tile], game.rules.bag_of[blank]
    game.bounds = game.bounds.swapped(seat, given, taken)


def recycled_unused(game: Game, seat: int, placed: Placed | None) -> list[Issue]:
    """The blank taken from the board must be laid at once."""
    if game.recycled is None:
        return []
    owner, game.recycled = game.recycled[0], None
    used = placed is not None and any(place.piece.blank for place in placed.placements)
    return [] if owner == seat and used else [Issue("recycled_blank_unused", {"owner": owner + 1})]


def bonuses_missing(game: Game) -> list[Issue]:
    """Points for a wrong challenge that nobody wrote before the next move."""
    due, game.bonuses = game.bonuses, []
    return [
        Issue("bonus_missing", {"seat": seat + 1, "points": points}, None, points) for seat, points in due
    ]


def clock(game: Game, turn: Turn, seat: int) -> list[Issue]:
    """Time over the limit is always said; what it costs is the ruleset's (SAL:242 names no penalty)."""
    rules = game.ruleset.timer
    if turn.seconds is None or rules.kind == "none":
        return []
    game.clock[seat] += turn.seconds
    used = turn.seconds if rules.kind == "per_move" else game.clock[seat]
    if used <= rules.seconds:
        return []
    facts = {"seconds": used, "limit": rules.seconds}
    if rules.overrun == "points":
        _charge(game, seat, used - rules.seconds)
    code = {"record": "overrun", "points": "overrun_costs_points", "turn_lost": "overrun_turn_lost"}[
        rules.overrun
    ]
    return [Issue(code, facts, used, rules.seconds)]


def _charge(game: Game, seat: int, over: int) -> None:
    """Per move each overrun adds its own points; a game clock has one growing overrun."""
    points = -(-over // _MINUTE) * game.ruleset.timer.points_per_minute
    if game.ruleset.timer.kind == "per_game":
        game.overruns = [one for one in game.overruns if one[0] != seat]
    game.overruns.append((seat, points))


def time_penalty(game: Game, turn: Turn) -> Outcome:
    """Points off for time: as charged from the clock readings, else as written when the ruleset knows of it."""
    due = [one for one in game.overruns if one[0] == turn.seat]
    if due:
        per_game = game.ruleset.timer.kind == "per_game"
        charged = due if per_game or len(due) == 1 or turn.score == -sum(p for _, p in due) else due[:1]
        for one in charged:
            game.overruns.remove(one)
        return -sum(points for _, points in charged), []
    rules = game.ruleset.timer
    if rules.kind != "none" and rules.overrun == "points":
        return turn.score, []
    return turn.score, [Issue("time_not_due", {"points": turn.score}, turn.score, 0)]
