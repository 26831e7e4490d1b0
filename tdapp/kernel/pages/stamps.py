"""Rows of a long table: their template is rendered once for each shape a row has, and from then on only filled in.

rows("publishing/rows/_player.html", [{"name": "Ana Cruz", "way": "1/", "withdrawn": False, "seats": [{...}]}])

A text that is not empty is a value: the template writes it (escaped, once or often) and may ask whether it is there, and
nothing else of it. Everything else belongs to the shape: truths, None, "", a `Word`, how long a list is. A page of 1,000
rows has a dozen shapes; a number with many values goes in as text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

# Letters nobody's text has (private use): where a value will stand.
_MARK = re.compile("\ue000([0-9]+)\ue001")
_MOST = 4000
Row = Mapping[str, Any]
Stamp = tuple[list[str], list[int]]
_KEPT: dict[tuple[Any, ...], Stamp] = {}


class Word(str):
    """A text that belongs to the shape of a row: one of few, which a template compares."""

    __slots__ = ()


def rows(template: str, told: Iterable[Row]) -> SafeString:
    """All rows, one after the other."""
    language = get_language()
    return SafeString("".join([_filled(template, language, row) for row in told]))


def row(template: str, told: Row) -> SafeString:
    """One of them."""
    return rows(template, (told,))


def _filled(template: str, language: str | None, told: Row) -> str:
    values: list[str] = []
    key = (template, language, _shape(told, values))
    stamp = _KEPT.get(key)
    if stamp is None:
        stamp = _stamped(template, told)
        if not settings.DEBUG:
            if len(_KEPT) >= _MOST:
                _KEPT.clear()
            _KEPT[key] = stamp
    pieces, order = stamp
    out = pieces.copy()
    out[1::2] = [values[place] for place in order]
    return "".join(out)


def _shape(part: Any, values: list[str]) -> Any:
    """What of a row is not a value; its values, escaped, come behind `values`."""
    kind = type(part)
    if kind is str:
        if part:
            values.append(escape(part))
        return bool(part)
    if kind is SafeString:
        if part:
            values.append(part)
        return bool(part)
    if kind is dict:
        return _shape_of(part, values)
    if kind is list:
        return ("[", *[_shape(one, values) for one in part])
    return (kind, part)


def _shape_of(part: Row, values: list[str]) -> tuple[Any, ...]:
    """Nearly every leaf is a text: without a call for each."""
    shape: list[Any] = [*part]
    for one in part.values():
        if type(one) is str:
            shape.append(bool(one))
            if one:
                values.append(escape(one))
        else:
            shape.append(_shape(one, values))
    return tuple(shape)


def _stamped(template: str, told: Row) -> Stamp:
    count = 0

    def marked(part: Any) -> Any:
        nonlocal count
        if isinstance(part, dict):
            return {name: marked(one) for name, one in part.items()}
        if isinstance(part, list):
            return [marked(one) for one in part]
        if type(part) not in (str, SafeString) or not part:
            return part
        count += 1
        return SafeString(f"\ue000{count - 1}\ue001")

    split = _MARK.split(render_to_string(template, marked(dict(told))))
    return ["" if at % 2 else piece for at, piece in enumerate(split)], [int(place) for place in split[1::2]]
