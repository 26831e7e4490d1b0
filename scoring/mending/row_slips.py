"""Slips in the rows: of the wrong player, twice, missing, two exchanged, a play taken back that stands elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from core.messages import Message, agreeing, gettext_noop
from scoring.mending.case import Case
from scoring.mending.repairs import Change, Repair, carried_on, cell
from scoring.sheets.scoresheet import (
    BONUS,
    CHALLENGE,
    CLOSING,
    EXCHANGE,
    INVALID,
    PASSED,
    PLAY,
    SCORE,
    VALID,
    WITHDRAWN,
    Turn,
)

_SEAT = gettext_noop("This row belongs to player %(seat)s: then everything fits.")
_TWICE = gettext_noop("This row is written twice: without it everything fits.")
_MISSING = gettext_noop(
    "A turn of player %(seat)s worth %(points)s points is missing before this row: with it everything fits."
)
_IDLE = gettext_noop(
    "A turn of player %(seat)s without points is missing before this row: with it everything fits."
)
_UNKNOWN = gettext_noop("A turn of player %(seat)s is missing before this row: with it everything fits.")
_EXCHANGED = gettext_noop("This row and row %(other)s changed places: the other way round everything fits.")
_MOVED = gettext_noop("This row belongs before row %(before)s: there everything fits.")
_BACK = gettext_noop("The play before this row was taken back, and no row says so: with one everything fits.")
_VALID = gettext_noop("The play was found valid: then everything fits.")
_INVALID = gettext_noop("The play was found not valid: then everything fits.")
_LOST_POINTS = gettext_noop(
    "Player %(seat)s got %(points)s points that no row says: with a row everything fits."
)

# How far around the first fault a row may have been exchanged or moved.
_NEAR = 3
# How far a row that takes a play back may stand from it.
_FAR = 8


def row_slips(case: Case) -> Iterator[Repair]:
    """Every slip of this kind that what was found points at."""
    yield from _other_seat(case)
    yield from _twice(case)
    yield from _exchanged(case)
    yield from _missing(case)
    yield from _taken_back(case)
    yield from _unwritten(case)


def _around(case: Case, before: int, after: int) -> range:
    return range(max(case.first - before, 0), min(case.first + after + 1, len(case.turns)))


def _other_seat(case: Case) -> Iterator[Repair]:
    """A row credited to another player; its total is that player's, or was added up for the wrong one."""
    later = [row for row in case.rows if case.turns[row].kind not in (PLAY, EXCHANGE, PASSED, SCORE)]
    for row in dict.fromkeys([*_around(case, 1, 0), *later[:_NEAR]]):
        turn = case.turns[row]
        for seat in case.seats if turn.seat is not None else ():
            if seat != turn.seat:
                yield from _seat(case, row, turn, seat)


def _seat(case: Case, row: int, turn: Turn, seat: int) -> Iterator[Repair]:
    message = Message("meant_seat", _SEAT, {"seat": seat + 1})
    change = cell(case.sheet, row, "seat", seat)
    if turn.kind == CHALLENGE:
        yield Repair("seat", row, message, (cell(case.sheet, row, "challengers", (seat,)), change), usual=1.2)
        return
    yield Repair("seat", row, message, (change,), usual=1.0)
    points, own = turn.score, case.total_before(seat, row)
    if turn.total is None or points is None or own is None or own + points == turn.total:
        return
    giver = case.total_before(turn.seat or 0, row)
    # A total that fits neither player is a slip of its own.
    usual = 3.1 if giver is None or giver + points == turn.total else 4.5
    total = cell(case.sheet, row, "total", own + points)
    yield Repair("seat", row, message, (change, total), usual=usual)
    less = carried_on(case.sheet, turn.seat or 0, row + 1, -points)
    carried = (*less, *carried_on(case.sheet, seat, row, points))
    if carried:
        yield Repair("seat", row, message, (change, total, *carried), usual=1.5)


def _twice(case: Case) -> Iterator[Repair]:
    for row, turn in enumerate(case.turns):
        twin = next((at for at in range(row - 1, max(row - 4, -1), -1) if _alike(case.turns[at], turn)), None)
        if twin is None:
            continue
        message = Message("meant_twice", _TWICE)
        yield Repair("twice", row, message, deleted=row, usual=0.5 + 0.1 * (row - twin))
        carried = carried_on(case.sheet, turn.seat or 0, row + 1, -(turn.score or 0))
        if carried:
            yield Repair("twice", row, message, carried, deleted=row, usual=0.8 + 0.1 * (row - twin))


def _alike(one: Turn, two: Turn) -> bool:
    """Whether one is the other written again, for whoever and with whatever total."""
    what = one.kind, one.position, one.word, one.tiles, one.score, one.number, one.verdict
    return what == (two.kind, two.position, two.word, two.tiles, two.score, two.number, two.verdict)


def _exchanged(case: Case) -> Iterator[Repair]:
    for row in _around(case, 2, 1):
        for other in (row + 1, row + 2):
            if other < len(case.turns) and not _alike(case.turns[row], case.turns[other]):
                message = Message("meant_exchanged", _EXCHANGED, {"other": other + 1})
                usual = 1.5 + 0.5 * (other - row)
                yield Repair("exchanged", row, message, exchanged=(row, other), usual=usual)
                added_up = _added_up(case, row, other)
                if added_up:
                    yield Repair(
                        "exchanged", row, message, added_up, exchanged=(row, other), usual=usual + 0.5
                    )


def _added_up(case: Case, row: int, other: int) -> tuple[Change, ...]:
    """The totals of two rows of one player, if they were added up in the wrong order."""
    one, two = case.turns[row], case.turns[other]
    if one.seat != two.seat or None in (one.seat, one.score, two.score, one.total, two.total):
        return ()
    first, second = (one.total or 0) + (two.score or 0), (two.total or 0) - (one.score or 0)
    return cell(case.sheet, row, "total", first), cell(case.sheet, other, "total", second)


def _missing(case: Case) -> Iterator[Repair]:
    """A turn nobody wrote, with the points the next total of its player has more."""
    for row, seat, proven in dict.fromkeys(_gaps(case)):
        points, own = _gap(case, seat, row), case.total_before(seat, row)
        if not points and proven:
            message = Message("meant_missing_unknown", _UNKNOWN, {"seat": seat + 1})
            yield Repair("missing", row, message, inserted=(row, Turn(SCORE, seat)), usual=3.5, open=True)
        if points:
            message = agreeing("meant_missing", _MISSING, {"seat": seat + 1, "points": points})
            turn = Turn(SCORE, seat, score=points, total=_less(own, points))
            # Where the order of turns does not say so, a wrong score says the same, and the row hides it.
            yield Repair("missing", row, message, inserted=(row, turn), usual=3.0, open=not proven)
        for kind in (PASSED, EXCHANGE) if points == 0 and proven else ():
            message = Message("meant_missing_idle", _IDLE, {"seat": seat + 1})
            turn = Turn(kind, seat, score=0, total=own)
            yield Repair("missing", row, message, inserted=(row, turn), usual=4.0, open=True)


def _gaps(case: Case) -> Iterator[tuple[int, int, bool]]:
    """Where a turn may be missing, whose, and whether the order of turns says so: elsewhere only points can."""
    guessed = case.report.game.unseated
    for finding in case.of_code("out_of_turn")[:2]:
        if finding.turn is not None:
            known = guessed is None or finding.turn < guessed
            yield finding.turn, int(str(finding.message.facts["due"])) - 1, known
    moves = [at for at, turn in enumerate(case.turns) if turn.is_move and turn.seat is not None]
    if not moves:
        return
    order = case.report.game.order
    first, last = case.turns[moves[0]].seat or 0, case.turns[moves[-1]].seat or 0
    if case.first <= moves[0] + 1:
        yield moves[0], (first - order.step) % order.seats, False
    if case.first > moves[-1]:
        yield moves[-1] + 1, order.after(last), False


def _gap(case: Case, seat: int, row: int) -> int | None:
    """The points by which the next total of a seat is more than what is written for it; None: nothing says so."""
    own = case.total_before(seat, row)
    for turn in case.turns[row:]:
        if turn.seat != seat or own is None:
            continue
        if turn.score is None:
            return None
        own += turn.score
        if turn.total is not None:
            return turn.total - own if turn.total >= own else None
    figures = case.sheet.before or (() if case.report.ruleset.adjustment.any else case.sheet.totals)
    final = figures[seat] if seat < len(figures) else None
    return None if final is None or own is None or final < own else final - own


def _taken_back(case: Case) -> Iterator[Repair]:
    """A play taken back, or challenged, that stands at another place, or came out otherwise."""
    rows = [at for at, turn in enumerate(case.turns) if turn.kind in (WITHDRAWN, CHALLENGE)]
    for row in rows:
        turn = case.turns[row]
        for to in range(max(row - _FAR, 1), min(row + _FAR + 1, len(case.turns))):
            before = to + (to > row)
            if to != row and _may_take_back(turn, case.turns[before - 1]):
                message = Message("meant_moved", _MOVED, {"before": before + 1})
                changes = () if turn.of is None else (cell(case.sheet, row, "of", None),)
                usual = 1.5 + 0.2 * abs(to - row)
                yield Repair("moved", row, message, changes, moved=(row, to), usual=usual)
        if turn.kind == CHALLENGE:
            yield from _decided_otherwise(case, row, turn)


def _may_take_back(turn: Turn, play: Turn) -> bool:
    """Whether a row can be about this play: a play taken back tells its player and its points."""
    own = turn.kind == CHALLENGE or (turn.seat == play.seat and turn.score in (None, 0, -(play.score or 0)))
    return play.kind == PLAY and own


def _decided_otherwise(case: Case, row: int, turn: Turn) -> Iterator[Repair]:
    verdict = VALID if turn.verdict == INVALID else INVALID
    message = Message("meant_verdict", _VALID if verdict == VALID else _INVALID)
    yield Repair("verdict", row, message, (cell(case.sheet, row, "verdict", verdict),), usual=2.0)
    if turn.of is not None:
        plays = [at for at in range(row) if case.turns[at].kind == PLAY]
        for at in plays[-_NEAR:]:
            if at != turn.of:
                message = Message("meant_moved", _MOVED, {"before": at + 2})
                yield Repair("of", row, message, (cell(case.sheet, row, "of", at),), usual=1.5)


def _unwritten(case: Case) -> Iterator[Repair]:
    """Points a total has, and no row: a play that was taken back, points for a wrong challenge."""
    for finding in case.of_code("total_wrong")[:2]:
        row, seat = finding.turn, finding.seat
        if row is None or seat is None or finding.recorded is None or finding.computed is None:
            continue
        more = finding.recorded - finding.computed
        last = next(
            (at for at in range(row - 1, -1, -1) if case.turns[at].seat == seat and case.turns[at].is_move),
            None,
        )
        if last is not None and case.turns[last].kind == PLAY and case.turns[last].score == -more:
            turn = Turn(WITHDRAWN, seat, score=more, total=_less(case.turns[last].total, more))
            message = Message("meant_back", _BACK)
            yield Repair("back", last + 1, message, inserted=(last + 1, turn), usual=2.0)
        if (
            more > 0
            and case.report.ruleset.challenge.allowed
            and more % 5 == 0
            and case.turns[row].kind not in CLOSING
        ):
            turn = Turn(BONUS, seat, score=more, total=_less(case.total_before(seat, row), more))
            message = Message("meant_bonus", _LOST_POINTS, {"seat": seat + 1, "points": more})
            yield Repair("bonus", row, message, inserted=(row, turn), usual=3.5)
    for finding in case.of_code("bonus_missing")[:1]:
        seat, points = int(str(finding.message.facts["seat"])) - 1, int(str(finding.message.facts["points"]))
        at = len(case.turns) if finding.turn is None else finding.turn
        message = Message("meant_bonus", _LOST_POINTS, {"seat": seat + 1, "points": points})
        total = _less(case.total_before(seat, at), points)
        yield Repair(
            "bonus", at, message, inserted=(at, Turn(BONUS, seat, score=points, total=total)), usual=2.0
        )


def _less(total: int | None, more: int) -> int | None:
    return None if total is None else total + more
