"""API keys as a page: made and shown once, listed by their beginning, revoked."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client

from tdapp.api.models import ApiToken
from tdapp.kernel import clock
from tests import factories as f
from tests.api.hall import base, hall, program
from tests.kept import first

pytestmark = pytest.mark.django_db
whole, ready = first(hall)
NEW = {"label": "Hall screen", "roles": ["viewer"], "days": "3"}


def desk(here: f.Hall) -> tuple[Client, str]:
    browser = Client()
    browser.force_login(here.director)
    return browser, f"/e/{here.event.slug}/people/keys"


def test_a_key_is_shown_once_and_works() -> None:
    here = hall()
    browser, at = desk(here)
    answer = browser.post(at, NEW)
    token = re.search(r"td_[A-Za-z0-9_-]{20,}", answer.content.decode())
    assert token
    assert "no-store" in answer["Cache-Control"]
    assert program(token[0]).get(base(here)).status_code == 200
    again = browser.get(at).content.decode()
    assert token[0] not in again
    assert f"{token[0][:8]}…" in again


def test_a_key_is_revoked_by_its_button() -> None:
    here = hall()
    browser, at = desk(here)
    browser.post(at, NEW)
    row = ApiToken.objects.get()
    assert browser.post(f"{at}/{row.pk}/revoke").status_code == 303
    row.refresh_from_db()
    assert not row.works
    assert "revoked" in browser.get(at).content.decode()


def test_a_key_that_ran_out_is_told_from_one_that_works() -> None:
    here = hall()
    browser, at = desk(here)
    browser.post(at, NEW)
    ApiToken.objects.update(expires_at=clock.now() - timedelta(days=1))
    page = browser.get(at).content.decode()
    assert "ran out" in page
    assert "/revoke" not in page


@pytest.mark.parametrize(
    "wrong", [{"label": ""}, {"roles": []}, {"roles": ["director"]}, {"days": "0"}, {"days": "400"}]
)
def test_what_no_key_can_be_is_said_beside_the_form(wrong: dict[str, object]) -> None:
    browser, at = desk(hall())
    answer = browser.post(at, {**NEW, **wrong})
    assert answer.status_code == 422
    assert not ApiToken.objects.exists()


def test_only_who_manages_people_sees_the_keys() -> None:
    here = hall()
    browser = Client()
    browser.force_login(here.clerk)
    assert browser.get(f"/e/{here.event.slug}/people/keys").status_code == 403


def test_the_people_page_leads_to_the_keys_and_once_public_to_the_poster() -> None:
    here = hall()
    browser, at = desk(here)
    people = at.removesuffix("/keys")
    assert at in browser.get(people).content.decode()
    assert "/poster" not in browser.get(people).content.decode()
    here.event.public = True
    here.event.save()
    assert f"/t/{here.event.slug}/poster" in browser.get(people).content.decode()
