"""What a command answers when it will not do what was asked: a code, plain sentences, a status, the facts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

# NUL and half a character (a lone surrogate): databases refuse them, or keep them until something else fails.
NO_TEXT = re.compile("[\x00\ud800-\udfff]")


class Refusal(Exception):
    """Nothing was changed. `code` is stable for programs; `sentences` are for people, one for each mistake.

    `facts` is JSON-able: what a page needs to show both sides or to point at the field.
    """

    status = 422

    def __init__(self, code: str, *sentences: str, status: int | None = None, **facts: Any) -> None:
        super().__init__(code, *sentences)
        self.code = code
        self.sentences = tuple(str(sentence) for sentence in sentences)
        self.status = status or type(self).status
        self.facts = facts

    def __str__(self) -> str:
        return " ".join(self.sentences) or self.code

    def as_dict(self) -> dict[str, Any]:
        """The refusal as JSON-able data: `{"code", "sentences", "status", ...facts}`."""
        return {"code": self.code, "sentences": list(self.sentences), "status": self.status, **self.facts}


class NotAllowed(Refusal):
    """The actor may not do this (403)."""

    status = 403


class NeedsPassword(NotAllowed):
    """The role may, but a PIN does not open it (403): a page asks for the password and goes on with what was asked."""


class NotSignedIn(Refusal):
    """Nobody is signed in (401); a page sends to the log-in and back."""

    status = 401


class Missing(Refusal):
    """There is no such thing in this scope (404); a foreign event's things are missing, not forbidden."""

    status = 404


class Conflict(Refusal):
    """Somebody else was first (409). `facts` hold what is stored and what was sent; the attempt is audited."""

    status = 409


class Fenced(Refusal):
    """Another installation took this over (409): nothing is written here any more. Not audited: that would be a write."""

    status = 409


def broken_text() -> Refusal:
    """What was typed or sent holds a character that is none."""
    return Refusal("text-broken", _("What was sent holds a character that is not text. Type it again."))


def refuse_broken_text(what: Mapping[str, Any]) -> None:
    """Raise `broken_text` when one of the values is a text with such a character in it."""
    if any(isinstance(value, str) and NO_TEXT.search(value) for value in what.values()):
        raise broken_text()
