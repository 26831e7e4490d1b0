"""One JSON object a line, in UTC, with the request's id and its visitor's address; never a body, a header or a query string."""

from __future__ import annotations

import json
import logging
import re
import sys
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

import django

from core.request_of import request_id, visitor

# The token of a link, or the code of an invitation, of a new password, of a player's card, is part of its address: who reads
# the log must not come in by it. Under /c/ clubs stand too: only what is as long as the token of a link to copies is one.
TOKEN = re.compile(r"/(join|q|invited|me/card|c(?=/[\w-]{32}(?![\w-])))/[^/\s\"'?]+")

# What Django refuses of a visitor (a body too large, a foreign host name) is no fault of ours: its message says all.
REFUSED = "django.security."

# What is raised while a page is drawn may quote what the page shows: of a word a template lacks, Django quotes everything
# the page was handed, keys and codes among it. These quote no value: faults of the template's own text, a database away.
LACKING = "django.template.base.VariableDoesNotExist"
TEMPLATES = str(Path(django.__file__).parent / "template")
QUOTE_NOTHING = frozenset({
    "django.template.exceptions.TemplateDoesNotExist", "django.template.exceptions.TemplateSyntaxError",
    "django.db.utils.OperationalError",
})  # fmt: skip


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

    def formatException(self, ei: Any) -> str:  # noqa: N802 - logging's name
        """The traceback as Python writes it, and of a page that failed no value: where it failed and the kind of fault."""
        return "".join(_told(ei[1], set(), drawing=False)).rstrip("\n") if ei[1] is not None else ""


def _told(error: BaseException, told: set[int], drawing: bool) -> Iterator[str]:
    """An exception after those it came from, as the standard library lays them out. `drawing`: while a page was drawn."""
    told.add(id(error))
    drawing = drawing or _drawing(error.__traceback__)
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None and id(before) not in told:
        yield from _told(before, told, drawing)
        yield "\nOf that, or while it was handled, came:\n\n"
    if error.__traceback__ is not None:
        yield "Traceback (most recent call last):\n"
        yield from traceback.format_tb(error.__traceback__)
    kind = f"{type(error).__module__}.{type(error).__qualname__}"
    if drawing and kind not in QUOTE_NOTHING:
        # The name a template asked for in vain is a word of the template.
        lacks = f", which lacks [{vars(error)['params'][0]}]" if kind == LACKING else ""
        yield f"{kind}: while a page was drawn{lacks}\n"
    else:
        yield from traceback.format_exception_only(error)


def _drawing(at: TracebackType | None) -> bool:
    """Whether an exception came by Django's templates."""
    return any(frame.f_code.co_filename.startswith(TEMPLATES) for frame, _line in traceback.walk_tb(at))


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
