"""What is kept for pages: once a version, and what can change is counted anew."""

from __future__ import annotations

import pytest
from django.test import Client

from tdapp.desk.ledger import memo, pairing_adapter
from tdapp.desk.models import PairingRun
from tdapp.desk.pairing import pairing_page, verdict
from tdapp.desk.pairing.commands.drafting import draft_round
from tdapp.desk.pairing.teams import team_table
from tdapp.events.models import Division
from tests import factories as f
from tests.kept import first

pytestmark = pytest.mark.django_db
whole, ready = first(f.hall, 4, 1)


def test_each_version_of_a_division_is_counted_once_and_no_other_division_s() -> None:
    one, other = f.hall(4, 1).division, f.hall(4, 1).division
    told: list[str] = []

    def count(name: str) -> int:
        told.append(name)
        return len(told)

    for row, name in ((one, "a"), (one, "a again"), (other, "b")):
        memo.of_division(row, "thing", lambda said=name: count(said))
    one.version += 1
    assert memo.of_division(one, "thing", lambda: count("a later")) == 3
    assert memo.of_division(one, "other-thing", lambda: count("another")) == 4
    assert told == ["a", "b", "a later", "another"]


def test_what_is_nothing_is_kept_too() -> None:
    assert not memo.for_ever("nothing", lambda: ())
    assert memo.for_ever("nothing", lambda: (1,)) == ()


def test_a_price_once_asked_is_not_counted_again(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = f.hall(8, 1, 1)
    draft_round(f.program(hall.event), hall.division, number=2)
    run = PairingRun.objects.get(status="draft")
    one, other = run.boards["tables"][0]["seats"][0], run.boards["tables"][1]["seats"][0]
    first = pairing_page.options(run, one), pairing_page.wish(run, one, other)
    for name in ("options", "wish"):
        monkeypatch.setattr(verdict, name, None)
    assert (pairing_page.options(run, one), pairing_page.wish(run, one, other)) == first
    client.force_login(hall.director)
    page = client.get(f"/e/{hall.event.slug}/{hall.division.slug}/round/2/?options={one}")
    assert first[0][0]["sentence"] in page.content.decode()


def test_team_standings_follow_a_result() -> None:
    hall = f.hall(4, 1)
    for row in hall.division.entrants.all():
        row.team = "Cebu" if row.number % 2 else "Davao"
        row.save()
    before = team_table.table(hall.division, 1)
    f.enter(hall.table(1), 700, 100)
    after = team_table.table(Division.objects.select_related("event").get(pk=hall.division.pk), 1)
    assert before.lines[0].row.spread != after.lines[0].row.spread


def test_a_large_field_is_offered_half_as_many_opponents(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = f.hall(20, 1, 1)
    draft_round(f.program(hall.event), hall.division, number=2)
    run = PairingRun.objects.get(status="draft")
    asked, one = pairing_adapter.request_of(run), run.boards["tables"][0]["seats"][0]
    many = verdict.options(asked, one)
    monkeypatch.setattr(verdict, "LARGE", 10)
    few = verdict.options(asked, one)
    assert len(few) == len(many) / 2 == 6
    assert few[0] == many[0]
