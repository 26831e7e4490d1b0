"""Sentences as data: a template that can be translated, and the facts that fill it.

This room knows nothing of Django; the hall translates `template` and fills it with `facts`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


def gettext_noop(text: str) -> str:
    """Mark a template for the translation catalogue; returns it unchanged."""
    return text


@dataclass(frozen=True)
class Message:
    """One sentence. `code` is stable for programs, `template` is %-formatted with `facts`."""

    code: str
    template: str
    facts: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template % dict(self.facts)
