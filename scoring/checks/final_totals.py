"""The end of a sheet: unplayed tiles, final totals, the winner, and what was never written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scoring.checks.findings import BROKEN, ERROR, HOLDS, UNVERIFIABLE, Finding
from scoring.checks.severity import Weigher
from scoring.clean.proof import Proven
from scoring.game.seats.unplayed_tiles import Adjustment, adjustments, has_closing_rows, racks_at_head
from scoring.game.seats.who_went_out import who_went_out
from scoring.game.state import Game
from scoring.game.usual_results import needs_scores_before_adjustment, winners
from scoring.game.variants import bonuses_due
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
    """Say what is wrong with the end; give back the final totals as the rules make them, None where unknown."""
    _left_open(weigher, game)
    closing = has_closing_rows(game)
    before = _counted(game, closing)
    adjusted = before
    _unadjusted(weigher, game, closing)
    for step, code, facts in who_went_out(game):
        weigher.add(code, facts, turn=step.number, seat=step.seat)
    if game.sheet.totals or game.sheet.winners:
        ways = [Adjustment((0,) * game.seats, None)] if closing else adjustments(game)
        adjusted = _final(weigher, game, before, ways, carried)
    earlier = _before_tiles(game, before) if closing else before
    _before(weigher, game, earlier)
    _winner(weigher, game, earlier, adjusted)
    _rests_on(weigher, game)
    return adjusted if game.sheet.totals or closing else before


def _counted(game: Game, closing: bool) -> Totals:
    """The score of each seat as it can be counted; as it is written at the head where the turns do not tell."""
    if not game.sheet.before or closing:
        return tuple(game.scores) if game.sheet.turns else (None,) * game.seats
    written = [*game.sheet.before, *[None] * game.seats]
    sure = game.sheet.turns and game.is_sure
    return tuple(
        score if written[seat] is None or (sure and sure(seat)) else written[seat]
        for seat, score in enumerate(game.scores)
    )


def _final(
    weigher: Weigher, game: Game, before: Totals, ways: Sequence[Adjustment], carried: Sequence[int | None]
) -> Totals:
    """Final totals against what they can be: one number, or one for each way in which the game may have ended."""
    options = [{_sum(before[seat], way.points[seat]) for way in ways} for seat in range(game.seats)]
    for seat, (recorded, right) in enumerate(zip(game.sheet.totals, options, strict=False)):
        unfinished = game.ended is None and recorded == before[seat] and ways[0].out is None
        if recorded is not None and not unfinished and not right & {None, recorded}:
            more = ways[0].points[seat] if len(ways) == 1 else None
            _wrong_final(weigher, game, seat, recorded, right, _sum(carried[seat], more))
    return tuple(next(iter(one)) if len(one) == 1 else None for one in options)


def _is_proven(game: Game, seat: int) -> bool:
    """Whether a sum of the seat rests on what is written or certain; turns that nobody wrote prove nothing."""
    head = (
        seat < len(game.sheet.before) and game.sheet.before[seat] is not None and not has_closing_rows(game)
    )
    return bool(game.sheet.turns) and (game.is_sure(seat) or head)


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
    certain = game.unseated is None
    for seat, issue in racks_at_head(game) if game.sheet.racks else ():
        weigher.add(
            issue.code, issue.facts, seat=seat, recorded=issue.recorded, computed=issue.computed,
            certain=issue.certain,
        )  # fmt: skip
    for seat, points in game.overruns:
        facts = {"points": -points}
        weigher.add("overrun_not_charged", facts, seat=seat, computed=-points, certain=certain)
    for issue in bonuses_due(game):
        seat = int(str(issue.facts["seat"])) - 1
        weigher.add(issue.code, issue.facts, seat=seat, computed=issue.computed, certain=certain)
    if game.recycled:
        owner = game.recycled.seat
        weigher.add("recycled_blank_unused", {"owner": owner + 1}, seat=owner, certain=certain)


def _unadjusted(weigher: Weigher, game: Game, closing: bool) -> None:
    """A finished game without a word about the tiles left: said, as the sheet may simply end there."""
    silent = not closing and not game.sheet.totals
    if silent and game.ended and game.ruleset.adjustment.any:
        weigher.add("no_adjustment_written", {})


def _wrong_final(
    weigher: Weigher, game: Game, seat: int, recorded: int, right: set[int | None], carried: int | None
) -> None:
    """A total that only carries an earlier mistake on hangs under it."""
    expected = min((points for points in right if points is not None), key=lambda one: abs(one - recorded))
    facts = {"recorded": recorded, "computed": expected}
    missing = recorded == game.scores[seat] and not has_closing_rows(game)
    cause = weigher.root_of_total(seat) if carried == recorded else None
    name = "adjustment_missing" if missing else "final_total_wrong"
    fields = () if has_closing_rows(game) else ("adjustment.deduct_own", "adjustment.out_gains")
    weigher.add(
        name, facts, seat=seat, recorded=recorded, computed=expected, cause=cause, fields=fields,
        certain=_is_proven(game, seat),
    )  # fmt: skip


def _before(weigher: Weigher, game: Game, before: Totals) -> None:
    for seat, (recorded, computed) in enumerate(zip(game.sheet.before, before, strict=False)):
        if recorded is not None and computed is not None and game.sheet.turns and recorded != computed:
            facts = {"recorded": recorded, "computed": computed}
            cause = weigher.root_of_total(seat)
            weigher.add(
                "before_wrong", facts, seat=seat, recorded=recorded, computed=computed, cause=cause,
                certain=game.is_sure(seat),
            )  # fmt: skip


def _winner(weigher: Weigher, game: Game, before: Totals, adjusted: Totals) -> None:
    """SAL:232, BIS:63: equal scores are decided by the scores before unplayed tiles."""
    sheet = game.sheet
    if not sheet.winners:
        return
    sure = bool(sheet.turns) and all(map(game.is_sure, range(game.seats)))
    counted = sure and None not in adjusted
    final = adjusted if counted or not sheet.totals else sheet.totals
    if not final or None in final:
        return
    earlier = before if sure else sheet.before
    known = tuple(score or 0 for score in earlier) if earlier and None not in earlier else None
    right = winners(game.ruleset, tuple(score or 0 for score in final), known)
    open_tie = known is None and len(right) > 1 and needs_scores_before_adjustment(game.ruleset)
    if open_tie and set(sheet.winners) <= set(right):
        weigher.add("winner_undecided", {})
    elif set(right) != set(sheet.winners):
        facts = {"named": _seats(sheet.winners), "winner": _seats(right)}
        weigher.add("winner_wrong", facts, certain=counted or final is sheet.totals)


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


def clean_checks(proven: Proven) -> Mapping[str, str]:
    """The same for a game that was proven clean: nothing is broken, and no line has a clock's reading."""
    written = {
        "scores": proven.plays > 0 and not proven.unsure,
        "totals": proven.moved,
        "words": proven.plays > 0,
        "positions": proven.plays > 0,
        "racks": proven.moved and not proven.rackless,
        "clock": False,
    }
    return {name: HOLDS if there else UNVERIFIABLE for name, there in written.items()}


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
