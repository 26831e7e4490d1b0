"""Check-in by surname and Enter; the log."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import translation

from tdapp.events.log import reading
from tdapp.events.log.intents import title_of
from tdapp.events.models import Entrant
from tdapp.kernel import clock
from tdapp.kernel.models import AuditEntry
from tests.events.pages import Story, fields, story, text
from tests.kept import first

pytestmark = pytest.mark.django_db
whole, ready = first(story)


def missing(here: Story, *numbers: int) -> None:
    Entrant.objects.filter(division=here.hall.division, number__in=numbers).update(checked_in_at=None)


def fields_of(page: str, name: str) -> str:
    """The value of a hidden field."""
    found = re.search(rf'name="{name}" value="([^"]+)"', page)
    assert found
    return found[1]


def line(here: Story, typed: str, **more: Any) -> Any:
    return here.bob.post(f"{here.base}checkin/line", {"who": typed}, **more)


def test_a_surname_and_enter_checks_in_and_the_count_follows() -> None:
    here = story()
    missing(here, 1, 2)
    assert "4/6" in text(here.bob.get(f"{here.base}checkin/"))
    answer = line(here, "aba", headers={"HX-Request": "true"})
    shown = text(answer)
    assert answer.status_code == 200
    assert "<html" not in shown
    assert "Abad, Ana is here: 5 of 6." in shown
    assert "5/6" in shown
    assert here.entrant().checked_in_at is not None


def test_two_of_one_beginning_are_offered_and_nobody_is_checked_in() -> None:
    here = story()
    Entrant.objects.filter(division=here.hall.division, number__in=(1, 2)).update(
        surname="Cruz", checked_in_at=None
    )
    answer = line(here, "cruz")
    assert answer.status_code == 422
    assert "Which cruz?" in text(answer)
    assert text(answer).count("Alt 1") == 1
    assert not AuditEntry.objects.filter(intent="entrant.check_in").exists()


@pytest.mark.parametrize("typed", ["Abad, Ana", "abad a", "Ana Abad", "ana", "1", "ABAD"])
def test_a_person_may_be_typed_as_listed_as_spoken_or_by_number(typed: str) -> None:
    here = story()
    missing(here, 1, 2)
    assert "Abad, Ana is here" in text(line(here, typed))


def test_the_line_is_empty_again_after_every_answer() -> None:
    here = story()
    assert 'value="zz"' not in text(line(here, "zz"))


def test_of_two_with_one_name_neither_is_taken_though_one_is_here_already() -> None:
    here = story()
    Entrant.objects.filter(division=here.hall.division, number__in=(1, 2)).update(
        surname="Cruz", given="Juan"
    )
    missing(here, 2)
    answer = line(here, "juan cruz")
    assert (answer.status_code, "Which juan cruz?" in text(answer)) == (422, True)
    assert text(answer).count("Alt 1") == 1
    assert here.entrant(2).checked_in_at is None
    missing(here, 1, 2)
    Entrant.objects.filter(division=here.hall.division).update(surname="Cruz", checked_in_at=None)
    assert "Alt 6" in text(line(here, "CRUZ"))
    Entrant.objects.filter(division=here.hall.division).update(checked_in_at=clock.now())
    assert "All 6 who fit cruz are checked in already." in text(line(here, "cruz"))


def test_the_chosen_view_stays_after_a_press_and_a_club_comes_together_and_is_taken_back() -> None:
    here = story()
    Entrant.objects.filter(division=here.hall.division).update(checked_in_at=None)
    page = text(here.bob.get(f"{here.base}checkin/?by=club&division=open"))
    assert 'action="/e/one/checkin/here?division=open&amp;by=club"'.replace("/e/one/", here.base) in page
    first = here.entrant(1)
    mates = here.hall.division.entrants.filter(club=first.club).count()
    assert f"All {mates} here" in page
    posted = {"group": str(first.club_id)}
    answer = here.bob.post(f"{here.base}checkin/here?by=club", posted, headers={"HX-Request": "true"})
    assert f"{mates} players are here." in text(answer)
    assert f'href="{here.base}checkin/?by=club" aria-current="page"' in text(answer)
    undo = fields_of(text(answer), "entrants")
    back = {"entrants": undo, "present": "0"}
    answer = here.bob.post(f"{here.base}checkin/here?by=club&division=open", back)
    assert (answer.status_code, answer["Location"]) == (303, f"{here.base}checkin/?division=open&by=club")
    assert not here.hall.division.entrants.exclude(checked_in_at=None).exists()
    here.bob.post(f"{here.base}checkin/here", {"group": "all"})
    assert not here.hall.division.entrants.filter(checked_in_at=None).exists()
    assert "Say who is here." in text(
        here.bob.post(f"{here.base}checkin/here", {"entrants": ""}, headers={"HX-Request": "true"})
    )


def test_a_card_is_checked_in_by_a_scanner_in_the_line_and_by_a_phones_own_camera() -> None:
    here = story()
    missing(here, 1, 2)
    card = f"{here.base}checkin/card/{here.entrant(1).pk.hex}"
    assert "Abad, Ana is here" in text(line(here, f"http://hall:8000{card}"))
    assert "is here since" in text(here.bob.get(card))
    other = f"{here.base}checkin/card/{here.entrant(2).pk.hex}"
    page = text(here.bob.get(other))
    assert here.entrant(2).checked_in_at is None
    assert "Check in" in page
    answer = here.bob.post(f"{here.base}checkin/{here.entrant(2).pk}", {"from": "card"})
    assert (answer["Location"], here.entrant(2).checked_in_at is None) == (other, False)
    gone = f"{here.base}checkin/card/{'0' * 32}"
    assert here.bob.get(gone).status_code == 404
    assert "nobody entered here" in text(here.bob.get(gone))
    assert "nobody entered here" in text(line(here, gone))


def test_a_thousand_missing_are_a_small_page_and_each_press_shows_some_more_to_the_last() -> None:
    here = story()
    person = here.entrant(1)
    Entrant.objects.bulk_create(
        Entrant(
            event=person.event, division=person.division, number=number, surname=f"Villanueva-Quiambao {number}",
            given="Maria Consolacion", club=person.club,
        )
        for number in range(100, 1094)
    )  # fmt: skip
    page = here.bob.get(f"{here.base}checkin/").content
    assert len(page) < 200_000
    assert "Show 230 more" in page.decode()
    more = here.bob.get(f"{here.base}checkin/?rows=350").content
    assert len(more) < 200_000
    assert "rows=580" in more.decode()
    whole = here.bob.get(f"{here.base}checkin/?rows=1040")
    assert text(whole).count("Maria Consolacion</a>") == 994
    assert "Show" not in text(whole).split("Villanueva-Quiambao 1093", 1)[1]


@pytest.mark.parametrize(
    ("typed", "said", "status"),
    [("zz", "is called zz", 422), (" ", "Type a name", 422), ("abad", "checked in already", 200)],
)
def test_the_line_says_why_it_did_nothing(typed: str, said: str, status: int) -> None:
    answer = line(story(), typed)
    assert answer.status_code == status
    assert said in text(answer)


def test_marking_absentees_says_what_it_did_pairs_nothing_and_is_taken_back() -> None:
    here = story(rounds=1)
    missing(here, 5, 6)
    page = text(here.alice.get(f"{here.base}checkin/"))
    assert "Mark 2 players absent for round 2" in page
    answer = here.alice.post(f"{here.base}checkin/without/open", {"intent": "forfeit"})
    assert answer.status_code == 303
    assert [row.first for row in here.entrant(5).absences.all()] == [2]
    told = text(here.alice.get(f"{here.base}checkin/"))
    assert (
        f"Marked absent from round 2 until checked in: {here.entrant(5).listed}; {here.entrant(6).listed}. Nothing is"
        in told
    )
    assert "2 marked absent until checked in" in told
    assert "Nobody. Everybody entered is here or absent." in told
    assert "All 2 here" not in told
    answer = here.alice.post(f"{here.base}checkin/here", {"group": "all"}, HTTP_HX_REQUEST="true")
    assert "Say who is here." in text(answer)
    assert "Mark 2 players absent" not in told
    here.alice.post(f"{here.base}checkin/without/open", {"back": "1"})
    assert not here.entrant(5).absences.exists()
    assert "Mark 2 players absent for round 2" in text(here.alice.get(f"{here.base}checkin/"))


def test_a_check_in_is_taken_back_by_its_button() -> None:
    here = story()
    here.bob.post(f"{here.base}checkin/{here.entrant().pk}", {"present": "0"})
    assert here.entrant().checked_in_at is None


def test_an_odd_field_is_offered_a_house_player() -> None:
    here = story(players=5)
    assert "odd: one bye" in text(here.alice.get(f"{here.base}checkin/"))
    assert here.alice.post(f"{here.base}checkin/house/open", {"surname": "Helper"}).status_code == 303
    assert "house player sits in" in text(here.alice.get(f"{here.base}checkin/"))
    assert here.alice.post(f"{here.base}checkin/house/open", {"surname": "Second"}).status_code == 422


def test_the_log_tells_before_and_after_and_narrows() -> None:
    here = story()
    here.alice.post(here.entry_url(), fields(here.alice.get(here.entry_url())) | {"rating": "1777"})
    here.bob.post(f"{here.base}checkin/line", {"who": "abad"})
    here.bob.post(f"{here.base}checkin/{here.entrant().pk}", {"present": "0"})
    shown = text(here.alice.get(f"{here.base}log"))
    assert '<span class="was">1890</span> 1777' in shown
    cases = {
        f"?who={here.hall.clerk.actor}": 1, "?intent=entrant.edit": 1, "?target=open+entrant": 2, "?via=cli": 0,
        "?since=2099-01-01": 0, "?until=2000-01-01": 0, "?refused=on": 0, "": 2,
    }  # fmt: skip
    for query, count in cases.items():
        found = text(here.alice.get(f"{here.base}log{query}"))
        assert found.count('<td class="nowrap">') == count, query


def test_a_refused_attempt_is_in_the_log_with_both_values() -> None:
    here = story()
    seen = fields(here.alice.get(here.entry_url()))
    here.alice.post(here.entry_url(), seen | {"rating": "1600", "idempotency_key": "a"})
    here.alice.post(here.entry_url(), seen | {"rating": "1700", "idempotency_key": "b"})
    shown = text(here.alice.get(f"{here.base}log?refused=on"))
    assert "refused" in shown
    assert "1700" in shown


def test_the_log_is_cut_into_pages() -> None:
    here = story()
    for _turn in range(60):
        here.bob.post(f"{here.base}checkin/{here.entrant().pk}", {"present": "1"})
    first, second = (text(here.alice.get(f"{here.base}log?page={n}")) for n in (1, 2))
    assert first.count('<td class="nowrap">') == 50
    assert second.count('<td class="nowrap">') == 10


def test_the_log_has_words_for_what_was_done_in_the_language_of_the_page() -> None:
    assert title_of("result.enter") == "result entered"
    with translation.override("fil"):
        assert title_of("result.enter") == translation.gettext("result entered") != "result entered"
        assert title_of("member.wrong_pin") != "wrong PIN"


def test_an_unknown_intent_of_an_older_log_is_shown_as_it_is() -> None:
    assert title_of("board.burned") == "board.burned"


def test_a_change_is_told_fact_by_fact() -> None:
    before = {"name": "Open", "plan": "swiss 1-7", "rows": [{"a": 1}], "tags": ["x", "y"], "gone": 3}
    after = {"name": "Open", "plan": "koth 1-7", "rows": [{"a": 2}], "tags": ["x"], "fresh": True}
    told = {line["name"]: (line["before"], line["after"]) for line in reading.changes(before, after)}
    assert told == {
        "plan": ("swiss 1-7", "koth 1-7"), "rows.1.a": ("1", "2"), "tags": ("x, y", "x"), "gone": ("3", ""),
        "fresh": ("", "yes"),
    }  # fmt: skip
