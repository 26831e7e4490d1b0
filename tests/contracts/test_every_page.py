"""What every answer carries and no page contains: strict headers, nothing inline, nothing from outside, no id twice.

And that every page speaks both languages: it offers the switch, and pressed it is in Filipino. That Filipino is a
language nobody speaks: in it every text is wrapped, or it is data, or it cannot be translated.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tdapp.events.models import Event
from tdapp.kernel import clock
from tdapp.kernel.permissions import ROLES
from tests.contracts.addresses import every_address
from tests.contracts.conftest import Hall, as_made
from tests.contracts.filling import path
from tests.contracts.matrix import ANYBODY, KIOSK, MAKER, MATRIX, MEMBER, OWN, SELF, WATCHER
from tests.contracts.pages import check, is_page, lacking, read
from tests.contracts.sending import SENDS
from tests.contracts.standing import OK, standing, who_may_least
from tests.contracts.undrawn import nothing_drawn
from tests.language.conftest import pseudo_folder, pseudo_spoken  # noqa: F401
from tests.language.known import NOT_SAID, known_words
from tests.language.pseudo import OPEN, SHUT, unmarked
from tests.sweeps import SOAK, swept

pytestmark = pytest.mark.django_db
ADDRESSES = {address.name: address for address in every_address()}
LOOKED_AT = [name for name in ADDRESSES if name in MATRIX and MATRIX[name].look not in {"", WATCHER}]
CHANGED = [name for name in ADDRESSES if name in MATRIX and MATRIX[name].change]
ROOT = Path(__file__).resolve().parents[2]
MARK = b"data-demo"  # how a page of the demo says so: at the desk, in public, on phones, screens and paper
SEEN_BY_VIEWERS = {*ROLES["viewer"], MEMBER, SELF, OWN}
OF_AN_EVENT = ("/e/", "/t/", "/kiosk")
WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE", "ALTER", "DROP", "CREATE")
# A session's renewal is not about the event; it is written at most every fifteen minutes.
NOT_OURS = ('"kernel_browsersession"',)


@pytest.fixture(scope="module")
def filipino(_halls: Hall, django_db_blocker: Any) -> Iterator[dict[str, Client]]:
    """Browsers whose people pressed the switch."""
    with django_db_blocker.unblock(), transaction.atomic():
        browsers = {
            role: _halls.browser(role)
            for role in ("director", "organiser", "owner", "operator", "club-officer", KIOSK, "phone")
        }
        for browser in browsers.values():
            pressed = browser.post(
                reverse("set_language"), {"language": "fil"}, headers={"Origin": "http://testserver"}
            )
            assert pressed.cookies["django_language"].value == "fil"
        yield browsers
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def known(_halls: Hall, django_db_blocker: Any) -> frozenset[str]:
    """The words that stand in the rows of the worlds."""
    with django_db_blocker.unblock():
        return known_words()


def written(caught: CaptureQueriesContext) -> list[str]:
    """What was written of ours: looking writes nothing."""
    sent = [query["sql"] for query in caught if query["sql"].lstrip().upper().startswith(WRITES)]
    return [sql for sql in sent if not any(table in sql for table in NOT_OURS)]


def of_whom(name: str) -> str:
    """Somebody who may look at it."""
    if (look := MATRIX[name].look) in {ANYBODY, KIOSK}:
        return "phone" if look == ANYBODY else KIOSK
    if look == MAKER:
        return "organiser"
    return next((role for role in ("operator", "owner", "club-officer") if look in ROLES[role]), "director")


@swept("name", LOOKED_AT, around=as_made)
def test_every_page_has_the_strict_headers_and_both_languages_stays_in_no_cache_and_writes_nothing(
    hall: Hall,
    filipino: dict[str, Client],
    pseudo_spoken: None,  # noqa: F811
    known: frozenset[str],
    name: str,
) -> None:
    """Looked at at a real event, and in Filipino at the demo: only the demo says on every page that it is one.

    Refused people and those of another event see the same page everywhere: it is looked at below, here in the soak.
    """
    address = ADDRESSES[name]
    with CaptureQueriesContext(connection) as caught:
        if SOAK:
            check(hall.clients["director"].get(path(address, hall.foreign)))
        for role in ("viewer", "") if SOAK else ("viewer" if MATRIX[name].look in SEEN_BY_VIEWERS else "",):
            answer = hall.clients[role].get(path(address, hall.own))
            check(answer)
            may = MATRIX[name].look == ANYBODY or (role and MATRIX[name].look in SEEN_BY_VIEWERS)
            assert not may or standing(answer) == OK
            assert MARK not in answer.content if is_page(answer) else True
    assert written(caught) == []
    Event.objects.filter(pk=hall.own.event.pk).update(demo=True)
    where = path(address, hall.own)
    with CaptureQueriesContext(connection) as caught:
        answer = filipino[of_whom(name)].get(where)
    assert written(caught) == []
    check(answer)
    assert answer.status_code < 400
    if is_page(answer):
        assert lacking(read(answer), "fil") == []
        assert name in NOT_SAID or sorted(unmarked(answer.content.decode(), known)) == []
        assert MARK in answer.content or b"<html" not in answer.content or not where.startswith(OF_AN_EVENT)
    if MATRIX[name].look != ANYBODY:
        assert has_no_store(answer) or answer.status_code in {302, 303}, "made for a person, kept in a cache"


@pytest.mark.parametrize(
    ("there", "instead", "lacks"),
    [
        ('<button class="btn btn-small" name="language" value="fil"', "<button", "no switch to fil"),
        ('<html lang="fil">', '<html lang="en">', "in en"),
    ],
)
def test_a_page_without_the_switch_or_in_english_all_the_same_is_seen(
    hall: Hall, filipino: dict[str, Client], there: str, instead: str, lacks: str
) -> None:
    """So that its silence means something."""
    answer = filipino["director"].get(reverse("desk:overview", args=["own"]))
    assert there.encode() in answer.content
    answer.content = answer.content.replace(there.encode(), instead.encode())
    assert lacking(read(answer), "fil") == [lacks]


def test_a_text_that_is_not_marked_is_seen(
    hall: Hall,
    filipino: dict[str, Client],
    pseudo_spoken: None,  # noqa: F811
    known: frozenset[str],
) -> None:
    """So that its silence means something, too."""
    text = filipino["director"].get(reverse("desk:overview", args=["own"])).content.decode()
    assert OPEN in text
    assert unmarked(text, known) == set()
    assert unmarked(text.replace(OPEN, "").replace(SHUT, ""), known) != set()


def test_standings_lead_to_the_prizes_only_who_may_look_at_them(hall: Hall) -> None:
    """A link that would be refused; every other one is followed in the long form of tests/browser/test_every_page.py."""
    prizes = b'<a class="no-print" href="/e/own/prizes/">'
    latest = hall.clients["director"].get("/e/own/open/standings/")["Location"]
    seen = {role: prizes in hall.clients[role].get(latest).content for role in ("director", "clerk")}
    assert seen == {"director": True, "clerk": False}


# Codes that are shown this once, to be printed: the way to another language would lose them, so it stands a page before.
SHOWN_ONCE = {"judging:table_links", "desk:phone_code"}


@swept("name", CHANGED, around=as_made)
def test_so_has_every_answer_to_a_form_left_empty(hall: Hall, name: str) -> None:
    """Of who may least of those who may: the other half of the permission matrix."""
    address, row = ADDRESSES[name], MATRIX[name]
    client = hall.fresh(who_may_least(row.change))
    answer = client.generic(row.method, path(address, hall.own))
    check(answer, switch=name not in SHOWN_ONCE)
    assert standing(answer) == OK


# Messages between two installations: signed, sent by no browser; no cookie is read.
SIGNED = {"copies:meet", "inbox:receive"}


@swept(
    "name", [name for name in CHANGED if not name.startswith("api:") and name not in SIGNED], around=as_made
)
def test_no_form_is_taken_without_its_csrf_token(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Whatever it holds: the refusal is the same page everywhere, looked at once a room."""
    client = hall.clients.get(SENDS[name].by) or hall.browser(SENDS[name].by)
    monkeypatch.setattr(client.handler, "enforce_csrf_checks", True)
    answer = client.post(path(ADDRESSES[name], hall.own))
    assert answer.status_code == 403
    check(answer)
    nothing_drawn(monkeypatch)


@swept("name", [name for name in CHANGED if name.startswith("api:")], around=as_made)
def test_the_api_takes_no_write_of_a_browser_without_its_csrf_token(hall: Hall, name: str) -> None:
    client = hall.browser(SENDS[name].by)
    client.handler.enforce_csrf_checks = True
    answer = client.generic(MATRIX[name].method, path(ADDRESSES[name], hall.own))
    assert answer.status_code == 403


def has_no_store(answer: Any) -> bool:
    return "no-store" in answer.get("Cache-Control", "")


@swept("name", [name for name in LOOKED_AT if MATRIX[name].look == ANYBODY], around=as_made)
def test_what_anybody_may_keep_in_a_cache_is_made_for_nobody(hall: Hall, name: str) -> None:
    # Both at one moment: a page may say at what minute it was made.
    with clock.at(clock.now()):
        answer = hall.clients["director"].get(path(ADDRESSES[name], hall.own))
        kept = answer.get("Cache-Control", "")
        if "public" in kept or kept == "no-cache":
            again = hall.clients[""].get(path(ADDRESSES[name], hall.own))
            assert answer.content == again.content, "a page anybody may keep, made for one person"
            return
    assert has_no_store(answer) or answer.status_code in {302, 303}


def test_no_real_event_says_on_its_pages_that_it_is_the_demo(hall: Hall) -> None:
    slug = hall.own.event.slug
    for where in (
        f"/t/{slug}/",
        f"/t/{slug}/screen/",
        f"/e/{slug}/",
        f"/e/{slug}/open/print/?paper=a4",
        "/ratings/",
    ):
        assert MARK not in hall.clients["director"].get(where).content


@pytest.mark.parametrize(
    "wrong", ["/no-such-page", "/e/nobody/", "/e/foreign/", "/t/nobody/", "/e/own/no-division/standings/1/"]
)
def test_error_pages_are_strict_too(hall: Hall, wrong: str) -> None:
    for role in ("director", ""):
        check(hall.clients[role].get(wrong))


def test_the_page_of_who_may_not_is_strict_too(hall: Hall) -> None:
    answer = hall.clients["viewer"].get("/e/own/prizes/")
    assert answer.status_code == 403
    check(answer)


def test_the_crash_page_is_strict_too(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr("tdapp.desk.overview.overview.where_were_we", broken)
    answer = hall.clients["director"].get("/e/own/")
    assert answer.status_code == 500
    check(answer)
    assert b"ZeroDivision" not in answer.content
