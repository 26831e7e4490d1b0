"""The description as rooms of doors: what each does, needs, takes and answers, in the language of whoever reads."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tdapp.api.doors import operations
from tdapp.api.reference import words
from tdapp.api.reference.speaking import said
from tdapp.api.scopes import SCOPES, TITLES
from tdapp.api.telling.sentences import NEEDS

DEEPEST, MOST_WORDS = 3, 14
_SAMPLES = {
    "date": "2027-01-30",
    "date-time": "2027-01-30T09:30:00Z",
    "uuid": "3f0c6f6e-2f5a-4c8e-9d1b-0a7e5b1c2d3e",
}


@dataclass(frozen=True, slots=True)
class Line:
    """A field: its name with those it lies in (`asked.words`), what it is, whether it must be there, what it means."""

    name: str
    kind: str
    needed: bool
    about: SafeString


@dataclass(frozen=True, slots=True)
class Door:
    """One operation. `scope`: the scope of a key that opens it, and its title; `needs`: the permission."""

    id: str
    method: str
    path: str
    title: str
    about: SafeString
    needs: str
    scope: str
    scope_title: str
    takes: tuple[Line, ...]
    example: str
    gives: tuple[Line, ...]
    answer: str
    file: bool


@dataclass(slots=True)
class Room:
    """The doors of a page."""

    slug: str
    title: str
    doors: list[Door] = field(default_factory=list)


def rooms(document: dict[str, Any]) -> tuple[Room, ...]:
    """Every door of a description in its room, by address."""
    found = {tag: Room(slug, str(title)) for tag, slug, title in words.ROOMS}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            found[operation["tags"][0]].doors.append(_door(document, path, method.upper(), operation))
    return tuple(found.values())


def _door(document: dict[str, Any], path: str, method: str, operation: dict[str, Any]) -> Door:
    name = operation["operationId"]
    command = operations.by_id().get(name)
    needs = operation.get("x-permission") or words.NEEDS.get(name, "")
    scope = next((one for one, opens in SCOPES.items() if needs in opens), "")
    # The permission stands in a line of its own.
    about = (said(NEEDS.sub("", operation[one]).strip()) for one in ("summary", "description"))
    takes, example = _body(document, operation)
    answer = next(one for status, one in sorted(operation["responses"].items()) if status[0] == "2")
    content = answer.get("content", {}).get("application/json", {})
    shape = content.get("schema")
    return Door(
        name, method, path, _title(name, command), coded("\n".join(filter(None, about))), needs, scope,
        str(TITLES.get(scope, "")), takes, example, tuple(_lines(document, shape, "", 0)) if shape else (),
        _written(content.get("example")), shape is None and bool(answer.get("content")),
    )  # fmt: skip


def coded(text: str) -> SafeString:
    """A text of the description as markup: what stands between backticks as code; one that has no end stays."""
    plain, *more = re.split(r"`([^`]+)`", text)
    pairs = zip(more[::2], more[1::2], strict=True)
    return format_html("{}{}", plain, format_html_join("", "<code>{}</code>{}", pairs))


def _title(name: str, command: operations.Operation | None) -> str:
    if command is not None:
        title = _(command.title)
        return title[:1].upper() + title[1:]
    if name.startswith("one_of_"):
        return str(words.ONE) % {"things": words.THINGS[name.removeprefix("one_of_")]}
    return str(words.THINGS[name] if name in words.THINGS else words.READING[name])


def _body(document: dict[str, Any], operation: dict[str, Any]) -> tuple[tuple[Line, ...], str]:
    content = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if content is None:
        return (), ""
    example = words.EXAMPLES.get(operation["operationId"]) or content.get("example")
    example = _sample(document, content["schema"], 0) if example is None else example
    return (
        tuple(_lines(document, content["schema"], "", 0)),
        _written(example),
    )


def _written(example: Any) -> str:
    return json.dumps(example, indent=2, ensure_ascii=False, default=str) if example else ""


def _plain(document: dict[str, Any], schema: dict[str, Any]) -> tuple[dict[str, Any], bool]:
    """A schema without its references; and whether null may stand in its place."""
    nothing = False
    for _step in range(8):
        if "$ref" in schema:
            schema = {**document["components"]["schemas"][schema["$ref"].rpartition("/")[2]],
                      **{name: value for name, value in schema.items() if name != "$ref"}}  # fmt: skip
            continue
        many = next((schema[one] for one in ("allOf", "anyOf", "oneOf") if one in schema), None)
        if many is None:
            break
        kept = [one for one in many if one.get("type") != "null"]
        nothing = nothing or len(kept) < len(many)
        if len(kept) != 1:
            break
        rest = {name: value for name, value in schema.items() if name not in ("allOf", "anyOf", "oneOf")}
        schema = {**kept[0], **rest}
    if isinstance(schema.get("type"), list):
        kinds = [one for one in schema["type"] if one != "null"]
        nothing = nothing or len(kinds) < len(schema["type"])
        schema = {**schema, "type": kinds[0] if len(kinds) == 1 else "any"}
    return schema, nothing


def _lines(document: dict[str, Any], schema: dict[str, Any], before: str, depth: int) -> Iterator[Line]:
    """The fields of an object, and of those that lie in it."""
    schema, _nothing = _plain(document, schema)
    if schema.get("type") == "array":
        inner, _nothing = _plain(document, schema.get("items", {}))
        if inner.get("properties") and depth < DEEPEST:
            yield from _lines(document, inner, f"{before}[].", depth + 1)
        return
    for name, one in schema.get("properties", {}).items():
        plain, nothing = _plain(document, one)
        kind = _kind(document, plain)
        kind = _("%(kind)s or null") % {"kind": kind} if nothing else kind
        about = said(one.get("description") or plain.get("description") or "")
        yield Line(f"{before}{name}", kind, name in schema.get("required", ()), coded(about))
        if depth < DEEPEST:
            dot = "" if plain.get("type") == "array" else "."
            yield from _lines(document, plain, f"{before}{name}{dot}", depth + 1)


def _kind(document: dict[str, Any], schema: dict[str, Any]) -> str:
    """What a value is, in words."""
    if chosen := [one for one in schema.get("enum", ()) if one not in ("", None)]:
        some = ", ".join(map(str, chosen[:MOST_WORDS])) + (", …" if len(chosen) > MOST_WORDS else "")
        return _("one of %(words)s") % {"words": some}
    kind, form = schema.get("type"), schema.get("format", "")
    if kind == "array":
        return _("a list: %(kind)s") % {"kind": _kind(document, _plain(document, schema.get("items", {}))[0])}
    if schema.get("contentEncoding") == "base64":
        return _("a file as base64")
    named = {
        "integer": _("whole number"), "number": _("number"), "boolean": _("true or false"), "object": _("object"),
    }  # fmt: skip
    texts = {
        "date": _("a date"), "date-time": _("a time with its zone"), "uuid": _("an id"), "uri": _("an address"),
    }  # fmt: skip
    return texts.get(form, _("text")) if kind == "string" else named.get(str(kind), _("anything"))


def _sample(document: dict[str, Any], schema: dict[str, Any], depth: int) -> Any:
    """A value of a kind: what must be there, of objects everything where nothing must."""
    schema, _nothing = _plain(document, schema)
    if "example" in schema or "default" in schema:
        return schema.get("example", schema.get("default"))
    if schema.get("enum"):
        return schema["enum"][0]
    kind = schema.get("type")
    if kind == "object":
        of = schema.get("properties", {})
        names = schema.get("required") or list(of)
        return (
            {name: _sample(document, of[name], depth + 1) for name in of if name in names}
            if depth < DEEPEST
            else {}
        )
    if kind == "array":
        parts = schema.get("prefixItems") or ([schema["items"]] if schema.get("items") else [])
        return [_sample(document, one, depth + 1) for one in parts] if depth < DEEPEST else []
    if kind == "string":
        coded = "UEs..." if schema.get("contentEncoding") else "..."
        return _SAMPLES.get(schema.get("format", ""), coded)
    return {"integer": max(1, schema.get("minimum", 1)), "boolean": True, "number": 1.5}.get(str(kind))
