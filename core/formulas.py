"""CSV text that a spreadsheet would take for a formula gets an apostrophe, and loses it when read."""

from __future__ import annotations

import re

STARTERS = "=+\\-@\t\r＝＋－＠"
# At the start, and after what another program may take for the end of a cell.
PLACE = r"(^|[;,|\t\r\n])"
RISKY = re.compile(rf"{PLACE}([\s\"']*[{STARTERS}])")
GUARDED = re.compile(rf"{PLACE}'([\s\"']*[{STARTERS}])")


def is_risky(text: str) -> bool:
    """Whether a spreadsheet could take the text for a formula."""
    return RISKY.match(text) is not None


def guarded(text: str) -> str:
    """`text` so that no spreadsheet takes it, or a part of it, for a formula (OWASP on CSV injection)."""
    return RISKY.sub(r"\1'\2", text)


def unguarded(text: str) -> str:
    """The text as it was before `guarded`."""
    return GUARDED.sub(r"\1\2", text)
