"""How one enters: said at the desk, read on the public page, in the calendar, by programs, and taken along."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils.translation import override

from tdapp.events.models import Event
from tdapp.events.setup.cloning import carry
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.publishing.answers.sports_event import sports_event
from tdapp.publishing.entering import telling
from tdapp.publishing.entering.commands import set_entering
from tdapp.publishing.entering.telling import Entering
from tdapp.publishing.models import EventEntering
from tdapp.publishing.site import facts, feeds
from tests import factories as f
from tests.publishing.hall import Hall, hall

TOLD: dict[str, Any] = {
    "directions": "2nd floor, gate 3", "fee": "300 pesos; pupils 100", "deadline": date(2026, 3, 7),
    "how": "Bring a clock.\nForty places.", "link": "https://forms.example.org/open", "enquiries": "open@example.org",
}  # fmt: skip
LAST = date(2026, 3, 14)


def test_what_is_told_has_labels_in_the_readers_language_and_a_form_is_named_by_its_host() -> None:
    said = telling.sentences(Entering(**TOLD))
    assert said[:2] == ["Where exactly: 2nd floor, gate 3", "Fee: 300 pesos; pupils 100"]
    assert "Enter by: 7 March 2026" in said
    assert telling.lines(Entering(link=TOLD["link"]))[0].text == "forms.example.org"
    with override("fil"):
        assert "7 Marso 2026" in " ".join(telling.sentences(Entering(**TOLD)))
    assert not telling.NOTHING
    assert telling.lines(telling.NOTHING) == []


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("fee", "x" * 161, "Fee may have 160 characters, not 161."),
        ("link", "javascript:alert(1)", "is no address of a form"),
        ("link", "https://a b.example", "is no address of a form"),
        ("link", "https://", "is no address of a form"),
        ("deadline", date(2026, 3, 15), "Entries close on 2026-03-15, which is after the event"),
    ],
)
def test_each_mistake_is_one_sentence(name: str, value: Any, sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        telling.read({**TOLD, name: value}, LAST)
    assert len(refused.value.sentences) == 1
    assert sentence in refused.value.sentences[0]


def test_all_mistakes_are_told_at_once() -> None:
    with pytest.raises(Refusal) as refused:
        telling.read({"fee": "x" * 200, "link": "no", "deadline": date(2027, 1, 1)}, LAST)
    assert len(refused.value.sentences) == 3


def announced(**values: Any) -> Hall:
    here = hall(4)
    event = here.division.event
    set_entering(f.program(event), event, seen=1, **{**TOLD, **values})
    Event.objects.filter(pk=event.pk).update(public=True)
    return here


def page(where: str) -> str:
    cache.clear()
    answer = Client().get(where)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.django_db
def test_it_stands_on_the_public_page_until_the_first_standings_are_out() -> None:
    here = announced()
    where = f"/t/{here.division.event.slug}/"
    shown = page(where)
    for text in (
        "How to enter",
        "300 pesos; pupils 100",
        "7 March 2026",
        "forms.example.org",
        "open@example.org",
    ):
        assert text in shown
    assert 'rel="noopener nofollow external"' in shown
    here.publish()
    here.play(1)
    here.release(1)
    assert "300 pesos" not in page(where)


@pytest.mark.django_db
def test_what_is_changed_shows_at_once_and_the_second_of_two_is_told() -> None:
    here = announced()
    event = here.division.event
    where = f"/t/{event.slug}/"
    assert "300 pesos" in Client().get(where).content.decode()
    with pytest.raises(Conflict):
        set_entering(f.program(event), event, seen=1, **{**TOLD, "fee": "500 pesos"})
    set_entering(f.program(event), event, seen=2, **{**TOLD, "fee": "400 pesos"})
    assert "400 pesos" in page(where)


@pytest.mark.django_db
def test_programs_read_it_in_the_calendar_and_search_engines_as_an_offer() -> None:
    here = announced()
    slug = here.division.event.slug
    Event.objects.filter(slug=slug).update(starts_on="2100-03-14", ends_on="2100-03-14", guards_unknown="no")
    lines = page("/calendar.ics").replace("\r\n ", "")
    assert "DESCRIPTION:Where exactly: 2nd floor\\, gate 3\\nFee: 300 pesos\\; pupils 100" in lines
    assert "Bring a clock.\\nForty places." in lines
    from_site = read_site(slug)
    assert "DESCRIPTION:Where exactly" in feeds.calendar_of_site(from_site, f"t/{slug}/")
    told = json.loads(sports_event(from_site.event, "https://results.example.org/"))
    assert told["offers"] == {
        "@type": "Offer", "description": TOLD["fee"], "url": TOLD["link"], "validThrough": "2026-03-07",
    }  # fmt: skip
    assert told["location"]["address"] == TOLD["directions"]
    assert told["description"] == TOLD["how"]


def read_site(slug: str) -> Any:
    return facts.read(slug, ("en",), "https://results.example.org")


@pytest.mark.django_db
def test_the_calendar_and_the_club_say_it_of_what_comes_and_not_of_what_is_over() -> None:
    home = f.club("lipa", public=True)
    here = announced()
    row = Event.objects.filter(pk=here.division.event_id)
    row.update(starts_on="2100-03-14", ends_on="2100-03-14", host=home.club)
    for where in ("/calendar/", "/events/", "/clubs/lipa/"):
        assert "300 pesos" in page(where), where
    row.update(starts_on="2020-03-14", ends_on="2020-03-14")
    for where in ("/events/", "/clubs/lipa/"):
        assert "300 pesos" not in page(where), where


@pytest.mark.django_db
def test_an_event_held_again_takes_it_over_but_for_its_last_day_and_whom_to_ask() -> None:
    here = announced()
    again = f.event()
    carry(here.division.event, again, {here.division.pk: here.division})
    row = EventEntering.objects.get(event=again)
    assert (row.fee, row.link, row.deadline, row.enquiries) == (TOLD["fee"], TOLD["link"], None, "")


@pytest.mark.django_db
def test_the_desks_page_says_what_is_wrong_and_shows_it_as_the_public_will() -> None:
    here = hall(4)
    event = here.division.event
    browser = Client()
    browser.force_login(f.member(event, "director", "dora"))
    where = f"/e/{event.slug}/entering/"
    assert "Nothing is said yet" in browser.get(where).content.decode()
    bad = browser.post(where, {"seen": 1, "fee": "300", "link": "forms"})
    assert bad.status_code == 422
    assert "is no address of a form" in bad.content.decode()
    assert 'value="300"' in bad.content.decode()
    browser.post(where, {"seen": 1, "fee": "300", "deadline": "2026-03-01"})
    assert "1 March 2026" in browser.get(where).content.decode()
