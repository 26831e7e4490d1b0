"""My account: password, name, sessions; what asks for the password again, and who has no such page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from tdapp.accounts.commands import own
from tdapp.kernel import clock
from tdapp.kernel.models import AuditEntry, BrowserSession, User
from tdapp.kernel.signing_in import opening
from tests import factories
from tests.accounts.people import GOOD, asks, log_in, now, send, who

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 14, 4, 0, tzinfo=UTC)
LATER = NOON + timedelta(minutes=11)


@pytest.fixture(autouse=True)
def _at_noon() -> Iterator[None]:
    with clock.at(NOON):
        yield


@pytest.fixture
def ana() -> User:
    return factories.user("ana")


def test_another_password_ends_every_other_session(ana: User) -> None:
    here, there = log_in("ana"), log_in("ana")
    key = here.session.session_key
    assert here.post("/account/password", {"password": GOOD}).status_code == 303
    assert (who(here), who(there)) == (ana, None)
    assert here.session.session_key != key
    assert BrowserSession.objects.filter(user=str(ana.pk)).count() == 1
    assert who(log_in("ana", GOOD)) == ana
    assert who(log_in("ana", "pass")) is None
    assert GOOD not in str(list(AuditEntry.objects.values_list("payload", flat=True)))


@pytest.mark.parametrize(
    ("typed", "said"), [("1234", "too short"), ("pass", "too short"), ("password", "too common")]
)
def test_a_weak_password_is_told_why(ana: User, typed: str, said: str) -> None:
    answer = log_in("ana").post("/account/password", {"password": typed})
    assert answer.status_code == 422
    assert said in answer.content.decode()


def test_the_password_one_has_is_no_new_one(ana: User) -> None:
    ana.set_password(GOOD)
    ana.save()
    answer = log_in("ana", GOOD).post("/account/password", {"password": GOOD})
    assert answer.status_code == 422
    assert "Choose another one" in answer.content.decode()


@pytest.mark.parametrize(
    ("address", "sent"),
    [
        ("/account/password", {"password": GOOD}),
        ("/account/person", {"name": "Other"}),
        ("/account/app/off", {}),
        ("/account/recovery", {}),
    ],
)
def test_what_changes_an_account_asks_who_logged_in_a_while_ago(
    ana: User, address: str, sent: dict[str, str]
) -> None:
    client = log_in("ana")
    with clock.at(LATER):
        asked = send(client, address, sent)
        assert asked.status_code == 403
        assert b"password_again" in asked.content
        assert b"You came in by PIN" not in asked.content
        wrong = send(client, address, {**sent, "password_again": "guess"})
        assert wrong.status_code == 422
        assert send(client, address, {**sent, "password_again": "pass"}).status_code in {303, 422}
        assert client.post("/account/person", {"name": "Fresh Again"}).status_code == 303


@pytest.mark.parametrize("address", ["/account/app", "/account/passkeys/add"])
def test_what_shows_a_secret_asks_too(ana: User, address: str) -> None:
    client = log_in("ana")
    assert client.get(address).status_code == 200
    with clock.at(LATER):
        assert client.get(address).status_code == 403


def test_sessions_are_listed_and_ended_one_by_one_or_all_others(ana: User) -> None:
    here, phone, laptop = (
        log_in("ana"),
        Client(headers={"user-agent": "Mozilla (Android) Firefox/141.0"}),
        log_in("ana"),
    )
    log_in("ana", client=phone)
    page = here.get("/account/").content.decode()
    assert "Firefox · Android" in page
    assert page.count("this one") == 1
    assert here.session.session_key not in page
    row = BrowserSession.objects.get(device="Firefox · Android")
    assert here.post(f"/account/sessions/{own.handle_of(row)}/end").status_code == 303
    assert [who(one) for one in (here, phone, laptop)] == [ana, None, ana]
    here.post(f"/account/sessions/{own.handle_of(row)}/end")
    assert "This session is over." in here.get("/account/").content.decode()
    assert here.post("/account/sessions/others").status_code == 303
    assert [who(one) for one in (here, laptop)] == [ana, None]


def test_nobody_ends_anothers_session(ana: User) -> None:
    factories.user("ben")
    hers, his = log_in("ana"), log_in("ben")
    handle = own.handle_of(BrowserSession.objects.get(user=str(ana.pk)))
    his.post(f"/account/sessions/{handle}/end")
    assert who(hers) == ana


def test_name_and_address_are_changed_and_the_address_is_in_no_log(ana: User) -> None:
    client = log_in("ana")
    assert (
        client.post("/account/person", {"name": " Ana  Cruz ", "email": "ana@example.ph"}).status_code == 303
    )
    ana.refresh_from_db()
    assert (ana.display_name, ana.email) == ("Ana Cruz", "ana@example.ph")
    assert "example.ph" not in str(list(AuditEntry.objects.values_list("payload", flat=True)))
    assert client.post("/account/person", {"name": "Ana", "email": "nonsense"}).status_code == 422
    assert client.post("/account/person", {"name": " "}).status_code == 422


def test_the_second_factor_is_turned_on_on_its_page_and_its_codes_are_shown_once(ana: User) -> None:
    client = log_in("ana")
    page = client.get("/account/app").content.decode()
    assert "<svg" in page
    sealed = client.session["new_app"]
    assert client.post("/account/app", {"code": "000000"}).status_code == 422
    shown = client.post("/account/app", {"code": now(sealed)})
    assert shown.status_code == 200
    assert len(re.findall("data-code", shown.content.decode())) == 10
    assert "no-store" in shown["Cache-Control"]
    assert asks(ana)
    again = client.get("/account/").content.decode()
    assert "10 recovery codes are left" in again


def test_a_link_of_an_event_opens_no_account() -> None:
    hall = factories.hall()
    volunteer = factories.member(hall.event, "clerk")
    volunteer.set_unusable_password()
    volunteer.save()
    client = Client()
    client.force_login(volunteer)
    session = client.session
    session["pin_event"] = str(hall.event.pk)
    session.save()
    assert client.get("/account/").status_code == 403
    assert client.post("/account/password", {"password": GOOD}).status_code == 403


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge · Windows"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36", "Chrome · Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1", "Safari · iPhone"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0", "Firefox · Linux"),
        ("Mozilla/5.0 (Android 15; K) SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36", "Samsung Internet · Android"),
        ("curl/8.0", ""),
        ("", ""),
    ],
)  # fmt: skip
def test_a_device_is_called_what_its_owner_calls_it(agent: str, words: str, rf: object) -> None:
    request = rf.get("/", headers={"user-agent": agent})  # type: ignore[attr-defined]
    assert opening.device(request) == words
