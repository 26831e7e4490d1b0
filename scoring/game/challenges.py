"""Challenges, plays taken back, and what a wrong challenge costs.

Sources: SAL:136-142, 246; SET:71-74; BIS:43; docs/rules/challenge.md for what the books leave open.
"""

from __future__ import annotations

from scoring.board.tile_reading import listed_words
from scoring.game.issues import Issue
from scoring.game.seats.time_used import is_late
from scoring.game.state import Game, OpenPlay
from scoring.rules.loading import Ruleset
from scoring.sheets.scoresheet import (
    CHALLENGE,
    INVALID,
    LOST,
    PLAY,
    SCORE,
    VALID,
    WITHDRAWN,
    Scoresheet,
    Turn,
)

Outcome = tuple[int | None, list[Issue]]
# A turn of which only the points are written may have been a play.
_PLAYED = (PLAY, SCORE)


def challenge(game: Game, turn: Turn) -> Outcome:
    """A challenge and its verdict: the play goes back, or the challenger pays. Worth no points of its own."""
    rules = game.ruleset.challenge
    issues = [] if rules.allowed else [Issue("challenge_not_allowed")]
    target = _held(game, turn) or game.open
    late = turn.of is not None and (target is None or turn.of != target.number)
    if late:
        issues.append(Issue("challenge_late", {"of": (turn.of or 0) + 1}))
    elif target is None or target.turn.kind not in _PLAYED or target.taken_back:
        return 0, [*issues, Issue("nothing_to_challenge")]
    claimants = turn.challengers or _claimant(game, turn, target)
    issues += _claims(game, turn, claimants, target)
    points = _verdict(game, turn, claimants, None if late else target, issues)
    return points, issues


def _claimant(game: Game, turn: Turn, target: OpenPlay | None) -> tuple[int, ...]:
    """Who claimed where no name is written; of two players only the other one can have."""
    if turn.seat is not None:
        return (turn.seat,)
    return (1 - target.seat,) if target is not None and game.seats == 2 else ()


def _held(game: Game, turn: Turn) -> OpenPlay | None:
    """The earlier play a hold kept open (docs/rules/decisions.md, row 14); what it cost or not is decided where it is written."""
    at = turn.of if turn.hold and game.ruleset.challenge.hold else None
    if at is None or at >= len(game.steps) or game.steps[at].turn.kind != PLAY:
        return None
    step = game.steps[at]
    judged = step.placed.judged if step.placed else None
    return OpenPlay(at, step.seat or 0, step.turn, game.snapshot(), step.computed, judged)


def taken_back_after_hold(ruleset: Ruleset, sheet: Scoresheet) -> dict[int, int]:
    """Plays that were called to hold and then found invalid, after other rows were written: play -> row that says so.

    The play goes back to the rack at once, as nobody may play on before the verdict.
    """
    rows = enumerate(sheet.turns) if ruleset.challenge.hold and ruleset.challenge.allowed else ()
    held = [
        (turn.of, at) for at, turn in rows if turn.kind == CHALLENGE and turn.hold and turn.verdict == INVALID
    ]
    return {of: at for of, at in held if of is not None and of < at - 1 and sheet.turns[of].kind == PLAY}


def _claims(game: Game, turn: Turn, claimants: tuple[int, ...], target: OpenPlay | None) -> list[Issue]:
    """Quota, own plays, words that were not formed (SAL:142)."""
    rules, issues = game.ruleset.challenge, []
    at_risk = claimants if rules.challengers == "each" else claimants[:1]
    for seat in at_risk:
        if seat >= game.seats:
            continue
        if rules.quota_counts == "all" or turn.verdict == VALID:
            game.used[seat] += 1
        if rules.quota is not None and game.used[seat] > rules.quota:
            facts = {"seat": seat + 1, "used": game.used[seat], "quota": rules.quota}
            issues.append(Issue("over_quota", facts, game.used[seat], rules.quota))
    if target and target.seat in claimants:
        issues.append(Issue("own_play_challenged"))
    return issues + _named(turn, target)


def _named(turn: Turn, target: OpenPlay | None) -> list[Issue]:
    if target is None or target.judged is None:
        return []
    formed = {word.spelling for word in target.judged.words}
    strange = [word for word in turn.words if word.upper().replace("[", "").replace("]", "") not in formed]
    return [Issue("challenged_word_not_formed", {"words": listed_words(strange)})] if strange else []


def _verdict(
    game: Game, turn: Turn, claimants: tuple[int, ...], target: OpenPlay | None, issues: list[Issue]
) -> int:
    if target and turn.verdict:
        game.ruled[target.number] = turn.verdict
    if turn.verdict == INVALID:
        return take_back(game, target) if target else 0
    if turn.verdict == VALID:
        _wrong_challenge(game, turn, claimants, target)
    else:
        issues.append(Issue("verdict_missing"))
    return 0


def _wrong_challenge(game: Game, turn: Turn, claimants: tuple[int, ...], target: OpenPlay | None) -> None:
    """SAL:138 and BIS:43: the next turn; SET:71-74: nothing; other rulesets: points."""
    rules = game.ruleset.challenge
    named = [seat for seat in claimants if seat < game.seats]
    at_risk: list[int | None] = list(named if rules.challengers == "each" else named[:1])
    for seat in at_risk or [None]:
        if rules.wrong == "next_turn_lost" and seat is None:
            game.order.loose += 1
        elif rules.wrong == "next_turn_lost" and seat is not None:
            game.order.owe(seat)
        elif rules.wrong == "points_off_challenger":
            game.bonuses.append((seat, -rules.wrong_points))
        elif rules.wrong == "points_to_player" and target:
            game.bonuses.append((target.seat, rules.wrong_points))
        elif rules.wrong == "points_per_word_to_player" and target:
            words = _words_challenged(game, turn, target)
            game.bonuses.append((target.seat, None if words is None else rules.wrong_points * words))


def _words_challenged(game: Game, turn: Turn, target: OpenPlay) -> int | None:
    """Words named; where the paper names none, every word of the play if all are judged together, else one."""
    if turn.words or game.ruleset.challenge.scope != "play":
        return len(turn.words) or 1
    return len(target.judged.words) if target.judged and target.before.known else None


def take_back(game: Game, play: OpenPlay) -> int:
    """The tiles return to the rack, the points are gone, theme points too; the turn stays lost."""
    game.restore(play.before)
    game.kept[play.seat] = 0
    play.taken_back = True
    game.taken_back.add(play.number)
    return -(play.points or 0)


def withdraw(game: Game, turn: Turn) -> Outcome:
    """A play taken back as sheets write it: a row of its own with the points that are lost."""
    play = game.open
    if play is None or play.turn.kind not in _PLAYED:
        return None, [Issue("nothing_to_withdraw")]
    if play.seat != turn.seat and not _is_guessed(game, play):
        return _by_another(game, turn, play)
    if play.taken_back:
        return _as_recorded(turn, play), []
    points = play.points
    take_back(game, play)
    return (None if points is None else _as_recorded(turn, play)), []


def _is_guessed(game: Game, play: OpenPlay) -> bool:
    """Whether nobody knows whose play this was: then whoever takes one back takes back this one."""
    guessed = game.unseated is not None and play.number >= game.unseated
    return guessed and game.sheet.turns[play.number].seat is None


def _by_another(game: Game, turn: Turn, play: OpenPlay) -> Outcome:
    """One program credits the withdrawal to the wrong player; believed only when the points fit."""
    facts = {"owner": play.seat + 1}
    if not play.taken_back and turn.score is not None and turn.score == -(play.points or 0):
        take_back(game, play)
    return 0, [Issue("withdrawn_by_another", facts)]


def _as_recorded(turn: Turn, play: OpenPlay) -> int:
    """The points lost; 0 when the sheet never counted the play, or leaves the lost points unwritten."""
    uncounted = not play.turn.score
    return 0 if turn.score in (0, None) and uncounted else -(play.points or 0)


def bonus(game: Game, turn: Turn) -> Outcome:
    """Points for a wrong challenge; under rules that name none they are asked about (GCG writes `(challenge)`)."""
    due = next((one for one in game.bonuses if one[0] == turn.seat), None)
    due = due or next((one for one in game.bonuses if one[0] is None), None)
    if due:
        game.bonuses.remove(due)
        return turn.score if due[1] is None else due[1], []
    return turn.score, [Issue("bonus_not_due", {"points": turn.score}, turn.score, 0)]


def is_void(game: Game, turn: Turn, seat: int) -> bool:
    """Whether a play that took too long does not count, where that costs the turn: written with no points, or as lost."""
    play = game.open
    if play is None or turn.kind not in _PLAYED or not is_late(game, turn, seat):
        return False
    if game.ruleset.timer.overrun != "turn_lost":
        return False
    after = game.sheet.turns[play.number + 1] if play.number + 1 < len(game.sheet.turns) else None
    lost = after is not None and after.kind == LOST and after.seat == seat
    return turn.score == 0 or lost


def goes_back(game: Game, seat: int) -> bool:
    """Whether the rows below the play at hand, up to the next move, take it back."""
    number = game.open.number if game.open else len(game.steps)
    for row in game.sheet.turns[number + 1 :]:
        if row.is_move:
            return False
        if row.verdict == INVALID or (row.kind == WITHDRAWN and row.seat in (seat, None)):
            return True
    return False


def tells_of_play_gone(game: Game, turn: Turn, seat: int) -> bool:
    """A lost turn written below a play that went back: that turn, not the next one."""
    play = game.open if turn.kind == LOST and game.order.due != seat else None
    return play is not None and play.taken_back and play.seat == seat
