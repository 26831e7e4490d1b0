"""Columns that hold sentences of the pure rooms as data, so that they can be shown in any language later."""

from __future__ import annotations

import json
from typing import Any

from django.db import models

from core import messages
from core.messages import Message


class KeptMessagesField(models.JSONField):
    """JSON with messages in it, read as it is kept: large, and a page shows a part of it, by `core.messages.read`."""

    def get_prep_value(self, value: Any) -> Any:
        return messages.kept(super().get_prep_value(value))

    def deconstruct(self) -> Any:
        name, _path, args, kwargs = super().deconstruct()
        kwargs.pop("decoder", None)
        return name, "django.db.models.JSONField", args, kwargs


class LeftOut(models.Func):
    """A column of JSON without what lies at some paths: the database leaves it out, and nobody has to read it."""

    def __init__(self, column: str, paths: tuple[tuple[str, ...], ...]) -> None:
        super().__init__(models.F(column), output_field=models.JSONField())
        self.paths = paths

    def as_sqlite(self, compiler: Any, connection: Any, **extra_context: Any) -> tuple[str, Any]:
        sql, values = compiler.compile(self.source_expressions[0])
        marks = ", %s" * len(self.paths)
        return f"JSON_REMOVE({sql}{marks})", [*values, *(f"$.{'.'.join(path)}" for path in self.paths)]

    def as_postgresql(self, compiler: Any, connection: Any, **extra_context: Any) -> tuple[str, Any]:
        sql, values = compiler.compile(self.source_expressions[0])
        marks = " #- %s::text[]" * len(self.paths)
        return f"({sql}{marks})", [*values, *(list(path) for path in self.paths)]


class _Decoder(json.JSONDecoder):
    def __init__(self) -> None:
        super().__init__(object_hook=messages.decoded)


class MessagesField(KeptMessagesField):
    """JSON with messages in it. What was stored as English sentences is read as English sentences."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "decoder": _Decoder})


class MessageField(models.TextField):
    """One sentence: a message as its data, any other text as it is."""

    def get_prep_value(self, value: Any) -> Any:
        return (
            json.dumps(messages.as_data(value))
            if isinstance(value, Message)
            else super().get_prep_value(value)
        )

    def from_db_value(self, value: Any, _expression: Any, _connection: Any) -> Any:
        if not value or not value.startswith('{"message":'):
            return value
        return messages.of_data(json.loads(value))

    def deconstruct(self) -> Any:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.TextField", args, kwargs
