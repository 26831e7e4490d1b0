"""The log of a whole installation: one JSON object a line, whoever wrote it. Standard library only.

Our own lines are JSON when they come here. Of the rest (Celery's last words, what the interpreter says of a process that
dies, our own word that one ended) each line is put into an object, so that one reader reads all of the file.
"""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime


class OneObjectALine(logging.Formatter):
    """A line that is an object as it is, any other one as the message of an object."""

    def format(self, record: logging.LogRecord) -> str:
        """One line; `child`: which process said it."""
        text = record.getMessage()
        return text if is_object(text) else in_an_object(record, text)


def is_object(text: str) -> bool:
    """Whether a line is one JSON object."""
    if not text.startswith("{"):
        return False
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False


def in_an_object(record: logging.LogRecord, text: str) -> str:
    """A line in the form of ours; its level is the one it was handed on with, for nobody knows another."""
    at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
    said = {
        "at": at,
        "level": record.levelname.lower(),
        "logger": getattr(record, "child", record.name),
        "message": text,
    }
    return json.dumps(said, ensure_ascii=False)
