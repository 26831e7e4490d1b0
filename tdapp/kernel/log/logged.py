"""The tables the log bears witness to: what is stored of them, changed or deleted through the ORM is noted."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, ClassVar, TypeVar
from uuid import UUID

from django.apps import apps
from django.db import models

from core import canonical
from tdapp.kernel.log.gathering import Columns, ReadAgain, noting, running

PLAIN = (str, int, bool)
M = TypeVar("M", bound="Logged", covariant=True)


class LoggedRows(models.QuerySet[M]):
    """Rows whose changes are noted for the log."""

    def update(self, **values: Any) -> int:
        """As ever; which rows it meets is asked before, where a watched column is among the values."""
        gathered, columns = running.get(), self.model.columns_in(values)
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
        with noting(None):
            done = super().bulk_update(rows, names, *args, **options)
        for row in rows:
            _note(row, names)
        return done

    def delete(self) -> tuple[int, dict[str, int]]:
        """As ever; the rows are noted as gone."""
        gathered = running.get()
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
        if gathered := running.get():
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
        return {name: plain_value(known[name], value) for name, value in named.items() if name in known}

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
    gathered = running.get()
    if gathered is None:
        return
    known = row.logged()
    wanted = known if names is None else {row._meta.get_field(name).attname for name in names} & set(known)  # type: ignore[union-attr]
    if wanted:
        gathered.note(
            type(row), row.pk, {name: plain_value(known[name], row.__dict__[name]) for name in wanted}
        )
    gathered.begins |= row.ROOT and names is None


def plain_value(field: models.Field[Any, Any], value: Any) -> Any:
    """A column's value as the log writes it: the same from a form, from Python and from either database."""
    if type(value) is UUID:
        return str(value)
    if hasattr(value, "resolve_expression"):
        return ReadAgain
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


def stored(model: type[Logged], scope: str) -> Iterator[tuple[str, Columns]]:
    """The rows of an event as they stand: key and plain values of the watched columns."""
    known = list(model.logged().items())
    # Read at once: of thirty tables, most of them empty, to open and shut a cursor for each took longer than the rows.
    for key, *values in model.of_scope(scope).order_by().values_list("pk", *model.logged()):
        columns = {
            name: value if value is None or type(value) in PLAIN else plain_value(field, value)
            for (name, field), value in zip(known, values, strict=True)
        }
        yield str(key), columns
