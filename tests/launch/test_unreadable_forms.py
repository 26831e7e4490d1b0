"""A form nobody can read is told so with a page, whoever sends it: never a fault of the program."""

from __future__ import annotations

import pytest
from django.test import Client

from tests import factories

pytestmark = pytest.mark.django_db
FORM = "application/x-www-form-urlencoded"
UNREADABLE = {
    "of another alphabet": (f"{FORM}; charset=utf-7", "a=1"),
    "of no alphabet": (f"{FORM}; charset=nonsense", "a=1"),
    "of 1,500 fields": (FORM, "&".join(f"f{n}=1" for n in range(1500))),
    "of parts without a boundary": ("multipart/form-data", "x"),
    "of parts with a boundary too long": (f"multipart/form-data; boundary={'B' * 300}", "--B"),
}


@pytest.mark.parametrize("name", UNREADABLE)
@pytest.mark.parametrize(
    "address", ["/login", "/language", "/inbox/receive/open", "/t/none/me/", "/e/nothing/judges/call/x/"]
)
def test_a_form_nobody_can_read_is_answered(name: str, address: str) -> None:
    kind, body = UNREADABLE[name]
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    # With its cookie the form is read for its token.
    client.get("/login")
    answer = client.generic("POST", address, body, kind)
    assert 400 <= answer.status_code < 500


def test_a_body_nested_by_the_thousand_at_the_schema_is_answered() -> None:
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.force_login(factories.user())
    client.get("/")
    answer = client.post("/api/schema/", '{"a":' + "[" * 9000, content_type="application/json")
    assert 400 <= answer.status_code < 500
