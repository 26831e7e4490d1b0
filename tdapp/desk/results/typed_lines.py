"""Lines of results as they come on a command line: one in words, several in quotes, or many on standard input."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice

from django.utils.translation import gettext as _

from tdapp.kernel.refusals import Refusal

MOST, LONGEST = 2000, 1000
WHOLE = re.compile(r"\s*[0-9]+\s+\S.*", re.DOTALL)


def lines_of(words: Sequence[str], standard_input: Iterable[str]) -> list[tuple[int, str]]:
    """The lines meant, each with its number: `-` is standard input, an argument with blanks in it a line of its own.

    Words beside each other are one line, as they always were: `7 412 388`. Empty lines are passed over.
    """
    if list(words) == ["-"]:
        return _numbered(standard_input)
    lines: list[str] = []
    loose: list[str] = []
    for word in words:
        if not WHOLE.fullmatch(word):
            loose.append(word)
            continue
        lines += [" ".join(loose)] if loose else []
        lines.append(word)
        loose = []
    return _numbered([*lines, " ".join(loose)])


def _numbered(lines: Iterable[str]) -> list[tuple[int, str]]:
    read = list(islice(lines, MOST + 1))
    if len(read) > MOST:
        raise Refusal("too-many-lines", _("At most %(most)s lines at a time.") % {"most": MOST})
    found = [(number, line.strip()[:LONGEST]) for number, line in enumerate(read, 1) if line.strip()]
    if not found:
        raise Refusal("no-lines", _("There is no line. Type the table and the scores, like 7 412 388."))
    return found
