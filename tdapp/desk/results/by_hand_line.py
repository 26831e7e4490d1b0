"""One line of a round that was run by hand, as words and scores. Pure text in, values out.

`12 Ramos 412 - Peña 388`     table 12; names as far as they are clear, the one who started first
`3 412 7 388`                 the same by entrant numbers, without a table: the next free one
`12 3 412 7 388`              with the table in front: an odd number of words
`5 Ramos 310 Peña 290 Cruz 305`   three or four at a table
`12 Ramos w - Peña f`         Peña did not come;   `12 Ramos x - Peña x` not scored
`12 Ramos 400 - Peña 400 / 412 405`  scores before unplayed tiles;  `p2=10` a penalty;  `u` at the end: unfinished
`Cruz bye`   `Cruz absent` (counts as a forfeit)   `Cruz out` (not scored)
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.utils.translation import gettext as _

EXAMPLE = "12 Ramos 412 - Peña 388"
LONGEST = 240
NUMBER = re.compile(r"-?[0-9]{1,4}")
PENALTY = re.compile(r"p[1-4]=?[0-9]{1,3}")
BETWEEN = re.compile(r"(?<=[0-9])-(?=\w)")
DASHES = str.maketrans(dict.fromkeys("–—−", "-"))
MARKS = ("w", "f", "x")
APART = {"bye": "bye", "absent": "forfeit", "forfeit": "forfeit", "out": "unscored"}
Who = int | str


@dataclass(frozen=True, slots=True)
class Words:
    """A line as read. `table` None: none was typed. `marks`: a score as text, or one of MARKS, for each of `who`.

    `kind` is "table", or the slot's kind of somebody who was at none. `rest`: what stands behind the scores.
    """

    kind: str
    who: tuple[Who, ...]
    table: int | None = None
    marks: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    rest: tuple[str, ...] = ()


def read(text: str) -> Words | str:
    """The line as words, or one sentence that says what is wrong with it."""
    if len(text) > LONGEST:
        return _("This line is longer than %(most)s characters.") % {"most": LONGEST}
    head, slash, tail = text.translate(DASHES).partition("/")
    words = _words(head)
    if apart := _apart(words):
        return apart
    rest = tuple(word.casefold() for word in words if _is_rest(word))
    words = [word for word in words if not _is_rest(word)]
    if words and words[-1].casefold() == "u":
        words, rest = words[:-1], ("u", *rest)
    found = _table(words, marked=True) or _table(words, marked=False)
    if found is None:
        return _why_not(words)
    before, more = _tail(tail)
    return Words("table", found.who, found.table, found.marks, before if slash else (), (*rest, *more))


def _words(text: str) -> list[str]:
    """The words; dashes between a score and what follows separate, those inside a name do not."""
    apart = BETWEEN.sub(" ", text.replace(",", " ").replace(";", " ").replace(":", " "))
    kept = (word if NUMBER.fullmatch(word) else word.strip("-") for word in apart.split())
    return [word for word in kept if word and word.casefold() not in {"vs", "vs."}]


def _is_rest(word: str) -> bool:
    return bool(PENALTY.fullmatch(word.casefold()))


def _tail(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Behind the slash: scores before unplayed tiles, and the rest."""
    words = [word.casefold() for word in _words(text)]
    scores = tuple(word for word in words if NUMBER.fullmatch(word))
    return scores, tuple(word for word in words if not NUMBER.fullmatch(word))


def _apart(words: list[str]) -> Words | str | None:
    """`Cruz bye`, `bye 12`: somebody at no table."""
    for kind, rest in ((words[-1:], words[:-1]), (words[:1], words[1:])):
        how = APART.get(kind[0].casefold()) if kind else None
        if how and len(rest) == 1 and NUMBER.fullmatch(rest[0]):
            return Words(how, (int(rest[0]),))
        if how and rest and not any(NUMBER.fullmatch(word) for word in rest):
            return Words(how, (" ".join(rest),))
        if how and not rest:
            return _("Say who: a name or an entrant number stands beside %(word)s.") % {"word": kind[0]}
    return None


def _table(words: list[str], *, marked: bool) -> Words | None:
    """Players and scores in turn, the table in front when their number is odd; None when that is not what it is.

    `marked`: single letters w, f and x are results; else they belong to a name (Cruz F 412).
    """
    items = _items(words, marked)
    table = None
    if len(items) % 2 and items and isinstance(items[0], int):
        table, items = items[0], items[1:]
    who, scores = items[::2], items[1::2]
    fits = 2 <= len(who) <= 4 and len(who) == len(scores)
    if not fits or any(isinstance(one, str) and not _is_mark(one, marked) for one in scores):
        return None
    if any(isinstance(one, str) and _is_mark(one, marked) for one in who):
        return None
    return Words("table", tuple(who), table, tuple(str(one).casefold() for one in scores))


def _items(words: list[str], marked: bool) -> list[Who]:
    """Numbers, marks, and the words of a name put together."""
    items: list[Who] = []
    for word in words:
        if NUMBER.fullmatch(word):
            items.append(int(word))
        elif (
            items
            and isinstance(items[-1], str)
            and not {_is_mark(items[-1], marked), _is_mark(word, marked)} - {False}
        ):
            items[-1] = f"{items[-1]} {word}"
        else:
            items.append(word)
    return items


def _is_mark(word: str, marked: bool) -> bool:
    return marked and word.casefold() in MARKS


def _why_not(words: list[str]) -> str:
    numbers = sum(bool(NUMBER.fullmatch(word)) for word in words)
    if not numbers:
        return _("No score is on this line; write it like %(example)s.") % {"example": EXAMPLE}
    return _("Each player needs a score behind the name or number, like %(example)s.") % {"example": EXAMPLE}
