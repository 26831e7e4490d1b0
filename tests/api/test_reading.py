"""What is told: shapes, pages, query counts, and nothing private."""

from __future__ import annotations

from datetime import date

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tdapp.people.models import PlayerPrivate
from tests import factories as f
from tests.api.hall import base, hall, signed_in, table
from tests.kept import first
from tests.needles import standing

pytestmark = pytest.mark.django_db
whole, ready = first(hall)
ROUND_1 = "/divisions/open/rounds/1"
ADDRESSES = [
    "", "/divisions", "/divisions/open", "/divisions/open/entrants", "/divisions/open/rounds",
    "/divisions/open/standings", "/divisions/open/teams", f"{ROUND_1}/pairings", f"{ROUND_1}/tables", f"{ROUND_1}/tables/1",
]  # fmt: skip


def test_the_description_is_whole_and_without_warnings(tmp_path: object) -> None:
    call_command("spectacular", validate=True, fail_on_warn=True, file=f"{tmp_path}/schema.yml")


def test_nothing_private_is_told() -> None:
    here = hall()
    for row in here.division.entrants.select_related("player"):
        PlayerPrivate.objects.create(
            player=row.player,
            scope=row.scope_key,
            birth_date=date(1987, 11, 23),
            guardian="Tutelaria",
            contact="0917-555-0143",
        )
    client = signed_in(here.director)
    for address in ADDRESSES:
        text = client.get(base(here) + address).content.decode()
        assert standing(text, "1987", "Tutelaria", "0917-555", "0917-555-0143") == [], address


def test_queries_do_not_grow_with_the_players() -> None:
    halls = [hall(players) for players in (8, 40)]
    clients = [signed_in(here.viewer) for here in halls]
    for address in ADDRESSES:
        counts = []
        for here, client in zip(halls, clients, strict=True):
            cache.clear()
            client.get("/api/v1/events")
            with CaptureQueriesContext(connection) as told:
                assert client.get(base(here) + address).status_code == 200
            counts.append(len(told))
        assert counts[0] == counts[1] <= 14, address


def test_a_list_is_read_to_its_end_by_its_cursor() -> None:
    here = hall(25)
    client, seen = signed_in(here.viewer), []
    address: str | None = f"{base(here)}/divisions/open/entrants?page_size=10"
    while address:
        page = client.get(address).json()
        seen += [row["number"] for row in page["results"]]
        address = page["next"]
    assert seen == list(range(1, 26))


@pytest.mark.parametrize(
    "cursor", ["garbage", "%00", "cD1hYWE=", "bz0tMQ==", "cD05OTk5OTk5OTk5OTk5OTk5OTk5OTk="]
)
def test_a_cursor_of_ones_own_making_is_refused_or_harmless(cursor: str) -> None:
    here = hall()
    answer = signed_in(here.viewer).get(f"{base(here)}/divisions/open/entrants?cursor={cursor}")
    assert answer.status_code in (200, 400, 404)


@pytest.mark.parametrize(
    ("after", "status"),
    [("1", 200), ("0", 200), ("9", 422), ("-1", 400), ("x", 400), ("9" * 30, 400), ("²", 400)],
)
def test_standings_are_asked_for_by_round(after: str, status: int) -> None:
    here = hall()
    answer = signed_in(here.viewer).get(f"{base(here)}/divisions/open/standings", {"after": after})
    assert answer.status_code == status


def test_a_table_tells_its_seats_its_result_and_its_version() -> None:
    here = hall()
    client = signed_in(here.viewer)
    played, out = client.get(table(here, 1, 1)), client.get(table(here, 1, 2))
    assert played.json()["result"]["confirmed"] is True
    assert [seat["seat"] for seat in played.json()["seats"]] == [1, 2]
    assert (played["ETag"], out["ETag"], out.json()["result"]) == ('"1"', '"0"', None)


def test_a_round_whole_names_its_byes() -> None:
    here = hall(7)
    told = signed_in(here.viewer).get(f"{base(here)}/divisions/open/rounds/1/pairings").json()
    assert len(told["tables"]) == 3
    assert [row["kind"] for row in told["without_table"]] == ["bye"]


@pytest.mark.parametrize("number", ["0", "99999", str(2**63), "x"])
def test_a_number_that_is_no_table_is_not_found(number: str) -> None:
    here = hall()
    client = signed_in(here.viewer)
    assert client.get(f"{base(here)}/divisions/open/rounds/1/tables/{number}").status_code == 404
    assert client.get(f"{base(here)}/divisions/open/rounds/{number}/tables").status_code == 404


def test_private_answers_are_kept_by_no_cache() -> None:
    here = hall()
    answer = signed_in(here.viewer).get(base(here))
    assert "no-store" in answer["Cache-Control"]
    assert f.Event.objects.count() == 1
