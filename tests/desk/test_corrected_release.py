"""A correction after the release: the desk is told that the public sees older standings, and releases again."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.models import Freeze
from tdapp.desk.overview import releasing
from tdapp.desk.pairing import outdated_release
from tdapp.desk.pairing.commands.release import release_standings
from tdapp.desk.results.commands.results import correct_result
from tdapp.events.models import Division, Table
from tests import factories as f

pytestmark = pytest.mark.django_db

OLDER = "the public still sees the standings from before"


def released(after: int = 1, rounds: int = 1) -> f.Hall:
    """Every round played, the standings after one of them out."""
    hall = f.hall(4, rounds, rounds)
    release_standings(hall.as_(hall.director), Division.objects.get(), after=after)
    return hall


def correct(hall: f.Hall, round_number: int = 1) -> None:
    row = Table.objects.filter(round__division=hall.division, round__number=round_number).earliest("number")
    table = f.table(hall.division, row.number, round_number)
    correct_result(
        hall.as_(hall.director), table, entry=Entry(scores=(300, 500)), seen=1, reason="recount", sure=True
    )  # fmt: skip


def page(hall: f.Hall, rest: str) -> str:
    client = Client()
    client.force_login(hall.director)
    return client.get(f"/e/{hall.event.slug}/{rest}").content.decode()


def test_a_correction_after_the_release_is_told_on_both_pages_until_it_is_released_again() -> None:
    hall = released()
    assert [OLDER in page(hall, rest) for rest in ("", "publish/")] == [False, False]
    correct(hall)
    assert [OLDER in page(hall, rest) for rest in ("", "publish/")] == [True, True]
    client = Client()
    client.force_login(hall.director)
    client.post(f"/e/{hall.event.slug}/open/release", {"after": "1"})
    assert [OLDER in page(hall, rest) for rest in ("", "publish/")] == [False, False]
    assert Division.objects.get().snapshots.filter(why="released").count() == 2


@pytest.mark.parametrize(("after", "round_number", "told"), [(1, 2, False), (2, 1, True), (0, 1, False)])
def test_only_results_the_public_sees_count(after: int, round_number: int, told: bool) -> None:
    hall = released(after, rounds=2)
    correct(hall, round_number)
    assert bool(outdated_release.since_release(hall.event)) == told


def test_what_is_kept_back_is_not_offered_for_release_again() -> None:
    hall = released()
    correct(hall)
    Freeze.objects.create(division=hall.division, last=hall.division.rounds_planned)
    shown: Any = releasing.shown(hall.event)[0]
    assert not shown.corrected


def test_one_query_tells_it_for_every_division() -> None:
    hall = released()
    f.division(hall.event, "Kids")
    with CaptureQueriesContext(
        connection,
    ) as caught:
        outdated_release.since_release(hall.event)
    assert len(caught) == 1


@pytest.mark.parametrize("after", [0, 1])
def test_who_corrects_at_the_table_is_told_that_the_public_sees_the_old_standings(after: int) -> None:
    hall = released(after) if after else f.hall(4, 1, 1)
    client = Client()
    client.force_login(hall.director)
    where = f"/e/{hall.event.slug}/open/round/1/table/1/"
    table = f.table(hall.division, 1, 1)
    seen = table.results.get(in_force=True).version
    sent = {"line": "300 500", "reason": "recount", "seen": str(seen), "sure": "on"}
    told = client.post(f"{where}correct", sent, follow=True).content.decode()
    assert "Corrected." in told
    assert ("Public pages, Make public again." in told) == bool(after)
