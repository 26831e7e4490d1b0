"""A whole event as one JSON file: entrants and rounds, versioned.

Reading tells a `.t` file from JSON by its content.
"""

from __future__ import annotations

import json
from typing import Any

from pairings.codec import encode, read_as
from pairings.history import History
from pairings.refusals import Refusals, refuse
from pairings.request import history_mistakes
from pairings.tsh import read_t
from pairings.tsh_history import to_history

VERSION = 1


def to_data(history: History) -> dict[str, Any]:
    """An event as JSON-able data."""
    return {"version": VERSION, **encode(history)}


def from_data(data: object) -> History | Refusals:
    """An event from plain data; a request is read as the event in it."""
    if not isinstance(data, dict):
        return refuse(
            "unreadable", "The file holds no event; it has to be an object with entrants and rounds."
        )
    if data.get("version") != VERSION:
        text = f"The event has version {data.get('version')!r}; this engine reads {VERSION}."
        return refuse("unknown_version", text)
    inner = data["history"] if "history" in data else {k: v for k, v in data.items() if k != "version"}
    history = read_as(History, inner, "event")
    if isinstance(history, Refusals):
        return history
    mistakes = tuple(history_mistakes(history))
    return Refusals(mistakes) if mistakes else history


def read_json(data: bytes) -> object | Refusals:
    """JSON from bytes, or the sentence that says where it breaks off."""
    try:
        return json.loads(data.decode("utf-8-sig"))  # type: ignore[no-any-return]
    except UnicodeDecodeError:
        return refuse("unreadable", "The file is not JSON: it is not written in UTF-8.")
    except (json.JSONDecodeError, RecursionError) as mistake:
        where = (
            f"line {mistake.lineno}: {mistake.msg}"
            if isinstance(mistake, json.JSONDecodeError)
            else "too deep"
        )
        return refuse("unreadable", f"The file is not JSON: {where}.")


def is_json(data: bytes) -> bool:
    """Whether a file begins like a JSON object or list."""
    return data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"[")


def read_event(data: bytes) -> History | Refusals:
    """An event from the bytes of a `.t` file, an event file or a request."""
    if not is_json(data):
        file = read_t(data)
        return file if isinstance(file, Refusals) else to_history(file)
    parsed = read_json(data)
    return parsed if isinstance(parsed, Refusals) else from_data(parsed)
