"""Every page and button of pairing and standings asks the database as often for twenty players as for eight."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tdapp.desk.day.division_states import states
from tdapp.desk.ledger import history as halls
from tdapp.desk.ledger import pairing_adapter
from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.models import PairingRun
from tdapp.desk.overview import cards
from tdapp.desk.pairing.commands.drafting import draft_round
from tdapp.desk.pairing.commands.release import close_round
from tdapp.desk.results.commands.results import correct_result
from tdapp.desk.standings.commands.chances import count_later
from tdapp.events.models import Division, Table
from tdapp.kernel import jobs
from tests import factories as f
from tests.sweeps import swept, taken_back

pytestmark = pytest.mark.django_db
SMALL, LARGE, PLAYED, MOST = 8, 20, 3, 40
PAGES = (
    "plan/", "wishes/", "round/4/", "round/4/?options={one}", "round/4/?one={one}&other={other}", "round/3/",
    "standings/3/", "standings/3/?class=B", "standings/2/", "standings/3/print/", "standings/3/print/?class=B",
    "standings/3/teams/", "standings/3/teams/?best=2", "standings/3/teams/?by=matches", "standings/3/chances/",
    "standings/3/chances/progress", "round/4/drafting", "wallchart/", "wallchart/print/", "stats/",
    *(f"round/3/print/{what}/" for what in ("by-table", "by-name", "by-club", "call-out", "slips-2", "slips-4")),
)  # fmt: skip
BUTTONS: tuple[tuple[str, dict[str, str]], ...] = (
    ("edit", {"action": "swap", "one": "{one}", "other": "{other}"}),
    ("edit", {"action": "pair", "one": "{one}", "other": "{other}"}),
    ("edit", {"action": "turn", "table": "1"}),
    ("edit", {"action": "lock", "table": "1"}),
    ("edit", {"action": "number", "table": "1", "to": "2"}),
    ("repair", {}),
    ("discard", {}),
    ("draft", {"again": "1"}),
    ("publish", {}),
)


@dataclass(frozen=True)
class Desk:
    """A hall with three rounds played and the last one drafted, its director's browser, two players of the draft."""

    hall: f.Hall
    client: Client
    names: dict[str, str]

    def at(self, path: str) -> str:
        return f"/e/{self.hall.event.slug}/{self.hall.division.slug}/{path.format(**self.names)}"


def desk_of(players: int) -> Desk:
    hall = f.hall(players, PLAYED, PLAYED, plan="swiss 1-4", rounds_planned=4, wishes={"prizes": 2})
    people = list(hall.division.entrants.order_by("number"))
    for one in people:
        one.team, one.klass = f"Team {one.number % (players // 4)}", "AB"[one.number % 2]
    hall.division.entrants.bulk_update(people, ["team", "klass"])
    for row in hall.division.rounds.all():
        row.status = "closed"
        row.save()
    division = Division.objects.select_related("event").get(pk=hall.division.pk)
    jobs.run(count_later(f.program(hall.event), division, after=PLAYED)["job"])
    draft_round(f.program(hall.event), division, number=4)
    tables = run_of(hall).boards["tables"]
    client = Client()
    client.force_login(hall.director)
    return Desk(hall, client, {"one": tables[0]["seats"][0], "other": tables[-1]["seats"][1]})


def run_of(hall: f.Hall) -> PairingRun:
    return PairingRun.objects.get(round__division=hall.division, status="draft")


@pytest.fixture(scope="module")
def both(django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[Desk, Desk]]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield desk_of(SMALL), desk_of(LARGE)
        transaction.set_rollback(True)


def asked(desk: Desk, path: str, fresh: bool) -> list[str]:
    """What a page asks, with nothing cached or once it was looked at."""
    if fresh:
        cache.clear()
    else:
        desk.client.get(desk.at(path))
    with CaptureQueriesContext(connection) as caught:
        assert desk.client.get(desk.at(path)).status_code == 200
    return [query["sql"] for query in caught]


# What was looked at before asks no more than what was not: that is seen in the soak.
@pytest.mark.parametrize("fresh", [True, pytest.param(False, marks=pytest.mark.soak)])
@swept("path", PAGES, around=taken_back)
def test_a_page_asks_no_more_for_twenty_players_than_for_eight(
    both: tuple[Desk, Desk], path: str, fresh: bool
) -> None:
    small, large = both
    # The large field first: what only a process's first look asks for counts against it.
    many, few = asked(large, path, fresh), asked(small, path, fresh)
    if len(many) > min(len(few), MOST):
        many = asked(large, path, fresh)
    assert len(many) <= len(few), "\n".join(sql[:150] for sql in many if sql not in few)
    assert len(many) <= MOST


def pressed(desk: Desk, name: str, what: dict[str, str]) -> list[str]:
    """What a button of the draft asks, the page it leads to not counted."""
    typed = {key: value.format(**desk.names) for key, value in what.items()}
    with CaptureQueriesContext(connection) as caught:
        seen = run_of(desk.hall).version
        assert desk.client.post(desk.at(f"round/4/{name}"), {**typed, "seen": seen}).status_code == 303
    return [query["sql"] for query in caught]


@swept("name, what", BUTTONS, around=taken_back)
def test_a_button_asks_no_more_for_twenty_players_than_for_eight(
    both: tuple[Desk, Desk], name: str, what: dict[str, str]
) -> None:
    small, large = (pressed(desk, name, what) for desk in both)
    assert len(large) <= len(small), "\n".join(sql[:150] for sql in large if sql not in small)


def test_the_pages_that_are_compared_show_what_they_are_for(both: tuple[Desk, Desk]) -> None:
    """Marks, teams, a count and a priced wish: a page without them would ask little for any field."""
    for desk in both:

        def shown(path: str, desk: Desk = desk) -> str:
            assert path in PAGES
            return desk.client.get(desk.at(path)).content.decode()

        assert "with 1 round left" in shown("standings/3/")
        assert "Team 1" in shown("standings/3/teams/")
        assert "Matches</h2>" in shown("standings/3/teams/?by=matches")
        assert "<svg" in shown("standings/3/chances/")
        assert shown("round/4/?options={one}").count("Do it") > 2
        assert "Pair these two</button>" in shown("round/4/?one={one}&other={other}")


def test_a_change_by_hand_reads_neither_what_was_asked_nor_what_came_out(both: tuple[Desk, Desk]) -> None:
    """Both are a megabyte in a large field; the page before has read the request already."""
    desk = both[0]
    desk.client.get(desk.at("round/4/?options={one}"))
    said = pressed(desk, *BUTTONS[0])[1:]
    assert said
    assert not [sql for sql in said if sql.startswith("SELECT") and '"outcome"' in sql]
    assert not [sql for sql in said if sql.startswith("SELECT") and '"desk_pairingrun"."request"' in sql]


def test_a_round_published_in_one_piece_is_the_draft(both: tuple[Desk, Desk]) -> None:
    desk = both[1]
    boards = run_of(desk.hall).boards
    pressed(desk, "publish", {})
    rows = Table.objects.filter(round__division=desk.hall.division, round__number=4).order_by("number")
    seats = {row.number: [str(slot.entrant_id) for slot in row.seats.order_by("seat")] for row in rows}
    assert seats == {table["table"]: table["seats"] for table in boards["tables"]}
    assert {row.number: row.reason for row in rows} == {t["table"]: t["why"][:400] for t in boards["tables"]}


def test_a_correction_shows_on_a_round_whose_page_was_looked_at_before() -> None:
    """Whether a round was paired on older results is counted once a version of the division, not once for ever."""
    hall = f.hall(8, 2, 1)
    round_ = hall.division.rounds.select_related("division__event").get(number=2)
    round_.based_on, round_.basis = 1, pairing_adapter.basis(halls.of_division(hall.division, after=1), 1)
    round_.save()
    client = Client()
    client.force_login(hall.director)
    where, told = f"/e/{hall.event.slug}/{hall.division.slug}/round/2/", "Paired on older results"
    assert told not in client.get(where).content.decode()
    said = {"entry": Entry(scores=(333, 444)), "seen": 1, "reason": "slip misread", "sure": True}
    correct_result(f.program(hall.event), hall.table(1, 1), **said)
    assert told in client.get(where).content.decode()


def test_the_first_five_are_asked_of_their_own_division_alone() -> None:
    """Asked of "none, or this division's", PostgreSQL read a federation's million results for each look at an overview."""
    here = f.hall(players=4, rounds=1, played=1)
    close_round(here.as_(here.director), f.table(here.division, 1).round)
    known = states(here.event)
    with CaptureQueriesContext(connection) as caught:
        assert cards.leading(known)
    asked = [one["sql"].partition("WHERE")[2] for one in caught.captured_queries]
    assert asked
    assert not [one for one in asked if "IS NULL" in one]
