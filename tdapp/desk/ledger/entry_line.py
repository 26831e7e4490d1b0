"""The entry line: what a clerk types from a slip, as data. Pure text in, values out.

`7 412 388`         table 7, seat 1 (the starter) 412, seat 2 388; up to four scores
`7 412 388 24`      with the spread of seat 1 as a check (two seats; signed)
`7 400 400 / 412 405`  scores before unplayed tiles after a slash (equal final scores, SAL:232)
`7 412 388 p2=10`   ten points of penalty for seat 2
`7 412 388 w12 r3`  player 12 won, as a check; round 3 is meant
`7 f2`              seat 2 did not come (f1, f12, ...);  `7 x` not scored
`7 u 300 280`       unfinished (time called)

A number pad has no space: its point, comma, star and plus separate too, and so does a dash between
digits; before the spread that dash is its sign (`12+412+388-24`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

PENALTY = re.compile(r"p([1-4])=?(-?[0-9]{1,3})")
FORFEIT = re.compile(r"f([1-4]{1,4})")
WINNER = re.compile(r"w([0-9]{1,4})")
ROUND = re.compile(r"r([0-9]{1,3})")
NUMBER = re.compile(r"[~-]?[0-9]{1,4}")
ASIDE = re.compile(r"\s*([0-9]{1,4})\s*\?(.*)", re.DOTALL)
GLUED_DASH = re.compile(r"(?<=[0-9])-(?=[0-9])")
SEPARATORS = str.maketrans({"/": " / ", **dict.fromkeys("+*.,;", " "), **dict.fromkeys("−–", "-")})
LONGEST = 120
EXAMPLE = "7 412 388"


@dataclass(frozen=True, slots=True)
class Entry:
    """A result as somebody wants it stored: values per seat, in seat order.

    `spread` (seat 1's) and `winner` (a player's number) are checks as typed; they are not stored.
    """

    kind: str = "played"
    scores: tuple[int, ...] = ()
    before: tuple[int, ...] = ()
    penalties: dict[int, int] = field(default_factory=dict)
    absent: tuple[int, ...] = ()
    spread: int | None = None
    winner: int | None = None

    def as_data(self) -> dict[str, Any]:
        """The entry for an audit row or a conflict page."""
        return {
            "kind": self.kind, "scores": list(self.scores), "before": list(self.before),
            "penalties": {str(seat): points for seat, points in self.penalties.items()},
            "absent": list(self.absent),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Typed:
    """One line as read. `spread` is seat 1's, `winner` a player's number; `absent` holds seats."""

    table: int
    kind: str = "played"
    scores: tuple[int, ...] = ()
    before: tuple[int, ...] = ()
    spread: int | None = None
    penalties: dict[int, int] = field(default_factory=dict)
    absent: tuple[int, ...] = ()
    winner: int | None = None


def words_of(text: str) -> list[str]:
    """The line's words; a dash that stood between two digits is kept as `~` in front of the second."""
    return GLUED_DASH.sub(" ~", text.casefold().translate(SEPARATORS)).split()


def read(text: str, seats: int = 2) -> Typed | list[str]:
    """The line as values, or one sentence for each mistake. `seats` is how many sit at the table."""
    words = words_of(text)
    if not words or len(text) > LONGEST:
        return [_("Type the table and the scores, like %(example)s.") % {"example": EXAMPLE}]
    table = table_number(text)
    if table is None:
        return [_("The line starts with the table number, not with %(word)s.") % {"word": words[0][:20]}]
    return _read_rest(table, [word for word in words[1:] if not ROUND.fullmatch(word)], seats)


def _read_rest(table: int, words: list[str], seats: int) -> Typed | list[str]:
    if words == ["x"]:
        return Typed(table, "unscored")
    if words == ["f"]:
        return [_("Say which seat did not come: f1 or f2.")]
    if len(words) == 1 and (match := FORFEIT.fullmatch(words[0])):
        return _forfeit(table, match[1], seats)
    kind = "unfinished" if words[:1] == ["u"] else "played"
    return _scores(table, kind, words[1:] if kind == "unfinished" else words, seats)


def _forfeit(table: int, digits: str, seats: int) -> Typed | list[str]:
    absent = tuple(sorted({int(digit) for digit in digits}))
    if absent[-1] > seats:
        sentence = _("Table %(table)s has %(seats)s seats, so seat %(seat)s cannot forfeit.")
        return [sentence % {"table": table, "seats": seats, "seat": absent[-1]}]
    return Typed(table, "forfeit", absent=absent)


def _scores(table: int, kind: str, words: list[str], seats: int) -> Typed | list[str]:
    penalties = [match for word in words if (match := PENALTY.fullmatch(word))]
    winners = [int(match[1]) for word in words if (match := WINNER.fullmatch(word))]
    rest = [word for word in words if not PENALTY.fullmatch(word) and not WINNER.fullmatch(word)]
    if faults := _word_faults(rest, penalties, winners):
        return faults
    cut = rest.index("/") if "/" in rest else len(rest)
    final = [_number(word, is_spread=place == seats) for place, word in enumerate(rest[:cut])]
    before = [_number(word) for word in rest[cut + 1 :]]
    points = {int(match[1]): int(match[2]) for match in penalties}
    if faults := _count_faults(table, final, before if cut < len(rest) else None, points, seats):
        return faults
    spread = final[seats] if len(final) == seats + 1 else None
    winner = winners[0] if winners else None
    return Typed(table, kind, tuple(final[:seats]), tuple(before), spread, points, (), winner)


def _number(word: str, *, is_spread: bool = False) -> int:
    """A dash between digits separates (12-412-388); only in front of the spread it is a sign."""
    return int(word.replace("~", "-" if is_spread else ""))


def _word_faults(rest: list[str], penalties: list[re.Match[str]], winners: list[int]) -> list[str]:
    unread = [word for word in rest if word != "/" and not NUMBER.fullmatch(word)]
    faults = [_("%(word)s is not a score.") % {"word": word.lstrip("~")[:20]} for word in unread]
    if rest.count("/") > 1:
        faults.append(_("Only one slash: after it come the scores before unplayed tiles."))
    if len({match[1] for match in penalties}) < len(penalties):
        faults.append(_("Two penalties were typed for one seat; type their sum once."))
    if len(winners) > 1:
        faults.append(_("Only one winner can be typed."))
    return faults


def _count_faults(
    table: int, final: list[int], before: list[int] | None, penalties: dict[int, int], seats: int
) -> list[str]:
    facts = {"table": table, "seats": seats, "typed": len(final), "before": len(before or ())}
    faults = []
    if len(final) != seats and not (seats == 2 and len(final) == 3):
        sentence = ngettext(
            "Table %(table)s needs %(seats)s scores in seat order; %(typed)s was typed.",
            "Table %(table)s needs %(seats)s scores in seat order; %(typed)s were typed.",
            len(final),
        )
        faults.append(sentence % facts)
    if before is not None and len(before) != seats:
        sentence = _("After the slash come %(seats)s scores before unplayed tiles, not %(before)s.")
        faults.append(sentence % facts)
    if any(seat > seats for seat in penalties):
        sentence = _("There is no such seat for this penalty; table %(table)s has %(seats)s seats.")
        faults.append(sentence % facts)
    return faults


def table_number(text: str) -> int | None:
    """The table a line speaks of, before the rest is read; None when it does not start with one."""
    first = words_of(text)[:1]
    return int(first[0]) if first and re.fullmatch(r"[0-9]{1,4}", first[0]) else None


def round_number(text: str) -> int | None:
    """The round a line names (`r3`), when it does."""
    named = [int(match[1]) for word in words_of(text) if (match := ROUND.fullmatch(word))]
    return named[0] if len(set(named)) == 1 else None


def question(text: str) -> tuple[int, str] | None:
    """`7 ? the slips differ` raises a question on table 7: the table and the words, else None."""
    found = ASIDE.fullmatch(text)
    return (int(found[1]), " ".join(found[2].split())) if found else None
