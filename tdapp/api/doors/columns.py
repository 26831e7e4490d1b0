"""Columns of a table as kinds of values: what may be set by name, and how what is shown is described."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db import models

from tdapp.api.doors import kinds
from tdapp.api.doors.kinds import JsonSchema, Kind

HIGHEST: dict[type[models.Field[Any, Any]], int] = {
    models.PositiveSmallIntegerField: 32767, models.SmallIntegerField: 32767,
}  # fmt: skip


def of_model(model: type[models.Model], *names: str) -> dict[str, Kind]:
    """The kind of each column named."""
    return {name: of_column(model._meta.get_field(name)) for name in names}


def of_column(column: Any) -> Kind:
    """How a column's value is said; one that may be null takes null."""
    kind = _plain(column)
    return kinds.or_nothing(kind) if column.null else kind


# A time is a date, too: it stands first.
SIMPLE: tuple[tuple[type[models.Field[Any, Any]], Kind], ...] = (
    (models.BooleanField, kinds.BOOL), (models.DateTimeField, kinds.TIME), (models.DateField, kinds.DATE),
    (models.UUIDField, kinds.ID), (models.ForeignKey, kinds.ID),
)  # fmt: skip


def _plain(column: Any) -> Kind:
    for of, kind in SIMPLE:
        if isinstance(column, of):
            return kind
    match column:
        case (
            models.PositiveIntegerField()
            | models.PositiveSmallIntegerField()
            | models.PositiveBigIntegerField()
        ):
            return kinds.whole(0, HIGHEST.get(type(column), kinds.MOST))
        case models.IntegerField():
            most = HIGHEST.get(type(column), kinds.MOST)
            return kinds.whole(-most - 1, most)
        case models.JSONField():
            return kinds.many(kinds.TEXT, list) if column.default in (list, tuple) else kinds.OBJECT
        case models.CharField() if column.choices:
            words = [str(value) for value, _label in column.flatchoices]
            return kinds.text(choices=[*words, *([""] if column.blank else [])])
    return kinds.text(column.max_length or kinds.LONGEST_TEXT)


def shown(model: type[models.Model], names: Collection[str]) -> JsonSchema:
    """The schema of a row as it is answered: every column named, always there."""
    of = {name: _answered(model._meta.get_field(name)) for name in names}
    return {"type": "object", "properties": of, "required": list(of), "additionalProperties": False}


def _answered(column: Any) -> JsonSchema:
    # What a JSON column holds is its room's: any value. What is answered is never refused for its length.
    if isinstance(column, models.JSONField):
        return {}
    schema = of_column(column).schema
    if "anyOf" in schema:
        return {"anyOf": [_loose(one) for one in schema["anyOf"]]}
    return _loose(schema)


def _loose(schema: JsonSchema) -> JsonSchema:
    return {name: value for name, value in schema.items() if name in ("type", "format")}
