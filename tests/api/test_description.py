"""The API's description when two ask for it first: the library loads what it goes by then, and stumbles over a second thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from drf_spectacular import plumbing
from drf_spectacular.contrib.rest_auth import RestAuthLoginView
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator
from rest_framework.exceptions import ValidationError

from tdapp.api import docs
from tdapp.api.doors import kinds
from tdapp.api.doors.kinds import Asked, Kind
from tdapp.api.reference import serving
from tests.api.checked import document

PATIENCE = 60.0
NOWHERE = "no.such.program"


class Seen:
    """The lock of the description, which tells how many have come to it."""

    def __init__(self) -> None:
        self.lock, self.came = threading.Lock(), 0

    def __enter__(self) -> None:
        self.came += 1
        self.lock.acquire()

    def __exit__(self, *_what: object) -> None:
        self.lock.release()


@pytest.fixture
def not_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of the library's classes as it is before the first description: named, not loaded, its program not installed."""
    monkeypatch.setattr(RestAuthLoginView, "target_class", NOWHERE)


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.005)


def both_first(generator: type[SchemaGenerator], monkeypatch: pytest.MonkeyPatch, seen: Seen) -> list[Any]:
    """What two get who ask first: the second comes while the first is loading, and the first goes on when it has come."""
    inside, go_on, answers = threading.Event(), threading.Event(), []
    real = plumbing.import_string

    def load(name: str) -> Any:
        if name == NOWHERE and not inside.is_set():
            inside.set()
            assert go_on.wait(PATIENCE)
        return real(name)

    def ask() -> None:
        try:
            answers.append(generator().get_schema(None, public=True)["openapi"])
        except Exception as error:
            answers.append(error)

    monkeypatch.setattr(plumbing, "import_string", load)
    first, second = threading.Thread(target=ask), threading.Thread(target=ask)
    first.start()
    assert inside.wait(PATIENCE)
    second.start()
    until(lambda: seen.came == 2 or not second.is_alive())
    go_on.set()
    first.join(PATIENCE)
    second.join(PATIENCE)
    return answers


def test_two_who_ask_first_both_get_the_description(
    not_loaded: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = Seen()
    monkeypatch.setattr(docs, "_MAKING", seen)
    answers = both_first(docs.Generator, monkeypatch, seen)
    assert [str(one)[:2] for one in answers] == ["3.", "3."]
    assert serving.Schema.generator_class is docs.Generator


def test_without_the_lock_one_of_the_two_fails(not_loaded: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control: the library by itself."""
    answers = both_first(SchemaGenerator, monkeypatch, Seen())
    assert [type(one) for one in answers if isinstance(one, Exception)] == [AttributeError]


def test_every_example_is_as_its_schema_says_and_every_body_has_a_real_one() -> None:
    """Bodies, what addresses name, and answers: nothing is shown that the desk would not take or tell."""
    faults, bare = [], []
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            answers = [
                one.get("content", {}).get("application/json", {}) for one in operation["responses"].values()
            ]
            for told in (body, *answers, *operation.get("parameters", ())):
                if "example" in told:
                    root = {**told["schema"], "components": document()["components"]}
                    errors = Draft202012Validator(root).iter_errors(told["example"])
                    faults += [f"{method} {path}: {one.json_path}: {one.message[:200]}" for one in errors]
            if "/commands/" in path and body.get("schema", {}).get("required") and "example" not in body:
                bare.append(path.rpartition("/")[2])
    assert faults == []
    # A bundle and a host's fingerprint are nothing anybody writes by hand.
    assert bare == ["event.bring_bundle", "push.confirm"]


def test_a_value_is_taken_where_its_schema_takes_it_and_nowhere_else() -> None:
    cases: tuple[tuple[Kind, tuple[Any, ...]], ...] = (
        (kinds.whole(0, 300), (0, 263.0, 1.5, True, 301, "1")),
        (kinds.TEXT, ("Ybañez", "a\x00b", 1)),
        (kinds.DATA, ("UEs=", "UEsD", "", "!", "UEs", "k\u00ff=")),
        (kinds.OBJECT, ({"a": 1}, {"\x00": 1}, [])),
    )
    for kind, values in cases:
        for value in values:
            assert _taken(kind, value) == Draft202012Validator(kind.schema).is_valid(value), (
                kind.schema,
                value,
            )


def _taken(kind: Kind, value: Any) -> bool:
    try:
        kind.read(value, Asked(None))  # type: ignore[arg-type]
    except ValidationError:
        return False
    return True
