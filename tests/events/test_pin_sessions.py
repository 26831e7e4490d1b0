"""A desk taken over by PIN: its role's work and no more, until the password is typed; it ends with its PIN."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from tdapp.api.models import ApiToken
from tdapp.events.models import DeskPin, JoinLink, Membership
from tdapp.events.models.pins import TRIES
from tdapp.kernel import clock
from tdapp.kernel.models import AuditEntry, User
from tdapp.kernel.permissions import DESK_WORK, EVERYTHING
from tdapp.kernel.signing_in import sessions
from tdapp.people.models import Player
from tests import factories
from tests.events.pages import PIN, Story, signed_in, story, text
from tests.kept import first

pytestmark = pytest.mark.django_db
whole, ready = first(story)


def take_over(here: Story, client: Client, who: User, pin: str = PIN, **more: str) -> Any:
    return client.post(f"{here.base}people/switch", {"person": str(who.pk), "pin": pin, **more})


def desk_of_the_director(here: Story, role: str = "judge") -> Client:
    """A laptop of somebody else that the director took over by PIN."""
    factories.pin(here.hall.director, here.hall.event, PIN)
    client = signed_in(factories.member(here.hall.event, role))
    assert take_over(here, client, here.hall.director).status_code == 303
    return client


def as_browsers_do(client: Client, url: str, sent: dict[str, str]) -> Any:
    """A form without files, as a browser sends it."""
    return client.post(url, urlencode(sent), content_type="application/x-www-form-urlencoded")


def is_asked(answer: Any) -> bool:
    return answer.status_code == 403 and 'name="password_again"' in text(answer)


def test_as_a_judge_the_director_s_pin_gives_neither_people_nor_keys_nor_private_data() -> None:
    here = story()
    desk = desk_of_the_director(here)
    dora = factories.user("dora")
    assert is_asked(as_browsers_do(desk, f"{here.base}people/add", {"username": "dora", "role": "director"}))
    assert is_asked(desk.get(f"{here.base}people/keys"))
    assert is_asked(
        desk.post(f"{here.base}people/keys", {"label": "x", "days": "366", "roles": ["director"]})
    )
    assert is_asked(desk.post(here.entry_url(rest="private/open")))
    assert is_asked(desk.post(f"{here.base}people/pin", {"pin": "482619"}))
    assert is_asked(desk.post(f"{here.base}settings/away"))
    assert not Membership.objects.filter(user=dora).exists()
    assert not ApiToken.objects.exists()
    assert not AuditEntry.objects.filter(intent="entrant.open_private").exists()


def test_a_pin_does_the_work_of_the_desk() -> None:
    here = story(rounds=1)
    desk = desk_of_the_director(here)
    for page in ("", "enter/", "confirm/", "entries/", "checkin/", "open/round/1/", "log", "people"):
        assert desk.get(f"{here.base}{page}").status_code == 200, page


def test_what_is_added_tomorrow_is_closed_to_a_pin() -> None:
    closed = {"member.manage", "pin.own", "roster.private", "roster.import", "export.archive", "event.edit"}
    closed |= {"event.delete", "division.edit", "final.correct", "session.own", "webhook.edit"}
    inside = {
        name
        for name in EVERYTHING
        if not name.startswith(
            ("installation.", "account.", "club.", "lexicon.", "kiosk.", "link.", "claim.")
        )
    }
    assert inside - DESK_WORK == closed
    assert not {
        name for name in DESK_WORK if name.startswith(("installation.", "account.", "club.", "lexicon."))
    }


def test_the_password_typed_again_goes_on_with_what_was_asked_and_nothing_typed_is_lost() -> None:
    here = story()
    desk = desk_of_the_director(here)
    factories.user("dora")
    asked = as_browsers_do(
        desk, f"{here.base}people/add", {"username": "dora", "role": "judge", "idempotency_key": "k-1"}
    )
    kept = {"username": "dora", "role": "judge", "idempotency_key": "k-1"}
    assert all(f'name="{name}" value="{value}"' in text(asked) for name, value in kept.items())
    before = desk.session.session_key
    answer = as_browsers_do(desk, f"{here.base}people/add", {**kept, "password_again": "pass"})
    assert (answer.status_code, answer["Location"]) == (303, f"{here.base}people")
    assert Membership.objects.get(user__username="dora").role == "judge"
    assert desk.session.session_key != before
    assert AuditEntry.objects.get(intent="session.confirm").actor == here.hall.director.actor


def test_a_page_that_was_asked_for_comes_after_the_password() -> None:
    here = story()
    desk = desk_of_the_director(here)
    page = text(desk.get(f"{here.base}settings?from=here"))
    assert 'action="/again"' in page
    assert f'value="{here.base}settings?from=here"' in page
    answer = as_browsers_do(
        desk, "/again", {"password_again": "pass", "next": f"{here.base}settings?from=here"}
    )
    assert (answer.status_code, answer["Location"]) == (303, f"{here.base}settings?from=here")
    assert desk.get(f"{here.base}settings").status_code == 200
    assert (
        as_browsers_do(desk, "/again", {"password_again": "pass", "next": "https://evil.example/"})[
            "Location"
        ]
        == "/"
    )


def test_a_wrong_password_opens_nothing_keeps_what_was_typed_and_is_counted_like_a_log_in() -> None:
    here = story()
    desk = desk_of_the_director(here)
    sent = {"username": "dora", "role": "judge", "password_again": "guess"}
    with clock.at(clock.now()):
        answers = [as_browsers_do(desk, f"{here.base}people/add", sent) for _try in range(21)]
    assert {a.status_code for a in answers[:20]} == {422}
    assert answers[20].status_code == 429
    assert "That is not your password." in text(answers[0])
    assert 'name="username" value="dora"' in text(answers[20])
    assert not any("guess" in text(a) for a in answers)
    assert is_asked(desk.get(f"{here.base}settings"))


def test_the_password_lasts_some_minutes_and_for_this_session_only() -> None:
    here = story()
    desk = desk_of_the_director(here)
    other = signed_in(factories.member(here.hall.event, "clerk"))
    take_over(here, other, here.hall.director)
    as_browsers_do(desk, "/again", {"password_again": "pass"})
    assert is_asked(other.get(f"{here.base}settings"))
    with clock.at(clock.now() + sessions.FRESH + timedelta(seconds=1)):
        assert is_asked(desk.get(f"{here.base}settings"))
    with clock.at(clock.now() - timedelta(hours=1)):
        assert is_asked(desk.get(f"{here.base}settings"))


def test_another_s_password_is_not_one_s_own() -> None:
    here = story()
    here.hall.director.set_password("quite another one")
    here.hall.director.save()
    desk = desk_of_the_director(here)
    assert as_browsers_do(desk, "/again", {"password_again": "pass"}).status_code == 422


def test_a_program_is_told_in_its_own_way() -> None:
    here = story()
    desk = desk_of_the_director(here)
    answer = desk.get(f"/api/v1/events/{here.hall.event.slug}/tokens", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (403, "password-needed")


def test_private_things_inside_open_pages_take_the_password_too() -> None:
    here = story()
    desk = desk_of_the_director(here)
    sent = {"format": "json", "sheet": "standings", "paper": "a4"}
    assert is_asked(desk.post(f"{here.base}export/", sent))


def test_outside_its_event_a_pin_asks_for_the_password_or_sees_nothing() -> None:
    here, other = story(), factories.hall()
    User.objects.filter(pk=here.hall.director.pk).update(operator=True, owner=True)
    Membership.objects.create(event=other.event, user=here.hall.director, role="director")
    desk = desk_of_the_director(here)
    assert desk.get(f"/e/{other.event.slug}/").status_code == 404
    assert other.event.slug not in text(desk.get("/"))
    for page in ("/new", "/backup/", "/takeover/", "/lexicons/new", "/ratings/new"):
        answer = desk.get(page)
        assert answer.status_code == 404 or is_asked(answer), page
    as_browsers_do(desk, "/again", {"password_again": "pass"})
    assert desk.get("/new").status_code == 200
    assert desk.get(f"/e/{other.event.slug}/").status_code == 200


def test_by_pin_nobody_finds_players_of_another_event_at_the_door() -> None:
    here, other = story(), factories.hall()
    Membership.objects.create(event=other.event, user=here.hall.director, role="viewer")
    stranger = other.division.entrants.get(number=1).player
    Player.objects.filter(pk=stranger.pk).update(surname="Zzsison", given="Ana", key="zzsison ana")
    where = f"{here.base}entries/known?surname=Zzs"
    assert "Zzsison" in text(here.alice.get(where)), "with the password: who works at both"
    assert "Zzsison" not in text(desk_of_the_director(here).get(where))


@pytest.mark.parametrize("end", ["another PIN", "no PIN", "the role", "the account"])
def test_a_session_ends_with_what_opened_it(end: str) -> None:
    here = story()
    desk = desk_of_the_director(here)
    second = factories.member(here.hall.event, "director")
    assert desk.get(here.base).status_code == 200
    if end == "another PIN":
        here.alice.post(f"{here.base}people/pin", {"pin": "482619"})
    elif end == "no PIN":
        here.alice.post(f"{here.base}people/pin/drop")
    elif end == "the role":
        row = Membership.objects.get(user=here.hall.director, event=here.hall.event)
        signed_in(second).post(f"{here.base}people/{row.pk}/remove")
        Membership.objects.create(user=here.hall.director, event=here.hall.event, role="director")
    else:
        User.objects.filter(pk=here.hall.director.pk).update(is_active=False)
    answer = desk.get(here.base)
    assert (answer.status_code, answer["Location"][:6]) == (302, "/login")


def test_a_session_from_before_this_version_ends_unless_a_volunteer_s_link_opened_it() -> None:
    here = story()
    volunteer = factories.member(here.hall.event, "clerk")
    volunteer.set_unusable_password()
    volunteer.save()
    for who, left in ((here.hall.director, 302), (volunteer, 200)):
        client = signed_in(who)
        session = client.session
        session[sessions.PIN_EVENT] = str(here.hall.event.pk)
        session.save()
        assert client.get(here.base).status_code == left


def test_taking_over_makes_a_new_session_and_the_old_key_opens_nothing() -> None:
    here = story()
    factories.pin(here.hall.clerk, here.hall.event, PIN)
    before = here.alice.session.session_key
    assert take_over(here, here.alice, here.hall.clerk).status_code == 303
    assert here.alice.session.session_key != before
    stale = Client()
    stale.cookies["sessionid"] = before or ""
    assert stale.get(here.base).status_code == 302
    entry = AuditEntry.objects.get(intent="member.take_over")
    assert (entry.actor, entry.payload["before"]["person"]) == (
        here.hall.clerk.actor,
        here.hall.director.shown_as,
    )
    assert entry.payload["after"]["address"] == "127.0.0.1"


def test_who_only_looks_tries_nobody_s_pin() -> None:
    here = story()
    pin = factories.pin(here.hall.director, here.hall.event, PIN)
    viewer = signed_in(here.hall.viewer)
    assert viewer.get(f"{here.base}people/switch").status_code == 403
    assert take_over(here, viewer, here.hall.director).status_code == 403
    assert DeskPin.objects.get(pk=pin.pk).tries == 0


def test_the_fifth_wrong_pin_closes_it_and_the_password_opens_it_again_and_tells() -> None:
    here = story()
    pin = factories.pin(here.hall.director, here.hall.event, PIN)
    answers = [take_over(here, here.bob, here.hall.director, "909090") for _try in range(TRIES + 1)]
    assert [a.status_code for a in answers] == [403] * 4 + [429] * 2
    assert take_over(here, here.bob, here.hall.director).status_code == 429
    assert "closed" in text(here.alice.get(f"{here.base}people"))
    client = Client()
    client.post("/login", {"username": here.hall.director.username, "password": "pass"})
    shown = text(client.get("/"))
    assert "A wrong PIN was typed for you on" in shown
    assert "A wrong PIN was typed for you on" not in text(client.get("/"))
    assert DeskPin.objects.get(pk=pin.pk).tries == 0
    assert take_over(here, here.bob, here.hall.director).status_code == 303


def test_one_s_page_says_when_the_pin_was_used_and_that_an_old_one_has_to_be_chosen_anew() -> None:
    here = story()
    desk_of_the_director(here)
    assert "Your PIN was used on" in text(here.alice.get(f"{here.base}people"))
    DeskPin.objects.update(pin_hash="")
    assert "PINs have six digits or more now." in text(here.alice.get(f"{here.base}people"))


def test_the_director_lets_people_in_again_with_one_button() -> None:
    here = story()
    pin = factories.pin(here.hall.clerk, here.hall.event, PIN)
    DeskPin.objects.update(tries=TRIES)
    with clock.at(clock.now()):
        for _try in range(21):
            Client().post("/login", {"username": here.hall.clerk.username, "password": "guess"})
        assert "log-in slowed" in text(here.alice.get(f"{here.base}people"))
    answer = here.alice.post(f"{here.base}people/readmit/{here.hall.clerk.pk}")
    assert answer.status_code == 303
    assert "log-in slowed" not in text(here.alice.get(f"{here.base}people"))
    assert DeskPin.objects.get(pk=pin.pk).tries == 0
    login = {"username": here.hall.clerk.username, "password": "pass"}
    assert Client().post("/login", login).status_code == 303


def test_a_volunteer_comes_back_by_the_director_s_link_also_at_a_shared_computer() -> None:
    here = story()
    here.alice.post(f"{here.base}people/links", {"role": "clerk", "hours": "24", "uses": "5"})
    shown = text(here.alice.get(f"{here.base}people/links/{JoinLink.objects.get().pk}"))
    path = "/join/" + shown.partition("/join/")[2].partition('"')[0]
    Client().post(path, {"name": "Vic Torres"})
    again = Client().post(path, {"name": "vic  torres"})
    assert again.status_code == 422
    assert "ask the director" in text(again)
    vic = User.objects.get(display_name="Vic Torres")
    to = here.alice.post(f"{here.base}people/readmit/{vic.pk}")["Location"]
    shown = text(here.alice.get(to))
    path = "/join/" + shown.partition("/join/")[2].partition('"')[0]
    assert "Vic Torres" in text(here.alice.get(path))
    assert here.alice.post(path).status_code == 303
    assert here.alice.session["_auth_user_id"] == str(vic.pk)
    assert here.alice.get(f"{here.base}settings").status_code == 403
    assert Client().get(path).status_code == 404


def test_who_asks_for_the_password_page_is_asked_for_it_and_nobody_passes_by_without() -> None:
    here = story()
    anybody = Client().get("/again", {"next": f"{here.base}people"})
    assert anybody.status_code in {302, 303, 401, 403}
    assert f"{here.base}people" != anybody.get("Location", "")
    desk = desk_of_the_director(here)
    asked = desk.get("/again", {"next": f"{here.base}people"})
    assert asked.status_code == 200  # the form is what was asked for
    assert 'name="password_again"' in text(asked)
    assert f'name="next" value="{here.base}people"' in text(asked)
    assert is_asked(as_browsers_do(desk, "/again", {"next": "/"}))
