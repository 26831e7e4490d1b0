"""Officers: invited, in office once they accept, and at the club's events what their office comes to."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Any

import pytest
from django.core import mail as letters
from django.test import Client

from tdapp.clubs.commands import homes, offices
from tdapp.events import access
from tdapp.events.members.commands import desk_pins, members
from tdapp.events.models import Event, Membership
from tdapp.events.setup.commands import for_a_club
from tdapp.kernel import context, jobs
from tdapp.kernel.commands import Installation
from tdapp.kernel.context import Context
from tdapp.kernel.models import AuditEntry, Invitation, Job, User
from tdapp.kernel.permissions import AT_CLUB_EVENTS
from tdapp.kernel.refusals import Conflict, Missing, NotAllowed, Refusal
from tdapp.kernel.signing_in import invitations
from tdapp.people import registry
from tdapp.people.models import ClubHome, Officer
from tdapp.people.officers import club_context
from tdapp.publishing.released import single_flight
from tests import factories as f
from tests.publishing.hall import hall

pytestmark = pytest.mark.django_db


def at(home: ClubHome, role: str = "club-officer") -> Context:
    return club_context(f.officer(home, role), home, "web")


def accepted(row: Invitation, user: User) -> str:
    return invitations.use(row, user)


@pytest.mark.parametrize("role", AT_CLUB_EVENTS)
def test_an_office_comes_to_a_role_at_the_clubs_events_and_to_nothing_elsewhere(role: str) -> None:
    home = f.club()
    own, other, nobodys = f.event(host=home.club), f.event(host=f.club().club), f.event()
    user = f.officer(home, role)
    assert access.event_context(user, own, "web").roles == {AT_CLUB_EVENTS[role]}
    for foreign in (other, nobodys):
        assert access.roles_of(user, foreign) == frozenset()
        with pytest.raises(Missing):
            access.event_context(user, foreign, "web")
    assert list(Event.objects.filter(access.within_reach(user))) == [own]


def test_a_role_at_the_event_and_an_office_are_added_up() -> None:
    home = f.club()
    event = f.event(host=home.club)
    user = f.officer(home, "club-publisher")
    Membership.objects.create(event=event, user=user, role="judge")
    assert access.roles_of(user, event) == {"publisher", "judge"}


def test_an_inactive_officer_is_nothing() -> None:
    home = f.club()
    user = f.officer(home)
    user.is_active = False
    assert access.roles_of(user, f.event(host=home.club)) == frozenset()
    assert club_context(user, home, "web").roles == frozenset()


def test_a_club_makes_an_event_without_the_operator_and_its_maker_is_nothing_beside_the_office() -> None:
    home = f.club()
    director = at(home, "club-director")
    made = for_a_club.create_event(director, home, name="Club night", starts_on=date(2026, 5, 1))
    event = Event.objects.get(slug=made["slug"])
    assert (event.host, event.memberships.count()) == (home.club, 0)
    assert [row.intent for row in AuditEntry.objects.filter(scope=event.scope_key)] == ["event.create"]
    user = User.objects.get(pk=director.actor.removeprefix("user:"))
    assert access.roles_of(user, event) == {"director"}
    Officer.objects.filter(user=user).delete()
    assert access.roles_of(user, event) == frozenset()


def test_who_only_publishes_or_keeps_members_makes_no_event() -> None:
    home = f.club()
    for role in ("club-publisher", "member-manager"):
        with pytest.raises(NotAllowed):
            for_a_club.create_event(at(home, role), home, name="Club night", starts_on=date(2026, 5, 1))


def test_a_club_copies_its_own_events_and_no_others() -> None:
    home = f.club()
    own, other = f.event(host=home.club), f.event(host=f.club().club)
    f.division(own)
    officer = at(home)
    made = for_a_club.clone_event(officer, home, source=own, name="Again", starts_on=date(2027, 5, 1))
    assert Event.objects.get(slug=made["slug"]).host == home.club
    with pytest.raises(Missing):
        for_a_club.clone_event(officer, home, source=other, name="Theirs", starts_on=date(2027, 5, 1))


def test_the_first_officer_is_invited_by_the_operator_and_the_next_by_the_first() -> None:
    operator = access.installation_context(f.user(operator=True), "web")
    homes.open_club(operator, Installation(), name="Lipa Tile Club")
    home = ClubHome.objects.get(slug="lipa-tile-club")
    invited = offices.invite_first(operator, Installation(), home=home)
    row = Invitation.objects.get(pk=invited["id"])
    assert "Lipa Tile Club" in invitations.says(row)
    first = f.user()
    assert accepted(row, first) == "/c/lipa-tile-club/"
    officer = club_context(first, home, "web")
    assert officer.roles == {"club-officer"}
    second = offices.invite(officer, home, role="member-manager", name="Lia")
    accepted(Invitation.objects.get(pk=second["id"]), one := f.user())
    assert club_context(one, home, "web").roles == {"member-manager"}
    intents = list(AuditEntry.objects.filter(scope=home.scope_key).values_list("intent", flat=True))
    assert intents == ["club.officer", "club.invite", "club.officer"]


def test_a_revoked_invitation_opens_nothing() -> None:
    home = f.club()
    officer = at(home)
    row = Invitation.objects.get(pk=offices.invite(officer, home, role="club-director")["id"])
    offices.revoke(officer, home, invitation=row)
    with pytest.raises(NotAllowed):
        accepted(row, f.user())
    assert Officer.objects.count() == 1


def test_the_last_officer_stays_and_others_go_with_all_they_could() -> None:
    home = f.club()
    event = f.event(host=home.club)
    officer, director = at(home), f.officer(home, "club-director")
    with pytest.raises(Refusal, match="A club needs an officer"):
        offices.end_office(officer, home, officer=Officer.objects.get(role="club-officer"))
    offices.end_office(officer, home, officer=Officer.objects.get(role="club-director"))
    assert access.roles_of(director, event) == frozenset()


def test_who_is_put_out_of_office_comes_back_by_no_code_of_their_own() -> None:
    """A code made before, kept in a drawer, opens nothing; those of the others stay good."""
    home = f.club()
    first, second = at(home), at(home)
    own = Invitation.objects.get(pk=offices.invite(second, home, role="club-officer")["id"])
    other = Invitation.objects.get(pk=offices.invite(first, home, role="club-director")["id"])
    elsewhere = f.club("elsewhere")
    user = User.objects.get(pk=second.actor.removeprefix("user:"))
    Officer.objects.create(club=elsewhere.club, user=user, role="club-officer")
    there = club_context(user, elsewhere, "web")
    theirs = Invitation.objects.get(pk=offices.invite(there, elsewhere, role="club-officer")["id"])
    told = offices.end_office(first, home, officer=Officer.objects.get(club=home.club, user=user))
    assert told["revoked"] == 1
    with pytest.raises(NotAllowed):
        accepted(own, f.user())
    accepted(other, f.user())
    accepted(theirs, f.user())


def test_the_last_director_may_leave_an_event_that_its_club_directs() -> None:
    home = f.club()
    event = f.event(host=home.club)
    user = f.member(event, "director")
    with pytest.raises(Refusal, match="needs a director"):
        members.remove_member(context.system(event.scope_key), event, user=user, role="director")
    f.officer(home, "club-director")
    members.remove_member(context.system(event.scope_key), event, user=user, role="director")
    assert access.roles_of(user, event) == frozenset()


def test_an_officers_pin_takes_over_a_desk_of_the_clubs_events() -> None:
    home = f.club()
    event = f.event(host=home.club)
    officer, manager = f.officer(home), f.officer(home, "member-manager")
    for who in (officer, manager):
        f.pin(who, event)
    assert [row.user for row in desk_pins.at_the_desk(event)] == [officer]


def test_an_officer_has_a_log_in_that_opens_more_than_anothers_event() -> None:
    """A director of the club's event who is no officer lets nobody's log-in in again who is."""
    home = f.club()
    event = f.event(host=home.club)
    director, officer = f.member(event, "director"), f.officer(home, "club-director")
    assert members.stands_elsewhere(f.acting(director, event), event, officer)
    head = f.officer(home)
    assert not members.stands_elsewhere(f.acting(head, event), event, officer)


def test_a_director_hands_their_own_event_to_a_club_they_make_events_for(client: Client) -> None:
    home = f.club("lipa")
    director, publisher = f.officer(home, "club-director"), f.officer(home, "club-publisher")
    own, anothers = f.event("own"), f.event("anothers")
    for user in (director, publisher):
        Membership.objects.create(event=own, user=user, role="director")
    with pytest.raises(Missing):
        for_a_club.hand_over(f.acting(publisher, own), own, home=home)
    client.force_login(director)
    assert client.post("/c/lipa/hand-over", {"event": anothers.slug}).status_code == 422
    assert client.post("/c/lipa/hand-over", {"event": "own"}).status_code == 303
    own.refresh_from_db()
    assert own.host == home.club
    assert access.roles_of(publisher, own) == {"director", "publisher"}
    other = f.club("other")
    Officer.objects.create(club=other.club, user=director, role="club-officer")
    with pytest.raises(Conflict, match="A club runs this event already"):
        for_a_club.hand_over(f.acting(director, own), own, home=other)


def test_the_people_of_an_event_name_the_officers_of_its_club(client: Client) -> None:
    home = f.club(name="Lipa Tile Club")
    event = f.event("night", host=home.club)
    client.force_login(f.officer(home, "club-publisher", "pia"))
    page = client.get("/e/night/people").content.decode()
    assert "Through Lipa Tile Club" in page
    assert "Publisher of the club" in page
    assert event.memberships.count() == 0


def test_the_first_page_shows_the_clubs_and_what_one_is_at_their_events(client: Client) -> None:
    home = f.club("lipa", name="Lipa Tile Club")
    f.event("night", name="Club night", host=home.club)
    f.event("theirs", name="Their night", host=f.club().club)
    client.force_login(f.officer(home, "club-director"))
    page = client.get("/").content.decode()
    assert 'href="/c/lipa/"' in page
    assert "Club night" in page
    assert "<td>Director</td>" in page
    assert "Their night" not in page
    assert 'href="/new"' not in page


def test_who_accepts_becomes_an_officer_in_the_browser(client: Client) -> None:
    home = f.club("lipa")
    officer = f.officer(home)
    client.force_login(officer)
    sent = client.post("/c/lipa/officers/invite", {"role": "club-director", "days": 14, "name": "Lia"})
    page = client.get(sent["Location"]).content.decode()
    row = Invitation.objects.get()
    assert invitations.code_of(row) in page
    assert invitations.address_of(row) in page


def test_a_newcomer_accepts_on_the_page_and_stands_at_the_club(client: Client) -> None:
    home = f.club("lipa", name="Lipa Tile Club")
    row = Invitation.objects.get(pk=offices.invite(at(home), home, role="member-manager")["id"])
    where = invitations.address_of(row)
    assert "Lipa Tile Club" in client.get(where).content.decode()
    typed = {"name": "Lia Ponce", "username": "lia.ponce", "password": "seven-quiet-tiles-41"}
    answer = client.post(where, typed, follow=True)
    assert (answer.status_code, answer.request["PATH_INFO"]) == (200, "/c/lipa/")
    user = User.objects.get(username="lia.ponce")
    assert club_context(user, home, "web").roles == {"member-manager"}


def test_a_renamed_club_keeps_its_address_its_players_and_what_lists_still_call_it(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(single_flight, "STALE", timedelta(seconds=-1))
    home = f.club("lipa", name="Lipa Tile Club", public=True)
    f.club(name="Cebu Tile Club")
    here = hall(4)
    here.division.entrants.update(club=home.club)
    here.publish()
    here.show(1)
    pairings = f"{here.base}?by=club"
    assert "Lipa Tile Club" in client.get(pairings).content.decode()
    officer = at(home)
    with pytest.raises(Conflict, match="There is a club Cebu Tile Club here already"):
        homes.rename(officer, home, name="CEBU  Tile Club", seen="Lipa Tile Club")
    homes.rename(officer, home, name="Lipa Word Club", seen="Lipa Tile Club")
    assert "Lipa Word Club" in client.get("/clubs/lipa/").content.decode()
    assert "Lipa Word Club" in client.get(pairings).content.decode()
    told = registry.clubs_by_key(["lipa tile club", "lipa word club"])
    assert [row.pk for row in told.values()] == [home.club_id] * 2
    assert registry.club("LIPA tile club") == home.club
    with pytest.raises(NotAllowed):
        homes.rename(at(home, "club-publisher"), home, name="Mine", seen="Lipa Word Club")
    home = ClubHome.objects.select_related("club").get(pk=home.pk)
    homes.rename(officer, home, name="Lipa Tile Club", seen="Lipa Word Club")
    assert list(home.club.former_names.values_list("key", flat=True)) == ["lipa word club"]


def test_of_two_who_rename_a_club_at_once_the_second_is_told_and_each_name_is_remembered(
    client: Client,
) -> None:
    home = f.club("lipa", name="Lipa Tile Club")
    early = ClubHome.objects.select_related("club").get(pk=home.pk)
    homes.rename(at(home), home, name="Lipa Word Club", seen="Lipa Tile Club")
    client.force_login(f.officer(home))
    told = {"name": "LIPA Tile Club", "seen": "Lipa Tile Club"}
    late = client.post("/c/lipa/rename", told)
    page = late.content.decode()
    assert (late.status_code, "Somebody else named the club Lipa Word Club meanwhile" in page) == (409, True)
    assert registry.club("lipa word club") == home.club
    assert 'value="LIPA Tile Club"' in page
    assert re.search(r'name="seen" value="Lipa Word Club"', page), "sent again it is done, over what was told"
    assert client.post("/c/lipa/rename", {**told, "seen": "Lipa Word Club"}).status_code == 303
    homes.rename(at(home), early, name="Lipa Board Club", seen="LIPA Tile Club")
    assert [registry.club(name) for name in ("Lipa Word Club", "Lipa Tile Club")] == [home.club] * 2


@pytest.fixture
def by_mail(settings: Any) -> None:
    settings.SENDS_MAIL = True


@pytest.mark.parametrize("keeper", [True, False])
def test_where_there_is_mail_an_officers_invitation_is_sent_too(
    client: Client, by_mail: None, keeper: bool
) -> None:
    home = f.club("lipa", name="Lipa Tile Club")
    client.force_login(f.user(operator=True) if keeper else f.officer(home))
    where = "/c/invite/lipa" if keeper else "/c/lipa/officers/invite"
    typed = {"name": "Lia", "email": "lia@example.ph", "days": "14", "role": "club-officer"}
    answer = client.post(where, typed)
    assert "Sent by e-mail. Here is the code too." in client.get(answer["Location"]).content.decode()
    for row in Job.objects.filter(kind="account.letter"):
        jobs.run(str(row.pk))
    [letter] = letters.outbox
    code = invitations.code_of(Invitation.objects.get())
    assert (letter.to, f"/invited/{code}" in letter.body) == (["lia@example.ph"], True)
    assert "Lipa Tile Club" in letter.subject
    assert "example.ph" not in str(list(AuditEntry.objects.values_list("payload", flat=True)))


def test_without_mail_no_address_is_asked_and_the_paper_says_where_the_code_is_typed(client: Client) -> None:
    home = f.club("lipa")
    client.force_login(f.user(operator=True))
    assert 'name="email"' not in client.get("/c/invite/lipa").content.decode()
    answer = client.post("/c/invite/lipa", {"days": "14", "email": "lia@example.ph"})
    row = Invitation.objects.get()
    assert (row.email, letters.outbox) == ("", [])
    paper = client.get(answer["Location"]).content.decode()
    assert "Or open http://testserver/invited/ and type:" in paper
    assert invitations.code_of(row) in paper
    client.force_login(f.officer(home))
    assert 'name="email"' not in client.get("/c/lipa/officers/").content.decode()
