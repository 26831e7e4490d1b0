"""What a child tells its supervisor: one JSON object on a line of its standard output that starts with a mark."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Callable
from typing import IO, Any

from tdapp.launch.process import parent_watch

MARK = "@td "


def tell(**facts: Any) -> None:
    """Send facts to the supervisor: `pid`, `ready`, `stop` (a sentence), `say`, `director`; without one, say the sentences."""
    if not parent_watch.is_tied():
        sys.stdout.write("".join(f"{facts[name]}\n" for name in ("say", "stop") if name in facts))
        if director := facts.get("director"):
            sys.stdout.write(f"{director['username']} / {director['password']}\n")
        return
    sys.stdout.write(MARK + json.dumps(facts) + "\n")
    sys.stdout.flush()


def heard(line: bytes) -> dict[str, Any] | None:
    """The facts in a line of a child's output, None for an ordinary log line."""
    if not line.startswith(MARK.encode()):
        return None
    try:
        facts = json.loads(line[len(MARK) :])
    except ValueError:
        return None
    return facts if isinstance(facts, dict) else None


def listen(
    stream: IO[bytes], log: logging.Logger, told: Callable[[dict[str, Any]], None], child: str
) -> None:
    """A child's output to its end: facts are told, every other line is logged as the child's."""
    for line in iter(stream.readline, b""):
        if (facts := heard(line)) is not None:
            told(facts)
        elif text := line.decode("utf-8", "replace").rstrip():
            # As an argument: a line may hold a percent sign.
            log.warning("%s", text, extra={"child": child})
