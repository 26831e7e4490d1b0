"""A docstring as the description tells it: its first sentence as the summary, the rest in paragraphs, and what it needs."""

from __future__ import annotations

import re
from typing import Any

_PARAGRAPH = re.compile(r"\n\s*\n")
# A sentence ends where the next one begins with a capital, a name in backticks or a number.
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`\d])")
NEEDS = re.compile(r"\s*Needs `([\w.]+)`\.(?=\s|$)")


def parts(about: str) -> tuple[str, str]:
    """The first sentence, and what follows it: lines joined, paragraphs kept."""
    first, *others = [" ".join(one.split()) for one in _PARAGRAPH.split(about.strip())]
    summary, *rest = _SENTENCE.split(first, 1)
    return summary, "\n\n".join([*rest, *others])


def tell(operation: dict[str, Any], about: str, needs: str = "") -> None:
    """Write both into an operation; a permission stands there for programs, too, and as a last line for people."""
    if found := NEEDS.search(about):
        about, needs = NEEDS.sub("", about), needs or found[1]
    summary, rest = parts(about)
    operation["summary"] = summary
    operation["description"] = "\n\n".join(filter(None, (rest, f"Needs `{needs}`." if needs else "")))
    if needs:
        operation["x-permission"] = needs
