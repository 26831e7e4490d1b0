"""Who may open and send what: each address of the event's screens with the roles it is for.

Alice directs the event, Bob has one role there, Charlie directs another one and gets 404 everywhere.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from tdapp.desk import urls as desk_urls
from tdapp.events import urls
from tdapp.events.commands import members
from tdapp.events.models import JoinLink, Membership
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.permissions import EVENT_ROLES, ROLES
from tests import factories
from tests.events.pages import Story, signed_in, story

pytestmark = pytest.mark.django_db

# address -> (permission to look, permission to send); "" not offered by that method
TABLE: dict[str, tuple[str, str]] = {
    "events:settings": ("event.edit", "event.edit"),
    "events:put_away": ("", "event.delete"),
    "events:minors": ("", "event.edit"),
    "events:add_division": ("division.edit", "division.edit"),
    "events:division_settings": ("division.edit", "division.edit"),
    "events:people": ("event.view", ""),
    "events:switch": ("desk.switch", "desk.switch"),
    "events:set_pin": ("", "pin.own"),
    "events:drop_pin": ("", "pin.own"),
    "events:readmit": ("", "member.manage"),
    "events:plays": ("", "member.manage"),
    "events:add_member": ("", "member.manage"),
    "events:remove_member": ("", "member.manage"),
    "events:invite": ("", "member.manage"),
    "events:link": ("member.manage", ""),
    "events:revoke_link": ("", "member.manage"),
    "events:log": ("audit.view", ""),
    "events:entries": ("roster.view", ""),
    "events:add": ("roster.edit", "roster.edit"),
    "events:known": ("roster.edit", ""),
    "events:names": ("roster.view", ""),
    "events:eligible": ("roster.edit", ""),
    "events:eligible_csv": ("roster.edit", ""),
    "events:eligible_xlsx": ("roster.edit", ""),
    "events:eligible_keep": ("", "division.edit"),
    "events:seed": ("", "roster.edit"),
    "events:entry": ("roster.view", "roster.edit"),
    "events:withdraw": ("", "roster.edit"),
    "events:rejoin": ("", "roster.edit"),
    "events:substitute": ("", "roster.edit"),
    "events:move": ("", "roster.edit"),
    "events:remove": ("", "roster.edit"),
    "events:open_private": ("", "roster.private"),
    "events:private": ("", "roster.private"),
    "events:checkin": ("roster.view", ""),
    "events:rules": ("event.view", ""),
    "events:rule_paper": ("event.view", ""),
    "events:rule_download": ("event.view", ""),
    "events:board": ("division.edit", "division.edit"),
    "events:tiles": ("division.edit", "division.edit"),
    "events:plan": ("division.edit", "division.edit"),
    "events:plan_read": ("division.edit", ""),
    "events:wishes": ("division.edit", "division.edit"),
    "events:rule_values": ("division.edit", "division.edit"),
    "events:rule_file": ("division.edit", "division.edit"),
    "events:confirm_rules": ("", "division.edit"),
    "events:forget_set": ("", "division.edit"),
    "events:check_in_line": ("", "checkin.edit"),
    "events:check_in": ("", "checkin.edit"),
    "events:pair_without": ("", "checkin.edit"),
    "events:add_house": ("", "roster.edit"),
    "desk:overview": ("event.view", ""),
    "desk:results_in": ("event.view", ""),
    "desk:palette": ("event.view", ""),
}
# Addresses that belong to no event, or to one that is not open: tested one by one below.
APART = {
    "events:home", "events:login", "events:logout", "events:new", "events:clone", "events:one_more_division",
    "events:join", "events:bring_back", "events:again", "events:rule_index", "events:rule_page",
}  # fmt: skip
MINE_AT_THE_DESK = {"overview", "results_in", "palette"}
LOOKS = [name for name, (look, _send) in TABLE.items() if look]
SENDS = [name for name, (_look, send) in TABLE.items() if send]


def address(name: str, here: Story) -> str:
    given = {
        "event": here.hall.event.slug,
        "division": here.hall.division.slug,
        "pk": _key(name, here),
        "kind": "toml",
        "user": here.hall.viewer.pk,
    }
    pattern = next(p for p in (*urls.urlpatterns, *desk_urls.urlpatterns) if _named(p) == name.split(":")[1])
    wanted = pattern.pattern.converters
    return reverse(name, kwargs={key: value for key, value in given.items() if key in wanted})


def _named(pattern: Any) -> str:
    return str(getattr(pattern, "name", ""))


def _key(name: str, here: Story) -> Any:
    if "link" in name:
        answer = members.invite(here.hall.as_(here.hall.director), here.hall.event, role="clerk")
        return JoinLink.objects.get(pk=answer["id"]).pk
    if "member" in name:
        return Membership.objects.get(event=here.hall.event, role="viewer").pk
    return here.entrant().pk


def knocking(here: Story, role: str) -> Client:
    return signed_in(factories.member(here.hall.event, role))


def test_every_address_of_the_events_screens_is_in_the_table() -> None:
    names = {f"events:{p.name}" for p in urls.urlpatterns if isinstance(p, URLPattern)}
    names |= {f"desk:{name}" for name in MINE_AT_THE_DESK}
    assert names == set(TABLE) | APART


@pytest.mark.parametrize("name", LOOKS)
def test_each_role_sees_what_it_may_see_and_nothing_else(name: str) -> None:
    here = story()
    url, needed = address(name, here), TABLE[name][0]
    found = {role: knocking(here, role).get(url).status_code for role in EVENT_ROLES}
    allowed = {role for role, status in found.items() if status in {200, 204}}
    assert allowed == {role for role in EVENT_ROLES if needed in ROLES[role]}
    assert set(found.values()) <= {200, 204, 403}


@pytest.mark.parametrize("name", SENDS)
def test_each_role_sends_what_it_may_send_and_nothing_else(name: str) -> None:
    here = story()
    url, needed = address(name, here), TABLE[name][1]
    refused = {role for role in EVENT_ROLES if knocking(here, role).post(url).status_code == 403}
    assert refused == {role for role in EVENT_ROLES if needed not in ROLES[role]}


@pytest.mark.parametrize("name", TABLE)
def test_a_foreign_event_does_not_exist(name: str) -> None:
    here = story()
    url = address(name, here)
    look, send = TABLE[name]
    entries = AuditEntry.objects.filter(scope=here.hall.event.scope_key).count()
    if look:
        assert here.charlie.get(url).status_code == 404
    if send:
        assert here.charlie.post(url, {"surname": "X", "who": "a"}).status_code == 404
    assert AuditEntry.objects.filter(scope=here.hall.event.scope_key).count() == entries


@pytest.mark.parametrize("name", TABLE)
def test_the_signed_out_are_sent_to_the_log_in(name: str) -> None:
    here = story()
    url = address(name, here)
    look, _send = TABLE[name]
    answer = Client().get(url) if look else Client().post(url)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/login?next=")


@pytest.mark.parametrize("name", TABLE)
def test_a_method_that_is_not_offered_is_refused(name: str) -> None:
    here = story()
    url = address(name, here)
    look, send = TABLE[name]
    assert (here.alice.get(url).status_code == 405) is not bool(look)
    assert (here.alice.post(url).status_code == 405) is not bool(send)
    assert here.alice.put(url).status_code == here.alice.delete(url).status_code == 405


@pytest.mark.parametrize("name", LOOKS)
def test_looking_writes_nothing(name: str) -> None:
    here = story(rounds=1)
    url, before = address(name, here), AuditEntry.objects.count()
    here.alice.get(url)
    assert AuditEntry.objects.count() == before


def test_what_is_shown_to_a_signed_in_person_is_never_cached() -> None:
    here = story()
    assert "no-store" in here.alice.get(here.base)["Cache-Control"]


def test_the_desk_addresses_lead_somewhere() -> None:
    assert get_resolver().resolve(story().base).view_name == "desk:overview"
