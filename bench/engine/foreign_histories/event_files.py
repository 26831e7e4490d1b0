"""Real events as histories: every round from the second on of each event file in a folder, asked for again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bench.engine._events import swiss
from pairings.event.history import History, Played
from pairings.event.refusals import Refusals
from pairings.formats.event_file import read_event
from pairings.rounds.request import Request

KINDS = (".t", ".trf", ".trfx", ".json")


def events_in(folder: Path) -> Iterator[tuple[str, History | str]]:
    """The event files of a folder and those below it, by name: the event, or why it is none of games of two."""
    for file in sorted(path for path in folder.rglob("*") if path.suffix in KINDS and path.is_file()):
        name, found = str(file.relative_to(folder)), read_event(file.read_bytes())
        if isinstance(found, Refusals):
            yield name, found.items[0].sentence
        elif tables_of_many(found):
            yield name, "It has tables of three or four."
        elif len(found.rounds) < 2:
            yield name, "It has no second round."
        else:
            yield name, found


def tables_of_many(history: History) -> bool:
    """Whether anybody sat down with more than one other."""
    return any(isinstance(one, Played) and len(one.seats) > 2 for rounds in history.rounds for one in rounds)


def repeated(history: History) -> Iterator[Request]:
    """A Swiss round in place of each that was played, from the second on: who plays and what went before is as it was."""
    for number in range(2, len(history.rounds) + 1):
        yield swiss(History(history.entrants, history.rounds[: number - 1]), number)
