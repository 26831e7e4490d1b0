"""The public site of an event: what lies in it, what does not, where its links lead, and that it is the same every time."""

from __future__ import annotations

import json
import posixpath
import re
from datetime import UTC, timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import override_settings
from django.test.utils import CaptureQueriesContext

from tdapp.events.entries.commands.entrants import open_private
from tdapp.events.models import Division, Entrant, Event
from tdapp.events.setup.commands.editing import edit_event
from tdapp.kernel import audit, clock
from tdapp.kernel.refusals import Missing
from tdapp.publishing.site import building, facts
from tests import factories as f
from tests.kept import first
from tests.publishing.hall import Hall, hall, played_hall, reader
from tests.publishing.test_names import CANARIES, SURNAME, planted
from tests.publishing.test_released import correct
from tests.scoresheets.games import GAME, stored

pytestmark = pytest.mark.django_db
whole, ready = first(played_hall, 4)
BASE = "https://results.example.org"
LANGUAGES = ("en", "fil")
LINK = re.compile(r'(?:href|src|url)="([^"]*)"')
ATOM = "{http://www.w3.org/2005/Atom}"


def built(here: Hall, base: str = BASE, *, on_disk: bool = False) -> building.Files:
    cache.clear()
    return building.build(facts.read(here.division.event.slug, LANGUAGES, base), on_disk=on_disk)


def root(here: Hall, language: str = "en") -> str:
    return f"{'' if language == 'en' else 'fil/'}t/{here.division.event.slug}/"


def page(files: building.Files, here: Hall, path: str, language: str = "en") -> str:
    return files[f"{root(here, language)}{here.division.slug}/{path}index.html"].decode()


def in_order(text: str, *parts: str) -> bool:
    places = [text.find(part) for part in parts]
    return min(places) >= 0 and places == sorted(places)


def test_the_same_facts_make_the_same_files_without_a_look_at_the_database() -> None:
    here = played_hall(4)
    read = facts.read(here.division.event.slug, LANGUAGES, BASE)
    once = building.build(read)
    with CaptureQueriesContext(connection) as asked:
        again = building.build(read)
    assert once == again
    assert len(asked) == 0


def changed(here: Hall) -> set[str]:
    """The names of the files that a build a day later makes otherwise."""
    once = built(here)
    with clock.at(clock.now() + timedelta(days=1)):
        later = built(here)
    return {
        path.rpartition("/")[2] for path in once.keys() | later.keys() if once.get(path) != later.get(path)
    }


def test_a_build_a_day_later_makes_the_same_files_but_the_hours_that_are_over() -> None:
    """A page says when what it shows came out, not when it was made: a push sends what changed."""
    here = played_hall(4)
    assert changed(here) <= {"event.ics"}
    assert "As of" in page(built(here), here, "standings/1/")


def test_of_an_event_to_come_it_makes_every_file_the_same_the_calendar_and_the_empty_feed_too() -> None:
    day = clock.today() + timedelta(days=40)
    division = f.division(f.event(public=True, starts_on=day, ends_on=day))
    f.entrants(division, 4)
    assert changed(Hall(division)) == set()
    assert facts.stops(division.event.slug) == (), "nobody planned an hour; a forecast from now on is none"


def test_a_calendar_is_stamped_with_the_last_change_that_shows_in_it() -> None:
    here = played_hall(4)
    event, now = here.division.event, clock.now()

    def stamp() -> str:
        text = built(here)[f"{root(here)}event.ics"].decode()
        return text.split("\r\nDTSTAMP:")[1].split("\r\n")[0]

    before = stamp()
    with clock.at(now + timedelta(days=1)):
        open_private(f.program(event), here.division.entrants.all()[0])
        assert stamp() == before
    with clock.at(moved := now + timedelta(days=2)):
        edit_event(f.program(event), event, venue="Town hall")
    assert stamp() == f"{moved.astimezone(UTC):%Y%m%dT%H%M%SZ}" != before


@pytest.mark.parametrize("on_disk", [False, True])
def test_every_link_leads_to_a_file_of_the_folder(on_disk: bool) -> None:
    here = played_hall(4)
    director = f.member(here.division.event, "director")
    stored(
        f.Hall(here.division.event, here.division, director, director, director, director), GAME, public=True
    )
    files = built(here, "", on_disk=on_disk)
    pages = {path: data.decode() for path, data in files.items() if path.endswith(".html")}
    assert any("/game/" in path for path in pages)
    for path, text in pages.items():
        for link in LINK.findall(text):
            if link == "#main":
                continue
            target = posixpath.normpath(posixpath.join(posixpath.dirname(path), link))
            assert not link.startswith(("/", "http", "javascript")), (path, link)
            assert target in files or (not on_disk and f"{target}/index.html" in files), (path, link)
        assert "<script" not in text.replace('<script type="application/ld+json">', ""), path
        assert " style=" not in text, path
        # The head is not printed: paper names the event on a line of its own.
        assert "/" not in path or f"<strong>{here.division.event.name}</strong>" in text, path


def test_each_round_has_pairings_standings_and_results_at_an_address_that_stays() -> None:
    here = played_hall(4)
    before = built(here)
    here.show(2)
    here.release(2)
    after = built(here)
    assert "After round 1" in page(after, here, "standings/1/")
    assert "After round 2" in page(after, here, "standings/2/")
    assert "After round 2" in page(after, here, "standings/")
    assert "After round 2" not in page(before, here, "standings/")
    assert f"{root(here)}{here.division.slug}/standings/2/index.html" not in before
    assert "Results of round 1" in page(after, here, "results/1/")
    now = f"{root(here)}now.json"
    told = [json.loads(files[now]) for files in (before, built(here), after)]
    assert told[0]["parts"][here.division.slug] != told[1]["parts"][here.division.slug]
    assert told[1] == told[2] == {"event": here.division.event.slug, "parts": told[1]["parts"]}
    assert "data-share" in page(after, here, "standings/")
    assert "data-share" not in page(after, here, "round/2/"), "shares the newest round in its place"
    for number in (1, 2):
        assert 'href="standings.txt"' in page(after, here, f"standings/{number}/")
        text = after[f"{root(here)}{here.division.slug}/standings/{number}/standings.txt"].decode()
        assert f"after round {number}\n" in text
    for by in ("", "by-name/", "by-club/"):
        assert "Round 2" in page(after, here, f"round/2/{by}")
        assert "Round 3" in page(after, here, by)
    told = json.loads(after[f"{root(here)}{here.division.slug}/standings/1/standings.json"])
    assert told["round"] == 1
    assert len(told["rows"]) == 4


def test_standings_tell_what_each_place_stands_on_as_it_was_at_the_release() -> None:
    here = hall(4)
    Division.objects.filter(pk=here.division.pk).update(
        precedence=["wins", "spread", "opponents_rating", "lot:20260711"]
    )
    here.publish()
    here.play(1)
    here.release(1)

    def rows() -> list[Any]:
        (folder, site) = f"{root(here)}{here.division.slug}/", built(here)
        told = [
            json.loads(site[f"{folder}{name}"])["rows"]
            for name in ("standings.json", "standings/1/standings.json")
        ]
        assert told == [reader().get(f"{here.base}standings.json").json()["rows"]] * 2
        return told[0]

    before = rows()
    first = before[0]
    assert [one["rule"] for one in first["tie_breaks"]] == ["wins", "spread", "opponents_rating", "lot"]
    assert [one["value"] for one in first["tie_breaks"][:2]] == ["1", f"{first['spread']:+d}"]
    correct(here, 111, 999)
    assert rows() == before
    Event.objects.filter(pk=here.division.event_id).update(show_ratings=False)
    audit.write(f.program(here.division.event), "event.edit", str(here.division.event_id))
    assert {one["rule"] for row in rows() for one in row["tie_breaks"]} == {"wins", "spread", "lot"}


def test_old_standings_say_what_was_released_then_under_todays_names() -> None:
    here = played_hall(4)
    at_release = json.loads(built(here)[f"{root(here)}{here.division.slug}/standings/1/standings.json"])
    correct(here, 111, 999)
    first_of = at_release["rows"][0]
    row = Entrant.objects.filter(division=here.division, number=first_of["number"])
    row.update(given="Bagong", surname="Pangalan")
    told = json.loads(built(here)[f"{root(here)}{here.division.slug}/standings/1/standings.json"])["rows"]
    assert [(row["number"], row["spread"]) for row in told] == [
        (row["number"], row["spread"]) for row in at_release["rows"]
    ]
    assert told[0]["name"] == "Bagong Pangalan"


def test_what_is_not_public_is_in_no_file() -> None:
    here = hall(4)
    here.publish()
    here.play(1)
    here.release(1)
    f.play(here.publish(), first=531, step=11)
    here.publish()
    here.show(3)
    files = built(here)
    assert not any("results/2/" in path or "standings/2/" in path or "round/2/" in path for path in files)
    texts = [
        data.decode() for path, data in files.items() if path.endswith((".html", ".json", ".txt", ".xml"))
    ]
    scores = r"\b(542|520|553|509)\b"
    assert not any(re.search(scores, text) for text in texts)
    here.release(2)
    assert re.search(scores, page(built(here), here, "results/2/"))
    Event.objects.filter(pk=here.division.event_id).update(public=False)
    with pytest.raises(Missing):
        built(here)


def test_nothing_private_and_no_surname_of_a_guarded_child_is_in_any_file() -> None:
    here = planted(school=True)
    files = built(here)
    for path, data in files.items():
        if path.startswith("static/") or path.endswith(".png"):
            continue
        text = data.decode()
        found = [word for word in (*CANARIES, SURNAME) if word in text]
        assert not found, (path, found)
        assert not re.search(r"[0-9a-f]{8}-[0-9a-f]{4}-", text), path
    assert "noindex" in page(files, here, "standings/")
    assert b"<loc>" not in files["sitemap.xml"]
    assert b"Disallow: /\n" in files["robots.txt"]
    assert b"ld+json" not in files[f"{root(here)}index.html"]


def test_both_languages_lie_side_by_side_and_name_each_other() -> None:
    here = played_hall(4)
    files = built(here)
    english = {path for path in files if path.startswith("t/")}
    assert {path.removeprefix("fil/") for path in files if path.startswith("fil/")} == english
    text = page(files, here, "standings/", "fil")
    slug = f"{root(here)}{here.division.slug}/standings/"
    assert '<html lang="fil">' in text
    assert f'href="{BASE}/fil/{slug}"' in text
    assert f'href="../../../../{slug}"' not in text
    assert f'hreflang="en" href="{BASE}/{slug}"' in text


def test_what_programs_read_is_well_formed() -> None:
    here = played_hall(4)
    Event.objects.filter(pk=here.division.event_id).update(
        name='Cup <"&\u2028> ñ' * 5, venue="Hall, Room; 1\\2"
    )
    files = built(here)
    feed = ElementTree.fromstring(files[f"{root(here)}feed.xml"])
    links = [entry.find(f"{ATOM}link") for entry in feed.iter(f"{ATOM}entry")]
    found = [str(link.get("href")).removeprefix(f"{BASE}/") for link in links if link is not None]
    assert len(found) == 2
    assert all(f"{path}index.html" in files for path in found)
    listed = [
        str(one.text)
        for one in ElementTree.fromstring(files["sitemap.xml"]).iter()
        if one.tag.endswith("loc")
    ]
    assert len(listed) > 30
    assert all(f"{one.removeprefix(f'{BASE}/')}index.html" in files for one in listed)
    lines = files[f"{root(here)}event.ics"].decode().split("\r\n")
    assert max(len(line.encode()) for line in lines) <= 75
    assert "LOCATION:Hall\\, Room\\; 1\\\\2" in lines
    home = files[f"{root(here)}index.html"].decode()
    data = home.split('<script type="application/ld+json">')[1].split("</script>")[0]
    assert json.loads(data)["name"].startswith('Cup <"&')
    assert f'property="og:image" content="{BASE}/{root(here)}{here.division.slug}/card.png"' in home
    assert files[f"{root(here)}{here.division.slug}/card.png"].startswith(b"\x89PNG")


def test_statistics_tell_the_released_games_only() -> None:
    here = played_hall(4)
    text = page(built(here), here, "statistics/")
    assert in_order(text, "2</dd>", "High game", "414", "407", "High loss", "Closest game")


def said_of_itself(page: str) -> dict[str, str]:
    """What a page tells programs: its title, what a preview shows, the event for search engines without its address."""
    told = dict(re.findall(r'<meta property="og:(title|type|description)" content="([^"]*)"', page))
    tab = re.search(r"<title>\s*([^<]*?)\s*</title>", page)
    data = re.search(r'<script type="application/ld\+json">(.*?)</script>', page)
    event = json.dumps({**json.loads(data[1]), "url": ""}) if data else ""
    return {**told, "tab": tab[1] if tab else "", "data": event}


def test_a_page_is_called_in_the_hall_as_in_the_folder_and_a_link_to_either_shows_the_same_preview() -> None:
    here = played_hall(4)
    files, at = built(here), here.division.slug
    for language in LANGUAGES:
        for path in ("", f"{at}/standings/", f"{at}/standings/1/", f"{at}/round/3/", f"{at}/results/", f"{at}/results/1/",
                     f"{at}/players/", f"{at}/players/1/", f"{at}/wallchart/", f"{at}/statistics/"):  # fmt: skip
            with override_settings(PUBLIC_URL=BASE):
                served = reader().get(f"/{root(here)}{path}", headers={"accept-language": language})
            folder = files[f"{root(here, language)}{path}index.html"].decode()
            assert said_of_itself(served.content.decode()) == said_of_itself(folder), (path, language)
            assert said_of_itself(folder)["tab"] == said_of_itself(folder)["title"], path
            assert bool(said_of_itself(folder)["data"]) == (path == ""), path
    for path in (f"{at}/", f"{at}/round/3/"):
        orders = {by: f"{path}{by and f'by-{by}/'}index.html" for by in ("", "name", "club")}
        called = {
            by: said_of_itself(files[f"{root(here)}{file}"].decode())["tab"] for by, file in orders.items()
        }
        assert len(set(called.values())) == 3, path
        for by, title in called.items():
            served = reader().get(f"/{root(here)}{path}", {"by": by or "table"}).content.decode()
            assert said_of_itself(served)["tab"] == title, (path, by)
    with override_settings(PUBLIC_URL="", LOCAL=True):
        laptop = reader().get(f"/{root(here)}").content.decode()
    assert set(said_of_itself(laptop)) == {"tab", "data"}
    assert not said_of_itself(laptop)["data"]
