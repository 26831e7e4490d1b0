"""What the log bears witness to: the rows that count, column by column, as the commands stored them.

A model that inherits `Logged` is watched while a command runs: what is stored of it, changed or deleted through the ORM
goes into the command's entry by itself, so that `replay` can lay the log beside the tables. Values are plain; what
nobody shall read in a log (names, consent, reasons) goes in as a digest under the entry's own salt.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Sequence
from typing import Any

from core import canonical
from tdapp.kernel.log.gathering import BEGINS, Columns, Facts, ReadAgain, Ready, running
from tdapp.kernel.log.logged import PLAIN, Logged, plain_value, stored, tables

LONG = 120


def _short(value: Any) -> Any:
    if value is None or type(value) in (int, bool):
        return value
    text = value if type(value) is str else canonical.dumps(value)
    return value if len(text) <= LONG else "sha256:" + canonical.digest(value)


def entry_value(model: type[Logged], name: str, key: str, value: Any, salt: str) -> Any:
    """A plain value as it stands in an entry: short, or under the entry's salt."""
    if name not in model.VEILED:
        return _short(value)
    told = "\n".join((salt, model._meta.label, key, name, canonical.dumps(value)))
    return "~" + hashlib.sha256(told.encode()).hexdigest()[:32]


def taken(scope: str, salt: str) -> Facts | None:
    """What was gathered since the last entry, for an entry of this event; what is told is gathered no more."""
    gathered = running.get()
    if gathered is None or not scope.startswith("event:"):
        return None
    told = {model._meta.label: _rows(model, rows, salt) for model, rows in gathered.rows.items() if rows}
    for label, rows in (gathered.ready.rows if gathered.ready else {}).items():
        told[label] = {**rows, **told.get(label, {})}
    told |= gathered.beside | ({BEGINS: True} if gathered.begins else {})
    gathered.rows, gathered.beside, gathered.begins, gathered.ready = {}, {}, False, None
    return told or None


def _rows(model: type[Logged], rows: dict[str, Columns | None], salt: str) -> dict[str, Columns | None]:
    again = {key for key, columns in rows.items() if columns and ReadAgain in columns.values()}
    names = {name for key in again for name, value in (rows[key] or {}).items() if value is ReadAgain}
    read = _read_again(model, again, sorted(names)) if again else {}
    return {
        key: None if columns is None else _columns(model, key, columns, read.get(key), salt)
        for key, columns in rows.items()
    }


def _read_again(model: type[Logged], keys: Collection[str], names: Sequence[str]) -> dict[str, Columns]:
    """Plain values of these columns alone: a list of people is thousands of rows, and everybody waits for this."""
    known = [(name, model.logged()[name]) for name in names]
    found = model._base_manager.filter(pk__in=keys).order_by().values_list("pk", *names)
    return {
        str(key): {
            name: value if value is None or type(value) in PLAIN else plain_value(field, value)
            for (name, field), value in zip(known, values, strict=True)
        }
        for key, *values in found.iterator()
    }


def _columns(model: type[Logged], key: str, columns: Columns, read: Columns | None, salt: str) -> Columns:
    plain = columns
    if read:
        plain = columns | {name: read[name] for name, value in columns.items() if value is ReadAgain}
    # Of an event's hundred thousand values nearly all are short and told as they are.
    veiled = model.VEILED
    return {
        name: value
        if name not in veiled
        and (value is None or type(value) is int or (type(value) is str and len(value) <= LONG))
        else entry_value(model, name, key, value, salt)
        for name, value in plain.items()
    }


Standing = dict[type[Logged], dict[str, Columns]]


def standing(scope: str) -> Standing:
    """Every row of an event as it stands, for an entry that is written later."""
    return {model: dict(stored(model, scope)) for model in tables()}


def note_rows(rows: Standing) -> None:
    """Note rows that were stored before, out of sight."""
    if (gathered := running.get()) is None:
        return
    for model, found in rows.items():
        for key, columns in found.items():
            gathered.note(model, key, columns)


def note_all(scope: str, rows: Standing | None = None) -> None:
    """Note every row of an event as it stands (`rows`, where they were read already): a log that told nothing of rows
    before tells of all from this entry on.
    """
    if (gathered := running.get()) is None:
        return
    gathered.rows.update(standing(scope) if rows is None else rows)  # type: ignore[arg-type]
    gathered.begins = True


def ready(scope: str) -> Ready:
    """Every row of an event that lies out of sight, made ready for the entry that will make it valid."""
    salt = secrets.token_hex(16)
    rows = {model: found for model, found in standing(scope).items() if found}
    return Ready(salt, {model._meta.label: _rows(model, dict(found), salt) for model, found in rows.items()})


def note_ready(scope: str, made: Ready, *anew: type[Logged]) -> None:
    """As `note_all`, of rows that were made ready; those of the tables `anew` are read again."""
    if (gathered := running.get()) is None:
        return
    gathered.ready, gathered.begins = made, True
    for model in anew:
        gathered.rows[model] = dict(stored(model, scope))
