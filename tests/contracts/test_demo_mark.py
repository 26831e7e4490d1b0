"""The demo says on every page that it is one: at the desk, in public, on phones, screens and paper. No real event does."""

from __future__ import annotations

import pytest

from tdapp.events.models import Event
from tests.contracts.addresses import every_address
from tests.contracts.conftest import Hall, as_made
from tests.contracts.filling import path
from tests.contracts.matrix import ANYBODY, KIOSK, MATRIX
from tests.contracts.test_every_page import is_page, of_whom
from tests.sweeps import swept

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
MARK = b"data-demo"
ADDRESSES = {address.name: address for address in every_address()}
LOOKED_AT = [name for name in ADDRESSES if name in MATRIX and MATRIX[name].look]
OF_AN_EVENT = ("/e/", "/t/", "/kiosk")


@swept("name", LOOKED_AT, around=as_made)
def test_every_page_of_the_demo_says_so(hall: Hall, name: str) -> None:
    where = path(ADDRESSES[name], hall.own)
    if not where.startswith(OF_AN_EVENT):
        return
    Event.objects.filter(pk=hall.own.event.pk).update(demo=True)
    look = MATRIX[name].look
    browser = (
        hall.browser("phone" if look == ANYBODY else KIOSK)
        if look in {ANYBODY, KIOSK}
        else hall.clients[of_whom(name)]
    )
    answer = browser.get(where)
    if is_page(answer) and b"<html" in answer.content:
        assert MARK in answer.content


def test_no_real_event_says_so(hall: Hall) -> None:
    slug = hall.own.event.slug
    for where in (
        f"/t/{slug}/",
        f"/t/{slug}/screen/",
        f"/e/{slug}/",
        f"/e/{slug}/open/print/?paper=a4",
        "/ratings/",
    ):
        assert MARK not in hall.clients["director"].get(where).content
