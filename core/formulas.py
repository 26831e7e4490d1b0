"""CSV text that a spreadsheet would take for a formula gets an apostrophe, and loses it when read.

Every text is walked through once: where blanks and quotes are followed by no sign of a formula they are passed over
whole, else a cell of line ends alone would be looked through again from each of them.
"""

from __future__ import annotations

import re

STARTERS = "=+\\-@\t\r＝＋－＠"
# At the start, and after what another program may take for the end of a cell.
PLACE = r"(^|[;,|\t\r\n])"
BEFORE = r"[\s\"']"
RISKY = re.compile(rf"{PLACE}(?:({BEFORE}*[{STARTERS}])|{BEFORE}++)")
GUARDED = re.compile(rf"{PLACE}'(?:({BEFORE}*[{STARTERS}])|{BEFORE}++)")


def is_risky(text: str) -> bool:
    """Whether a spreadsheet could take the text for a formula."""
    found = RISKY.match(text)
    return found is not None and found[2] is not None


def guarded(text: str) -> str:
    """`text` so that no spreadsheet takes it, or a part of it, for a formula (OWASP on CSV injection)."""
    return RISKY.sub(lambda found: f"{found[1]}'{found[2]}" if found[2] else found[0], text)


def unguarded(text: str) -> str:
    """The text as it was before `guarded`."""
    return GUARDED.sub(lambda found: found[1] + found[2] if found[2] else found[0], text)
