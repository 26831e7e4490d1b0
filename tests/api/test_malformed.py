"""Whatever is sent, the answer is a problem document below 500."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rest_framework.exceptions import ParseError

from tdapp.api.parsing import DEEPEST, MOST_BYTES, parsed
from tests import factories as f
from tests.api.hall import hall, post, signed_in, table
from tests.kept import first
from tests.sweeps import SOAK, swept, taken_back

pytestmark = pytest.mark.django_db
whole, ready = first(hall)
BODIES: dict[str, bytes] = {
    "nothing": b"",
    "no json": b"scores=400",
    "NaN": b'{"scores": [NaN, 300]}',
    "Infinity": b'{"scores": [400, -Infinity]}',
    "2^63": b'{"scores": [9223372036854775808, 300]}',
    "5,000 digits": b'{"scores": [' + b"9" * 5000 + b", 300]}",
    "1e999": b'{"scores": [1e999, 300]}',
    "fraction": b'{"scores": [400.5, 300]}',
    "a key twice": b'{"scores": [400, 300], "scores": [410, 290]}',
    "deep": b"[" * 10_000 + b"]" * 10_000,
    "just too deep": b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1),
    "deep objects": b'{"a":' * 5_000 + b"1" + b"}" * 5_000,
    "null": b"null",
    "number": b"7",
    "text": b'"scores"',
    "list": b"[400, 300]",
    "bad UTF-8": b'{"scores": [400, 300], "kind": "\xff\xfe"}',
    "UTF-16": '{"scores": [400, 300]}'.encode("utf-16"),
    "byte order mark": b'\xef\xbb\xbf{"scores": [400, 300]}',
    "lone surrogate": b'{"kind": "\\ud800"}',
    "lone surrogate as a field": b'{"\\ud800": 1}',
    "NUL": b'{"kind": "played\\u0000"}',
    "true as a score": b'{"scores": [true, 300], "sure": 7}',
    "scores as an object": b'{"scores": {"1": 400}}',
    "too many seats": b'{"scores": [1,2,3,4,5]}',
    "penalties as a list": b'{"scores": [400, 300], "penalties": [1]}',
    "a field too many": b'{"scores": [400, 300], "is_current": false}',
    "version by hand": b'{"scores": [400, 300], "version": 9}',
}


@pytest.fixture
def here() -> f.Hall:
    """One hall for all the bodies of a room: each is taken back."""
    return hall()


@pytest.fixture
def director(here: f.Hall) -> Client:
    return signed_in(here.director)


@swept(
    "what, name",
    product(["result", "result/confirm", "result/correct"], BODIES),
    name=lambda case: f"{case[0]}:{case[1]}",
    around=taken_back,
)
def test_a_malformed_body_is_a_problem_and_changes_nothing(
    here: f.Hall, director: Client, name: str, what: str
) -> None:
    answer = post(director, f"{table(here)}/{what}", BODIES[name])
    assert 400 <= answer.status_code < 500, answer.content
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["sentences"]
    assert not f.Table.objects.filter(round__number=2, results__isnull=False).exists()


DEEP = b"[" * DEEPEST + b"]" * DEEPEST


@pytest.mark.parametrize(
    "body", [b"[NaN]", b"[-Infinity]", b'{"a": 1, "a": 1}', b"[" + DEEP + b"]", b"\xff", b"["]
)
def test_the_reader_itself_refuses_what_is_doubtful(body: bytes) -> None:
    with pytest.raises(ParseError):
        parsed(body)


def test_the_reader_takes_what_is_just_deep_enough() -> None:
    assert json.dumps(parsed(DEEP)).encode() == DEEP


@pytest.mark.parametrize("size", [MOST_BYTES + 1, 3_000_000, 50_000_000])
def test_a_body_too_large_is_413_before_it_is_read(size: int) -> None:
    here = hall()
    answer = post(signed_in(here.clerk), f"{table(here)}/result", b'{"scores": "' + b"9" * size)
    assert (answer.status_code, answer["Content-Type"]) == (413, "application/problem+json")


@pytest.mark.parametrize(
    "kind",
    ["text/plain", "application/xml", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded"],
)
def test_other_kinds_of_body_are_415(kind: str) -> None:
    here = hall()
    answer = signed_in(here.clerk).post(f"{table(here)}/result", b"scores=400", content_type=kind)
    assert (answer.status_code, answer["Content-Type"]) == (415, "application/problem+json")


@pytest.mark.parametrize(
    "kind", ["application/json; charset=bogus", "application/json; charset=utf-16", "application/json;"]
)
def test_json_is_read_as_utf8_whatever_the_label_says(kind: str) -> None:
    here = hall()
    answer = signed_in(here.clerk).generic(
        "POST", f"{table(here)}/result", b'{"scores": [400, 300]}', content_type=kind
    )
    assert answer.status_code == 201


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_other_methods_are_405(method: str) -> None:
    here = hall()
    answer = getattr(signed_in(here.director), method)(
        f"{table(here)}/result", b"{}", content_type="application/json"
    )
    assert (answer.status_code, answer["Content-Type"]) == (405, "application/problem+json")


def test_an_unknown_address_of_the_api_is_a_problem_too() -> None:
    assert Client().get("/api/v1/nothing").status_code == 404


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=12), inner, max_size=5),
    max_leaves=12,
)
FIELDS = st.sampled_from(
    ["kind", "scores", "before", "penalties", "absent", "spread", "sure", "second", "seen", "reason", "x"]
)
NEARLY = st.dictionaries(FIELDS, ANYTHING | st.lists(st.integers(-600, 2600), max_size=5), max_size=8)


@settings(
    max_examples=10_000 if SOAK else 50,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    derandomize=True,
)
@given(body=NEARLY | ANYTHING, what=st.sampled_from(["result", "result/confirm", "result/correct"]))
def test_any_json_gets_an_answer_below_500(fuzzed: tuple[Any, str], body: Any, what: str) -> None:
    client, address = fuzzed
    answer = post(client, f"{address}/{what}", json.dumps(body).encode())
    assert answer.status_code < 500, answer.content
    assert answer.status_code < 400 or answer["Content-Type"] == "application/problem+json"


@settings(
    max_examples=10_000 if SOAK else 50,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    derandomize=True,
)
@given(
    body=st.binary(max_size=200),
    header=st.text(
        st.characters(min_codepoint=32, max_codepoint=255, exclude_characters="\x7f"), max_size=100
    ),
)
def test_any_bytes_and_headers_get_an_answer_below_500(
    fuzzed: tuple[Any, str], body: bytes, header: str
) -> None:
    client, address = fuzzed
    answer = post(
        client, f"{address}/result/confirm", body or b"{}", **{"if-match": header, "idempotency-key": header}
    )
    assert answer.status_code < 500, answer.content


@pytest.fixture
def fuzzed(db: None, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, str]:
    """A director's client and a table; nobody counts how often it asks."""
    monkeypatch.setattr("tdapp.api.access.Callers.allow_request", lambda self, request, view: True)
    here = hall()
    return signed_in(here.director), table(here)
