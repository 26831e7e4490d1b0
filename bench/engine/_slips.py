"""One slip of the pen on a right sheet, of every usual kind, by chance and seeded."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from scoring import Ruleset, Scoresheet, Step, Turn, validate
from scoring.mending.repairs import carried_on
from scoring.mending.replay import Replay
from scoring.repair.quick_board import Rules
from scoring.sheets.scoresheet import OUT, PASSED, PLAY, RACK, WITHDRAWN

Dice = random.Random


@dataclass
class Slip:
    """The sheet with the slip, and the rows that may be named for it."""

    sheet: Scoresheet
    rows: frozenset[int]


def rows_of(sheet: Scoresheet, *kinds: str) -> list[int]:
    return [at for at, turn in enumerate(sheet.turns) if turn.kind in kinds]


def changed(sheet: Scoresheet, row: int, **cells: object) -> Scoresheet:
    turns = list(sheet.turns)
    turns[row] = turns[row]._replace(**cells)  # type: ignore[arg-type]
    return replace(sheet, turns=tuple(turns))


def seat(dice: Dice, rules: Ruleset, sheet: Scoresheet) -> Slip | None:
    row = dice.choice(rows_of(sheet, PLAY))
    other = dice.choice([one for one in range(sheet.seats) if one != sheet.turns[row].seat])
    return Slip(changed(sheet, row, seat=other), frozenset({row}))


def twice(dice: Dice, rules: Ruleset, sheet: Scoresheet) -> Slip | None:
    row = dice.choice(rows_of(sheet, PLAY))
    turns = (*sheet.turns[: row + 1], sheet.turns[row], *sheet.turns[row + 1 :])
    return Slip(replace(sheet, turns=turns), frozenset({row, row + 1}))


def missing(dice: Dice, rules: Ruleset, sheet: Scoresheet) -> Slip | None:
    row = dice.choice(rows_of(sheet, PLAY))
    return Slip(replace(sheet, turns=sheet.turns[:row] + sheet.turns[row + 1 :]), frozenset({row}))


def exchanged(dice: Dice, rules: Ruleset, sheet: Scoresheet) -> Slip | None:
    turns, by = list(sheet.turns), dice.choice((1, 1, 2))
    rows = [at for at in rows_of(sheet, PLAY) if at + by < len(turns) and turns[at + by].kind == PLAY]
    row = dice.choice(rows)
    turns[row], turns[row + by] = turns[row + by], turns[row]
    return Slip(replace(sheet, turns=tuple(turns)), frozenset({row, row + by}))


def square(dice: Dice, rules: Ruleset, sheet: Scoresheet) -> Slip | None:
    row = dice.choice(rows_of(sheet, PLAY))
    place = rules.tables.places[sheet.turns[row].position]
    across = place.step == 1
    (line, col) = rules.tables.squares[place.at]
    by = dice.choice((-2, -1, 1, 2))
    line, col = (line + by, col) if dice.random() < 0.5 else (line, col + by)
    name = next((n for n, p in rules.tables.places.items()
                 if p.at == rules.tables.number(line, col) and (p.step == 1) == across
                 and rules.tables.squares.get(p.at) == (line, col)), None)  # fmt: skip
    return None if name is None else Slip(changed(sheet, row, position=name), frozenset({row}))


def direction(dice: Dice, rules: Ruleset, sheet: Scoresheet) -> Slip | None:
    row = dice.choice(rows_of(sheet, PLAY))
    written = sheet.turns[row].position
    letter, digits = written.strip("0123456789"), "".join(sign for sign in written if sign.isdigit())
    other = letter + digits if written[0].isdigit() else digits + letter
    return Slip(changed(sheet, row, position=other), frozenset({row}))


def units(word: str) -> list[str]:
    """The tiles of a word as they are written."""
    return list(_split(word))


def _split(word: str) -> Iterator[str]:
    at = 0
    while at < len(word):
        end = word.index("]", at) + 1 if word[at] == "[" else at + 1
        yield word[at:end]
        at = end


def swapped(dice: Dice, rules: Ruleset, sheet: Scoresheet) -> Slip | None:
    row = dice.choice(rows_of(sheet, PLAY))
    parts = units(sheet.turns[row].word)
    pairs = [at for at in range(len(parts) - 1) if parts[at] != parts[at + 1]]
    if not pairs:
        return None
    at = dice.choice(pairs)
    parts[at], parts[at + 1] = parts[at + 1], parts[at]
    return Slip(changed(sheet, row, word="".join(parts)), frozenset({row}))


def letter(dice: Dice, rules: Ruleset, sheet: Scoresheet) -> Slip | None:
    """Another letter for one that is no blank: another for a blank would be two slips."""
    row = dice.choice(rows_of(sheet, PLAY))
    parts = units(sheet.turns[row].word)
    plain = [at for at, part in enumerate(parts) if part.strip("[]").isupper()]
    if not plain:
        return None
    at = dice.choice(plain)
    others = [one for one in rules.tables.values if one.isupper() and one != parts[at].strip("[]").upper()]
    other = dice.choice(others)
    parts[at] = f"[{other}]" if parts[at].startswith("[") or len(other) > 1 else other
    return Slip(changed(sheet, row, word="".join(parts)), frozenset({row}))


def blank(dice: Dice, rules: Ruleset, sheet: Scoresheet) -> Slip | None:
    rows = [at for at in rows_of(sheet, PLAY) if any(sign.islower() for sign in sheet.turns[at].word)]
    if not rows:
        return None
    row = dice.choice(rows)
    parts = units(sheet.turns[row].word)
    at = dice.choice([at for at, part in enumerate(parts) if part.strip("[]").islower()])
    parts[at] = parts[at].upper()
    if parts[at].strip("[]") not in rules.tables.values:
        return None
    return Slip(changed(sheet, row, word="".join(parts)), frozenset({row}))


def slipped(dice: Dice, number: int) -> int:
    """One digit another, or two changed about."""
    digits = list(str(abs(number)))
    at = dice.randrange(len(digits))
    if len(digits) > 1 and dice.random() < 0.3:
        at = min(at, len(digits) - 2)
        digits[at], digits[at + 1] = digits[at + 1], digits[at]
    else:
        digits[at] = dice.choice([one for one in "0123456789" if one != digits[at]])
    return int("".join(digits)) * (-1 if number < 0 else 1)


def _digit(dice: Dice, sheet: Scoresheet, rows: Sequence[int], name: str) -> Slip | None:
    rows = [at for at in rows if getattr(sheet.turns[at], name) is not None]
    if not rows:
        return None
    row = dice.choice(rows)
    old = getattr(sheet.turns[row], name)
    new = slipped(dice, old)
    return None if new == old else Slip(changed(sheet, row, **{name: new}), frozenset({row}))


def score(dice: Dice, rules: Ruleset, sheet: Scoresheet) -> Slip | None:
    return _digit(dice, sheet, rows_of(sheet, PLAY), "score")


def total(dice: Dice, rules: Ruleset, sheet: Scoresheet) -> Slip | None:
    return _digit(dice, sheet, rows_of(sheet, PLAY), "total")


def rack_points(dice: Dice, rules: Ruleset, sheet: Scoresheet) -> Slip | None:
    return _digit(dice, sheet, rows_of(sheet, OUT, RACK), "score")


def with_withdrawal(dice: Dice, rules: Ruleset, sheet: Scoresheet) -> Scoresheet | None:
    """The game with a play that was taken back put in before some row, and a pass of the others after it."""
    if rows_of(sheet, WITHDRAWN):
        return sheet
    rows = [at for at in rows_of(sheet, PLAY) if at > 1]
    row = dice.choice(rows)
    turn, replay = sheet.turns[row], Replay(Rules(rules), sheet)
    board = replay.boards[row]
    found = [one for tokens in replay.read(turn.word) for one in board.fits(tokens)]
    found = [one for one in found if board.holds(one.tiles) and replay.rules.name(one.place) != turn.position]
    found = [one for one in found if not turn.rack or replay.rules.from_rack(turn.rack, one.tiles)]
    if not found or turn.total is None or turn.score is None or turn.seat is None:
        return None
    one, before = dice.choice(found), turn.total - turn.score
    wrong = turn._replace(position=replay.rules.name(one.place), score=one.points, total=before + one.points)
    rows_in = [wrong, Turn(WITHDRAWN, turn.seat, rack=turn.rack, score=-one.points, total=before)]
    for by in range(1, sheet.seats):
        other = (turn.seat + by) % sheet.seats
        last = next(
            (t.total for t in reversed(sheet.turns[:row]) if t.seat == other and t.total is not None), 0
        )
        rows_in.append(Turn(PASSED, other, score=0, total=last))
    return replace(sheet, turns=(*sheet.turns[:row], *rows_in, *sheet.turns[row:]))


def withdrawal(dice: Dice, rules: Ruleset, sheet: Scoresheet) -> Slip | None:
    """A play taken back by the other player, or written after another play."""
    row = dice.choice(rows_of(sheet, WITHDRAWN))
    turns = list(sheet.turns)
    if dice.random() < 0.5:
        other = (turns[row].seat or 0) + 1
        return Slip(changed(sheet, row, seat=other % sheet.seats), frozenset({row}))
    later = [at for at in rows_of(sheet, PLAY) if at > row][:2]
    if not later:
        return None
    at = dice.choice(later)
    turns.insert(at, turns.pop(row))
    return Slip(replace(sheet, turns=tuple(turns)), frozenset({row, at}))


def points(dice: Dice, rules: Ruleset, sheet: Scoresheet) -> Slip | None:
    """A bonus or a premium forgotten, points for a challenge in the score: carried on into every later total."""
    report = validate(rules, sheet)
    row = dice.choice(rows_of(sheet, PLAY))
    step, old = report.game.steps[row], sheet.turns[row].score
    if step.placed is None or old is None:
        return None
    new = list(_other_sums(dice, rules, step, old))
    score = dice.choice([one for one in new if one != old] or [old])
    if score == old:
        return None
    slip = changed(sheet, row, score=score)
    for one in carried_on(sheet, sheet.turns[row].seat or 0, row, score - old):
        if one.row is not None:
            slip = changed(slip, one.row, total=one.new)
    return Slip(slip, frozenset({row}))


def _other_sums(dice: Dice, rules: Ruleset, step: Step, right: int) -> Iterator[int]:
    """With points for a challenge; without the bonus, four times as often; without a premium, in plays of one word."""
    yield right + dice.choice((5, 10))
    judged = step.placed.judged if step.placed else None
    if judged is None:
        return
    yield from [right - judged.bonus] * 4 if judged.bonus else []
    for word in judged.words if len(judged.words) == 1 else ():
        premiums = [(one, rules.layout.premiums[one.square]) for one in word.letters if one.new]
        yield from (
            right - one.piece.value * (by.letter - 1) * word.factor for one, by in premiums if by.letter > 1
        )
        yield from (
            right - word.sum * (word.factor - word.factor // by.word) for _, by in premiums if by.word > 1
        )


KINDS: dict[str, Callable[[Dice, Ruleset, Scoresheet], Slip | None]] = {
    "seat": seat,
    "twice": twice,
    "missing": missing,
    "exchanged": exchanged,
    "square": square,
    "direction": direction,
    "swapped": swapped,
    "letter": letter,
    "blank": blank,
    "score": score,
    "total": total,
    "rack points": rack_points,
    "withdrawal": withdrawal,
    "points": points,
}
