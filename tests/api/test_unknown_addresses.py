"""Whatever is asked below /api/, the answer is a problem document: also where there is nothing, and for a fault of ours."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client, override_settings

from tdapp.api.views.reading import Events
from tests.api.hall import hall, signed_in

pytestmark = pytest.mark.django_db


def problem(answer: Any, status: int) -> dict[str, Any]:
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json"), (
        answer.content
    )
    found: dict[str, Any] = answer.json()
    assert found["sentences"]
    assert found["status"] == status
    return found


def test_nothing_there_a_wrong_method_and_bad_json_are_problem_documents() -> None:
    director = signed_in(hall().director)
    for path in ("/api", "/api/", "/api/v1", "/api/v1/nothing", "/api/v2/events", "/api/v1/events/UP/x"):
        for client in (Client(), director):
            for ask in (client.get, client.post, client.delete):
                assert problem(ask(path, headers={"Accept": "text/html"}), 404)["code"] == "missing"
    for ask in (director.put, director.delete, director.patch):
        problem(ask("/api/v1/events"), 405)
    post = director.post("/api/v1/scoresheets/validate", b"{", content_type="application/json")
    problem(post, 400)


@override_settings(ALLOWED_HOSTS=["td.example"])
def test_a_foreign_name_is_a_problem_document_too() -> None:
    problem(Client().get("/api/v1/events", headers={"Host": "evil.example"}), 400)


def test_a_fault_of_ours_is_a_problem_document_without_a_detail(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> HttpResponse:
        raise ValueError("secret detail")

    monkeypatch.setattr(Events, "get", broken)
    client = signed_in(hall().director)
    client.raise_request_exception = False
    answer = client.get("/api/v1/events")
    problem(answer, 500)
    assert b"secret" not in answer.content


def test_a_page_that_is_not_there_stays_a_page() -> None:
    assert Client().get("/no-such-page/at-all")["Content-Type"].startswith("text/html")
