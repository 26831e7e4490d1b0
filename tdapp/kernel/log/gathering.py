"""What the running command has stored so far, gathered for its entry in the log."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

BEGINS, ASIDE = "begins", "aside"
Columns = dict[str, Any]
Facts = dict[str, Any]


class ReadAgain:
    """Stands for a value the database worked out itself: it is read again when the entry is written."""


@dataclass(frozen=True, slots=True, repr=False)
class Ready:
    """Every row of an event as an entry will tell of it, under the salt that entry will have. Made with nothing held, of
    rows nobody else can change meanwhile.
    """

    salt: str
    rows: Facts


class Gathered:
    """What one command has stored so far: by table and row the columns written, None for a row that is gone.

    `head`: the end of the log whose turn the command holds, as long as nobody else inside it wrote there.
    """

    def __init__(self) -> None:
        self.head: Any = None
        self.rows: dict[type[Any], dict[str, Columns | None]] = {}
        self.begins = False
        self.beside: Facts = {}
        self.ready: Ready | None = None

    def note(self, model: type[Any], key: Any, columns: Columns | None) -> None:
        """Lay newer columns of a row over what was known of it."""
        rows = self.rows.setdefault(model, {})
        known = rows.get(str(key)) or {}
        rows[str(key)] = None if columns is None else {**known, **columns}

    def apart(self) -> dict[str, Gathered]:
        """What is in no entry yet, event by event."""
        found: dict[str, Gathered] = defaultdict(Gathered)
        for model, rows in self.rows.items():
            for key, scope in model.scopes_of(rows):
                found[scope].note(model, key, rows[key])
        return found


running: ContextVar[Gathered | None] = ContextVar("gathered", default=None)


@contextmanager
def gathering(so_far: Gathered | None = None) -> Iterator[Gathered]:
    """From here on what is stored is noted, for one command."""
    gathered, outer = so_far or Gathered(), running.get()
    try:
        with noting(gathered):
            yield gathered
    finally:
        if outer:
            outer.head = None


@contextmanager
def noting(gathered: Gathered | None) -> Iterator[None]:
    """What is stored meanwhile is noted here; None: nowhere."""
    token = running.set(gathered)
    try:
        yield
    finally:
        running.reset(token)


def salt_of_ready() -> str:
    """The salt of what is ready for the next entry of the running command; "" where nothing is."""
    gathered = running.get()
    return gathered.ready.salt if gathered and gathered.ready else ""


def tell_aside(scope: str, lies: bool = True) -> None:
    """Tell that rows of this log lie in another scope for now, out of sight; or do so no more."""
    if gathered := running.get():
        gathered.beside.setdefault(ASIDE, {})[scope] = lies


def head_of(scope: str) -> Any:
    """The end of the scope's log, where the running command holds its turn and knows it."""
    gathered = running.get()
    return gathered.head if gathered and gathered.head and gathered.head.pk == scope else None


def tell(name: str, value: Any) -> None:
    """What the entry of the running command shall hold for good beside the rows."""
    if gathered := running.get():
        gathered.beside[name] = value
