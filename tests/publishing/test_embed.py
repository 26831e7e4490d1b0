"""Pages in frames of other websites: who may, what they show, what is copied; and the address that goes into chats."""

from __future__ import annotations

import json

import pytest
from django.test import Client, override_settings

from tdapp.events.models import Event
from tdapp.kernel.refusals import Refusal
from tdapp.launch.requests.public_url import checked
from tdapp.publishing.embed import origins
from tdapp.publishing.embed.forms import ShownForm
from tdapp.publishing.models import EventWebsite
from tdapp.publishing.site import building, facts
from tdapp.publishing.site.addresses import of_event
from tests import factories as f
from tests.publishing.hall import Hall, hall, played_hall, reader

CLUB = "https://club.example.org"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("", []),
        (CLUB, [CLUB]),
        ("club.example.org", [CLUB]),
        (f"{CLUB}/results/page.html?x=1", [CLUB]),
        ("  https://CLUB.example.org  \n\nhttps://club.example.org/", [CLUB]),
        ("https://a.example, http://b.example:8080", ["https://a.example", "http://b.example:8080"]),
        ("https://*.example.org", ["https://*.example.org"]),
        ("http://192.168.1.20:8000", ["http://192.168.1.20:8000"]),
    ],
)
def test_a_website_is_named_as_people_name_it(typed: str, kept: list[str]) -> None:
    assert origins.read(typed) == kept


@pytest.mark.parametrize(
    "typed", ["*", "https://*", "https://*.org", "javascript:alert(1)", "https://user@club.example", "https://a b.example",
              "https://club.example; script-src *", "data:text/html,x", "https://[::1", "https://club.example:99999", "'self'"],
)  # fmt: skip
def test_what_would_let_anybody_in_is_no_website(typed: str) -> None:
    with pytest.raises(Refusal) as refused:
        origins.read(typed)
    assert refused.value.code == "bad-origin"
    assert "write it like https://club.example.org" in str(refused.value)


def test_each_wrong_line_is_told_and_more_than_twenty_are_too_many() -> None:
    with pytest.raises(Refusal) as refused:
        origins.read("\n".join(["*", "javascript:x", *(f"https://c{n}.example" for n in range(21))]))
    assert len(refused.value.sentences) == 3


@pytest.mark.parametrize(
    "text", ["results.example.org", "ftp://x.example", "https://x.example/path", "https://"]
)
def test_the_servers_address_is_one_or_the_start_says_so(text: str) -> None:
    with pytest.raises(ValueError, match="write it like https"):
        checked(text)
    assert checked(" https://x.example/ ") == "https://x.example"
    assert checked("") == ""


def director(here: Hall) -> Client:
    client = Client()
    client.force_login(f.member(here.division.event, "director"))
    return client


def desk(here: Hall) -> str:
    return f"/e/{here.division.event.slug}/website/embed/"


def framed(here: Hall, page: str = "standings", **asked: str) -> tuple[int, str, str]:
    answer = reader().get(f"/embed/{here.division.event.slug}/{here.division.slug}/{page}/", asked)
    return answer.status_code, answer.get("Content-Security-Policy", ""), answer.content.decode()


@pytest.mark.django_db
def test_only_named_websites_may_show_a_page() -> None:
    here = played_hall()
    _status, policy, text = framed(here)
    assert "frame-ancestors 'self';" in f"{policy};"
    assert "After round 1" in text
    answer = director(here).post(desk(here), {"websites": f"{CLUB}\nschool.example", "seen": "1"})
    assert answer.status_code == 303
    _status, policy, _text = framed(here)
    assert f"frame-ancestors 'self' {CLUB} https://school.example" in policy
    # Nothing else was opened with it.
    assert "default-src 'self'" in policy
    other = reader().get(here.base + "standings/")
    assert "frame-ancestors 'none'" in other["Content-Security-Policy"]
    assert other["X-Frame-Options"] == "DENY"
    assert "X-Frame-Options" not in reader().get(
        f"/embed/{here.division.event.slug}/{here.division.slug}/standings/"
    )


@pytest.mark.django_db
def test_the_websites_of_the_club_that_runs_it_may_too_and_those_of_no_other() -> None:
    here = played_hall()
    f.club("theirs", frames=["https://theirs.example"])
    mine = f.club("mine", name="Lipa Tile Club", frames=[CLUB, "https://b.example"])
    EventWebsite.objects.create(event=here.division.event, frames=["https://own.example", CLUB])
    assert "frame-ancestors 'self' https://own.example https://club.example.org;" in framed(here)[1] + ";"
    Event.objects.filter(pk=here.division.event_id).update(host=mine.club)
    assert f"frame-ancestors 'self' {CLUB} https://b.example https://own.example;" in framed(here)[1] + ";"
    text = director(here).get(desk(here)).content.decode()
    assert "The websites of Lipa Tile Club may show the pages of all its events" in text
    # A director of this event alone does not keep the club's list.
    assert "/c/mine/websites/" not in text


@pytest.mark.django_db
def test_each_page_says_the_same_as_the_public_one_in_both_languages() -> None:
    here = played_hall()
    for page, word in (
        ("standings", "After round 1"),
        ("pairings", "Round 3"),
        ("results", "Results"),
        ("players", "Players"),
    ):
        status, _policy, text = framed(here, page)
        assert status == 200, page
        assert word in text, page
        assert '<base target="_blank">' in text
        assert 'lang="fil"' in framed(here, page, lang="fil")[2].split("<head>")[0]
    assert 'data-theme="dark"' in framed(here, theme="dark")[2]
    assert "data-theme" not in framed(here, theme="x")[2].split("<head>")[0]


@pytest.mark.django_db
def test_a_page_that_stays_as_it_is_is_asked_for_cheaply() -> None:
    here = played_hall()
    address = f"/embed/{here.division.event.slug}/{here.division.slug}/standings/"
    version = reader().get(address, {"v": ""})["X-Version"]
    assert reader().get(address, {"v": version}).status_code == 204


@pytest.mark.django_db
def test_what_is_not_public_is_in_no_frame() -> None:
    here = hall()
    assert framed(here)[0] == 404
    there = played_hall()
    for page in ("wallchart", "me", "secret"):
        assert framed(there, page)[0] == 404


@pytest.mark.django_db
def test_a_wrong_website_is_told_and_what_was_typed_stays() -> None:
    here = played_hall()
    answer = director(here).post(desk(here), {"websites": "*", "seen": "1"})
    assert answer.status_code == 422
    assert "“*” is no website" in answer.content.decode()
    assert not EventWebsite.objects.exists()


@pytest.mark.django_db
def test_the_second_of_two_who_change_the_list_sees_the_first_ones() -> None:
    here = played_hall()
    one = director(here)
    one.post(desk(here), {"websites": CLUB, "seen": "1"})
    answer = one.post(desk(here), {"websites": "https://other.example", "seen": "1"})
    assert answer.status_code == 409
    assert EventWebsite.objects.get().frames == [CLUB]
    assert one.post(desk(here), {"websites": "https://other.example", "seen": "2"}).status_code == 303


@pytest.mark.django_db
def test_the_snippet_names_the_servers_own_address() -> None:
    here = played_hall()
    with override_settings(PUBLIC_URL="https://results.example.org"):
        text = director(here).get(desk(here)).content.decode()
    event, division = here.division.event.slug, here.division.slug
    assert f'&lt;iframe src="https://results.example.org/embed/{event}/{division}/standings/"' in text
    assert "only works where everybody reaches" not in text
    assert "only works where everybody reaches" in director(here).get(desk(here)).content.decode()


@pytest.mark.django_db
def test_a_chat_is_told_the_public_address_and_never_one_of_the_hall() -> None:
    here = played_hall()
    told = reader().get(here.base + "standings.txt").content.decode()
    assert "http" not in told
    address = desk(here) + "address"
    assert director(here).post(address, {"address": "nonsense"}).status_code == 422
    assert director(here).post(address, {"address": "https://club.example.org/open/"}).status_code == 303
    told = reader().get(here.base + "standings.txt").content.decode()
    assert told.endswith(f"\nhttps://club.example.org/open{here.base}standings/\n")
    with override_settings(PUBLIC_URL="https://results.example.org"):
        told = reader().get(here.base + "standings.txt").content.decode()
        assert told.endswith(f"\nhttps://results.example.org{here.base}standings/\n")
        poster = reader().get(f"/t/{here.division.event.slug}/poster").content.decode()
        assert "https://results.example.org/t/" in poster


@pytest.mark.django_db
def test_other_websites_may_read_the_same_data_in_the_hall_as_in_its_folder() -> None:
    here = played_hall()
    site = building.build(facts.read(here.division.event.slug, ("en",)), on_disk=False)
    folder = f"{of_event('en', here.division.event.slug)}{here.division.slug}/"
    data = {
        path.removeprefix(folder): json.loads(told)
        for path, told in site.items()
        if path.startswith(folder) and path.endswith(".json")
    }
    assert {f"{name}.json" for name in ("players", "round/3/pairings", "results/1/results")} <= set(data)
    for name, told in data.items():
        answer = reader().get(here.base + name)
        assert (answer.json(), answer["Access-Control-Allow-Origin"]) == (told, "*"), name
    for name in ("round/9/pairings", "standings/9/standings", "results/9/results", "results/0/results"):
        assert reader().get(f"{here.base}{name}.json").status_code == 404, name
    assert "Access-Control-Allow-Origin" not in reader().get(here.base + "standings/")


@pytest.mark.django_db
def test_what_the_snippet_shows_is_chosen_and_the_frame_shows_it() -> None:
    here = played_hall()
    where = f"/embed/{here.division.event.slug}/{here.division.slug}/"
    page = director(here).get(desk(here) + "?page=results&lang=fil&theme=dark").content.decode()
    assert f"{where}results/?lang=fil&amp;theme=dark" in page
    for nonsense in ("?page=money", "?lang=xx&page=results", "?theme=javascript:"):
        assert f'testserver{where}standings/"' in director(here).get(desk(here) + nonsense).content.decode()
    for name in ShownForm.base_fields["page"].choices:  # type: ignore[attr-defined]
        assert reader().get(f"{where}{name[0]}/").status_code == 200
