"""The first page, logging in and out, joining by a link, taking over by PIN, members."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tdapp.events.members.commands import members
from tdapp.events.models import JoinLink, Membership
from tdapp.kernel import clock
from tdapp.kernel.models import AuditEntry, User
from tests import factories
from tests.events.pages import PIN, Story, fields, story, text
from tests.kept import first

pytestmark = pytest.mark.django_db
whole, ready = first(story)


def test_the_signed_out_see_public_events_only() -> None:
    factories.event("hidden", name="Hidden Cup")
    factories.event("shown", name="Shown Cup", public=True)
    shown = text(Client().get("/"))
    assert "Shown Cup" in shown
    assert "Hidden Cup" not in shown


def test_my_events_are_mine() -> None:
    here = story()
    assert f'href="{here.base}"' in text(here.alice.get("/"))
    assert f'href="{here.base}"' not in text(here.charlie.get("/"))


def log_in(client: Client, name: str, password: str, **more: str) -> Any:
    return client.post("/login", {"username": name, "password": password, **more})


def test_logging_in_leads_back_to_where_one_wanted_to_go() -> None:
    here, client = story(), Client()
    answer = client.get(f"{here.base}log")
    assert answer["Location"] == f"/login?next=%2Fe%2F{here.hall.event.slug}%2Flog"
    answer = log_in(client, here.hall.director.username, "pass", next=f"{here.base}log")
    assert (answer.status_code, answer["Location"]) == (303, f"{here.base}log")
    assert AuditEntry.objects.get(intent="session.begin").actor == here.hall.director.actor


@pytest.mark.parametrize("wanted", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
def test_logging_in_never_leads_outside(wanted: str) -> None:
    who = factories.user()
    assert log_in(Client(), who.username, "pass", next=wanted)["Location"] == "/"


def test_logging_in_makes_a_new_session() -> None:
    who, client = factories.user(), Client()
    client.get("/login")
    session = client.session
    session["planted"] = "yes"
    session.save()
    client.cookies["sessionid"] = session.session_key or ""
    log_in(client, who.username, "pass")
    assert client.cookies["sessionid"].value != session.session_key
    assert "planted" not in client.session


def test_the_log_in_typed_with_a_slash_is_the_log_in() -> None:
    who = factories.user()
    assert "Username" in text(Client().get("/login/"))
    assert Client().post("/login/", {"username": who.username, "password": "pass"}).status_code == 303


def test_a_wrong_password_is_said_and_twenty_by_strangers_are_held_back_with_the_way_out() -> None:
    who = factories.user()
    with clock.at(clock.now()):
        answers = [log_in(Client(), who.username, "wrong") for _try in range(21)]
    assert [a.status_code for a in answers] == [422] * 20 + [429]
    assert 0 < int(answers[-1]["Retry-After"]) <= 60
    assert "on which you logged in before need not wait" in text(answers[-1])


def test_one_account_held_back_does_not_hold_back_another_from_the_same_hall() -> None:
    who, other = factories.user(), factories.user()
    for _try in range(21):
        log_in(Client(), who.username, "wrong")
    assert log_in(Client(), other.username, "pass").status_code == 303


def test_logging_out_needs_a_post_and_ends_the_session() -> None:
    here = story()
    assert here.alice.get("/logout").status_code == 405
    assert here.alice.post("/logout").status_code == 303
    assert here.alice.get(here.base).status_code == 302
    assert AuditEntry.objects.filter(intent="session.end").exists()


def test_a_member_is_added_by_user_name_and_an_unknown_one_is_said() -> None:
    here, who = story(), factories.user("dora")
    url = f"{here.base}people/add"
    assert here.alice.post(url, {"username": "dora", "role": "judge"}).status_code == 303
    assert Membership.objects.get(user=who).role == "judge"
    answer = here.alice.post(url, {"username": "nobody-here", "role": "judge"})
    assert answer.status_code == 422
    assert "Nobody signs in here as nobody-here." in text(answer)


def invited(here: Story, role: str = "clerk") -> tuple[JoinLink, str]:
    answer = here.alice.post(f"{here.base}people/links", {"role": role, "hours": "24", "uses": "5"})
    row = JoinLink.objects.get()
    assert answer["Location"] == f"{here.base}people/links/{row.pk}"
    return row, f"/join/{members.token_of(row)}"


def test_a_link_is_shown_as_a_code_without_any_inline_style() -> None:
    here = story()
    row, url = invited(here)
    shown = text(here.alice.get(f"{here.base}people/links/{row.pk}"))
    assert url in shown
    assert "<svg" in shown
    assert "style=" not in shown
    assert "<script>" not in shown


def test_a_volunteer_joins_by_name_alone_and_is_inside() -> None:
    here = story()
    _row, url = invited(here)
    phone = Client()
    page = phone.get(url)
    assert page["Referrer-Policy"] == "same-origin"
    answer = phone.post(url, {"name": "Vic Torres"})
    assert (answer.status_code, answer["Location"]) == (303, here.base)
    assert phone.get(here.base).status_code == 200
    assert phone.get(f"{here.base}settings").status_code == 403


def test_the_form_sent_again_lets_in_the_browser_it_came_from_and_no_other() -> None:
    """A page whose answer was lost is sent again; the same name and key from elsewhere is somebody else."""
    here = story()
    _row, url = invited(here)
    phone, sent = Client(), {"name": "Vic Torres", "idempotency_key": "k-1"}
    phone.get(url)
    cookie = phone.cookies["csrftoken"].value
    assert phone.post(url, sent).status_code == 303
    for other in (Client(), Client()):
        other.get(url)
        answer = other.post(url, sent)
        assert (answer.status_code, "_auth_user_id" in other.session) == (422, False)
        assert "already called Vic Torres" in text(answer)
    again = Client()
    again.cookies["csrftoken"] = cookie
    assert again.post(url, sent).status_code == 303
    assert again.session["_auth_user_id"] == phone.session["_auth_user_id"]


def test_a_dead_link_is_a_missing_page_with_a_remedy() -> None:
    answer = Client().get("/join/nothing-of-the-kind")
    assert answer.status_code == 404
    assert "Ask the director for a new one." in text(answer)


def test_a_session_opened_by_link_reaches_this_event_only() -> None:
    here, other = story(), factories.hall()
    _row, url = invited(here)
    phone = Client()
    phone.post(url, {"name": "Vic"})
    Membership.objects.create(event=other.event, user=User.objects.get(display_name="Vic"), role="director")
    assert phone.get(f"/e/{other.event.slug}/").status_code == 404
    assert other.event.slug not in text(phone.get("/"))


def with_pins(here: Story) -> None:
    for who in (here.hall.director, here.hall.clerk):
        factories.pin(who, here.hall.event, PIN)


def take_over(here: Story, client: Client, who: User, pin: str = PIN, **more: str) -> Any:
    return client.post(f"{here.base}people/switch", {"person": str(who.pk), "pin": pin, **more})


def test_a_second_person_takes_over_and_goes_on_there() -> None:
    here = story()
    with_pins(here)
    answer = take_over(here, here.alice, here.hall.clerk, next=f"{here.base}checkin/")
    assert (answer.status_code, answer["Location"]) == (303, f"{here.base}checkin/")
    assert here.alice.session["_auth_user_id"] == str(here.hall.clerk.pk)
    assert here.alice.get(f"{here.base}log").status_code == 403


@pytest.mark.parametrize(
    ("came_from", "back"),
    [("http://testserver{}checkin/", "{}checkin/"), ("https://evil.example{}checkin/", "{}"), ("", "{}")],
)
def test_who_takes_over_goes_on_where_the_other_one_was(came_from: str, back: str) -> None:
    here = story()
    with_pins(here)
    page = here.alice.get(f"{here.base}people/switch", headers={"Referer": came_from.format(here.base)})
    assert fields(page)["next"] == back.format(here.base)


def test_a_wrong_pin_changes_nobody() -> None:
    here = story()
    with_pins(here)
    answer = take_over(here, here.alice, here.hall.clerk, "909090")
    assert answer.status_code == 403
    assert here.alice.session["_auth_user_id"] == str(here.hall.director.pk)
    assert "909090" not in text(answer)


def test_nobody_outside_the_event_can_be_taken_for() -> None:
    here = story()
    with_pins(here)
    other = factories.hall()
    stranger = other.director
    factories.pin(stranger, other.event, PIN)
    assert take_over(here, here.alice, stranger).status_code == 422
    assert here.alice.session["_auth_user_id"] == str(here.hall.director.pk)


def test_the_one_who_is_there_is_not_offered() -> None:
    here = story()
    with_pins(here)
    shown = text(here.alice.get(f"{here.base}people/switch"))
    assert str(here.hall.clerk.pk) in shown
    assert str(here.hall.director.pk) not in shown
