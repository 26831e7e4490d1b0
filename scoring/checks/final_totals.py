"""The end of a sheet: unplayed tiles, final totals, the winner, and what was never written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scoring.checks.findings import BROKEN, ERROR, HOLDS, UNVERIFIABLE, Finding
from scoring.checks.severity import Weigher
from scoring.game.state import Game
from scoring.game.unplayed_tiles import Adjustment, final_adjustment, has_closing_rows
from scoring.game.usual_results import winners
from scoring.sheets.scoresheet import OUT, PLAY, RACK, SCORE

Totals = tuple[int | None, ...]
_ABOUT: Mapping[str, frozenset[str]] = {
    "scores": frozenset({"score_wrong", "points_for_nothing", "withdrawn_wrong"}),
    "totals": frozenset({"total_wrong", "final_total_wrong", "before_wrong", "adjustment_missing"}),
    "racks": frozenset({"not_on_rack", "rack_long", "rack_over_set", "exchange_not_on_rack"}),
    "clock": frozenset({"overrun_turn_lost", "overrun_not_charged", "time_wrong"}),
    "positions": frozenset({"bad_place", "runs_off", "read_otherwise", "nothing_there", "no_new_tile"}),
}
_MORE_POSITIONS = frozenset({"on_tile", "not_connected", "off_start", "too_few_tiles", "off_board"})


def finish(weigher: Weigher, game: Game, carried: Sequence[int | None]) -> Totals:
    """Say what is wrong with the end; give back the final totals as the rules make them."""
    _left_open(weigher, game)
    before = tuple(game.scores)
    adjusted: Totals = before
    adjustment = None
    if game.sheet.totals and not has_closing_rows(game):
        adjustment = final_adjustment(game)
        adjusted = tuple(_sum(score, more) for score, more in zip(before, adjustment.points, strict=True))
    _unadjusted(weigher, game)
    _final(weigher, game, before, adjusted, carried, adjustment)
    earlier = _before_tiles(game, before)
    _before(weigher, game, earlier)
    _winner(weigher, game, earlier, adjusted)
    _rests_on(weigher, game)
    return adjusted


def _before_tiles(game: Game, scores: Totals) -> Totals:
    """The scores before unplayed tiles: rows of the sheet that count them are taken out again."""
    counted = [0] * game.seats
    for step in game.steps:
        if step.turn.kind in (OUT, RACK) and step.seat is not None:
            points = step.turn.score if step.computed is None else step.computed
            counted[step.seat] += points or 0
    return tuple(_sum(score, -points) for score, points in zip(scores, counted, strict=True))


def _sum(one: int | None, two: int | None) -> int | None:
    return None if one is None or two is None else one + two


def _left_open(weigher: Weigher, game: Game) -> None:
    """Points that were due and never written; a blank taken and never laid."""
    for seat, points in game.overruns:
        weigher.add("overrun_not_charged", {"points": -points}, seat=seat, computed=-points)
    for seat, points in game.bonuses:
        weigher.add("bonus_missing", {"seat": seat + 1, "points": points}, seat=seat, computed=points)
    if game.recycled:
        weigher.add("recycled_blank_unused", {"owner": game.recycled[0] + 1}, seat=game.recycled[0])


def _unadjusted(weigher: Weigher, game: Game) -> None:
    """A finished game without a word about the tiles left: said, as the sheet may simply end there."""
    silent = not has_closing_rows(game) and not game.sheet.totals
    if silent and game.ended and game.ruleset.adjustment.any:
        weigher.add("no_adjustment_written", {})


def _final(
    weigher: Weigher,
    game: Game,
    before: Totals,
    adjusted: Totals,
    carried: Sequence[int | None],
    adjustment: Adjustment | None,
) -> None:
    for seat, recorded in enumerate(game.sheet.totals):
        more = adjustment.points[seat] if adjustment else 0
        expected = adjusted[seat]
        if recorded is None or expected is None or recorded == expected:
            continue
        unfinished = game.ended is None and recorded == before[seat]
        if unfinished:
            continue
        _wrong_final(weigher, game, seat, recorded, expected, _sum(carried[seat], more))


def _wrong_final(
    weigher: Weigher, game: Game, seat: int, recorded: int, expected: int, carried: int | None
) -> None:
    """A total that only carries an earlier mistake on hangs under it."""
    facts = {"recorded": recorded, "computed": expected}
    missing = recorded == game.scores[seat] and not has_closing_rows(game)
    cause = weigher.root_of_total(seat) if carried == recorded else None
    name = "adjustment_missing" if missing else "final_total_wrong"
    fields = () if has_closing_rows(game) else ("adjustment.deduct_own", "adjustment.out_gains")
    weigher.add(name, facts, seat=seat, recorded=recorded, computed=expected, cause=cause, fields=fields)


def _before(weigher: Weigher, game: Game, before: Totals) -> None:
    for seat, (recorded, computed) in enumerate(zip(game.sheet.before, before, strict=False)):
        if recorded is not None and computed is not None and game.sheet.turns and recorded != computed:
            facts = {"recorded": recorded, "computed": computed}
            cause = weigher.root_of_total(seat)
            weigher.add("before_wrong", facts, seat=seat, recorded=recorded, computed=computed, cause=cause)


def _winner(weigher: Weigher, game: Game, before: Totals, adjusted: Totals) -> None:
    """SAL:232, BIS:63: equal scores are decided by the scores before unplayed tiles."""
    sheet = game.sheet
    final = adjusted if sheet.turns and None not in adjusted else sheet.totals
    earlier = before if sheet.turns else sheet.before
    if not sheet.winners or not final or None in final:
        return
    known = tuple(score or 0 for score in earlier) if earlier and None not in earlier else None
    right = winners(game.ruleset, tuple(score or 0 for score in final), known)
    if set(right) != set(sheet.winners):
        facts = {"named": _seats(sheet.winners), "winner": _seats(right)}
        weigher.add("winner_wrong", facts)


def _seats(seats: Iterable[int]) -> str:
    return ", ".join(str(seat + 1) for seat in sorted(seats))


def _rests_on(weigher: Weigher, game: Game) -> None:
    if game.ruleset.all_certain:
        return
    placed = [step for step in game.steps if step.played is not None]
    unsure = sum(not step.sure for step in placed)
    if unsure:
        weigher.add("rests_on_assumed", {"number": unsure, "plays": len(placed)})


def checks(game: Game, findings: Sequence[Finding]) -> Mapping[str, str]:
    """The answer of each kind of check for the whole sheet."""
    codes = {one.code for one in findings if one.severity == ERROR}
    answers = {}
    for name, written in _written(game).items():
        bad = _ABOUT.get(name, frozenset()) | (_MORE_POSITIONS if name == "positions" else frozenset())
        answers[name] = BROKEN if codes & bad else HOLDS if written else UNVERIFIABLE
    return answers


def _written(game: Game) -> Mapping[str, bool]:
    """Whether enough stands on the sheet for each kind of check."""
    scored = [step for step in game.steps if step.turn.kind in (PLAY, SCORE)]
    moves = [step.turn for step in game.steps if step.turn.is_move]
    laid = bool(scored) and all(step.played is not None and step.certain for step in scored)
    return {
        "scores": laid and all(step.sure for step in scored),
        "totals": any(turn.total is not None for turn in moves) or bool(game.sheet.totals and moves),
        "words": bool(scored) and all(step.turn.word for step in scored),
        "positions": laid,
        "racks": bool(moves) and all(turn.rack for turn in moves if turn.kind == PLAY),
        "clock": bool(moves) and all(turn.seconds is not None for turn in moves),
    }
