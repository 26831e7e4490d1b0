"""Every screen of results and standings: who may see it, and no more queries for more players."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tdapp.desk.overview import overview
from tests import factories as f
from tests.kept import first

pytestmark = pytest.mark.django_db
whole, ready = first(f.hall, 8, 2, 1)

LOOKED_AT = (
    "confirm/", "confirm/waiting", "{div}/standings/", "{div}/standings/1/", "{div}/wallchart/",
    "{div}/wallchart/?by=rank",
    "{div}/standings/1/teams/", "{div}/standings/1/teams/?by=matches", "{div}/standings/1/chances/",
    "{div}/stats/", "{div}/entrant/1/", "{div}/round/1/table/1/", "{div}/round/1/print/",
    "{div}/round/1/print/by-table/",
    "{div}/round/1/print/by-name/", "{div}/round/1/print/by-club/", "{div}/round/1/print/call-out/",
    "{div}/round/1/print/slips-2/", "{div}/round/1/print/slips-4/", "{div}/round/1/print/blank-slips-2/",
    "{div}/round/1/print/blank-slips-4/", "{div}/standings/1/print/", "{div}/wallchart/print/",
)  # fmt: skip
ENTERED_AT = ("enter/", "enter/part/out", "enter/part/recent")


def address(hall: f.Hall, path: str) -> str:
    """The path inside the hall's event."""
    return f"/e/{hall.event.slug}/{path.format(div=hall.division.slug)}"


def status(hall: f.Hall, who: object, path: str) -> int:
    """What somebody gets at an address of the hall."""
    return statuses(hall, who, [path])[path]


def statuses(hall: f.Hall, who: object, paths: Iterable[str]) -> dict[str, int]:
    """What somebody gets at each of these."""
    client = Client()
    if who is not None:
        client.force_login(who)
    return {path: client.get(address(hall, path), follow=True).status_code for path in paths}


def test_everybody_at_the_event_may_look_and_a_stranger_finds_nothing() -> None:
    hall = f.hall(9, 2, 1)
    assert statuses(hall, hall.viewer, LOOKED_AT) == dict.fromkeys(LOOKED_AT, 200)
    assert statuses(hall, hall.clerk, LOOKED_AT) == dict.fromkeys(LOOKED_AT, 200)
    assert statuses(hall, f.user("stranger"), LOOKED_AT) == dict.fromkeys(LOOKED_AT, 404)


def test_a_clerk_may_enter_a_viewer_is_refused_and_a_stranger_finds_nothing() -> None:
    hall = f.hall(8, 1)
    assert statuses(hall, hall.clerk, ENTERED_AT) == dict.fromkeys(ENTERED_AT, 200)
    assert statuses(hall, hall.viewer, ENTERED_AT) == dict.fromkeys(ENTERED_AT, 403)
    assert statuses(hall, f.user("stranger"), ENTERED_AT) == dict.fromkeys(ENTERED_AT, 404)


def test_the_release_page_is_for_those_who_may_release() -> None:
    hall = f.hall(8, 2, 1)
    assert status(hall, f.member(hall.event, "publisher"), "publish/") == 200
    assert status(hall, hall.director, "publish/") == 200
    assert status(hall, hall.clerk, "publish/") == 403
    assert status(hall, f.user("stranger"), "publish/") == 404


@pytest.mark.parametrize(
    "path",
    [
        "{div}/standings/3/",
        "{div}/wallchart/entrant/",
        "{div}/round/1/print/nothing/",
        "{div}/round/9/table/1/",
    ],
)
def test_what_does_not_exist_is_missing(path: str) -> None:
    hall = f.hall(8, 2, 1)
    assert status(hall, hall.director, path) == 404


def queries(hall: f.Hall, path: str) -> int:
    """How often a page asks the database, once warm."""
    client = Client()
    client.force_login(hall.director)
    client.get(address(hall, path))
    with CaptureQueriesContext(
        connection,
    ) as caught:
        assert client.get(address(hall, path)).status_code == 200
    return len(caught)


def test_publish_asks_no_more_for_more_rounds() -> None:
    assert queries(f.hall(8, 7, 6), "publish/") <= queries(f.hall(8, 2, 1), "publish/")


def test_the_last_entries_tell_deciding_scores_and_penalties() -> None:
    here = f.hall(players=4, rounds=1)
    f.enter(here.table(1), 400, 400, before=(405, 412), penalties={2: 10})
    [entry] = overview.last_entries(here.event)
    assert re.fullmatch(r"\S.* 400 \(405\) – \S.* 400 \(412\) fined 10", entry.said)
