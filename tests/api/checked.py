"""A program's way to the desk that holds each answer against the description: its status, kind, and shape."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from django.test import Client
from jsonschema import Draft202012Validator

from tdapp.api.client.writing import written
from tdapp.api.docs import Generator

Answer = tuple[int, dict[str, str], bytes]


@cache
def document() -> dict[str, Any]:
    """The OpenAPI document, as programs get it."""
    made: dict[str, Any] = json.loads(json.dumps(Generator().get_schema(None, public=True), default=str))
    return made


@cache
def client_code() -> dict[str, Any]:
    """The generated client, carried out: its names."""
    names: dict[str, Any] = {}
    exec(compile(written(document()), "td_client.py", "exec"), names)
    return names


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Addresses of the document as patterns, those with the fewest names first."""
    found = sorted(document()["paths"], key=lambda path: (path.count("{"), path))
    return tuple((re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path))), path) for path in found)


def operation_at(method: str, path: str) -> dict[str, Any]:
    """What the document says of a request; fails where it says nothing."""
    for pattern, name in _patterns():
        if pattern.fullmatch(path) and method.lower() in document()["paths"][name]:
            found: dict[str, Any] = document()["paths"][name][method.lower()]
            return found
    raise AssertionError(f"the description has no {method} {path}")


def faults_of(method: str, path: str, status: int, kind: str, content: bytes) -> list[str]:
    """What an answer has that the description does not say."""
    answers = operation_at(method, path)["responses"]
    said = answers.get(str(status)) or answers.get(f"{status // 100}XX")
    if said is None:
        return [f"{method} {path}: status {status} is not described: {content[:300]!r}"]
    kind = kind.partition(";")[0]
    found = said.get("content", {}).get(kind) or said.get("content", {}).get("*/*")
    if found is None:
        return [f"{method} {path}: {status} as {kind} is not described"]
    if "schema" not in found or "json" not in kind:
        return []
    root = {**found["schema"], "components": document()["components"]}
    errors = Draft202012Validator(root).iter_errors(json.loads(content))
    return [f"{method} {path} {status}: {error.json_path}: {error.message[:200]}" for error in errors]


class Checked:
    """A transport of the generated client: through the test client, every answer looked at.

    `used`: operations asked; `answers`: the first one of each.
    """

    def __init__(self) -> None:
        self.client, self.used = Client(), set[str]()
        self.answers: dict[str, Any] = {}

    def __call__(self, method: str, url: str, headers: dict[str, str], body: bytes | None) -> Answer:
        at = urlsplit(url)
        answer = self.client.generic(
            method, at.path + ("?" + at.query if at.query else ""), body or b"",
            content_type=headers.get("Content-Type", ""), headers=headers,
        )  # fmt: skip
        kind = answer.headers["Content-Type"]
        assert faults_of(method, at.path, answer.status_code, kind, answer.content) == []
        name = operation_at(method, at.path)["operationId"]
        self.used.add(name)
        if answer.status_code in {200, 201, 202} and kind == "application/json":
            self.answers.setdefault(name, answer.json())
        return answer.status_code, dict(answer.headers), answer.content
