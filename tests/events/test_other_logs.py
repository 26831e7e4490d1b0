"""Who did what outside of events is read in the browser: an owner sees all of it, officers their club's."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tdapp.clubs.commands import members
from tdapp.kernel import audit
from tdapp.kernel.context import system
from tdapp.people.officers import club_context
from tests import factories as f
from tests.events.pages import signed_in, text

pytestmark = pytest.mark.django_db


def test_an_officer_reads_who_looked_at_a_members_private_data() -> None:
    home, other = f.club("lipa"), f.club("cebu")
    ana = f.officer(home, "club-officer", "ana")
    keeper = f.officer(home, "member-manager", "luz")
    ctx = club_context(keeper, home, "web")
    members.add_member(ctx, home, given="Lia", surname="=Ponce", number="7")
    members.open_private(ctx, home.club.members.get())
    audit.write(system(other.scope_key), "club.open_private", "Somebody of Cebu")
    page = text(signed_in(ana).get("/c/lipa/log"))
    assert "private data of a member looked at" in page
    assert (keeper.shown_as in page, "Somebody of Cebu" in page) == (True, False)
    assert 'href="/c/lipa/log"' in text(signed_in(ana).get("/c/lipa/"))
    assert signed_in(keeper).get("/c/lipa/log").status_code == 403
    assert 'href="/c/lipa/log"' not in text(signed_in(keeper).get("/c/lipa/"))


def test_an_owner_reads_what_was_done_outside_of_events_and_of_which_club() -> None:
    home, event = f.club("lipa"), f.event()
    audit.write(system(), "installation.backup", "a backup of the night")
    audit.write(system(home.scope_key), "club.open_private", "Ponce, Lia")
    audit.write(system(event.scope_key), "entrant.open_private", "Abad, Ana")
    audit.write(system("committee:5"), "thing.did", "a kind nobody thought of")
    owner = signed_in(f.user("olga", owner=True))
    page = text(owner.get("/log"))
    assert ("a backup of the night" in page, "Ponce, Lia" in page, "Abad, Ana" in page) == (True, True, False)
    assert (home.club.name in page, "committee:5" in page) == (True, True)
    clubs = text(owner.get("/log", {"log": "club:"}))
    assert ("a backup of the night" in clubs, "Ponce, Lia" in clubs) == (False, True)
    assert 'href="/log"' in text(owner.get("/"))
    operator = signed_in(f.user("oper", operator=True))
    assert operator.get("/log").status_code == 403
    assert 'href="/log"' not in text(operator.get("/"))


def test_the_owners_log_asks_as_often_for_fifty_entries_as_for_one() -> None:
    owner = signed_in(f.user("olga", owner=True))

    def asked() -> int:
        with CaptureQueriesContext(connection) as seen:
            assert owner.get("/log").status_code == 200
        return len(seen)

    for name in ("lipa", "cebu"):
        audit.write(system(f.club(name).scope_key), "club.page", name)
    asked()
    few = asked()
    for number in range(60):
        audit.write(system(f.club(f"club-{number}").scope_key), "club.page", "x")
    assert asked() == few
