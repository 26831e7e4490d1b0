"""What the rooms of clubs refuse, and what is wrong with it."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tdapp.clubs.commands import homes, members, offices
from tdapp.events import access
from tdapp.kernel.commands import Installation
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.people.models import Club, ClubHome
from tdapp.people.officers import club_context
from tests import factories as f
from tests.refusing import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator() -> Context:
    return access.installation_context(f.user(operator=True), "web")


@pytest.fixture
def home() -> ClubHome:
    return f.club("lipa")


@pytest.fixture
def officer(home: ClubHome) -> Context:
    return club_context(f.officer(home), home, "web")


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"name": " "}, "bad-club"), ({"name": "x" * 121}, "bad-club"), ({"name": "!!"}, "bad-club"),
        ({"name": "Invite"}, "bad-club"), ({"name": "Lipa", "kind": "guild"}, "unknown-kind"),
        ({"name": "Lipa", "slug": "lipa"}, "slug-taken"), ({"name": "lipa "}, "club-there"),
    ],
)  # fmt: skip
def test_a_club_that_cannot_be_opened(
    operator: Context, home: ClubHome, asked: dict[str, Any], code: str
) -> None:
    if code == "slug-taken":
        Club.objects.filter(pk=home.club_id).update(key="otherwise", name="Otherwise")
    with pytest.raises(Refusal) as refused:
        homes.open_club(operator, Installation(), **asked)
    assert refused.value.code == code
    assert ClubHome.objects.count() == 1


def test_a_club_that_players_already_carry_is_that_club(operator: Context) -> None:
    there = Club.objects.create(name="Lipa NHS", key="lipa nhs")
    homes.open_club(operator, Installation(), name="LIPA  NHS", kind="school")
    there.refresh_from_db()
    assert (there.home.slug, there.kind) == ("lipa-nhs", "school")


@pytest.mark.parametrize("asked", [{"slug": "x"}, {"about": "x" * 2001}, {"contact": "x" * 161}])
def test_a_page_that_cannot_be(officer: Context, home: ClubHome, asked: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as refused:
        homes.edit_page(officer, home, seen=home.version, **asked)
    assert refused.value.code == "bad-page"


def test_of_two_who_change_the_page_the_second_sees_both(officer: Context, home: ClubHome) -> None:
    homes.edit_page(officer, home, seen=1, about="Mondays")
    with pytest.raises(Conflict) as refused:
        homes.edit_page(officer, home, seen=1, about="Tuesdays")
    assert refused.value.facts["stored"]["about"] == "Mondays"
    assert refused.value.facts["typed"] == {"about": "Tuesdays"}


def test_what_is_no_colour(officer: Context, home: ClubHome) -> None:
    with pytest.raises(Refusal, match="is no colour"):
        homes.set_colour(officer, home, colour="reddish")


def test_what_is_no_office(officer: Context, home: ClubHome) -> None:
    with pytest.raises(Refusal, match="is no office of a club"):
        offices.invite(officer, home, role="director")


@pytest.mark.parametrize(
    "asked",
    [
        {"surname": "x" * 81},
        {"surname": "Ponce", "given": "x" * 81},
        {"surname": "Ponce", "number": "9" * 25},
    ],
)
def test_a_member_that_cannot_be(officer: Context, home: ClubHome, asked: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as refused:
        members.add_member(officer, home, **asked)
    assert refused.value.code == "bad-member"


def test_a_club_is_not_renamed_to_nothing_or_to_what_turns_the_words_after_it(home: ClubHome) -> None:
    ctx, called = club_context(f.officer(home), home, "web"), home.club.name
    for name in (" ", "x" * 121, "\u202e\u200b"):
        refused("bad-club", lambda name=name: homes.rename(ctx, home, name=name, seen=called))
    homes.rename(ctx, home, name="\u202eLipa  Word\u200bClub", seen=called)
    home.club.refresh_from_db()
    assert home.club.name == "Lipa WordClub"


def test_the_desk_of_a_club_asks_for_a_log_in_and_is_not_there_for_others(
    client: Client, home: ClubHome
) -> None:
    assert client.get("/c/lipa/")["Location"].startswith("/login")
    client.force_login(f.officer(f.club("theirs")))
    assert client.get("/c/lipa/").status_code == 404


def test_an_invitation_that_is_not_ones_clubs_is_not_there(client: Client, home: ClubHome) -> None:
    other = f.club("theirs")
    theirs = club_context(f.officer(other), other, "web")
    row = offices.invite(theirs, other, role="club-director")["id"]
    client.force_login(f.officer(home))
    assert client.get(f"/c/lipa/officers/invitations/{row}").status_code == 404
    assert client.post(f"/c/lipa/officers/invitations/{row}/revoke").status_code == 404
    assert offices.open_invitations(other).count() == 1


def test_an_invitation_of_another_operator_is_not_shown(
    client: Client, operator: Context, home: ClubHome
) -> None:
    row = offices.invite_first(operator, Installation(), home=home)["id"]
    client.force_login(f.user(operator=True))
    assert client.get(f"/c/invitation/{row}").status_code == 404


def test_a_form_sent_wrong_comes_back_with_what_was_typed(client: Client, home: ClubHome) -> None:
    client.force_login(f.officer(home))
    answer = client.post("/c/lipa/members/add", {"surname": "", "given": "Lia"})
    assert answer.status_code == 422
    assert 'value="Lia"' in answer.content.decode()
    for wrong in ({"surname": "\u202e"}, {"surname": "Ponce", "birth_date": "2999-01-01"}):
        assert client.post("/c/lipa/members/add", wrong).status_code == 422, wrong
    assert client.post("/c/lipa/look/", {"colour": "reddish"}).status_code == 422
    drawn = {"colour": "#0b5d7a", "logo": SimpleUploadedFile("logo.bmp", b"BM no picture")}
    answer = client.post("/c/lipa/look/", drawn)
    assert (answer.status_code, 'value="#0b5d7a"' in answer.content.decode()) == (422, True)
    assert client.post("/c/lipa/officers/invite", {"role": "emperor", "days": 1}).status_code == 422
    assert client.post("/c/lipa/members/take", {"event": "nobodys"}).status_code == 422


def test_a_stale_page_asks_once_more(client: Client, home: ClubHome) -> None:
    client.force_login(f.officer(home))
    ClubHome.objects.filter(pk=home.pk).update(version=5, about="Mondays")
    answer = client.post("/c/lipa/page", {"about": "Tuesdays", "seen": 1})
    assert answer.status_code == 409
    assert 'name="seen" value="5"' in answer.content.decode()


def test_an_invitation_lasts_no_longer_than_it_may(officer: Context, home: ClubHome) -> None:
    with pytest.raises(Refusal, match="1 to 60 days"):
        offices.invite(officer, home, role="club-director", days=61)
