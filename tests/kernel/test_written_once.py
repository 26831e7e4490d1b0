"""A question that is written once gives what the question itself gives."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.db import connection, connections, models
from django.db.models.sql.compiler import SQLCompiler
from django.test.utils import CaptureQueriesContext

from tdapp.events.models import Entrant, Event, Slot
from tdapp.kernel.running.written_once import KEPT, LONGEST, MOST, WrittenOnce
from tests import factories as f
from tests import large

pytestmark = pytest.mark.django_db


def seats(event: uuid.UUID, number: int) -> models.QuerySet[Slot]:
    rows = Slot.objects.filter(round__division__event=event, table__number=number)
    return rows.select_related("entrant__club", "table").order_by("seat")


def surnames(events: list[uuid.UUID], found: list[str]) -> models.QuerySet[Entrant, Any]:
    rows = Entrant.objects.filter(event__in=events, surname__in=found).order_by("number")
    return rows.values_list("pk", "surname", "club__name", "number")


@pytest.fixture
def event() -> Event:
    return large.event(12, closed=1, share=0.0).event


def test_rows_with_what_they_are_joined_to_are_those_of_the_question(event: Event) -> None:
    asked = WrittenOnce(seats)
    for number in (3, 5, 3):
        rows, expected = asked(event.pk, number), list(seats(event.pk, number))
        assert rows == expected != []
        with CaptureQueriesContext(connection) as more:
            told = [
                (row.entrant.surname, row.entrant.club and row.entrant.club.name, row.table) for row in rows
            ]
        assert not more.captured_queries
        assert told == [
            (row.entrant.surname, row.entrant.club and row.entrant.club.name, row.table) for row in expected
        ]


def test_values_and_lists_of_any_length_are_those_of_the_question(event: Event) -> None:
    asked = WrittenOnce(surnames)
    known = list(event.entrants.values_list("surname", flat=True))
    for length in (1, 2, 3, 5, 4, 12):
        some = known[:length]
        assert asked([event.pk], some) == list(surnames([event.pk], some)) != []
    many = [*known, *(f"Nobody {n}" for n in range(LONGEST))]
    assert asked([event.pk], many) == list(surnames([event.pk], known))
    assert asked([event.pk, f.event("other").pk], ["Nobody", known[0], "'; --", "%s"]) == list(
        surnames([event.pk], [known[0]])
    )


def test_it_is_written_once_and_asked_each_time(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    written = []
    plain = SQLCompiler.as_sql

    def counted(self: Any, *how: Any, **more: Any) -> Any:
        written.append(self)
        return plain(self, *how, **more)

    monkeypatch.setattr(SQLCompiler, "as_sql", counted)
    asked = WrittenOnce(seats)
    with CaptureQueriesContext(connection) as questions:
        for number in (1, 2, 3):
            asked(event.pk, number)
    assert len(written) == 1
    assert len(questions.captured_queries) == 3


def test_what_was_changed_meanwhile_is_read(event: Event) -> None:
    asked = WrittenOnce(seats)
    first = asked(event.pk, 1)[0].entrant
    first.surname = "Married"
    first.save()
    assert asked(event.pk, 1)[0].entrant.surname == "Married"


@pytest.mark.parametrize("number", [0, MOST, MOST + 1, 2**31, 2**63, 2**70, -1])
def test_a_number_no_column_takes_fits_nothing_as_without_it(event: Event, number: int) -> None:
    assert WrittenOnce(seats)(event.pk, number) == list(seats(event.pk, number)) == []


def test_the_text_is_kept_by_the_connection_which_is_one_thread_s(event: Event) -> None:
    asked = WrittenOnce(seats)
    asked(event.pk, 1)
    asked(event.pk, 2)
    assert [shape[0] for shape in vars(connections["default"])[KEPT]].count(asked) == 1


@pytest.mark.parametrize(
    ("made", "values", "error"),
    [
        (lambda slug: Event.objects.filter(slug__icontains=slug), ("x",), ValueError),
        (lambda slug, _name: Event.objects.filter(slug=slug), ("x", "y"), ValueError),
        (lambda slug: Event.objects.filter(slug=slug).prefetch_related("divisions"), ("x",), ValueError),
        (lambda ids: Event.objects.filter(pk__in=ids), ([],), ValueError),
        (lambda slug: Event.objects.filter(slug=slug), (None,), TypeError),
        (lambda school: Event.objects.filter(school=school), (True,), TypeError),
    ],
)
def test_a_question_that_cannot_be_kept_is_refused_when_it_is_first_asked(
    made: Any, values: Any, error: Any
) -> None:
    with pytest.raises(error):
        WrittenOnce(made)(*values)
