"""Roles and join links."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.urls import get_resolver

from lexicon_admin.models import Lexicon, Seat
from tdapp.desk.results.commands.results import confirm_result
from tdapp.events.members.commands import members, playing
from tdapp.events.models import DeskPin, JoinLink, Membership
from tdapp.kernel import clock, commands
from tdapp.kernel.context import Context
from tdapp.kernel.models import AuditEntry, IdempotencyKey, User
from tdapp.kernel.permissions import EVENT_ROLES
from tdapp.kernel.refusals import Missing, NotAllowed, Refusal
from tdapp.kernel.signing_in import accounts
from tests import factories
from tests.factories import Hall
from tests.kept import first

pytestmark = pytest.mark.django_db
whole, ready = first(factories.hall)
NOON = datetime(2026, 3, 14, 4, 0, tzinfo=UTC)


def link(here: Hall, key: str = "", **values: Any) -> JoinLink:
    answer = members.invite(here.as_(here.director, key), here.event, **({"role": "clerk"} | values))
    return JoinLink.objects.get(pk=answer["id"])


def join(row: JoinLink, name: str = "Vic") -> User:
    ctx = Context("link", name, row.event.scope_key, frozenset({row.role}), "web")
    return User.objects.get(pk=members.join(ctx, row.event, link=row, name=name)["user"])


@pytest.mark.parametrize("role", EVENT_ROLES)
def test_a_role_is_given_once_and_taken_away(role: str) -> None:
    here, who = factories.hall(), factories.user()
    ctx = here.as_(here.director)
    for _turn in range(2):
        members.add_member(ctx, here.event, user=who, role=role)
    assert Membership.objects.filter(user=who).count() == 1
    members.remove_member(ctx, here.event, user=who, role=role)
    assert not Membership.objects.filter(user=who).exists()


def test_an_unknown_role_is_refused() -> None:
    here = factories.hall()
    with pytest.raises(Refusal, match="emperor is not a role"):
        members.add_member(here.as_(here.director), here.event, user=factories.user(), role="emperor")


def test_the_last_director_stays() -> None:
    here = factories.hall()
    with pytest.raises(Refusal, match="needs a director"):
        members.remove_member(here.as_(here.director), here.event, user=here.director, role="director")


@pytest.mark.parametrize("role", ["deputy", "registrar", "clerk", "viewer"])
def test_only_the_director_decides_who_works_here(role: str) -> None:
    here = factories.hall()
    who = factories.acting(factories.member(here.event, role), here.event)
    with pytest.raises(NotAllowed):
        members.add_member(who, here.event, user=factories.user(), role="director")


def test_a_link_opens_the_door_once_for_each_place() -> None:
    here = factories.hall()
    row = link(here, uses=2)
    assert members.usable_link(members.token_of(row)) == row
    people = [join(row, name) for name in ("Vic", "Wen")]
    assert [list(p.memberships.values_list("role", flat=True)) for p in people] == [["clerk"], ["clerk"]]
    assert members.usable_link(members.token_of(row)) is None
    with pytest.raises(NotAllowed, match="used up"):
        join(row, "Xia")
    assert not User.objects.filter(display_name="Xia").exists()


def test_a_volunteer_needs_neither_password_nor_e_mail() -> None:
    who = join(link(factories.hall()))
    assert (who.has_usable_password(), who.email, who.operator) == (False, "", False)
    assert not DeskPin.objects.filter(user=who).exists()


def test_the_token_is_stored_nowhere() -> None:
    here = factories.hall()
    row = link(here, key="k-1")
    token = members.token_of(row)
    kept = [*JoinLink.objects.all(), *IdempotencyKey.objects.all(), *AuditEntry.objects.all()]
    assert len(token) == 32
    assert not any(token in str(item.__dict__) for item in kept)


@pytest.mark.parametrize("end", ["revoked", "expired", "other token", "event put away"])
def test_a_link_that_ended_opens_nothing(end: str) -> None:
    here = factories.hall()
    with clock.at(NOON):
        row = link(here, hours=2)
    if end == "revoked":
        members.revoke_link(here.as_(here.director), row)
    if end == "event put away":
        here.event.deleted_at = NOON
        here.event.save()
    token = members.token_of(row) if end != "other token" else "A" * 32
    with clock.at(NOON + timedelta(hours=3 if end == "expired" else 1)):
        assert members.usable_link(token) is None


def test_nobody_becomes_director_by_a_link() -> None:
    here = factories.hall()
    with pytest.raises(Refusal, match="Nobody can join as director"):
        link(here, role="director")


def test_a_link_of_another_event_cannot_be_revoked() -> None:
    here, there = factories.hall(), factories.hall()
    row = link(there)
    with pytest.raises(Refusal) as refused:
        members.revoke_link(here.as_(here.director), row)
    assert refused.value.status == 404


SECRETS = {"pin", "password", "birth_date", "birth_year", "gender", "guardian", "contact", "notes"}


def test_every_command_that_takes_a_secret_keeps_it_out_of_the_log() -> None:
    assert get_resolver().url_patterns  # every room with a page, and with it its commands, is loaded
    taking = {name: SECRETS & set(run.parameters) for name, run in commands.REGISTRY.items()}
    assert {"member.set_pin", "entrant.add", "entrant.private"} <= {n for n, s in taking.items() if s}
    leaks = {name: secrets - commands.REGISTRY[name].private for name, secrets in taking.items()}
    assert {name: secrets for name, secrets in leaks.items() if secrets} == {}


def test_who_joins_by_an_entrants_name_is_taken_for_them_and_cannot_confirm_their_own_game() -> None:
    hall = factories.hall(players=4, confirm_policy="two-people")
    one = hall.division.entrants.get(number=1)
    made = members.invite(hall.as_(hall.director), hall.event, role="checker")
    link = JoinLink.objects.get(pk=made["id"])
    ctx = Context("link", "x", hall.event.scope_key, frozenset({"checker"}), "web")
    told = members.join(ctx, hall.event, link=link, name=f"{one.given} {one.surname}")
    user = User.objects.get(pk=told["user"])
    assert user.person == str(one.player_id)
    table = hall.table(1)
    factories.enter(table, 400, 390, by=hall.as_(hall.clerk), confirm=False)
    with pytest.raises(NotAllowed) as refused:
        confirm_result(hall.as_(user), hall.table(1), seen=1)
    assert refused.value.code == "own-game"
    playing.plays_as(hall.as_(hall.director), hall.event, user=user, entrant=None)
    user.refresh_from_db()
    assert confirm_result(hall.as_(user), hall.table(1), seen=1)["confirmed"]


@pytest.mark.parametrize("name", ["{director}", "{director} ", "\u202e{director}", "\uff24irector"])
def test_nobody_joins_under_a_name_that_is_taken(name: str) -> None:
    hall = factories.hall(players=2)
    hall.director.display_name = "Director"
    hall.director.save()
    made = members.invite(hall.as_(hall.director), hall.event, role="clerk")
    link = JoinLink.objects.get(pk=made["id"])
    ctx = Context("link", "x", hall.event.scope_key, frozenset({"clerk"}), "web")
    with pytest.raises(Refusal) as refused:
        members.join(ctx, hall.event, link=link, name=name.format(director="Director"))
    assert refused.value.code == "name-taken"


def test_the_director_says_who_plays_and_a_foreign_entry_is_missing() -> None:
    hall, other = factories.hall(players=2), factories.hall(players=2)
    director = hall.as_(hall.director)
    playing.plays_as(director, hall.event, user=hall.clerk, entrant=hall.division.entrants.get(number=2))
    hall.clerk.refresh_from_db()
    assert hall.clerk.person == str(hall.division.entrants.get(number=2).player_id)
    with pytest.raises(Missing):
        playing.plays_as(director, hall.event, user=hall.clerk, entrant=other.division.entrants.get(number=1))
    with pytest.raises(Missing):
        playing.plays_as(director, hall.event, user=other.clerk, entrant=None)


def test_no_word_of_another_event_makes_anybody_decide_on_his_own_game() -> None:
    """His own director at the other event says that he does not play, or is somebody else."""
    hall, other = factories.hall(players=4, confirm_policy="two-people"), factories.hall(players=2)
    who = factories.member(hall.event, "checker")
    mine = hall.table(1).seats.get(seat=1).entrant
    playing.plays_as(hall.as_(hall.director), hall.event, user=who, entrant=mine)
    factories.enter(hall.table(1), 400, 390, by=hall.as_(hall.clerk), confirm=False)
    members.add_member(other.as_(other.director), other.event, user=who, role="checker")
    for says in (None, other.division.entrants.get(number=1)):
        playing.plays_as(other.as_(other.director), other.event, user=who, entrant=says)
        with pytest.raises(NotAllowed) as refused:
            confirm_result(hall.as_(User.objects.get(pk=who.pk)), hall.table(1), seen=1)
        assert refused.value.code == "own-game"
    playing.plays_as(hall.as_(hall.director), hall.event, user=who, entrant=None)
    members.add_member(hall.as_(hall.director), hall.event, user=who, role="deputy")
    assert confirm_result(hall.as_(User.objects.get(pk=who.pk)), hall.table(1), seen=1)["confirmed"]


def test_who_is_known_as_a_player_elsewhere_is_that_player_here_until_it_is_said() -> None:
    hall, before = factories.hall(players=4), factories.hall(players=2)
    who = factories.member(before.event, "clerk")
    player = hall.table(1).seats.get(seat=1).entrant.player
    entrant = before.division.entrants.get(number=1)
    entrant.player = player
    entrant.save()
    playing.plays_as(before.as_(before.director), before.event, user=who, entrant=entrant)
    members.add_member(hall.as_(hall.director), hall.event, user=who, role="checker")
    assert hall.as_(User.objects.get(pk=who.pk)).person == str(player.pk)
    playing.plays_as(before.as_(before.director), before.event, user=who, entrant=None)
    assert hall.as_(User.objects.get(pk=who.pk)).person == str(player.pk)


def test_a_volunteer_who_is_sent_away_does_not_come_back_by_the_link_in_his_phone() -> None:
    here = factories.hall()
    ctx = here.as_(here.director)
    used, other = link(here, role="clerk"), link(here, role="checker")
    who = join(used)
    told = members.remove_member(ctx, here.event, user=who, role="clerk")
    assert told["links_revoked"] == 1
    assert members.usable_link(members.token_of(used)) is None
    assert members.usable_link(members.token_of(other)) is not None


def test_taking_a_role_from_somebody_with_a_password_leaves_the_links() -> None:
    here, who = factories.hall(), factories.user()
    ctx = here.as_(here.director)
    members.add_member(ctx, here.event, user=who, role="clerk")
    door = link(here, role="clerk")
    assert members.remove_member(ctx, here.event, user=who, role="clerk")["links_revoked"] == 0
    assert members.usable_link(members.token_of(door)) is not None


def test_the_director_lets_a_volunteer_in_again_by_a_link_for_one_time() -> None:
    here = factories.hall()
    ctx, who = here.as_(here.director), join(link(here, role="checker"))
    first = JoinLink.objects.get(pk=members.readmit(ctx, here.event, user=who)["link"])
    second = JoinLink.objects.get(pk=members.readmit(ctx, here.event, user=who)["link"])
    assert members.usable_link(members.token_of(first)) is None
    mine = factories.acting(who, here.event)
    members.come_back(mine, here.event, link=second)
    with pytest.raises(NotAllowed, match="used up"):
        members.come_back(mine, here.event, link=second)
    assert AuditEntry.objects.get(intent="member.come_back").actor == who.actor


def test_the_way_back_ends_after_an_hour_and_with_the_last_role() -> None:
    here = factories.hall()
    ctx, who = here.as_(here.director), join(link(here))
    with clock.at(NOON):
        row = JoinLink.objects.get(pk=members.readmit(ctx, here.event, user=who)["link"])
    with clock.at(NOON + members.WAY_BACK + timedelta(seconds=1)):
        assert members.usable_link(members.token_of(row)) is None
    row = JoinLink.objects.get(pk=members.readmit(ctx, here.event, user=who)["link"])
    members.remove_member(ctx, here.event, user=who, role="clerk")
    assert members.usable_link(members.token_of(row)) is None


def slowed(who: User) -> bool:
    return who.username in accounts.slowed([who])


def guessed(who: User) -> User:
    """Somebody whose log-in strangers tried too often."""
    for _try in range(21):
        with suppress(NotAllowed):
            accounts.checked(accounts.Visitor("192.0.2.7"), who.username, "guess")
    assert slowed(who)
    return who


@pytest.mark.parametrize("who", ["operator", "owner", "director elsewhere", "clerk elsewhere", "committee"])
def test_a_director_lifts_no_log_in_that_opens_more_than_his_own_events(who: str) -> None:
    here, other = factories.hall(), factories.hall()
    known = {"director elsewhere": other.director, "clerk elsewhere": other.clerk}
    user = known.get(who) or factories.user(operator=who == "operator", owner=who == "owner")
    if who == "committee":
        lexicon = Lexicon.objects.create(slug="words", name="Words", kind="main")
        Seat.objects.create(lexicon=lexicon, user=user)
    ctx = here.as_(here.director)
    members.add_member(ctx, here.event, user=guessed(user), role="viewer")
    with pytest.raises(NotAllowed, match=f"whoever keeps this installation .* unlock_user {user.username}"):
        members.readmit(ctx, here.event, user=user)
    pin = factories.pin(user, here.event)
    DeskPin.objects.update(tries=5)
    assert members.readmit(ctx, here.event, user=user)["by"] == "PIN"
    assert (DeskPin.objects.get(pk=pin.pk).tries, slowed(user)) == (0, True)


def test_a_director_of_all_their_events_lets_somebody_log_in_again() -> None:
    here, other = factories.hall(), factories.hall()
    ctx = here.as_(here.director)
    members.add_member(other.as_(other.director), other.event, user=here.clerk, role="clerk")
    with pytest.raises(NotAllowed):
        members.readmit(ctx, here.event, user=guessed(here.clerk))
    members.add_member(other.as_(other.director), other.event, user=here.director, role="director")
    assert members.readmit(ctx, here.event, user=here.clerk)["by"] == "log-in"
    assert not slowed(here.clerk)


def test_nobody_is_let_in_who_is_no_helper_here() -> None:
    here = factories.hall()
    with pytest.raises(Missing):
        members.readmit(here.as_(here.director), here.event, user=factories.user())


def test_a_link_for_those_who_confirm_results_lets_one_person_in() -> None:
    """Else whoever holds it joins under two names, enters with one and confirms with the other."""
    hall = factories.hall(players=2)
    for role, most in (("checker", 1), ("deputy", 1), ("clerk", 20)):
        made = members.invite(hall.as_(hall.director), hall.event, role=role)
        assert JoinLink.objects.get(pk=made["id"]).uses_left == most
