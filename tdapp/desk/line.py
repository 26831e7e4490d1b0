"""The entry line: what a clerk types from a slip, as data. Pure text in, values out.

`7 412 388`         table 7, seat 1 (the starter) 412, seat 2 388; up to four scores
`7 412 388 24`      with the spread of seat 1 as a check (two seats; signed)
`7 400 400 / 412 405`  scores before unplayed tiles after a slash (equal final scores, SAL:232)
`7 412 388 p2=10`   ten points of penalty for seat 2
`7 f2`              seat 2 did not come (f1, f12, ...);  `7 x` not scored;  `7 u 300 280` unfinished (time called)
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

PENALTY = re.compile(r"p([1-4])=?(-?\d{1,3})")
FORFEIT = re.compile(r"f([1-4]{1,4})")
NUMBER = re.compile(r"[+-]?\d{1,4}")
LONGEST = 120


@dataclass(frozen=True, slots=True)
class Typed:
    """One line as read. `spread` is seat 1's, when it was typed; `absent` holds seat numbers."""

    table: int
    kind: str = "played"
    scores: tuple[int, ...] = ()
    before: tuple[int, ...] = ()
    spread: int | None = None
    penalties: dict[int, int] = field(default_factory=dict)
    absent: tuple[int, ...] = ()


def read(text: str, seats: int = 2) -> Typed | list[str]:
    """The line as values, or one sentence for each mistake. `seats` is how many sit at the table."""
    words = text.casefold().replace(",", " ").replace("/", " / ").replace("−", "-").split()
    if not words or len(text) > LONGEST:
        return [_("Type the table and the scores, like 7 412 388.")]
    if not words[0].isdecimal() or len(words[0]) > 4:
        return [_("The line starts with the table number, not with %(word)s.") % {"word": words[0][:20]}]
    return _read_rest(int(words[0]), words[1:], seats)


def _read_rest(table: int, words: list[str], seats: int) -> Typed | list[str]:
    if words == ["x"]:
        return Typed(table, "unscored")
    if len(words) == 1 and (match := FORFEIT.fullmatch(words[0])):
        return _forfeit(table, match[1], seats)
    kind = "unfinished" if words[:1] == ["u"] else "played"
    return _scores(table, kind, words[1:] if kind == "unfinished" else words, seats)


def _forfeit(table: int, digits: str, seats: int) -> Typed | list[str]:
    absent = tuple(sorted({int(digit) for digit in digits}))
    if absent[-1] > seats:
        return [
            _("Table %(table)s has %(seats)s seats, so seat %(seat)s cannot forfeit.")
            % {"table": table, "seats": seats, "seat": absent[-1]}
        ]
    return Typed(table, "forfeit", absent=absent)


def _scores(table: int, kind: str, words: list[str], seats: int) -> Typed | list[str]:
    penalties = {int(m[1]): int(m[2]) for word in words if (m := PENALTY.fullmatch(word))}
    rest = [word for word in words if not PENALTY.fullmatch(word)]
    unread = [word for word in rest if word != "/" and not NUMBER.fullmatch(word)]
    if unread:
        return [_("%(word)s is not a score.") % {"word": word[:20]} for word in unread]
    cut = rest.index("/") if "/" in rest else len(rest)
    final, before = ([int(w) for w in part if w != "/"] for part in (rest[:cut], rest[cut + 1 :]))
    if faults := _count_faults(table, final, before, penalties, seats):
        return faults
    spread = final[seats] if len(final) == seats + 1 else None
    return Typed(table, kind, tuple(final[:seats]), tuple(before), spread, penalties)


def _count_faults(
    table: int, final: list[int], before: list[int], penalties: dict[int, int], seats: int
) -> list[str]:
    facts = {"table": table, "seats": seats, "typed": len(final), "before": len(before)}
    faults = []
    if len(final) != seats and not (seats == 2 and len(final) == 3):
        faults.append(_("Table %(table)s has %(seats)s seats, but %(typed)s scores were typed.") % facts)
    if before and len(before) != seats:
        faults.append(
            _("After the slash come %(seats)s scores before unplayed tiles, not %(before)s.") % facts
        )
    if any(seat > seats for seat in penalties):
        faults.append(
            _("There is no such seat for this penalty; table %(table)s has %(seats)s seats.") % facts
        )
    return faults


def table_number(text: str) -> int | None:
    """The table a line speaks of, before the rest is read."""
    first = text.split(maxsplit=1)[:1]
    return int(first[0]) if first and first[0].isdecimal() and len(first[0]) <= 4 else None
