"""From what a command's argument is annotated with to how JSON says it: its schema, and how a value of it is read."""

from __future__ import annotations

import base64
import binascii
import dataclasses
import types
import typing
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db import models
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from tdapp.kernel.refusals import NO_TEXT

JsonSchema = dict[str, Any]
# What every database keeps in a column of whole numbers.
LEAST, MOST = -(2**31), 2**31 - 1
LONGEST_TEXT, MOST_ITEMS, MOST_BYTES = 100_000, 2000, 8 * 1024 * 1024
# A text without NUL, which databases refuse.
A_TEXT = "^[^\\u0000]*$"
MODEL_KINDS: dict[type[models.Model], Kind] = {}


@dataclass(frozen=True, slots=True)
class Asked:
    """Where a value is read: whose request it is, and the event its rows must be of (None outside events)."""

    request: Request
    event: Any = None


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of value. `read` refuses (400) with one sentence; where in the body it stood is put before it."""

    schema: JsonSchema
    read: Callable[[Any, Asked], Any]


def wrong(sentence: str) -> ValidationError:
    """A value that is not what it should be."""
    return ValidationError([sentence])


class NotHere(ValidationError):
    """A value that is as it should be and names nothing that is there."""

    status_code = 422


def at(name: str, value: Any, kind: Kind, asked: Asked) -> Any:
    """The value read; a mistake in it is told under its name."""
    try:
        return kind.read(value, asked)
    except ValidationError as error:
        raise type(error)({name: error.detail}) from None


def whole(least: int = LEAST, most: int = MOST) -> Kind:
    """A whole number within bounds."""

    def read(value: Any, _asked: Asked) -> int:
        # 263.0 is a whole number to JSON Schema, and to programs whose language has no other kind.
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise wrong(_("A whole number from %(least)s to %(most)s.") % {"least": least, "most": most})
        return value

    return Kind({"type": "integer", "minimum": least, "maximum": most}, read)


def text(most: int = LONGEST_TEXT, choices: Collection[str] = ()) -> Kind:
    """A text of at most so many characters, or one of some words."""

    def read(value: Any, _asked: Asked) -> str:
        if not isinstance(value, str) or len(value) > most or NO_TEXT.search(value):
            raise wrong(_("A text of at most %(most)s characters.") % {"most": most})
        if choices and value not in choices:
            raise wrong(_("One of %(known)s.") % {"known": ", ".join(sorted(choices))})
        return value

    schema: JsonSchema = {"type": "string", "maxLength": most, "pattern": A_TEXT}
    return Kind({"type": "string", "enum": sorted(choices)} if choices else schema, read)


def _yes_or_no(value: Any, _asked: Asked) -> bool:
    if not isinstance(value, bool):
        raise wrong(_("true or false."))
    return value


def _parsed(how: Callable[[str], Any], sentence: str) -> Callable[[Any, Asked], Any]:
    def read(value: Any, _asked: Asked) -> Any:
        try:
            found = how(value) if isinstance(value, str) else None
        except ValueError:
            found = None
        if found is None:
            raise wrong(_(sentence))
        return found

    return read


def _aware(value: str) -> datetime | None:
    found = parse_datetime(value)
    return found if found is not None and found.tzinfo is not None else None


def _bytes(value: Any, _asked: Asked) -> bytes:
    try:
        data = base64.b64decode(value, validate=True) if isinstance(value, str) else None
    except (binascii.Error, ValueError):
        data = None
    if data is None or len(data) > MOST_BYTES:
        raise wrong(_("A file as base64, at most %(most)s MiB.") % {"most": MOST_BYTES // 1024 // 1024})
    return data


def _object(value: Any, _asked: Asked) -> dict[str, Any]:
    if not isinstance(value, dict) or any(NO_TEXT.search(name) for name in value):
        raise wrong(_("A JSON object."))
    return value


def _uuid(value: str) -> UUID | None:
    return UUID(value) if len(value) == 36 else None


# For translation: each is said by `_parsed`, in the reader's language.
_NO_DATE, _NO_TIME, _NO_ID = (
    "A date: 2027-01-31.",
    "A time with its zone: 2027-01-31T09:30:00Z.",
    "An id (UUID).",
)
TEXT, NUMBER = text(), whole()
BOOL = Kind({"type": "boolean"}, _yes_or_no)
DATE = Kind({"type": "string", "format": "date"}, _parsed(parse_date, _NO_DATE))
TIME = Kind({"type": "string", "format": "date-time"}, _parsed(_aware, _NO_TIME))
ID = Kind({"type": "string", "format": "uuid"}, _parsed(_uuid, _NO_ID))
# What a text encodes is an annotation to a validator: the pattern says which texts are such.
BASE64 = "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"
DATA = Kind({"type": "string", "contentEncoding": "base64", "pattern": BASE64}, _bytes)
OBJECT = Kind({"type": "object", "additionalProperties": True, "propertyNames": {"pattern": A_TEXT}}, _object)
PLAIN: dict[Any, Kind] = {
    str: TEXT, int: NUMBER, bool: BOOL, date: DATE, datetime: TIME, UUID: ID, bytes: DATA,
}  # fmt: skip


def many(item: Kind, make: Callable[[list[Any]], Any] = tuple) -> Kind:
    """A list of one kind."""

    def read(value: Any, asked: Asked) -> Any:
        if not isinstance(value, list) or len(value) > MOST_ITEMS:
            raise wrong(_("A list of at most %(most)s.") % {"most": MOST_ITEMS})
        return make([at(str(n), one, item, asked) for n, one in enumerate(value)])

    return Kind({"type": "array", "items": item.schema, "maxItems": MOST_ITEMS}, read)


def or_nothing(kind: Kind) -> Kind:
    """The same, or null."""
    return Kind(
        {"anyOf": [kind.schema, {"type": "null"}]},
        lambda value, asked: None if value is None else kind.read(value, asked),
    )


def mapping(key: Kind, item: Kind) -> Kind:
    """An object whose names are values of `key`: of whole numbers their digits."""
    numbers = key.schema.get("type") == "integer"

    def read(value: Any, asked: Asked) -> dict[Any, Any]:
        found = _object(value, asked)
        if numbers and not all(name.isascii() and name.isdigit() and len(name) < 9 for name in found):
            raise wrong(_("An object whose names are whole numbers."))
        return {
            at(name, int(name) if numbers else name, key, asked): at(name, one, item, asked)
            for name, one in found.items()
        }

    names: JsonSchema = {"pattern": "^[0-9]{1,8}$"} if numbers else key.schema
    return Kind({"type": "object", "additionalProperties": item.schema, "propertyNames": names}, read)


def fields(of: Mapping[str, Kind], required: Collection[str], make: Callable[..., Any] = dict) -> Kind:
    """An object of known fields; a field that is none and one that is wanting are refused by name."""

    def read(value: Any, asked: Asked) -> Any:
        return make(**read_fields(_object(value, asked), of, required, asked))

    schema = {"type": "object", "properties": {name: kind.schema for name, kind in of.items()}}
    return Kind({**schema, "required": sorted(required), "additionalProperties": False}, read)


def read_fields(
    given: Mapping[str, Any], of: Mapping[str, Kind], required: Collection[str], asked: Asked
) -> dict[str, Any]:
    """The values of an object by name, all mistakes told at once."""
    faults: dict[str, Any] = {name: [_("There is no such field.")] for name in given if name not in of}
    faults |= {name: [_("This is needed.")] for name in required if name not in given}
    found: dict[str, Any] = {}
    kind: type[ValidationError] = ValidationError if faults else NotHere
    for name in given.keys() & of.keys():
        try:
            found[name] = of[name].read(given[name], asked)
        except ValidationError as error:
            faults[name] = error.detail
            kind = kind if isinstance(error, NotHere) else ValidationError
    if faults:
        raise kind(faults)
    return found


def of_annotation(hint: Any) -> Kind | None:
    """The kind of a type as it is annotated; None for what JSON does not say."""
    if (plain := PLAIN.get(hint) or MODEL_KINDS.get(hint)) is not None:
        return plain
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType) and len(inner) == 2 and type(None) in inner:
        found = of_annotation(next(one for one in inner if one is not type(None)))
        return or_nothing(found) if found else None
    if origin is not None and isinstance(origin, type):
        return _collection(origin, inner)
    return _of_dataclass(hint) if dataclasses.is_dataclass(hint) else None


def _collection(origin: type, inner: tuple[Any, ...]) -> Kind | None:
    if origin is tuple and inner[-1] is not Ellipsis:
        return _pair(inner)
    found = [of_annotation(one) for one in inner if one is not Ellipsis]
    if not found or any(one is None for one in found):
        return None
    kinds = typing.cast("list[Kind]", found)
    if issubclass(origin, Mapping) and len(kinds) == 2:
        return mapping(*kinds)
    return many(kinds[0]) if issubclass(origin, Sequence | Collection) and len(kinds) == 1 else None


def _pair(inner: tuple[Any, ...]) -> Kind | None:
    found = [of_annotation(one) for one in inner]
    if any(one is None for one in found):
        return None
    kinds = typing.cast("list[Kind]", found)

    def read(value: Any, asked: Asked) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) != len(kinds):
            raise wrong(_("A list of exactly %(many)s.") % {"many": len(kinds)})
        return tuple(
            at(str(n), one, kind, asked) for n, (one, kind) in enumerate(zip(value, kinds, strict=True))
        )

    size = {"minItems": len(kinds), "maxItems": len(kinds)}
    return Kind({"type": "array", "prefixItems": [one.schema for one in kinds], **size}, read)


def _of_dataclass(hint: Any) -> Kind | None:
    """A dataclass as an object of its fields; its defaults are what is left out."""
    hints = typing.get_type_hints(hint)
    of = {one.name: of_annotation(hints[one.name]) for one in dataclasses.fields(hint) if one.init}
    if any(kind is None for kind in of.values()):
        return None
    nothing = dataclasses.MISSING
    required = {one.name for one in dataclasses.fields(hint) if one.default is one.default_factory is nothing}
    return fields(typing.cast("dict[str, Kind]", of), required, hint)
