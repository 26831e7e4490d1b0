"""All other lines in one pass over a game: passes, exchanges, plays taken back, points beside the plays, tiles left, notes."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.clean.plays import rackless
from scoring.clean.state import LOSSES, POINTS, Doubt, Pass
from scoring.game.fast_path import lift
from scoring.sheets.gcg_events import NO_SCORE

_BRIEF = (4, 5)
_NO_TILES = ("CHALLENGE", "TIME")
_ROUND = 5


def beside(game: Pass, line: str) -> None:
    """A line that is no turn: a note, or a heading nobody looks at while checking."""
    text = line.strip()
    if text[:1] == "#" and not (game.noted and text[1:2] == "-"):
        name = text[1:].split(None, 1)[0] if text[1:2].strip() else ""
        if not name or name.startswith(("player", "rack")):
            raise Doubt
        game.noted = name == "note"
    elif text and (not game.noted or text[0] == ">"):
        raise Doubt
    # What is noted beside a pass can make it a turn that was lost; one note of ours takes a score back.
    if game.noted and (any(game.passes) or NO_SCORE in text):
        raise Doubt


def brief(game: Pass, words: Sequence[str]) -> None:
    """A turn that is no play with its rack."""
    if len(words) not in _BRIEF:
        raise Doubt
    seat, (*front, body, points, total) = game.seat_of[words[0]], words[1:]
    if front and front[0] in game.places:
        rackless(game, seat, front[0], body, points, total)
        return
    rack = front[0] if front else ""
    if rack[:1] in ("-", "("):
        raise Doubt
    if body == "--":
        _withdrawn(game, seat, LOSSES[points], total)
    elif body[0] == "-":
        _idle(game, seat, rack, body[1:], total if points == "+0" else "")
    else:
        _bracketed(game, seat, body, points, total)
    game.taken = None


def _withdrawn(game: Pass, seat: int, points: int, total: str) -> None:
    """The play before, taken back by its player: everything is as it was, but the turn is over."""
    if game.taken is None or game.taken[0] != seat or game.taken[2] != points:
        raise Doubt
    game.turn(seat, -points, total)
    _, squares, _, game.held[seat], game.bag, game.known[seat], game.passes = game.taken
    lift(game.grid, squares)
    game.lies = any(worth >= 0 for worth in game.grid.worth)
    game.out = None


def _idle(game: Pass, seat: int, rack: str, given: str, total: str) -> None:
    """A pass (nothing given) or an exchange, worth no points."""
    if game.due < 0:
        _opener(game, seat)
    game.move(seat)
    game.turn(seat, 0, total)
    if rack:
        game.rack(seat, rack, game.held[seat])
    else:
        game.know(seat, 0)
    game.scoreless += 1
    if given:
        _exchanged(game, seat, given)
    else:
        _passed(game, seat)
    if game.scoreless == game.ruleset.end.question_after_scoreless and game.out is None:
        raise Doubt


def _opener(game: Pass, seat: int) -> None:
    """No book forbids it; worth a question."""
    if not game.ruleset.exchange.opener_may:
        raise Doubt
    game.tell(("opener_did_not_play", {}, game.number, seat, None, None))


def _passed(game: Pass, seat: int) -> None:
    """After the end it only says that the last play was accepted."""
    game.passes = tuple(passes + (one == seat) for one, passes in enumerate(game.passes))
    least = game.ruleset.end.passes_each
    over = least and min(game.passes) >= least and game.out is None
    if not game.ruleset.passing.allowed or over:
        raise Doubt


def _exchanged(game: Pass, seat: int, given: str) -> None:
    """SAL:110, 254; SET:59-64; BIS:38-39. Tiles given back are unseen again, all of the rack where nobody wrote which."""
    rules, known = game.ruleset.exchange, game.known[seat]
    if given.isascii() and given.isdigit():
        number, tiles = int(given[:3]), known
    else:
        tokens = game.tables.rack(given, len(given)) if given == given.upper() else ()
        number, tiles = len(tokens), sum(map(game.unit, tokens))
    allowed = rules.allowed and game.bag >= rules.min_in_bag and game.out is None
    if not allowed or not 0 < number <= min(game.bag, game.size, game.held[seat]):
        raise Doubt
    if known and (known + game.guard - tiles) & game.guard != game.guard:
        raise Doubt
    game.know(seat, max(known - tiles, 0))
    game.passes = game.nobody


def _bracketed(game: Pass, seat: int, body: str, points: str, total: str) -> None:
    """Points for a wrong challenge or off for time as customary, which is asked about; tiles left over."""
    if body == "(challenge)":
        _asked(game, "bonus_not_due", seat, POINTS[points], total)
    elif body == "(time)":
        timer = game.ruleset.timer
        if timer.kind != "none" and timer.overrun == "points":
            raise Doubt
        _asked(game, "time_not_due", seat, -LOSSES[points], total)
    else:
        _left_over(game, seat, body, points, total)


def _asked(game: Pass, code: str, seat: int, points: int, total: str) -> None:
    if points % _ROUND:
        raise Doubt
    game.turn(seat, points, total)
    game.tell((code, {"points": points}, game.number, seat, points, 0))


def _left_over(game: Pass, seat: int, body: str, points: str, total: str) -> None:
    """Tiles left over, of which two players are sure: deducted from who has them, or earned by who went out."""
    inside = body[1:-1]
    bare = body[0] == "(" and body[-1] == ")" and inside == inside.upper()
    if not bare or inside in _NO_TILES or game.out is None or game.seats != 2:
        raise Doubt
    tokens = game.tables.rack(inside, len(inside))
    tiles, other = sum(map(game.unit, tokens)), 1 - game.out
    if game.unseen - 2 * game.guard + game.known[other] != tiles or len(tokens) != game.held[other]:
        raise Doubt
    worth = sum(game.tables.values.get(token, 0) for token in tokens)
    if seat == game.out and game.earned is None:
        game.earned = (game.number, POINTS[points])
        game.turn(seat, game.earned[1], total)
    elif seat == other and not game.deducted and worth and LOSSES[points] == worth:
        game.deducted = True
        game.turn(seat, -worth, total)
    else:
        raise Doubt
    game.left = worth


def ending(game: Pass) -> None:
    """SAL:226-228, BIS:58: once the others' tiles by the books; twice when nothing is deducted, as others write it."""
    rules = game.ruleset.adjustment
    if game.out is None:
        return
    if game.earned is None:
        if game.deducted:
            raise Doubt
        if rules.any:
            game.tell(("no_adjustment_written", {}, None, None, None, None))
        return
    (number, written), worth = game.earned, game.left or 0
    factor = {"nothing": 0, "others_tiles": 1, "twice_others_tiles": 2}[rules.out_gains]
    if written == factor * worth and (game.deducted or not rules.deduct_own):
        return
    if written != 2 * worth or game.deducted or not (rules.deduct_own and factor == 1):
        raise Doubt
    facts = {"twice": written, "points": worth}
    game.notices.append((number, ("end_convention", facts, number, game.out, None, None)))
