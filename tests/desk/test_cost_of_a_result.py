"""What a typed result costs does not hang on how many play: it is asked of the database so often, and no more is worked
out for 600 players than for 60.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tdapp.desk.models import Result
from tests import factories as f
from tests import large
from tests.kept import once

pytestmark = pytest.mark.django_db
FEW, MANY = 60, 600
STATEMENTS = 28


class Clerk:
    """Types results at the tables that are out, from the last one down."""

    def __init__(self, players: int) -> None:
        self.division = large.event(players, closed=4, share=0.2)
        self.client = Client()
        self.client.force_login(f.member(self.division.event, "clerk"))
        self.left = list(range(1, players // 2 + 1))

    def types(self) -> dict[str, Any]:
        """The echo of one line that is like any other."""
        table = self.left.pop()
        answer = self.client.post(
            f"{large.at(self.division.event)}enter/",
            json.dumps({"line": f"{table} 431 388"}),
            content_type="application/json",
            headers={"Accept": "application/json", "Idempotency-Key": f"line-{table}"},
        )
        assert answer.status_code == 200, answer.content
        return dict(answer.json())


def calls(what: Any) -> int:
    """How many functions were called meanwhile: what a busy machine cannot blur."""
    found = 0

    def count(_frame: Any, event: str, _argument: Any) -> None:
        nonlocal found
        found += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        what()
    finally:
        sys.setprofile(before)
    return found


def both() -> tuple[Clerk, Clerk]:
    """One of a small field and one of a large one."""
    found = Clerk(FEW), Clerk(MANY)
    for one in found:
        one.types()  # what a process does once
    return found


whole, clerks = once(both)


def test_a_result_costs_the_same_in_a_field_ten_times_as_large(clerks: tuple[Clerk, Clerk]) -> None:
    few, many = (calls(clerk.types) for clerk in clerks)
    assert many < few * 1.3, (few, many)


def test_a_result_asks_the_database_so_often_however_many_play(clerks: tuple[Clerk, Clerk]) -> None:
    for clerk in clerks:
        with CaptureQueriesContext(
            connection,
        ) as caught:
            clerk.types()
        assert len(caught) <= STATEMENTS, [one["sql"][:120] for one in caught]


def test_no_statement_of_a_result_reads_through_all_scores_of_the_division(
    clerks: tuple[Clerk, Clerk],
) -> None:
    with CaptureQueriesContext(connection) as caught:
        clerks[1].types()
    assert not [one["sql"] for one in caught if "MAX(" in one["sql"] or "MIN(" in one["sql"]]


def test_a_score_beyond_all_that_was_seen_is_still_asked_about_with_the_best_of_all(
    clerks: tuple[Clerk, Clerk],
) -> None:
    clerk = clerks[1]
    table = clerk.left.pop()
    best = Result.objects.filter(table__round__division=clerk.division, in_force=True)
    top = max(best.values_list("lines__score", flat=True))
    answer = clerk.client.post(
        f"{large.at(clerk.division.event)}enter/",
        json.dumps({"line": f"{table} 900 388"}),
        content_type="application/json",
        headers={"Accept": "application/json"},
    )
    assert answer.status_code == 422
    assert str(top) in " ".join(answer.json()["sentences"])
