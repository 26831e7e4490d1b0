"""What the log bears witness to: the rows that count, column by column, as the commands stored them.

A model that inherits `Logged` is watched while a command runs: what is stored of it, changed or deleted through the ORM
goes into the command's entry by itself, so that `replay` can lay the log beside the tables. Values are plain; what
nobody shall read in a log (names, consent, reasons) goes in as a digest under the entry's own salt.
"""

from __future__ import annotations

import functools
import hashlib
import secrets
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, ClassVar, TypeVar
from uuid import UUID

from django.apps import apps
from django.db import models

from core import canonical

LONG = 120
PLAIN = (str, int, bool)
BEGINS, ASIDE = "begins", "aside"
M = TypeVar("M", bound="Logged", covariant=True)
Columns = dict[str, Any]
Facts = dict[str, Any]


class _Again:
    """Stands for a value the database worked out itself: it is read again when the entry is written."""


@dataclass(frozen=True, slots=True, repr=False)
class Ready:
    """Every row of an event as an entry will tell of it, under the salt that entry will have. Made with nothing held, of
    rows nobody else can change meanwhile.
    """

    salt: str
    told: Facts


class Gathered:
    """What one command has stored so far: by table and row the columns written, None for a row that is gone.

    `head`: the end of the log whose turn the command holds, as long as nobody else inside it wrote there.
    """

    def __init__(self) -> None:
        self.head: Any = None
        self.rows: dict[type[Logged], dict[str, Columns | None]] = {}
        self.begins = False
        self.beside: Facts = {}
        self.ready: Ready | None = None

    def note(self, model: type[Logged], key: Any, columns: Columns | None) -> None:
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


_open: ContextVar[Gathered | None] = ContextVar("gathered", default=None)


@contextmanager
def gathering(so_far: Gathered | None = None) -> Iterator[Gathered]:
    """From here on what is stored is noted, for one command."""
    gathered, outer = so_far or Gathered(), _open.get()
    try:
        with _noting(gathered):
            yield gathered
    finally:
        if outer:
            outer.head = None


@contextmanager
def _noting(gathered: Gathered | None) -> Iterator[None]:
    token = _open.set(gathered)
    try:
        yield
    finally:
        _open.reset(token)


class LoggedRows(models.QuerySet[M]):
    """Rows whose changes are noted for the log."""

    def update(self, **values: Any) -> int:
        """As ever; which rows it meets is asked before, where a watched column is among the values."""
        gathered, columns = _open.get(), self.model.columns_in(values)
        if gathered is None or not columns:
            return super().update(**values)
        keys = list(self.order_by().values_list("pk", flat=True))
        if not keys:
            return 0
        done = super().update(**values)
        for key in keys:
            gathered.note(self.model, key, columns)
        return done

    update.alters_data = True  # type: ignore[attr-defined]

    def bulk_create(self, objs: Iterable[M], *args: Any, **options: Any) -> list[M]:
        """As ever; every row is noted whole."""
        made = super().bulk_create(list(objs), *args, **options)
        for row in made:
            _note(row)
        return made

    def bulk_update(self, objs: Iterable[M], fields: Iterable[str], *args: Any, **options: Any) -> int:
        """As ever; the named columns are noted."""
        rows, names = list(objs), list(fields)
        with _noting(None):
            done = super().bulk_update(rows, names, *args, **options)
        for row in rows:
            _note(row, names)
        return done

    def delete(self) -> tuple[int, dict[str, int]]:
        """As ever; the rows are noted as gone."""
        gathered = _open.get()
        if gathered is None:
            return super().delete()
        keys = list(self.order_by().values_list("pk", flat=True))
        done = super().delete()
        for key in keys:
            gathered.note(self.model, key, None)
        return done

    delete.alters_data = True  # type: ignore[attr-defined]
    delete.queryset_only = True  # type: ignore[attr-defined]


class Logged(models.Model):
    """A table of an event whose rows the log can be held against.

    `EVENT`: the look-up that leads to the event's id. `UNLOGGED`: columns that say nothing of the event (counters,
    explanations, or what another laptop may keep under another id). `VEILED`: columns told as digests.
    """

    EVENT: ClassVar[str] = "event"
    UNLOGGED: ClassVar[frozenset[str]] = frozenset()
    VEILED: ClassVar[frozenset[str]] = frozenset()
    ROOT: ClassVar[bool] = False

    objects = LoggedRows.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **options: Any) -> None:
        """As ever; what is written is noted."""
        super().save(*args, **options)
        _note(self, options.get("update_fields"))

    def delete(self, *args: Any, **options: Any) -> tuple[int, dict[str, int]]:
        """As ever; the row is noted as gone."""
        key = self.pk
        done = super().delete(*args, **options)
        if gathered := _open.get():
            gathered.note(type(self), key, None)
        return done

    @classmethod
    @functools.cache
    def logged(cls) -> dict[str, models.Field[Any, Any]]:
        """The watched columns by name."""
        fields = cls._meta.concrete_fields
        return {f.attname: f for f in fields if not f.primary_key and f.name not in cls.UNLOGGED}

    @classmethod
    def columns_in(cls, values: dict[str, Any]) -> Columns:
        """The watched columns among the values of an update."""
        known = cls.logged()
        named = {cls._meta.get_field(name).attname: value for name, value in values.items()}  # type: ignore[union-attr]
        return {name: _plain(known[name], value) for name, value in named.items() if name in known}

    @classmethod
    def of_scope(cls, scope: str) -> models.QuerySet[Any]:
        """The rows of an event."""
        return cls._base_manager.filter(**{cls.EVENT: scope.removeprefix("event:")})

    @classmethod
    def scopes_of(cls, keys: Collection[str]) -> list[tuple[str, str]]:
        """Each of these rows with the scope of its event; nothing of rows that are gone."""
        found = cls._base_manager.filter(pk__in=list(keys)).values_list("pk", cls.EVENT)
        return [(str(key), f"event:{str(event).removeprefix('event:')}") for key, event in found]

    def where(self) -> str:
        """What the row is and where, as a sentence of the checker begins."""
        return f"{self._meta.verbose_name} {self.pk}"


def tables() -> list[type[Logged]]:
    """Every table the log bears witness to."""
    return [model for model in apps.get_models() if issubclass(model, Logged)]


def _note(row: Logged, names: Collection[str] | None = None) -> None:
    gathered = _open.get()
    if gathered is None:
        return
    known = row.logged()
    wanted = known if names is None else {row._meta.get_field(name).attname for name in names} & set(known)  # type: ignore[union-attr]
    if wanted:
        gathered.note(type(row), row.pk, {name: _plain(known[name], row.__dict__[name]) for name in wanted})
    gathered.begins |= row.ROOT and names is None


def _plain(field: models.Field[Any, Any], value: Any) -> Any:
    """A column's value as the log writes it: the same from a form, from Python and from either database."""
    if hasattr(value, "resolve_expression"):
        return _Again
    if isinstance(value, models.Model):
        value = value.pk
    value = None if value is None else field.to_python(value)
    if value is None or type(value) in PLAIN:
        return value
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, datetime) and value.tzinfo:
        value = value.astimezone(UTC)
    return canonical.loads(canonical.dumps(value))


def _short(value: Any) -> Any:
    if value is None or type(value) in (int, bool):
        return value
    text = value if type(value) is str else canonical.dumps(value)
    return value if len(text) <= LONG else "sha256:" + canonical.digest(value)


def said(model: type[Logged], name: str, key: str, value: Any, salt: str) -> Any:
    """A plain value as it stands in an entry: short, or under the entry's salt."""
    if name not in model.VEILED:
        return _short(value)
    told = "\n".join((salt, model._meta.label, key, name, canonical.dumps(value)))
    return "~" + hashlib.sha256(told.encode()).hexdigest()[:32]


def taken(scope: str, salt: str) -> Facts | None:
    """What was gathered since the last entry, for an entry of this event; what is told is gathered no more."""
    gathered = _open.get()
    if gathered is None or not scope.startswith("event:"):
        return None
    told = {model._meta.label: _rows(model, rows, salt) for model, rows in gathered.rows.items() if rows}
    for label, rows in (gathered.ready.told if gathered.ready else {}).items():
        told[label] = {**rows, **told.get(label, {})}
    told |= gathered.beside | ({BEGINS: True} if gathered.begins else {})
    gathered.rows, gathered.beside, gathered.begins, gathered.ready = {}, {}, False, None
    return told or None


def salt_of_ready() -> str:
    """The salt of what is ready for the next entry of the running command; "" where nothing is."""
    gathered = _open.get()
    return gathered.ready.salt if gathered and gathered.ready else ""


def _rows(model: type[Logged], rows: dict[str, Columns | None], salt: str) -> dict[str, Columns | None]:
    again = {key for key, columns in rows.items() if columns and _Again in columns.values()}
    names = {name for key in again for name, value in (rows[key] or {}).items() if value is _Again}
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
            name: value if value is None or type(value) in PLAIN else _plain(field, value)
            for (name, field), value in zip(known, values, strict=True)
        }
        for key, *values in found.iterator()
    }


def _columns(model: type[Logged], key: str, columns: Columns, read: Columns | None, salt: str) -> Columns:
    plain = {**columns, **{name: read[name] for name, value in columns.items() if value is _Again and read}}
    return {name: said(model, name, key, value, salt) for name, value in plain.items()}


def stored(model: type[Logged], scope: str) -> Iterator[tuple[str, Columns]]:
    """The rows of an event as they stand: key and plain values of the watched columns."""
    known = model.logged()
    for key, *values in model.of_scope(scope).order_by().values_list("pk", *known).iterator():
        yield str(key), {n: _plain(f, v) for (n, f), v in zip(known.items(), values, strict=True)}


Standing = dict[type[Logged], dict[str, Columns]]


def standing(scope: str) -> Standing:
    """Every row of an event as it stands, for an entry that is written later."""
    return {model: dict(stored(model, scope)) for model in tables()}


def note_rows(rows: Standing) -> None:
    """Note rows that were stored before, out of sight."""
    if (gathered := _open.get()) is None:
        return
    for model, found in rows.items():
        for key, columns in found.items():
            gathered.note(model, key, columns)


def note_all(scope: str, rows: Standing | None = None) -> None:
    """Note every row of an event as it stands (`rows`, where they were read already): a log that told nothing of rows
    before tells of all from this entry on.
    """
    if (gathered := _open.get()) is None:
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
    if (gathered := _open.get()) is None:
        return
    gathered.ready, gathered.begins = made, True
    for model in anew:
        gathered.rows[model] = dict(stored(model, scope))


def tell_aside(scope: str, lies: bool = True) -> None:
    """Tell that rows of this log lie in another scope for now, out of sight; or do so no more."""
    if gathered := _open.get():
        gathered.beside.setdefault(ASIDE, {})[scope] = lies


def head_of(scope: str) -> Any:
    """The end of the scope's log, where the running command holds its turn and knows it."""
    gathered = _open.get()
    return gathered.head if gathered and gathered.head and gathered.head.pk == scope else None


def tell(name: str, value: Any) -> None:
    """What the entry of the running command shall hold for good beside the rows."""
    if gathered := _open.get():
        gathered.beside[name] = value
