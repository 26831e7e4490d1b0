"""Fresh by version, cheap by single flight, the same number of queries for ten players and for sixty."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urljoin

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tdapp.events.models import Entrant
from tdapp.kernel import audit, clock
from tdapp.people import registry
from tdapp.publishing.released import board, public_access, single_flight
from tests import factories as f
from tests.kept import first
from tests.publishing.hall import Hall, hall, played_hall, reader

whole, ready = first(played_hall)

PAGES = ["", "?by=name", "?by=club", "standings/", "results/", "results/1/", "players/", "players/1/", "wallchart/",
         "statistics/", "standings/1/", "standings.json", "pairings.json"]  # fmt: skip
NOON = datetime(2026, 3, 14, 4, 0, tzinfo=UTC)


def queries(address: str, client: Client | None = None) -> int:
    with CaptureQueriesContext(
        connection,
    ) as told:
        assert (client or reader()).get(address).status_code in (200, 204)
    return len(told)


@pytest.mark.django_db
def test_an_unchanged_page_is_204_with_two_queries() -> None:
    here = played_hall()
    for page in ("", "standings/", "results/", "players/1/", "wallchart/", "statistics/"):
        version = reader().get(here.base + page, {"v": ""})["X-Version"]
        answer = reader().get(here.base + page, {"v": version})
        assert (answer.status_code, answer.content) == (204, b"")
        assert queries(f"{here.base}{page}?v={version}") == 2


@pytest.mark.django_db
def test_processes_that_share_no_cache_tell_the_same_when_somebody_wants_no_page_over_all_events(
    settings: Any,
) -> None:
    """Else a phone that meets one and then the other is told each time that something changed."""
    here = played_hall()
    who = here.division.entrants.select_related("player").get(number=1).player
    assert who is not None

    def board_in(process: str, seconds: int) -> board.Board:
        place = f"{here.division.pk}-{process}"
        settings.CACHES = {
            "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": place}
        }
        with clock.at(NOON + timedelta(seconds=seconds)):
            return board.current(public_access.open_event(here.division.event.slug).divisions[0])

    before = board_in("one", 0)
    assert before.people[1].page == who.code
    for seconds, (said, page) in enumerate((("no", ""), ("", who.code)), start=1):
        registry.say_page(who, "event:elsewhere", said, "Somebody")
        other, one = board_in("other", 5 * seconds), board_in("one", 5 * seconds)
        assert (one.people[1].page, other.people[1].page) == (page, page), said
        assert one.digest == other.digest


@pytest.mark.django_db
def test_a_changed_page_is_its_fragment_with_the_new_version() -> None:
    here = played_hall()
    version = reader().get(here.base, {"v": ""})["X-Version"]
    here.show(3, shown=False)
    answer = reader().get(here.base, {"v": version})
    assert answer.status_code == 200
    assert answer["X-Version"] != version
    assert b"<html" not in answer.content


@pytest.mark.django_db
def test_the_whole_page_carries_the_version_its_fragment_has() -> None:
    here = played_hall()
    page = reader().get(here.base + "standings/").content.decode()
    assert f'data-version="{reader().get(here.base + "standings/", {"v": ""})["X-Version"]}"' in page


@pytest.mark.django_db
def test_a_page_and_its_fragment_name_the_version_of_their_part_as_the_hall_tells_it() -> None:
    here = played_hall()
    slug = here.division.event.slug
    told = reader().get(f"/t/{slug}/now.json").json()["parts"]
    pages = {
        "open/standings/": "open", "open/call-out/": "open", "": "", "by-school/": "", "prizes/": "",
        f"/embed/{slug}/open/standings/": "open",
    }  # fmt: skip
    for path, part in pages.items():
        address = urljoin(f"/t/{slug}/", path)
        page = " ".join(reader().get(address).content.decode().split())
        assert f'data-part="{part}" data-part-version="{told[part]}"' in page, path
        assert f'data-now="/t/{slug}/now.json"' in page, path
        for version in ("", reader().get(address, {"v": ""})["X-Version"]):
            assert reader().get(address, {"v": version})["X-Part-Version"] == told[part], path


@pytest.mark.django_db
def test_queries_do_not_grow_with_the_players() -> None:
    small, large = played_hall(10), played_hall(60)
    for path in PAGES:
        cache.clear()
        # Beside a page of a round that is over its part is told as it is now; one question is what rounds are kept.
        most = 33 if path == "standings/1/" else 24
        assert queries(small.base + path) == queries(large.base + path) <= most, path


@pytest.mark.django_db
def test_a_page_out_of_the_cache_asks_the_gate_only() -> None:
    here = played_hall()
    for page in PAGES:
        reader().get(here.base + page)
        assert queries(here.base + page) == 2, page


@pytest.mark.django_db
def test_readers_need_no_cookie_and_every_cache_on_the_way_may_keep_a_page_for_two_seconds() -> None:
    here = played_hall()
    for page in PAGES:
        answer = reader().get(here.base + page, headers={"accept-encoding": "gzip"})
        assert not answer.cookies, page
        assert answer["Cache-Control"] == "public, max-age=2"
        assert not answer.wsgi_request.session.accessed, page
        assert answer.get("Content-Encoding") == "gzip" or len(answer.content) < 200


@pytest.mark.django_db
def test_data_unchanged_is_304() -> None:
    here = played_hall()
    tag = reader().get(here.base + "standings.json")["ETag"]
    assert reader().get(here.base + "standings.json", headers={"if-none-match": tag}).status_code == 304


@pytest.mark.django_db
def test_a_page_is_stale_for_two_seconds_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(single_flight, "STALE", timedelta(seconds=2))
    here = played_hall()
    with clock.at(NOON):
        reader().get(here.base + "players/")
        rename(here, "Corrected")
        assert "Corrected" not in reader().get(here.base + "players/").content.decode()
    with clock.at(NOON + timedelta(seconds=2.1)):
        assert "Corrected" in reader().get(here.base + "players/").content.decode()


def rename(here: Hall, surname: str) -> None:
    row = Entrant.objects.get(division=here.division, number=2)
    Entrant.objects.filter(pk=row.pk).update(surname=surname)
    audit.write(f.program(here.division.event), "entrant.edit", str(row.pk))


@pytest.mark.django_db
def test_a_release_taken_back_is_never_served_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(single_flight, "STALE", timedelta(hours=1))
    here = played_hall()
    assert "After round 1" in reader().get(here.base + "standings/").content.decode()
    here.release(0)
    assert "No standings yet" in reader().get(here.base + "standings/").content.decode()
    here.show(3, shown=False)
    assert "No pairings yet" in reader().get(here.base).content.decode()


def stampede(get: Callable[[Callable[[], str]], str], patience: float) -> tuple[int, set[str]]:
    """How often something was built when twelve asked for it at once, and what they got.

    Whoever builds it is done when a second one builds it too, or after so many seconds.
    """
    built, got, start, second = [], set(), threading.Barrier(12), threading.Event()

    def slow() -> str:
        built.append(1)
        if len(built) > 1:
            second.set()
        second.wait(patience)
        return "page"

    def ask() -> None:
        start.wait()
        got.add(get(slow))

    threads = [threading.Thread(target=ask) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(built), got


def test_one_worker_builds_while_the_others_wait_for_it() -> None:
    assert stampede(lambda slow: single_flight.fly("k", "1", slow), patience=0.2) == (1, {"page"})


def test_without_single_flight_everybody_builds() -> None:
    """The negative control: the same stampede on a plain cache."""

    def plain(slow: Callable[[], str]) -> Any:
        return cache.get("plain") or cache.get_or_set("plain", slow, 60)

    assert stampede(plain, patience=20)[0] > 1


def test_while_one_rebuilds_the_others_get_the_last_one() -> None:
    single_flight.fly("k", "1", lambda: "old")
    release, entered = threading.Event(), threading.Event()

    def slow() -> str:
        entered.set()
        release.wait(10)
        return "new"

    builder = threading.Thread(target=single_flight.fly, args=("k", "2", slow))
    builder.start()
    assert entered.wait(10)
    assert single_flight.fly("k", "2", lambda: "built twice") == "old"
    release.set()
    builder.join(10)
    assert single_flight.fly("k", "2", lambda: "built twice") == "new"


def test_a_builder_that_fails_leaves_the_way_free() -> None:
    with pytest.raises(ZeroDivisionError):
        single_flight.fly("k", "1", lambda: 1 // 0)
    assert single_flight.fly("k", "1", lambda: 5) == 5


@pytest.mark.django_db
def test_fragments_are_kept_by_language() -> None:
    here = hall(4)
    here.publish()
    here.show(1)
    english = reader().get(here.base, {"v": ""}, headers={"accept-language": "en"})
    filipino = reader().get(here.base, {"v": ""}, headers={"accept-language": "fil"})
    assert english["Content-Language"] == "en"
    assert filipino["Content-Language"] == "fil"
    assert "Accept-Language" in english["Vary"]


@pytest.mark.django_db
def test_a_cache_on_the_way_keeps_the_language_a_cookie_chose_apart() -> None:
    here = played_hall()
    for page in [*PAGES, "../screen/", "../screen/feed"]:
        plain, chosen = reader(), reader()
        chosen.cookies["django_language"] = "fil"
        for client in (plain, chosen):
            assert {"accept-language", "cookie"} <= varies(client.get(urljoin(here.base, page))), page
    tags = [client.get(here.base)["ETag"] for client in (plain, chosen)]
    assert tags[0] != tags[1]
    again = chosen.get(here.base, headers={"if-none-match": tags[1]})
    assert (again.status_code, varies(again) >= {"cookie"}) == (304, True)
    assert chosen.get(here.base, headers={"if-none-match": tags[0]}).status_code == 200


def varies(answer: Any) -> set[str]:
    return {name.strip().lower() for name in answer.get("Vary", "").split(",")}
