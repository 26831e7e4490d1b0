"""The operations in the OpenAPI document: made from what reads them, so that it cannot say anything else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tdapp.api.doors import answers, operations, places
from tdapp.api.doors.columns import shown
from tdapp.api.doors.kinds import A_TEXT, JsonSchema
from tdapp.api.doors.operations import Operation
from tdapp.api.doors.places import CLUB, EVENT, ROUND, Thing
from tdapp.api.telling import answered, sentences
from tdapp.api.telling.examples import ADDRESSES, EXAMPLES
from tdapp.api.telling.plain_words import FOR_PROGRAMS

NAMES = re.compile(r"<(?P<kind>\w+):(?P<name>\w+)>")
ADDRESS_KINDS: dict[str, JsonSchema] = {
    "slug": {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"},
    "small": {"type": "integer", "minimum": 0, "maximum": 9999},
    "uuid": {"type": "string", "format": "uuid"},
}
NUMBERS = {"type": "integer"}
SMALL = "^[0-9]{1,4}$"
# What a header may hold that is printed, as it is read of one (Latin-1).
PRINTABLE: JsonSchema = {
    "type": "string",
    "maxLength": 80,
    "pattern": "^[ -~\\u00a1-\\u00ac\\u00ae-\\u00ff]*$",
}
KEY = {
    "name": "Idempotency-Key", "in": "header", "schema": PRINTABLE,
    "description": "At most 80 characters. The same key gets the same answer, and the work is done once.",
}  # fmt: skip
IF_MATCH = {
    "name": "If-Match", "in": "header", "schema": {"type": "string", "pattern": '^(W/)?"?[-A-Za-z0-9_]{1,64}"?$'},
    "description": "What was seen, as the ETag gave it; or `seen` in the body.",
}  # fmt: skip
SEEN = "What was looked at; here or as If-Match: 428 without either."
PAGES = [
    {"name": "cursor", "in": "query", "schema": {"type": "string"}, "description": "from `next` of the answer before"},
    {"name": "page_size", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 1000, "default": 100}},
]  # fmt: skip
ETAG = {"ETag": {"schema": {"type": "string"}, "description": "the version, for If-Match"}}


def paths() -> dict[str, Any]:
    """Every command's operation, and the collections they act on, by address."""
    found: dict[str, Any] = {}
    for operation in operations.table()[0].values():
        at, parameters = _address(f"{operation.place.path}/commands/{operation.intent}")
        found[at] = {"post": _command(operation, parameters)}
    for thing in places.THINGS:
        if thing.shows:
            base = CLUB if thing.where == "club" else EVENT
            at, parameters = _address(f"{base}/{thing.name}")
            found.setdefault(at, {})["get"] = _list(thing, parameters)
            at, parameters = _address(f"{base}/{thing.name}/<uuid:pk>")
            found.setdefault(at, {})["get"] = _one(thing, parameters)
    at, parameters = _address(f"{ROUND}/draft")
    found[at] = {
        "get": _read("draft", "Rounds", "The draft of a round.", parameters, _json(_ref("Draft"), ETAG))
    }
    at, parameters = _address(f"{EVENT}/jobs/<uuid:pk>/file")
    found[at] = {"get": _read("job_file", "Things of an event", "The file of an export whose job is done.", parameters,
                              {"description": "The file", "content": {"*/*": {}}})}  # fmt: skip
    return found


def schemas() -> dict[str, JsonSchema]:
    """The shapes these operations answer with."""
    found = {_shape(thing): shown(thing.of, thing.shows) for thing in places.THINGS if thing.shows}
    found |= {_answer(one): answers.answered(one.intent) for one in operations.table()[0].values()}
    any_id = {"type": "string", "format": "uuid"}
    seat = {"type": "object", "additionalProperties": True, "required": ["table", "seats"],
            "properties": {"table": NUMBERS, "seats": {"type": "array", "items": any_id}}}  # fmt: skip
    bye = {"type": "object", "additionalProperties": True, "properties": {"entrant": any_id}}
    boards = {"type": "object", "additionalProperties": True, "required": ["tables", "byes"], "properties": {
        "tables": {"type": "array", "items": seat}, "byes": {"type": "array", "items": bye}}}  # fmt: skip
    found["Draft"] = {
        "type": "object",
        "required": ["id", "round", "division", "version", "status", "boards", "check"],
        "properties": {
            "id": any_id, "round": NUMBERS, "division": {"type": "string"}, "version": NUMBERS,
            "status": {"type": "string"}, "boards": boards, "check": {"type": "object", "additionalProperties": True},
            "study": {"type": ["object", "null"], "additionalProperties": True},
        },
    }  # fmt: skip
    return found


def _address(path: str) -> tuple[str, list[dict[str, Any]]]:
    """An address as OpenAPI writes it, with its parameters."""
    parameters = [
        {"name": one["name"], "in": "path", "required": True, "schema": ADDRESS_KINDS[one["kind"]]}
        for one in NAMES.finditer(path)
    ]
    return "/api/" + NAMES.sub(lambda one: f"{{{one['name']}}}", path), parameters


def _ref(name: str) -> JsonSchema:
    return {"$ref": f"#/components/schemas/{name}"}


def _json(schema: JsonSchema, headers: dict[str, Any] | None = None, about: str = "Done") -> dict[str, Any]:
    told = {"description": about, "content": {"application/json": {"schema": schema}}}
    return {**told, "headers": headers} if headers else told


def _problem() -> dict[str, Any]:
    content = {"application/problem+json": {"schema": _ref("Problem")}}
    return {"description": "Refused; nothing was changed", "content": content}


def _if_match(seen: dict[str, Any]) -> dict[str, Any]:
    """The header of what has a version: a number where `seen` is one."""
    if seen.get("type") != "integer":
        return IF_MATCH
    return IF_MATCH | {"schema": {"type": "string", "pattern": '^(W/)?"?[0-9]{1,9}"?$'}}


def _command(operation: Operation, parameters: list[dict[str, Any]]) -> dict[str, Any]:
    takes = {name: kind.schema for name, kind in operation.takes.items()}
    if "seen" in operation.needed:
        takes["seen"] = {**takes["seen"], "description": SEEN}
    needed = sorted(operation.needed - {"seen"})
    schema = {"type": "object", "properties": takes, "additionalProperties": False}
    example = EXAMPLES.get(operation.intent, {})
    headers = [KEY, *([_if_match(takes["seen"])] if "seen" in takes else [])]
    content: dict[str, Any] = {"schema": {**schema, "required": needed} if needed else schema}
    if operation.intent in EXAMPLES or not needed:
        content["example"] = example
    made = {
        "operationId": operation.id, "tags": [operation.place.tag], "parameters": [*parameters, *headers],
        "requestBody": {"required": bool(needed), "content": {"application/json": content}},
        "responses": {
            "200": _json(_ref(_answer(operation)), ETAG),
            "202": _json(_ref(_answer(operation)), about="A worker goes on with it: the answer's `job`"),
            "4XX": _problem(),
        },
        "security": [{"token": []}, {"session": []}],
    }  # fmt: skip
    sentences.tell(made, FOR_PROGRAMS.get(operation.intent, operation.about), operation.needs)
    return made


def _answer(operation: Operation) -> str:
    return "".join(word.capitalize() for word in operation.id.split("_")) + "Answer"


def _list(thing: Thing, parameters: list[dict[str, Any]]) -> dict[str, Any]:
    rows = {"type": "array", "items": _ref(_shape(thing))}
    link = {"type": ["string", "null"], "format": "uri"}
    page = {"type": "object", "required": ["next", "previous", "results"],
            "properties": {"next": link, "previous": link, "results": rows}}  # fmt: skip
    about = f"The {thing.name.replace('-', ' ')}."
    return _read(_name(thing), _tag(thing), about, [*parameters, *PAGES], _json(page), thing.look)


def _one(thing: Thing, parameters: list[dict[str, Any]]) -> dict[str, Any]:
    about = f"One of the {thing.name.replace('-', ' ')}."
    return _read(
        f"one_of_{_name(thing)}", _tag(thing), about, parameters, _json(_ref(_shape(thing))), thing.look
    )


def _read(
    name: str, tag: str, about: str, parameters: list[dict[str, Any]], answer: dict[str, Any], needs: str = ""
) -> dict[str, Any]:
    made = {
        "operationId": name, "tags": [tag], "parameters": parameters,
        "responses": {"200": answer, "4XX": _problem()}, "security": [{"token": []}, {"session": []}],
    }  # fmt: skip
    sentences.tell(made, about, needs)
    return made


def _name(thing: Thing) -> str:
    return thing.name.replace("-", "_")


def _shape(thing: Thing) -> str:
    return "".join(word.capitalize() for word in thing.name.split("-")) + "Row"


def _tag(thing: Thing) -> str:
    return "Clubs" if thing.where == "club" else "Things of an event"


def mended(document: dict[str, Any]) -> dict[str, Any]:
    """The document with the operations in it, and every refusal called what it is sent as."""
    document["paths"] = dict(sorted({**document["paths"], **paths()}.items()))
    for name in set(_sent(document)):
        body = document["components"]["schemas"][name]
        # `Endpoint.read` refuses a field there is not.
        body["additionalProperties"] = False
        _without_nul(body)
    document["components"]["schemas"] |= schemas()
    for path, methods in document["paths"].items():
        for operation in (one for one in methods.values() if isinstance(one, dict)):
            # Views that name no group stand where their address does.
            operation["tags"] = [_group(path)] if operation["tags"] == ["v1"] else operation["tags"]
    for operation in _operations(document):
        _mend(operation)
    answered.show(document)
    return document


def _mend(operation: dict[str, Any]) -> None:
    if "summary" not in operation:
        sentences.tell(operation, operation.get("description", ""))
    for one in operation.get("parameters", ()):
        # What the library reads of our converters is a pattern: a number is said as one.
        if one["in"] == "path" and one["schema"].get("pattern") == SMALL:
            one["schema"] = ADDRESS_KINDS["small"]
        # A short name it only calls a text.
        if one["in"] == "path" and one["schema"] == {"type": "string"}:
            one["schema"] = ADDRESS_KINDS["slug"]
        if one["in"] == "path" and one["name"] in ADDRESSES:
            one["example"] = ADDRESSES[one["name"]]
    for status, answer in operation["responses"].items():
        if status.startswith(("4", "5")):
            operation["responses"][status] = {**answer, **_problem()}


def _sent(document: dict[str, Any]) -> Iterator[str]:
    """The components that bodies are of."""
    for operation in _operations(document):
        for content in operation.get("requestBody", {}).get("content", {}).values():
            if "$ref" in content["schema"]:
                yield content["schema"]["$ref"].rpartition("/")[2]


def _without_nul(schema: JsonSchema) -> None:
    """Say of the texts in it what the library does not: that no NUL may be in one."""
    if schema.get("type") == "string" and not {"format", "enum", "pattern"} & schema.keys():
        schema["pattern"] = A_TEXT
    for one in (*schema.get("properties", {}).values(), *filter(None, [schema.get("items")])):
        _without_nul(one)


# Which group an address is of; the first whose part it has.
GROUPS = (
    ("scoresheets", "Scoresheets"), ("/tables/", "Tables"), ("/rounds/{number}", "Rounds"),
    ("/entrants", "Players of an event"), ("/divisions", "Divisions"), ("/rulings", "Things of an event"),
)  # fmt: skip


def _group(path: str) -> str:
    return next((group for part, group in GROUPS if part in path), "Events")


def _operations(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for methods in document["paths"].values():
        yield from (one for one in methods.values() if isinstance(one, dict))
