"""The pages of invitations and codes: by link, by typing, for who is here already; who makes them, who may not."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core import mail as letters
from django.test import Client

from tdapp.accounts import addresses, mail
from tdapp.accounts.models import Authenticator
from tdapp.kernel import clock, context, jobs
from tdapp.kernel.commands import Installation
from tdapp.kernel.models import Invitation, Job, User
from tdapp.kernel.signing_in import invitations, inviting
from tests import factories
from tests.accounts.people import GOOD, log_in, send, who, with_app

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> Client:
    factories.user("olga", owner=True)
    return log_in("olga")


def made(client: Client, **sent: str) -> Invitation:
    """An invitation made on the page."""
    answer = send(client, "/accounts/", {"days": "14", **sent})
    assert answer.status_code == 303, answer.content.decode()
    return Invitation.objects.get(pk=answer["Location"].rpartition("/")[2])


def test_an_invitation_shows_link_picture_and_code_and_one_person_comes_in_by_it(owner: Client) -> None:
    row = made(owner, name="Ben Reyes", username="ben", role="operator")
    page = owner.get(f"/accounts/invitations/{row.pk}").content.decode()
    code = invitations.code_of(row)
    assert f"/invited/{code}" in page
    assert "<svg" in page
    client = Client()
    typed = send(client, "/invited/", {"code": code.upper().replace("-", " ")})
    assert typed["Location"] == f"/invited/{code}"
    assert "Ben Reyes" in client.get(typed["Location"]).content.decode()
    newcomer = {"name": "Ben Reyes", "username": "ben", "password": GOOD}
    assert send(client, f"/invited/{code}", newcomer)["Location"] == "/"
    ben = User.objects.get(username="ben")
    assert (who(client), ben.operator, ben.owner) == (ben, True, False)
    late = send(Client(), f"/invited/{code}", {**newcomer, "username": "carla"})
    assert late.status_code == 403
    assert "Ask who gave it to you" in late.content.decode()


def test_a_weak_password_keeps_what_was_typed(owner: Client) -> None:
    code = invitations.code_of(made(owner, name="Ben"))
    answer = send(Client(), f"/invited/{code}", {"name": "Ben R", "username": "ben", "password": "1234"})
    assert answer.status_code == 422
    assert 'value="Ben R"' in answer.content.decode()
    assert "1234" not in answer.content.decode()


def test_who_is_logged_in_accepts_with_the_account_there_is(owner: Client) -> None:
    ana = factories.user("ana")
    code = invitations.code_of(made(owner, role="operator"))
    client = log_in("ana")
    key = client.session.session_key
    assert "accept with this account" in client.get(f"/invited/{code}").content.decode()
    assert send(client, f"/invited/{code}", {}).status_code == 303
    ana.refresh_from_db()
    assert ana.operator
    assert client.session.session_key != key


@pytest.mark.parametrize("typed", ["", "aaaa-aaaa-aaaa", "../../etc", "ñ" * 40])
def test_a_code_nobody_made_opens_nothing(typed: str) -> None:
    assert send(Client(), "/invited/", {"code": typed}).status_code in {403, 422}


def test_who_types_codes_at_random_waits() -> None:
    client = Client(REMOTE_ADDR="10.9.8.7")
    with clock.at(clock.now()):
        answers = [send(client, "/invited/", {"code": f"aaaa-aaaa-{n:04}"}).status_code for n in range(21)]
    assert (answers[0], answers[-1]) == (403, 429)
    assert send(Client(REMOTE_ADDR="10.9.8.6"), "/invited/", {"code": "aaaa"}).status_code == 403


def test_a_printed_code_lets_in_who_forgot_the_password(owner: Client) -> None:
    ana = factories.user("ana")
    old = log_in("ana")
    answer = send(owner, f"/accounts/{ana.pk}/reset", {})
    row = Invitation.objects.get(pk=answer["Location"].rpartition("/")[2])
    client = Client()
    assert send(client, f"/invited/{invitations.code_of(row)}", {"password": GOOD}).status_code == 303
    assert (who(client), who(old)) == (ana, None)
    assert who(log_in("ana", GOOD)) == ana


@pytest.mark.parametrize("second", [False, True])
def test_a_code_takes_the_second_factor_away_only_where_that_was_said(owner: Client, second: bool) -> None:
    ana = factories.user("ana")
    with_app(ana)
    answer = send(owner, f"/accounts/{ana.pk}/reset", {"second": "on"} if second else {})
    row = Invitation.objects.get(pk=answer["Location"].rpartition("/")[2])
    client = Client()
    went = send(client, f"/invited/{invitations.code_of(row)}", {"password": GOOD})["Location"]
    assert went == ("/" if second else "/login/second")
    assert Authenticator.objects.filter(user=ana).exists() != second
    assert (who(client) == ana) == second


def test_revoked_it_opens_nothing(owner: Client) -> None:
    row = made(owner, name="Ben", role="operator")
    listed = owner.get("/accounts/").content.decode()
    told = listed[listed.index(f'/accounts/invitations/{row.pk}"') : listed.index(f"{row.pk}/revoke")]
    assert "Ben" in told
    assert "<td>operator</td>" in told
    assert listed.count("Open invitations and codes") == 2, "the card's own heading and name, of no field"
    assert send(owner, f"/accounts/invitations/{row.pk}/revoke", {}).status_code == 303
    assert Client().get(f"/invited/{invitations.code_of(row)}").status_code == 403
    assert owner.get(f"/accounts/invitations/{row.pk}").status_code == 404


def test_an_operator_neither_makes_owners_nor_opens_their_accounts() -> None:
    olga = factories.user("olga", owner=True)
    factories.user("otto", operator=True)
    client = log_in("otto")
    assert send(client, "/accounts/", {"days": "14", "role": "owner"}).status_code == 422
    assert send(client, f"/accounts/{olga.pk}/reset", {}).status_code == 403
    answer = inviting.offer_reset(context.system(), Installation(), user=olga)
    assert client.get(f"/accounts/invitations/{answer['id']}").status_code == 403
    assert send(client, f"/accounts/invitations/{answer['id']}/revoke", {}).status_code == 403


def test_who_only_has_an_account_invites_nobody() -> None:
    ana = factories.user("ana")
    client = log_in("ana")
    assert client.get("/accounts/").status_code == 403
    assert send(client, "/accounts/", {"days": "14"}).status_code == 403
    assert send(client, f"/accounts/{ana.pk}/reset", {}).status_code == 403


def test_a_code_for_one_purpose_is_shown_by_its_own_room_only(owner: Client) -> None:
    row = invitations.make(context.system(), "club.officer", payload={"club": "x"})
    assert owner.get(f"/accounts/invitations/{row.pk}").status_code == 404
    assert str(row.pk) not in owner.get("/accounts/").content.decode()


@pytest.fixture
def by_mail(settings: Any) -> None:
    settings.SENDS_MAIL = True


def work() -> None:
    """What the worker does."""
    for row in Job.objects.filter(kind="account.letter", status="queued"):
        jobs.run(str(row.pk))


def test_where_there_is_mail_an_invitation_is_sent(owner: Client, by_mail: None) -> None:
    row = made(owner, email="ben@example.ph")
    work()
    [letter] = letters.outbox
    assert letter.to == ["ben@example.ph"]
    assert f"http://testserver/invited/{invitations.code_of(row)}" in letter.body
    assert invitations.code_of(row) not in str(list(Job.objects.values_list("params", flat=True)))
    assert "example.ph" not in str(list(Job.objects.values_list("params", flat=True)))


def test_a_forgotten_password_is_a_letter_to_its_own_address(by_mail: None) -> None:
    ana = factories.user("ana")
    User.objects.filter(pk=ana.pk).update(email="ana@example.ph")
    for typed in ("ana", "ANA@example.ph"):
        send(Client(), "/login/forgotten", {"username": typed})
    work()
    assert [letter.to for letter in letters.outbox] == [["ana@example.ph"]] * 2
    link = re.search(r"http://testserver(/invited/\S+)", str(letters.outbox[0].body))
    assert link
    client = Client()
    assert send(client, link[1], {"password": GOOD}).status_code == 303
    assert who(client) == ana


def test_strangers_use_up_no_letter_of_the_owners_devices_and_fill_no_mailbox(
    by_mail: None, settings: Any
) -> None:
    ana = factories.user("ana")
    User.objects.filter(pk=ana.pk).update(email="ana@example.ph")
    began = datetime(2026, 3, 14, 4, 0, tzinfo=UTC)
    with clock.at(began):
        own = log_in("ana", client=Client(REMOTE_ADDR="198.51.100.1"))
        own.cookies.pop(settings.SESSION_COOKIE_NAME)
        strangers = [Client(REMOTE_ADDR=f"203.0.113.{number}") for number in range(1, 5)]
        assert [letters_for(one) for one in strangers] == [mail.EACH, mail.STRANGERS - mail.EACH, 0, 0]
    with clock.at(began + timedelta(minutes=59)):
        link = re.search(r"http://testserver(/invited/\S+)", str(letters.outbox[-1].body))
        assert link
        assert Client().get(link[1]).status_code == 200, "what strangers asked for still lets the owner in"
        assert (letters_for(own), letters_for(strangers[3])) == (mail.EACH, 0)
    with clock.at(began + timedelta(minutes=61)):
        assert letters_for(strangers[3]) == mail.EACH


def letters_for(asks: Client) -> int:
    """How many come of asking nine times."""
    before = len(letters.outbox)
    for _time in range(9):
        assert send(asks, "/login/forgotten", {"username": "ana"}).status_code == 200
    work()
    return len(letters.outbox) - before


@pytest.mark.parametrize("host", ["203.0.113.5", "rebound.local", "[2001:db8::5]:8000"])
def test_a_stranger_has_nobodys_letter_lead_to_a_computer_of_their_own(
    by_mail: None, host: str, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A laptop answers to any address: what the stranger called it is no address for somebody else's letter."""
    settings.ALLOWED_HOSTS, settings.LOCAL, settings.PUBLIC_URL = ["*"], True, ""
    monkeypatch.setattr(addresses, "lan_address", lambda: "192.168.1.5")
    ana = factories.user("ana")
    User.objects.filter(pk=ana.pk).update(email="ana@example.ph")
    answer = Client(HTTP_HOST=host).post("/login/forgotten", {"username": "ana"})
    assert answer.status_code == 200
    work()
    assert re.search(r"http://192\.168\.1\.5(:8000)?/invited/", str(letters.outbox[0].body))
    settings.PUBLIC_URL = "https://results.example.org"
    Client(HTTP_HOST=host).post("/login/forgotten", {"username": "ana"})
    work()
    assert "https://results.example.org/invited/" in str(letters.outbox[1].body)


def test_a_letter_leads_to_the_address_of_this_computer_it_was_asked_at() -> None:
    for host in ("localhost", "127.0.0.1", "[::1]", addresses.settings.LAN_NAMES[-1]):
        assert addresses.is_this_computer(host), host
    for host in ("203.0.113.5", "evil.local", "0.0.0.0", "example.org", ""):
        assert not addresses.is_this_computer(host), host


def test_the_page_tells_no_names_and_sends_few_letters(by_mail: None) -> None:
    ana = factories.user("ana")
    User.objects.filter(pk=ana.pk).update(email="ana@example.ph")
    known, unknown = (send(Client(), "/login/forgotten", {"username": n}) for n in ("ana", "nobody"))
    assert re.sub(r'value="[^"]*"', "", known.content.decode()) == re.sub(
        r'value="[^"]*"', "", unknown.content.decode()
    )
    for _time in range(10):
        send(Client(), "/login/forgotten", {"username": "ana"})
    assert Job.objects.filter(kind="account.letter").count() == mail.EACH


def test_a_letter_somebody_asks_for_ends_no_printed_code(by_mail: None) -> None:
    ana = factories.user("ana")
    User.objects.filter(pk=ana.pk).update(email="ana@example.ph")
    answer = inviting.offer_reset(context.system(), Installation(), user=ana)
    send(Client(), "/login/forgotten", {"username": "ana"})
    assert Invitation.objects.get(pk=answer["id"]).open


def test_without_mail_one_is_told_whom_to_ask() -> None:
    factories.user("olga", owner=True, shown="Olga Reyes")
    page = Client().get("/login/forgotten").content.decode()
    assert "Ask: Olga Reyes." in page
    assert '<form method="post" class="stack"' not in page
