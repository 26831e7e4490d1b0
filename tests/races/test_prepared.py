"""PostgreSQL is told the text of a question that is written once only once; everything else is asked as ever."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.db import NotSupportedError, connection, transaction
from django.db.models import Model, QuerySet

from tdapp.events.day.commands import announcements
from tdapp.events.models import Entrant
from tdapp.kernel.models import AuditEntry, AuditHead
from tdapp.kernel.running.written_once import WrittenOnce
from tests import factories as f
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


def widened(model: type[Model], name: str, kind: str) -> None:
    """By a line of its own, as another machine does."""
    beside = connection.copy()
    with beside.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {model._meta.db_table} ALTER COLUMN {name} TYPE {kind}")
    beside.close()


def test_what_an_update_beside_us_gave_another_shape_is_asked_anew_and_a_command_is_carried_out_once() -> (
    None
):
    """A machine that runs the version before goes on while another one brings the database up to date."""
    event = large.event(12, closed=1, share=0.0).event
    asked, some = WrittenOnce(surnames), list(event.entrants.values_list("surname", flat=True))[:1]
    found, director = asked([event.pk], some), f.acting(f.member(event, "director"), event)
    announcements.post(director, event, text="Before.")
    shapes: list[tuple[type[Model], str]] = [(AuditHead, "chained"), (Entrant, "surname")]
    before = [str(model._meta.get_field(name).db_type(connection)) for model, name in shapes]
    try:
        widened(*shapes[0], "varchar(333)")
        announcements.post(director, event, text="After.")
        assert asked([event.pk], some) == found
        widened(*shapes[1], "varchar(333)")
        with pytest.raises(NotSupportedError), transaction.atomic():
            # What was begun by one line is not ended by another.
            asked([event.pk], some)
        assert asked([event.pk], some) == found != []
    finally:
        for (model, name), kind in zip(shapes, before, strict=True):
            widened(model, name, kind)
    told = AuditEntry.objects.filter(scope=event.scope_key, intent="announcement.post")
    assert told.count() == 2
