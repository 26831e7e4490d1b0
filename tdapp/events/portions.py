"""A long list a portion at a time: the first rows at once, the rest as they are asked for, searched by the hall itself.

What is shown small stays whole. A page hands its rows (or only their keys: what is not shown need not be read) and how a
row is called; the templates `events/portions/_search.html` above the table and `_more.html` as the last row of its body do
the rest, with a script by scrolling and typing, without one by links and a button.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.http import HttpRequest
from django.utils.http import urlencode

from tdapp.people.names import fold

T = TypeVar("T")
R = TypeVar("R")
SIZE = 100
# Of a long list so many come at once: more than a screen shows, and each row costs as much as all else of a page a tenth.
FIRST = 50
LONGEST = 60


@dataclass(frozen=True, slots=True)
class Portion(Generic[T]):
    """The rows shown, of `found` that fit what was `asked`, of `total` there are; `before` of those found come earlier.

    `mark` tells several lists of one page apart; `kept` is what else stands in the address, `path` what stands before it.
    """

    rows: tuple[T, ...]
    before: int
    found: int
    total: int
    size: int
    asked: str
    mark: str
    kept: tuple[tuple[str, str], ...]
    path: str = ""

    def __iter__(self) -> Iterator[T]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def long(self) -> bool:
        """Whether there are more than one portion's worth: only then is anything searched or asked for."""
        return self.total > self.size

    @property
    def first(self) -> int:
        return self.before + 1 if self.rows else 0

    @property
    def last(self) -> int:
        return self.before + len(self.rows)

    @property
    def left(self) -> int:
        return max(0, self.found - self.last)

    @property
    def following(self) -> int:
        """How many the next portion brings."""
        return min(self.left, self.size)

    @property
    def more(self) -> str:
        """The address of the next portion, "" after the last."""
        return self._at(self.last) if self.left else ""

    @property
    def earlier(self) -> str:
        """The address of the portion before, "" at the first; for who reads without a script."""
        return self._at(max(0, self.before - self.size)) if self.before else ""

    @property
    def here(self) -> str:
        """What a button on a row carries along, so that the page comes back to the same rows; "" for a whole list."""
        return self._at(self.before) if self.asked or self.before else ""

    @property
    def id(self) -> str:
        return f"portion{self.mark}"

    def _at(self, before: int) -> str:
        told = [*self.kept, *([(f"q{self.mark}", self.asked)] if self.asked else [])]
        return "?" + urlencode([*told, *([(f"from{self.mark}", str(before))] if before else [])])


def portion(
    request: HttpRequest, rows: Sequence[T], words: Callable[[T], str], *, size: int = SIZE, first: int = FIRST,
    mark: str = "", stays: Callable[[T], bool] = lambda _row: False,
) -> Portion[T]:  # fmt: skip
    """The portion of `rows` that a request asks for: `?from=` and `?q=` (with the `mark` behind the name).

    `words`: what a row is found by; every word typed has to begin one of these. `stays`: rows that are shown whatever is
    asked, for something of theirs was ticked or typed.
    """
    mark = f"-{mark}" if mark else ""
    asked = " ".join(request.GET.get(f"q{mark}", "").split())[:LONGEST]
    found: Sequence[T] = rows
    if asked:
        wanted = asked.split()
        found = [row for row in rows if stays(row) or fits(words(row), wanted)]
    before = _number(request.GET.get(f"from{mark}", ""))
    before = before if before < len(found) else 0
    most = len(rows) if len(rows) <= size else size if before else min(size, first)
    own = (f"q{mark}", f"from{mark}")
    kept = [(name, value) for name, values in request.GET.lists() if name not in own for value in values]
    return Portion(
        tuple(found[before : before + most]),
        before,
        len(found),
        len(rows),
        size,
        asked,
        mark,
        tuple(kept),
        request.path,
    )


def loaded(keys: Portion[T], rows: Iterable[R]) -> Portion[R]:
    """The same portion with what its keys stand for, read by now."""
    return Portion(
        tuple(rows), keys.before, keys.found, keys.total, keys.size, keys.asked, keys.mark, keys.kept, keys.path
    )  # fmt: skip


def fits(words: str, wanted: Sequence[str]) -> bool:
    """Whether each word typed begins one of a row's; a number is meant whole, for 43 is not table 437."""
    known = fold(words).split()
    typed = (fold(word) for word in wanted)
    return all(
        any(one == word if word.isdecimal() else one.startswith(word) for one in known) for word in typed
    )


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else 0
