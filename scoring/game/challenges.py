"""Challenges, plays taken back, and what a wrong challenge costs.

Sources: SAL:136-142, 246; SET:71-74; BIS:43; docs/rules/challenge.md for what the books leave open.
"""

from __future__ import annotations

from scoring.game.issues import Issue
from scoring.game.state import Game, OpenPlay
from scoring.rules.loading import Ruleset
from scoring.sheets.scoresheet import CHALLENGE, INVALID, PLAY, VALID, Scoresheet, Turn

Outcome = tuple[int | None, list[Issue]]


def challenge(game: Game, turn: Turn) -> Outcome:
    """A challenge and its verdict: the play goes back, or the challenger pays. Worth no points of its own."""
    rules = game.ruleset.challenge
    issues = [] if rules.allowed else [Issue("challenge_not_allowed")]
    target = _held(game, turn) or game.open
    late = turn.of is not None and (target is None or turn.of != target.number)
    if late:
        issues.append(Issue("challenge_late", {"of": (turn.of or 0) + 1}))
    elif target is None or target.turn.kind != PLAY or target.taken_back:
        return 0, [*issues, Issue("nothing_to_challenge")]
    claimants = turn.challengers or (() if turn.seat is None else (turn.seat,))
    issues += _claims(game, turn, claimants, target)
    points = _verdict(game, turn, claimants, None if late else target, issues)
    return points, issues


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
    return [Issue("challenged_word_not_formed", {"words": ", ".join(strange)})] if strange else []


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
    at_risk = [seat for seat in claimants if seat < game.seats]
    at_risk = at_risk if rules.challengers == "each" else at_risk[:1]
    for seat in at_risk:
        if rules.wrong == "next_turn_lost":
            game.order.owe(seat)
        elif rules.wrong == "points_off_challenger":
            game.bonuses.append((seat, -rules.wrong_points))
        elif rules.wrong == "points_to_player" and target:
            game.bonuses.append((target.seat, rules.wrong_points))
        elif rules.wrong == "points_per_word_to_player" and target:
            game.bonuses.append((target.seat, rules.wrong_points * _words_challenged(game, turn, target)))


def _words_challenged(game: Game, turn: Turn, target: OpenPlay) -> int:
    """Words named; where the paper names none, every word of the play if all are judged together, else one."""
    formed = len(target.judged.words) if target.judged else 1
    return len(turn.words) or (formed if game.ruleset.challenge.scope == "play" else 1)


def take_back(game: Game, play: OpenPlay) -> int:
    """The tiles return to the rack, the points are gone, theme points too; the turn stays lost."""
    game.restore(play.before)
    play.taken_back = True
    game.taken_back.add(play.number)
    return -(play.points or 0)


def withdraw(game: Game, turn: Turn) -> Outcome:
    """A play taken back as sheets write it: a row of its own with the points that are lost."""
    play = game.open
    if play is None or play.turn.kind != PLAY:
        return None, [Issue("nothing_to_withdraw")]
    if play.seat != turn.seat:
        return _by_another(game, turn, play)
    if play.taken_back:
        return _as_recorded(turn, play), []
    points = play.points
    take_back(game, play)
    return (None if points is None else _as_recorded(turn, play)), []


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
    if due:
        game.bonuses.remove(due)
        return due[1], []
    return turn.score, [Issue("bonus_not_due", {"points": turn.score}, turn.score, 0)]
