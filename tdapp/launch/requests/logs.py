"""One JSON object a line, in UTC, with the request's id and its visitor's address; never a body, a header or a query string."""

from __future__ import annotations

import json
import logging
import re
import sys
from datetime import UTC, datetime

from core.request_of import request_id, visitor

# The token of a link, or the code of an invitation, of a new password, of a player's card, is part of its address: who reads
# the log must not come in by it. Under /c/ clubs stand too: only what is as long as the token of a link to copies is one.
TOKEN = re.compile(r"/(join|q|invited|me/card|c(?=/[\w-]{32}(?![\w-])))/[^/\s\"'?]+")

# What Django refuses of a visitor (a body too large, a foreign host name) is no fault of ours: its message says all.
REFUSED = "django.security."


class JsonLines(logging.Formatter):
    """What happened, where in the code, for which request; a traceback as one escaped string."""

    def format(self, record: logging.LogRecord) -> str:
        """One line; line breaks inside values are escaped by JSON, so nobody can forge a second entry."""
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_tokens(record.getMessage()),
        }
        line |= _where(record)
        if record.exc_info and not record.name.startswith(REFUSED):
            line["traceback"] = without_tokens(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


def _where(record: logging.LogRecord) -> dict[str, str]:
    """For which request, and from where; Django's own last word on an answer comes after the request, and names it."""
    if request_id.get():
        return {"request": request_id.get(), "from": visitor.get()}
    request = getattr(record, "request", None)
    known = getattr(request, "request_id", "")
    return {"request": known, "from": str(request.META.get("REMOTE_ADDR", ""))} if request and known else {}


def without_tokens(text: str) -> str:
    """A line without the tokens of links and the codes of invitations and cards."""
    return TOKEN.sub(r"/\1/...", text)


class Unbroken(logging.StreamHandler):
    """A stream that may be full or gone: the line is lost, and nothing is said of it in place of what matters."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's name
        """Say nothing of a full disk or a closed pipe; what is wrong with the line itself is a fault of ours."""
        if not isinstance(sys.exc_info()[1], OSError | ValueError):
            super().handleError(record)


def config(level: str, stream: str) -> dict[str, object]:
    """Django's LOGGING: everything to one stream (`stdout` or `stderr`), nothing swallowed."""
    handler = {
        "class": "tdapp.launch.requests.logs.Unbroken",
        "formatter": "json",
        "stream": f"ext://sys.{stream}",
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": JsonLines}},
        "handlers": {"stream": handler},
        "root": {"handlers": ["stream"], "level": level},
        "loggers": {
            "django": {"handlers": [], "propagate": True},
            "django.server": {"handlers": [], "propagate": True},
        },
    }
