"""Scoresheets for tests, written the short way: one row a line, running totals added up as a careful player would.

`1 10E MABAIT +22` a play · `2 pass` · `1 lost` · `2 swap AB` or `2 swap 3` · `1 back -22` a play taken back ·
`2? valid HATI` challenged by player 2 (`2,3? invalid`) · `1 theme +5 SIPA` · `1 recycle J10 A` · `1 time -10` ·
`1 bonus +5` · `1 score +12` · `1 rack AB -5` · `1 out AB +5` · `end nobody_can_move`. `@80` at the end: seconds.
"""

from __future__ import annotations

import re
from dataclasses import replace

from scoring.sheets import scoresheet as rows
from scoring.sheets.scoresheet import Player, Scoresheet, Turn

NAMES = ("Amihan", "Bayani", "Dalisay", "Ligaya")
# The game several files begin with: six plays at 10E and around it.
GAME = """
1 10E MABAIT +22
2 H7 MAGANDA +24
1 8G HATI +19
2 13G DALAGA +18
1 J10 TAGALOG +36
2 K11 TAGAK +24
"""
_CHALLENGE = re.compile(r"([1-4](?:,[1-4])*)\? ?(valid|invalid|)((?: \S+)*)")
_SECONDS = re.compile(r" @(\d+)$")


def sheet(text: str, players: int = 2, *, add_up: bool = True, **head: object) -> Scoresheet:
    """The sheet of a script; `head` sets fields of the Scoresheet."""
    turns = [row(line.strip()) for line in text.strip().splitlines() if line.strip()]
    names = tuple(Player(name) for name in NAMES[:players])
    found = Scoresheet(names, tuple(summed(turns, players) if add_up else turns))
    return replace(found, **head)  # type: ignore[arg-type]


def summed(turns: list[Turn], players: int) -> list[Turn]:
    """Running totals; a play ruled out leaves its player's total, with its theme points."""
    sums, found, owner, points = [0] * players, [], 0, 0
    for turn in turns:
        if turn.kind == rows.CHALLENGE and turn.verdict == rows.INVALID:
            sums[owner] -= points
        if turn.seat is None or turn.kind == rows.CHALLENGE:
            found.append(turn)
            continue
        sums[turn.seat] += turn.score or 0
        found.append(turn._replace(total=sums[turn.seat]))
        if turn.kind in (rows.PLAY, rows.THEME):
            points = (points if turn.kind == rows.THEME else 0) + (turn.score or 0)
            owner = turn.seat
    return found


def row(line: str) -> Turn:
    timed = _SECONDS.search(line)
    turn = _row(_SECONDS.sub("", line))
    return turn._replace(seconds=int(timed[1])) if timed else turn


def _row(line: str) -> Turn:
    asked = _CHALLENGE.fullmatch(line)
    if asked:
        seats = tuple(int(seat) - 1 for seat in asked[1].split(","))
        return Turn(rows.CHALLENGE, challengers=seats, verdict=asked[2], words=tuple(asked[3].split()))
    head, *parts = line.split()
    if head == "end":
        return Turn(rows.END, reason=parts[0])
    return _of_seat(int(head) - 1, parts)


def _of_seat(seat: int, parts: list[str]) -> Turn:
    what, *rest = parts
    score = next((int(part) for part in rest if re.fullmatch(r"[+-]\d+", part)), None)
    words = [part for part in rest if not re.fullmatch(r"[+-]\d+", part)]
    if what in ("pass", "lost"):
        return Turn(what, seat, score=0)
    if what == "swap":
        number = int(words[0]) if words and words[0].isdigit() else None
        return Turn(rows.EXCHANGE, seat, tiles=None if number else words[0], number=number, score=0)
    if what == "back":
        return Turn(rows.WITHDRAWN, seat, score=score)
    if what == "theme":
        return Turn(rows.THEME, seat, words=tuple(words), score=score)
    if what == "recycle":
        return Turn(rows.RECYCLE, seat, position=words[0], tiles=words[1])
    if what in (rows.TIME, rows.BONUS, rows.SCORE):
        return Turn(what, seat, score=score)
    if what in (rows.RACK, rows.OUT):
        return Turn(what, seat, tiles=words[0], score=score)
    return Turn(
        rows.PLAY, seat, position=what, word=words[0] if words else "", rack=_rack(words), score=score
    )


def _rack(words: list[str]) -> str | None:
    return words[1] if len(words) > 1 else None
