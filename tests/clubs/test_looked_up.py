"""A certificate of a season looked up by its code: what it says to anybody, what it keeps for itself, who takes it back."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from tdapp.clubs.commands import seasons as season_commands
from tdapp.clubs.models import Season, SeasonCertificate
from tdapp.clubs.seasons import papers
from tdapp.events.models import Division, Entrant, Event
from tdapp.kernel import clock
from tdapp.kernel.models import AuditEntry
from tdapp.people.models import ClubHome, Player
from tdapp.people.officers import club_context
from tests import factories as f
from tests.clubs.test_certificates import pages, printed, season
from tests.publishing.hall import Hall, hall

pytestmark = pytest.mark.django_db
__all__ = ["pages"]


def played(home: ClubHome | None, slug: str, **who: Any) -> Hall:
    """An event of four, all of it played and released."""
    here = hall(4, **who)
    Event.objects.filter(pk=here.division.event_id).update(host=home.club if home else None, slug=slug)
    Division.objects.filter(pk=here.division.pk).update(rounds_planned=1)
    here.publish()
    here.play(1)
    here.division.event.refresh_from_db()
    here.release(1)
    return here


@pytest.fixture
def home() -> ClubHome:
    return f.club("lipa", name="Lipa Tile Club", public=True)


def looked_up(row: SeasonCertificate, client: Client | None = None) -> Any:
    return (client or Client()).get(f"/certificates/{papers.spelled(row.code)}/")


def text(answer: Any) -> str:
    return answer.content.decode()


def of_first() -> SeasonCertificate:
    """The one of who is first of all."""
    return next(row for row in SeasonCertificate.objects.exclude(who=None) if ["", 1] in row.says["places"])


def person(row: SeasonCertificate) -> Entrant:
    return Entrant.objects.get(player=row.who)


def test_each_carries_a_code_under_which_anybody_reads_what_it_is_for(
    home: ClubHome, pages: list[str]
) -> None:
    played(home, "night", age="adult")
    row = season(home)
    assert printed(home, row, "club-director").status_code == 200
    codes = [papers.spelled(one.code) for one in SeasonCertificate.objects.all()]
    assert len(codes) == len(pages) == 5
    assert all(sum(code in page for page in pages) == 1 for code in codes)
    first = of_first()
    told = text(looked_up(first))
    one = person(first)
    assert f"{one.given} {one.surname}" in told
    for said in (
        "Yes, this certificate was given",
        "1st of the season",
        "results at 1 event",
        "Lipa Tile Club",
        "Season 2026",
    ):
        assert said in told
    school = SeasonCertificate.objects.get(who=None)
    assert school.school in text(looked_up(school))
    assert "1st of the schools and clubs" in text(looked_up(school))


def test_typed_in_capitals_with_or_without_the_stroke_it_leads_there() -> None:
    code = papers.spelled("bcdfg23456")
    for typed in ("BCDFG-23456", " bcdfg 23456 ", "bcdfg23456"):
        answer = Client().get("/certificates/", {"code": typed})
        assert (answer.status_code, answer["Location"]) == (303, f"/certificates/{code}/")
    assert Client().get("/certificates/").status_code == 200


@pytest.mark.parametrize("typed", ["bcdfg-23456", "x", "aaaaa-00000", "ñ" * 30, "../../etc", "b" * 500])
def test_a_wrong_code_is_one_clear_sentence(typed: str) -> None:
    answer = Client().get("/certificates/", {"code": typed}, follow=True)
    assert answer.status_code == 404
    assert "No certificate has this code." in text(answer)
    assert "noindex" in answer["X-Robots-Tag"]


def test_who_guesses_waits_and_nobody_elsewhere_does() -> None:
    guesser, other = Client(REMOTE_ADDR="10.9.8.7"), Client(REMOTE_ADDR="10.9.8.6")
    with clock.at(clock.now()):
        answers = [guesser.get("/certificates/bcdfg-23456/").status_code for _time in range(61)]
        assert (answers[0], answers[59], answers[60]) == (404, 404, 429)
        assert other.get("/certificates/bcdfg-23456/").status_code == 404


def test_of_a_child_it_says_what_it_is_for_and_neither_name_nor_school(home: ClubHome) -> None:
    here = played(home, "night", age="minor")
    printed(home, season(home), "club-director")
    for row in SeasonCertificate.objects.exclude(who=None):
        told = text(looked_up(row))
        assert "compare all else with the paper" in told
        assert "results at 1 event" in told
        for child in Entrant.objects.filter(division=here.division):
            assert child.surname not in told
            # As a word: somebody is called Fe, and in February the day is on the page.
            assert child.given not in re.findall(r"\w+", told)
        assert row.school
        assert row.school not in told


def test_who_is_guarded_at_another_event_since_is_named_no_longer(home: ClubHome) -> None:
    here = played(home, "night", age="adult")
    printed(home, season(home), "club-director")
    row = of_first()
    one = person(row)
    assert one.surname in text(looked_up(row))
    there = hall(2, age="minor")
    Entrant.objects.filter(division=there.division, number=1).update(player=row.who)
    assert one.surname not in text(looked_up(row))
    assert here.division


def test_printed_again_the_same_keeps_its_code_and_what_says_more_takes_its_place(home: ClubHome) -> None:
    played(home, "night", age="adult")
    row = season(home)
    printed(home, row, "club-director")
    first = of_first()
    printed(home, row, "club-officer")
    assert SeasonCertificate.objects.count() == 5
    Season.objects.filter(pk=row.pk).update(points="20 8 6", version=2)
    cache.clear()  # a season may be told as it was two seconds ago
    assert "something else today" in text(looked_up(first))
    printed(home, row, "club-publisher")
    assert SeasonCertificate.objects.count() == 5, "a publisher prints none"
    browser = Client()
    browser.force_login(f.officer(home, "club-officer", "another"))
    browser.post(f"/c/lipa/seasons/{row.pk}/certificates", {"part": "1"})
    told = text(looked_up(first))
    assert "A newer certificate has taken its place." in told
    assert person(first).surname not in told
    newer = SeasonCertificate.objects.get(who=first.who, replaced_at=None)
    assert "20 points in the season" in text(looked_up(newer))


def test_of_two_numbers_that_are_one_person_the_paper_stays_theirs(home: ClubHome) -> None:
    played(home, "night", age="adult")
    row = season(home)
    printed(home, row, "club-director")
    first = of_first()
    one = person(first)
    stays = Player.objects.create(given="Ana", surname="Reyes", number=99_999)
    Player.objects.filter(pk=first.who).update(merged_into=stays)
    Season.objects.filter(pk=row.pk).update(version=2)
    cache.clear()
    assert one.surname in text(looked_up(first))
    printed(home, row, "club-officer")
    assert SeasonCertificate.objects.count() == 5


def test_a_withdrawn_one_says_so_and_names_nobody(home: ClubHome) -> None:
    played(home, "night", age="adult")
    row = season(home)
    printed(home, row, "club-director")
    first = of_first()
    browser = Client()
    browser.force_login(f.officer(home, "club-director", "dora"))
    where = f"/c/lipa/certificates/{first.pk}/withdraw"
    assert browser.post(where).status_code == 303
    told = text(looked_up(first))
    assert re.search(r"Lipa Tile Club took this certificate back on \d+ \w+ \d{4}. It no longer holds.", told)
    assert "this certificate was given" not in told
    assert person(first).surname not in told
    assert AuditEntry.objects.get(intent="club.certificate_withdraw").target == f"certificate {first.code}"
    assert "is withdrawn already" in text(browser.post(where, follow=True))
    assert "withdrawn" in text(browser.get(f"/c/lipa/seasons/{row.pk}/printed"))
    printed(home, row, "club-officer")
    assert SeasonCertificate.objects.filter(who=first.who).count() == 2, "printed again it has another code"


def test_a_season_that_is_removed_takes_its_certificates_back(home: ClubHome) -> None:
    played(home, "night", age="adult")
    row = season(home)
    printed(home, row, "club-director")
    first = of_first()
    name = person(first).surname
    season_commands.remove_season(club_context(f.officer(home, "club-officer", "o"), home, "web"), row)
    told = text(looked_up(first))
    assert "It no longer holds" in told
    assert "Season 2026" in told
    assert name not in told


def test_the_club_alone_sees_what_it_printed_and_takes_it_back(home: ClubHome) -> None:
    here = played(home, "night", age="minor")
    row = season(home)
    printed(home, row, "club-director")
    one = of_first()
    theirs = Client()
    theirs.force_login(f.officer(f.club("other"), "club-officer", "theirs"))
    for slug in ("lipa", "other"):
        assert theirs.get(f"/c/{slug}/seasons/{row.pk}/printed").status_code == 404
        assert theirs.post(f"/c/{slug}/certificates/{one.pk}/withdraw").status_code == 404
    publisher = Client()
    publisher.force_login(f.officer(home, "club-publisher", "pub"))
    assert publisher.get(f"/c/lipa/seasons/{row.pk}/printed").status_code == 403
    assert publisher.post(f"/c/lipa/certificates/{one.pk}/withdraw").status_code == 403
    assert SeasonCertificate.objects.get(pk=one.pk).holds
    director = Client()
    director.force_login(f.officer(home, "club-director", "dir"))
    told = text(director.get(f"/c/lipa/seasons/{row.pk}/printed"))
    for child in Entrant.objects.filter(division=here.division):
        assert f"{child.given} {child.surname}" in told


def test_the_list_of_a_hundred_asks_no_more_than_that_of_five(
    home: ClubHome, django_assert_max_num_queries: Any
) -> None:
    played(home, "night", age="adult")
    row = season(home)
    printed(home, row, "club-director")
    kept = SeasonCertificate.objects.exclude(who=None)[0]
    for number in range(95):
        SeasonCertificate.objects.create(
            club=home.club, season=row, season_name=row.name, who=kept.who, says=kept.says,
            made_at=clock.now() - timedelta(days=number),
        )  # fmt: skip
    director = Client()
    director.force_login(f.officer(home, "club-director", "dir"))
    with django_assert_max_num_queries(30):
        assert text(director.get(f"/c/lipa/seasons/{row.pk}/printed")).count("/withdraw") == 100


def test_paper_names_the_public_address_and_never_one_of_the_hall(
    home: ClubHome, pages: list[str], settings: Any
) -> None:
    played(home, "night", age="adult")
    row = season(home)
    settings.PUBLIC_URL = "https://results.example.org"
    printed(home, row, "club-director")
    assert all("results.example.org/certificates/" in page for page in pages)
    settings.PUBLIC_URL, settings.LOCAL = "", True
    pages.clear()
    printed(home, row, "club-officer")
    assert pages
    assert not any("/certificates/" in page for page in pages)
    assert all(re.search(r"\b[2-9b-z]{5}-[2-9b-z]{5}\b", page) for page in pages)
