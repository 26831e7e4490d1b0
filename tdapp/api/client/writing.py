"""The client's text, from the OpenAPI document: a method an operation, with the document's own names and types."""

from __future__ import annotations

import keyword
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

TYPES = {"string": "str", "integer": "int", "boolean": "bool", "number": "float", "array": "list[Any]",
         "object": "dict[str, Any]", "null": "None"}  # fmt: skip
FRAME = Path(__file__).with_name("frame.py.txt")


def written(document: Mapping[str, Any]) -> str:
    """The whole file."""
    head = FRAME.read_text(encoding="utf-8").replace("{version}", str(document["info"]["version"]))
    return head.rstrip() + "\n" + "".join(_method(document, *one) for one in _operations(document))


def _operations(document: Mapping[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    found = [
        (path, method, operation)
        for path, methods in document["paths"].items()
        if path.startswith("/api/v1/")
        for method, operation in methods.items()
        if "operationId" in operation
    ]
    return iter(sorted(found, key=lambda one: str(one[2]["operationId"])))


def _method(document: Mapping[str, Any], path: str, method: str, operation: Mapping[str, Any]) -> str:
    parameters = operation.get("parameters", ())
    at = {kind: [one for one in parameters if one["in"] == kind] for kind in ("path", "query", "header")}
    at["path"].sort(key=lambda one: path.index(f"{{{one['name']}}}"))
    names = {one["name"]: _name(one["name"]) for one in at["path"]}
    body = _body(document, operation)
    fields = _apart(names, body)
    head = ["self", *(f"{names[one['name']]}: {_type(one['schema'])}" for one in at["path"])]
    said = [f"{fields[name]}: {_type(schema)}" for name, (schema, needed) in body.items() if needed]
    said += [
        f"{fields[name]}: {_type(schema)} = UNSAID" for name, (schema, needed) in body.items() if not needed
    ]
    said += [
        f"{_name(one['name'])}: {_type(one['schema'])} = UNSAID" for one in (*at["query"], *at["header"])
    ]
    address = path
    for name, called in names.items():
        address = address.replace(f"{{{name}}}", f"{{{called}}}")
    query = _pairs({one["name"]: _name(one["name"]) for one in at["query"]})
    sent = _pairs(fields) if "requestBody" in operation else "None"
    headers = _pairs({one["name"]: _name(one["name"]) for one in at["header"]})
    lines = [
        f"\n    def {operation['operationId']}(",
        f"        {', '.join([*head, *(['*', *said] if said else [])])}",
        "    ) -> Any:",
        *_about(operation),
        f"        return self.call({method.upper()!r}, f{address!r}, {query}, {sent}, {headers})",
    ]
    return "\n".join(lines) + "\n"


def _about(operation: Mapping[str, Any]) -> list[str]:
    said = [
        str(operation.get(name, "")).replace("\\", "\\\\").replace('"""', "'''")
        for name in ("summary", "description")
    ]
    lines = [line for text in said if text for line in textwrap.wrap(text, 100)] or [
        str(operation["operationId"])
    ]
    quoted = f'"""{lines[0]}"""' if len(lines) == 1 else '"""' + "\n        ".join(lines) + '\n        """'
    return [f"        {quoted}"]


def _body(document: Mapping[str, Any], operation: Mapping[str, Any]) -> dict[str, tuple[Any, bool]]:
    """The fields of a body: each with its schema and whether it is needed, in the document's order."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    schema = _followed(document, content.get("schema", {}))
    needed = set(schema.get("required", ()))
    return {name: (one, name in needed) for name, one in schema.get("properties", {}).items()}


def _followed(document: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    if "$ref" not in schema:
        return schema
    found: Mapping[str, Any] = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return found


def _apart(names: Mapping[str, str], body: Mapping[str, Any]) -> dict[str, str]:
    """What a field is called where an address has its name already."""
    return {name: f"{_name(name)}_" if _name(name) in names.values() else _name(name) for name in body}


def _name(name: str) -> str:
    plain = name.lower().replace("-", "_")
    return f"{plain}_" if keyword.iskeyword(plain) else plain


def _type(schema: Mapping[str, Any]) -> str:
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(one) for one in schema["anyOf"]))
    kind = schema.get("type", "")
    if isinstance(kind, list):
        return " | ".join(TYPES.get(one, "Any") for one in kind)
    return TYPES.get(kind, "Any")


def _pairs(fields: Mapping[str, str]) -> str:
    return "{" + ", ".join(f"{name!r}: {called}" for name, called in fields.items()) + "}"
