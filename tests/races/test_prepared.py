"""PostgreSQL is told the text of a question that is written once only once; everything else is asked as ever."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet

from tdapp.events.models import Entrant
from tdapp.kernel.running.written_once import WrittenOnce
from tests import large

pytestmark = [pytest.mark.services, pytest.mark.usefixtures("pg")]


def surnames(events: list[uuid.UUID], found: list[str]) -> QuerySet[Entrant, Any]:
    rows = Entrant.objects.filter(event__in=events, surname__in=found).order_by("number")
    return rows.values_list("pk", "surname", "club__name", "number")


def prepared() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        return [row[0] for row in cursor.fetchall()]


def test_a_question_is_prepared_once_for_each_length_and_its_values_are_never_read_as_text() -> None:
    event = large.event(12, closed=1, share=0.0).event
    asked, hostile = WrittenOnce(surnames), ["'; --", "%s", "$1", "\\"]
    known = list(event.entrants.values_list("surname", flat=True))
    before = set(prepared())
    for some in ([known[0]], [known[1]], [known[0], *hostile]):
        assert asked([event.pk], some) == list(surnames([event.pk], some)) != []
    added = [text for text in prepared() if text not in before]
    assert len(added) == 2, added
    assert not any(word in text for text in added for word in (*known, *hostile[:2]))


def test_who_has_lost_the_line_asks_by_another_one() -> None:
    event = large.event(12, closed=1, share=0.0).event
    asked, some = WrittenOnce(surnames), list(event.entrants.values_list("surname", flat=True))[:1]
    found = asked([event.pk], some)
    connection.close()
    assert asked([event.pk], some) == found != []
