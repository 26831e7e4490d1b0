"""Members of a club: its own list, what is private of them under its own scope."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tdapp.clubs import roll
from tdapp.clubs.commands import members
from tdapp.events.models import Entrant
from tdapp.kernel import context
from tdapp.kernel.context import Context
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import Conflict, Missing, NotAllowed, Refusal
from tdapp.people.models import Club, ClubHome, ClubMember, Player, PlayerPrivate
from tdapp.people.officers import club_context
from tdapp.ratings.identity.commands import names
from tests import factories as f
from tests.publishing.hall import hall

pytestmark = pytest.mark.django_db
TODAY = date(2026, 3, 14)


@pytest.fixture
def home() -> ClubHome:
    return f.club("lipa")


@pytest.fixture
def manager(home: ClubHome) -> Context:
    return club_context(f.officer(home, "member-manager"), home, "web")


def added(manager: Context, home: ClubHome, **values: object) -> ClubMember:
    told = members.add_member(manager, home, **{"surname": "Ponce", "given": "Lia"} | values)
    return ClubMember.objects.select_related("player").get(pk=told["id"])


def test_a_new_member_is_a_new_player_of_the_club(home: ClubHome, manager: Context) -> None:
    row = added(manager, home, number=" 7 ", since=TODAY)
    assert (row.number, row.since, row.player.club) == ("7", TODAY, home.club)
    assert row.player.is_temporary


def test_a_player_of_the_lists_is_found_by_number_and_name_together(home: ClubHome, manager: Context) -> None:
    known = f.entrants(f.division(f.event()), 1)[0].player
    row = added(manager, home, surname=known.surname, given=known.given, federation_number=known.number)
    assert row.player == known
    with pytest.raises(Refusal, match="somebody of another name"):
        added(manager, home, surname="Nobody", federation_number=known.number)


def test_nobody_is_a_member_twice_and_no_number_is_given_twice(home: ClubHome, manager: Context) -> None:
    added(manager, home, number="7", federation_number="F-1")
    with pytest.raises(Conflict, match="is a member already"):
        added(manager, home, federation_number="F-1")
    with pytest.raises(Conflict, match="Member number 7 is taken"):
        added(manager, home, surname="Abad", number="7")
    other = added(manager, home, surname="Abad", number="8")
    with pytest.raises(Conflict, match="Member number 7 is taken"):
        members.edit_member(manager, other, seen=other.version, number="7", since=None, paid_until=None)


def test_a_list_is_taken_in_whole_or_not_at_all_and_twice_it_makes_nobody_double(
    home: ClubHome, manager: Context
) -> None:
    added(manager, home, surname="Abad", given="Ben")
    text = "Surname,Given name,Birth date,Guardian\nAbad,Ben,,\nPonce,Lia,2012-05-01,Her mother\nCruz,Ana,,\n"
    for expected in ({"members": 2, "passed": 1}, {"members": 0, "passed": 3}):
        assert members.bring_members(manager, home, data=text.encode()) == expected
    told = PlayerPrivate.objects.get()
    assert (told.scope, told.birth_date, told.guardian) == (home.scope_key, date(2012, 5, 1), "Her mother")
    logged = AuditEntry.objects.filter(intent="club.member_bring")
    assert not any(
        word in str([one.payload, one.facts]) for one in logged for word in ("2012", "mother", "Lia")
    )
    f.entrants(f.division(f.event()), 1)
    number = Player.objects.exclude(number__startswith="T-").values_list("number", flat=True)[0]
    with pytest.raises(Refusal, match=r"Row 3: .*another name"):
        members.bring_members(manager, home, data=f"Surname,Member number\nNew,\nNobody,{number}\n".encode())
    with pytest.raises(Refusal):
        members.bring_members(manager, home, data=b"nothing of a list")
    assert ClubMember.objects.count() == 3


def test_of_two_who_change_a_member_the_second_sees_both(home: ClubHome, manager: Context) -> None:
    row = added(manager, home)
    members.edit_member(manager, row, seen=row.version, number="9", since=None, paid_until=TODAY)
    with pytest.raises(Conflict) as refused:
        members.edit_member(manager, row, seen=row.version, number="10", since=None, paid_until=None)
    assert refused.value.facts["stored"]["number"] == "9"


def test_a_birth_date_takes_who_keeps_members_and_is_in_no_log(home: ClubHome, manager: Context) -> None:
    row = added(manager, home, birth_date=date(2012, 5, 1))
    told = PlayerPrivate.objects.get()
    assert (told.scope, told.birth_date) == (home.scope_key, date(2012, 5, 1))
    members.open_private(manager, row)
    members.edit_private(
        manager, row, birth_date=date(2012, 5, 2), birth_year=None, guardian="Her mother", contact="0917"
    )
    logged = AuditEntry.objects.filter(scope=home.scope_key)
    assert [one.intent for one in logged] == ["club.member_add", "club.open_private", "club.private"]
    assert not any(
        word in str([one.payload, one.facts]) for one in logged for word in ("2012", "mother", "0917")
    )
    director = club_context(f.officer(home, "club-director"), home, "web")
    for call in (members.open_private, members.remove_member):
        with pytest.raises(NotAllowed):
            call(director, row)


def test_a_misspelt_name_is_corrected_with_its_reason_and_a_juniors_is_in_no_log(
    home: ClubHome, manager: Context
) -> None:
    def spelled(row: ClubMember, seen: str = "Ponce, Lia") -> AuditEntry:
        members.correct_name(
            manager, row, surname="Ponze", given=" Lia ", reason="by her passport", seen=seen
        )
        return AuditEntry.objects.filter(intent="club.member_name").latest("number")

    adult, junior = added(manager, home), added(manager, home, number="8", birth_date=date(2012, 5, 1))
    for row, named in ((adult, True), (junior, False)):
        told = spelled(row)
        assert (Player.objects.get(pk=row.player_id).key, told.reason) == ("ponze lia", "by her passport")
        assert ("Ponze" in str([told.payload, told.facts])) is named
    with pytest.raises(Conflict, match="meanwhile"):
        spelled(adult)
    ClubMember.objects.create(club=f.club("naga").club, player=adult.player)
    Entrant.objects.filter(pk=f.entrants(f.division(f.event()), 1)[0].pk).update(player=junior.player_id)
    for row in (adult, junior):
        with pytest.raises(Refusal, match="Others know this player"):
            spelled(row, "Ponze, Lia")
    names.correct_name(
        context.system(),
        Player.objects.get(pk=adult.player_id),
        surname="Ponce",
        given="Lia",
        reason="as told",
        seen="Ponze, Lia",
    )
    told = AuditEntry.objects.get(intent="player.correct_name")
    assert Player.objects.get(pk=adult.player_id).key == "ponce lia"
    assert "Lia" not in str([told.payload, told.facts])


def test_a_member_who_leaves_takes_along_what_the_club_was_told_and_nothing_else(
    home: ClubHome, manager: Context
) -> None:
    row = added(manager, home, birth_date=date(2012, 5, 1))
    PlayerPrivate.objects.create(player=row.player, scope="event:other", guardian="Kept")
    members.remove_member(manager, row)
    assert [one.scope for one in PlayerPrivate.objects.all()] == ["event:other"]
    assert (ClubMember.objects.count(), Player.objects.count()) == (0, 1)


def test_the_players_of_an_own_event_become_members_once(home: ClubHome, manager: Context) -> None:
    event = f.event(host=home.club, public=True)
    entrants = f.entrants(f.division(event), 4)
    for row in entrants[:2]:
        row.club = home.club
        row.save()
    assert members.take_entrants(manager, home, event=event)["members"] == 2
    assert members.take_entrants(manager, home, event=event)["members"] == 0
    assert {row.player for row in ClubMember.objects.all()} == {row.player for row in entrants[:2]}
    with pytest.raises(Missing):
        members.take_entrants(manager, home, event=f.event(host=f.club().club))


@pytest.mark.parametrize(
    ("kind", "born", "junior"),
    [("club", None, False), ("club", date(2012, 1, 1), True), ("club", date(1990, 1, 1), False),
     ("school", None, True), ("school", date(1990, 1, 1), False)],
)  # fmt: skip
def test_who_is_a_junior(kind: str, born: date | None, junior: bool) -> None:
    """By what the club was told; of a school's pupils everybody of unknown age."""
    home = f.club(kind=kind)
    added(club_context(f.officer(home), home, "web"), home, birth_date=born)
    (line,) = roll.lines(home, TODAY)
    assert line.junior is junior
    assert len(roll.lines(home, TODAY, state="juniors")) == junior


def test_the_list_is_filtered_by_name_number_and_lapse(home: ClubHome, manager: Context) -> None:
    added(manager, home, surname="Ponce", number="7", paid_until=date(2026, 3, 13))
    added(manager, home, surname="dela Cruz", given="Ana", number="8", paid_until=TODAY)
    added(manager, home, surname="Abad", given="Ben", number="9")

    def names(typed: str = "", state: str = "") -> list[str]:
        return [line.name for line in roll.lines(home, TODAY, typed, state)]

    assert names() == ["Abad, Ben", "dela Cruz, Ana", "Ponce, Lia"]
    assert names(state="lapsed") == ["Ponce, Lia"]
    assert names(state="paid") == ["Abad, Ben", "dela Cruz, Ana"]
    assert names("cruz") == names("8") == ["dela Cruz, Ana"]


def test_the_entries_of_a_club_event_hint_at_who_lapsed(client: Client, home: ClubHome) -> None:
    event = f.event("night", host=home.club)
    rows = f.entrants(f.division(event), 2)
    for row, until in zip(rows, (date(2026, 3, 13), TODAY), strict=True):
        ClubMember.objects.create(club=home.club, player=row.player, paid_until=until)
    client.force_login(f.officer(home))
    assert client.get("/e/night/entries/").content.decode().count("membership lapsed") == 1
    client.force_login(f.officer(home, "club-publisher"))
    assert "membership lapsed" not in client.get("/e/night/entries/").content.decode()


def test_who_keeps_the_members_does_all_of_it_and_no_draft_of_an_event_is_there(
    client: Client, home: ClubHome
) -> None:
    draft = f.event("draft", name="A draft", host=home.club)
    shown = f.event("night", name="Club night", host=home.club, public=True)
    for event in (draft, shown):
        row = f.entrants(f.division(event), 1)[0]
        Entrant.objects.filter(pk=row.pk).update(club=home.club)
    keeper = f.officer(home, "member-manager")
    ctx = club_context(keeper, home, "web")
    client.force_login(keeper)
    for page in ("/", "/c/lipa/", "/c/lipa/members/"):
        assert "A draft" not in client.get(page).content.decode(), page
    assert 'href="/t/night/"' in client.get("/c/lipa/").content.decode()
    assert [client.get(f"/e/{slug}/").status_code for slug in ("draft", "night")] == [404, 404]
    with pytest.raises(Missing):
        members.take_entrants(ctx, home, event=draft)
    assert members.take_entrants(ctx, home, event=shown)["members"] == 1
    row = ClubMember.objects.select_related("player").get()
    members.edit_member(ctx, row, seen=1, number="12", since=TODAY, paid_until=date(2026, 12, 31))
    empty = {"guardian": "Her mother", "contact": "0917"}
    members.edit_private(ctx, row, birth_date=date(2014, 5, 1), birth_year=None, **empty)
    assert "junior" in client.get("/c/lipa/members/?state=juniors").content.decode()


def test_a_school_sees_what_its_pupils_played_elsewhere_as_far_as_it_is_public(client: Client) -> None:
    home = f.club("lipa-nhs", kind=Club.Kind.SCHOOL)
    here = hall(4)
    here.publish()
    here.play(1)
    entrant = here.division.entrants.get(number=1)
    entrant.club = home.club
    entrant.save()
    row = ClubMember.objects.create(club=home.club, player=entrant.player)
    client.force_login(f.officer(home))
    where = f"/c/lipa-nhs/members/{row.pk}/"
    first = client.get(where).content.decode()
    assert "Nothing they played for the club is public yet" in first
    assert '<nav class="line no-print" aria-label="School">' in first, "a school is called one"
    asked = []
    for _event in range(2):
        here.release(1)
        with CaptureQueriesContext(connection) as caught:
            page = client.get(where).content.decode()
        asked.append(len(caught))
        assert f"{here.base}players/1/" in page
        here = hall(4)
        here.publish()
        here.play(1)
        here.division.entrants.filter(number=1).update(player=entrant.player, club=home.club)
    assert asked[0] == asked[1], "each event costs nothing more"


def test_the_list_asks_no_more_for_many_members(client: Client, home: ClubHome, manager: Context) -> None:
    client.force_login(f.officer(home))
    asked = []
    for _turn in range(2):
        for name in ("Abad", "Bautista", "Cruz"):
            added(manager, home, surname=name, birth_date=date(2012, 5, 1))
        with CaptureQueriesContext(connection) as caught:
            assert client.get("/c/lipa/members/").status_code == 200
        asked.append(len(caught))
    assert asked[1] <= asked[0]
