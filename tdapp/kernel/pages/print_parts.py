"""A long print in parts: each of them light, and all on one page for the one press that prints everything.

`?part=2` is the second, `?part=all` the whole. What is short has no parts. The strip above the sheet
(`td/print/_print_parts.html`) leads from one to the others; *Print all* opens the whole and the browser's print dialogue.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.kernel.pages.shells import PrintHead
from tdapp.kernel.refusals import Missing

T = TypeVar("T")
# What a part is cut to; with a quarter more (long names, a longer language, the strip) it is still under 200 kB.
ROOM = 150_000
WHOLE = "all"


@dataclass(frozen=True, slots=True)
class Part:
    """Rows `first` up to before `end` of a print. `number` 0: all of them, on one page; `of`: how many parts there are.

    `kb`: about how heavy all on one page are; `said`: which rows these are, in words.
    """

    number: int
    of: int
    first: int
    end: int
    kb: int
    said: str = ""

    @property
    def numbers(self) -> range:
        return range(1, self.of + 1)

    @property
    def ends(self) -> bool:
        """Whether the print ends here: what stands under the rows stands once."""
        return self.number in (0, self.of)

    def rows(self, rows: Sequence[T], before: int = 0) -> Sequence[T]:
        """Those of a list that stand in this part; `before`: how many rows of the print stand before the list."""
        return rows[max(self.first - before, 0) : max(self.end - before, 0)]

    def named(self, said: str) -> Part:
        """The same part, with the words for its rows."""
        return replace(self, said=said)

    def head(self, head: PrintHead) -> PrintHead:
        """The line on each sheet says which part it is of: one that lies alone in the tray is not taken for all."""
        told = {"part": self.number, "parts": self.of, "rows": self.said}
        if not self.number:
            return head
        return replace(head, title=f"{head.title} · " + _("part %(part)s of %(parts)s: %(rows)s") % told)


def part_of(request: HttpRequest, total: int, row_bytes: int, whole: int = 1) -> Part:
    """Which part of a print of so many rows is asked for; `whole`: how many rows are on one sheet that must not be torn.
    A sheet that answers what was sent is asked for by sending it again.

    Refuses a part that is not there.
    """
    parts = max(-(-total * row_bytes // ROOM), 1)
    size = -(-total // (parts * whole)) * whole
    parts = max(-(-total // size), 1) if size else 1
    kb = max(round(total * row_bytes, -4) // 1000, 10)
    asked = request.POST.get("part") or request.GET.get("part", "1")
    if asked == WHOLE or (parts == 1 and asked == "1"):
        return Part(0, parts, 0, total, kb)
    if asked not in map(str, range(1, parts + 1)):
        raise Missing("missing", _missing(asked, parts))
    number = int(asked)
    return Part(number, parts, (number - 1) * size, min(number * size, total), kb)


def _missing(asked: str, parts: int) -> str:
    told = {"part": asked, "parts": parts}
    return ngettext(
        "This print has no part “%(part)s”: it has %(parts)s part.",
        "This print has no part “%(part)s”: it has %(parts)s parts, or part=all.",
        parts,
    ) % told  # fmt: skip
