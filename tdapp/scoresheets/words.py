"""Which words a finished sheet is checked against. Word-blind: an open game is checked against none, whoever looks."""

from __future__ import annotations

from collections.abc import Container

from tdapp.kernel.context import Context
from tdapp.scoresheets.models import Sheet


def lexicon_of(ctx: Context, sheet: Sheet) -> Container[str] | None:
    """Spellings in upper case, or None: words are then no question at all.

    None for every open sheet, and for a finished one as long as no lexicon belongs to its division.
    """
    return None
