"""What other programs read of an event where it is run, feed, calendar and the picture beside a link; whose event it is."""

from __future__ import annotations

import io
import re
from xml.etree import ElementTree

import pytest
from django.test import override_settings
from PIL import Image

from tdapp.events.models import Division, Event, Round
from tdapp.kernel import clock
from tdapp.people.models import ClubHome
from tdapp.publishing.look.commands import look
from tdapp.publishing.models import EventLook
from tdapp.publishing.site import facts
from tests import factories as f
from tests.publishing.hall import Hall, hall, played_hall, reader

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"
ROOT = "https://results.example.org"


def entries(here: Hall) -> list[tuple[str, str]]:
    """Title and address of each entry of the event's feed, and the addresses lead somewhere."""
    with override_settings(PUBLIC_URL=ROOT):
        answer = reader().get(f"/t/{here.division.event.slug}/feed.xml")
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    root = ElementTree.fromstring(answer.content)
    found = []
    for entry in root.iter(f"{ATOM}entry"):
        link = entry.find(f"{ATOM}link")
        assert link is not None
        address = link.attrib["href"].removeprefix(ROOT)
        assert reader().get(address).status_code == 200, address
        found.append((entry.findtext(f"{ATOM}title") or "", address))
    assert len({entry.findtext(f"{ATOM}id") for entry in root.iter(f"{ATOM}entry")}) == len(found)
    return found


def test_the_feed_tells_what_is_public_the_newest_first_and_nothing_that_was_hidden() -> None:
    here = played_hall()
    name, where = here.division.name, here.base
    known = entries(here)
    assert known[0] == (f"{name}: pairings of round 3", f"{where}round/3/")
    assert (f"{name}: standings after round 1", f"{where}standings/1/") in known
    assert not any("standings after round 2" in title for title, _address in known)
    Division.objects.filter(pk=here.division.pk).update(released_round=0)
    assert not any("standings" in title for title, _address in entries(here))


def test_what_came_out_after_a_round_keeps_its_address_and_goes_when_it_is_hidden() -> None:
    """Round 1 is released, round 3 is shown; nobody ever released standings after round 2."""
    here = played_hall()
    first = reader().get(f"{here.base}standings/1/").content.decode()
    assert "After round 1" in first
    assert f'href="{here.base}standings/1/"' in reader().get(f"{here.base}results/1/").content.decode()
    shown = {number: reader().get(f"{here.base}round/{number}/").status_code for number in range(5)}
    assert shown == {0: 404, 1: 404, 2: 404, 3: 200, 4: 404}
    third = reader().get(f"{here.base}round/3/").content.decode()
    assert f'href="{here.base}round/3/?by=name"' in third
    assert f'href="{here.base}?by=name"' not in third
    led = re.findall(rf"{here.base}(?:pairings|standings)\.(?:txt|png)[^\"<\s]*", third + first)
    assert {where.partition("?")[2] for where in led} == {"round=1"}
    assert [reader().get(f"{here.base}standings/{number}/").status_code for number in (0, 2, 3)] == [404] * 3
    assert [reader().get(f"{here.base}standings.txt?round={number}").status_code for number in (1, 2, 3)] == [
        200, 404, 404,
    ]  # fmt: skip
    here.release(2)
    assert "After round 2" in reader().get(f"{here.base}standings/2/").content.decode()
    assert "After round 1" in reader().get(f"{here.base}standings/1/").content.decode()
    Division.objects.filter(pk=here.division.pk).update(released_round=0)
    assert reader().get(f"{here.base}standings/1/").status_code == 404
    Round.objects.filter(division=here.division, number=3).update(public_at=None)
    assert reader().get(f"{here.base}round/3/").status_code == 404


def test_the_event_is_a_calendar_file_without_what_waits_for_nothing_any_more() -> None:
    here = played_hall()
    event = here.division.event
    noon = clock.now()
    with clock.at(noon):
        assert all(stop.at > noon for stop in facts.stops(event.slug))
    with override_settings(PUBLIC_URL=ROOT):
        told = reader().get(f"/t/{event.slug}/event.ics").content.decode()
    assert told.startswith("BEGIN:VCALENDAR\r\n")
    assert told.endswith("END:VCALENDAR\r\n")
    assert f"DTSTART;VALUE=DATE:{event.starts_on:%Y%m%d}\r\n" in told
    assert f"URL:{ROOT}/t/{event.slug}/\r\n" in told
    assert told.count("BEGIN:VEVENT") == told.count("END:VEVENT")


def test_a_link_to_any_page_shows_a_picture_of_who_leads_where_everybody_reaches_it() -> None:
    here = played_hall()
    with override_settings(PUBLIC_URL=ROOT):
        pages = {
            path: reader().get(path).content.decode()
            for path in (f"/t/{here.division.event.slug}/", here.base, f"{here.base}standings/")
        }
    for path, page in pages.items():
        assert f'property="og:image" content="{ROOT}{here.base}card.png"' in page, path
    answer = reader().get(f"{here.base}card.png")
    event = here.division.event
    EventLook.objects.create(event=event, colour="#7a3b12")
    drawn = [Image.open(io.BytesIO(one.content)) for one in (answer, reader().get(f"{here.base}card.png"))]
    assert [one.size for one in drawn] == [(1200, 630)] * 2
    assert [one.convert("RGB").getpixel((9, 9)) for one in drawn] == [(0xC9, 0x8A, 0), (0x7A, 0x3B, 0x12)]
    told = pages[f"/t/{event.slug}/"].split('property="og:description" content="')[1].split('"')[0]
    assert told.endswith(f", {here.division.name}"), "where and when before what can be looked at"
    with override_settings(PUBLIC_URL="", LOCAL=True):
        assert "og:image" not in reader().get(f"{here.base}standings/").content.decode()


def test_of_a_division_nothing_of_which_is_out_there_is_no_picture() -> None:
    here = played_hall()
    f.division(here.division.event, "Kids")
    assert reader().get(f"/t/{here.division.event.slug}/kids/card.png").status_code == 404
    assert reader().get("/t/nobody/open/card.png").status_code == 404
    for name in ("feed.xml", "event.ics"):
        assert reader().get(f"/t/nobody/{name}").status_code == 404


def of_a_club(**values: object) -> tuple[Hall, ClubHome]:
    here = hall(4)
    home = f.club("lipa", name="Lipa Tile Club", colour="#7a1f5c", version=3, **values)
    Event.objects.filter(pk=here.division.event_id).update(host=home.club)
    here.publish()
    here.show(1)
    return here, home


def look_of(page: str) -> str:
    """The address of the style sheet of an event's colour, "" none."""
    found = re.search(r"/t/[^\"]+/look\.css\?v=[^\"]+", page)
    return found[0] if found else ""


def test_an_event_says_whose_it_is_and_has_its_clubs_colour_until_it_has_its_own() -> None:
    here, home = of_a_club(public=True)
    where = f"/t/{here.division.event.slug}/"
    page = reader().get(where).content.decode()
    assert '<a href="/clubs/lipa/">Lipa Tile Club</a>' in page
    clubs = reader().get(look_of(page)).content.decode()
    ClubHome.objects.filter(pk=home.pk).update(colour="#0b5d7a", version=4)
    newer = reader().get(where).content.decode()
    assert look_of(newer) != look_of(page)
    assert reader().get(look_of(newer)).content.decode() != clubs
    look.set_colour(f.program(here.division.event), here.division.event, colour="#7a1f5c")
    assert reader().get(look_of(reader().get(where).content.decode())).content.decode() == clubs
    assert facts.read(here.division.event.slug, ("en",)).style == clubs


def test_of_a_club_without_a_public_page_an_event_tells_nothing() -> None:
    here, _home = of_a_club(public=False)
    page = reader().get(f"/t/{here.division.event.slug}/").content.decode()
    assert "Lipa Tile Club" not in page
    assert look_of(page) == ""
    assert reader().get(f"/t/{here.division.event.slug}/look.css").status_code == 404
