"""One event of a GCG file: what stands after `>nick:`, with the habits of those who write such files."""

from __future__ import annotations

import re
from collections.abc import Mapping

from scoring.board.board import COLUMNS, MAX_SIDE, parse_position
from scoring.sheets.scoresheet import BONUS, EXCHANGE, OUT, PASSED, PLAY, RACK, TIME, WITHDRAWN, Turn

# A note by which a file of ours says that a score it had to write was not written.
NO_SCORE = "#no-score"
_NUMBER = re.compile(r"([+-]{0,2})(\d{1,6})")
_COUNT = re.compile(r"-(\d{1,2})")
_IN_BRACKETS = re.compile(r"\(([^()]*)\)")
# What usual lines are made of, looked up rather than worked out.
SCORES: Mapping[str, int] = {f"+{points}": points for points in range(500)}
TOTALS: Mapping[str, int] = {str(points): points for points in range(1500)}
PLACES = frozenset(
    name
    for column in COLUMNS
    for row in range(1, MAX_SIDE + 1)
    for name in (f"{row}{column}", f"{column}{row}")
)
_UNWRITTEN = Turn(PLAY)[9:]


def usual_play(words: list[str], seat: int) -> Turn | None:
    """A play written out with its rack, `>nick: RACK 8G WORD +12 34` cut into words; None for anything else."""
    _, rack, place, word, written, sum_ = words
    score, total = SCORES.get(written), TOTALS.get(sum_)
    if score is None or total is None or place not in PLACES or rack in PLACES or rack[0] in "-(":
        return None
    # The values of a Turn in order, without the detour of its named constructor.
    values = (PLAY, seat, place, word, rack, None, None, score, total)
    return tuple.__new__(Turn, values + _UNWRITTEN)


def read_event(text: str) -> Turn | None:
    """The part of an event after `>nick:`, without its seat; None when it is no event."""
    words = _tokens(text)
    if not words:
        return None
    rack = None if _starts_body(words[0]) else words.pop(0)
    if not words:
        return None
    turn, used = _body(words, rack)
    if turn is None:
        return None
    score, total, extra = _numbers(words[used:])
    return turn._replace(rack=rack, score=score, total=total, extra=extra)


def _tokens(text: str) -> list[str]:
    """Words of the line; what stands in round brackets at the start of a word stays together."""
    if "( " in text or " )" in text or "(" in text:
        text = re.sub(r"(^|\s)\(([^()]*)\)", lambda found: f"{found[1]}({found[2].replace(' ', '')})", text)
    return text.split()


def _starts_body(word: str) -> bool:
    return word[0] in "-(" or parse_position(word) is not None


def _body(words: list[str], rack: str | None) -> tuple[Turn | None, int]:
    """The turn without rack and numbers, and how many words it took."""
    first = words[0]
    bracket = _IN_BRACKETS.fullmatch(first)
    if bracket:
        return _bracketed(bracket[1], rack, words), 1
    if first[0] == "-":
        return _dashed(first), 1
    if len(words) > 1 and parse_position(first) is not None:
        return Turn(PLAY, position=first.upper(), word=words[1]), 2
    return None, 0


def _bracketed(inside: str, rack: str | None, words: list[str]) -> Turn:
    """`(challenge)`, `(time)`, or tiles left: deducted from their holder, or earned by who went out."""
    if inside.lower() in ("challenge", "time"):
        return Turn(BONUS if inside.lower() == "challenge" else TIME)
    score = _number(words[1]) if len(words) > 1 else None
    own = score is not None and (score < 0 or (score == 0 and rack is not None))
    return Turn(RACK if own else OUT, tiles=inside)


def _dashed(word: str) -> Turn:
    count = _COUNT.fullmatch(word)
    if word in ("-", "--"):
        return Turn(PASSED if word == "-" else WITHDRAWN)
    return Turn(EXCHANGE, number=int(count[1])) if count else Turn(EXCHANGE, tiles=word[1:])


def _numbers(words: list[str]) -> tuple[int | None, int | None, str]:
    """Score, running total, and what stands behind them."""
    found = [_number(word) for word in words[:2]]
    score = found[0] if found else None
    total = found[1] if len(found) > 1 and score is not None else None
    used = (score is not None) + (total is not None)
    return score, total, " ".join(words[used:])


def _number(text: str) -> int | None:
    """`+12`, `-12`, `12`, and `+-1` as one program writes it."""
    match = _NUMBER.fullmatch(text)
    if match is None or match[1] == "--":
        return None
    return -int(match[2]) if "-" in match[1] else int(match[2])
