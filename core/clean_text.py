"""Text without what nobody types: control characters (but tab and line ends) and halves of characters."""

from __future__ import annotations

import re

_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


def is_plain(text: str) -> bool:
    """Whether every character can be stored, shown and written to a file."""
    return _UNPRINTABLE.search(text) is None


def plain(text: str) -> str:
    """The text without the others: a file that holds them was damaged, its words are still there."""
    return text if text.isprintable() else _UNPRINTABLE.sub("", text)
