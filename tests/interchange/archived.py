"""Events to be archived, an installation without any, and what two of them are compared by."""

from __future__ import annotations

from typing import Any

from core import canonical
from tdapp.desk.ledger import division_standings
from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.models import KeptRound, LineUp, PhoneRule, Result, ResultLine, Snapshot, TableQuestion
from tdapp.desk.results.commands.results import correct_result, enter_result, undo_result
from tdapp.events.models import (
    Division,
    Eligibility,
    Entrant,
    Event,
    Membership,
    Presence,
    Round,
    Slot,
    Table,
)
from tdapp.interchange.archives.importing import import_archive
from tdapp.kernel import clock, context
from tdapp.kernel.commands import Installation
from tdapp.people.models import Player, PlayerPrivate
from tests import factories as f


def fresh(division: Division) -> Division:
    return Division.objects.select_related("event").get(pk=division.pk)


def planned(division: Division) -> Round:
    return Round.objects.create(division=division, number=1, status="published", published_at=clock.now())


def third_round(here: f.Hall) -> None:
    field = [here.division.entrants.get(number=number) for number in (1, 2, 3, 4)]
    row = f.published(here.division, [field[:2], field[2:]])
    Slot.objects.filter(round=row, table=None).delete()
    for number, kind in ((5, "bye"), (6, "forfeit"), (7, "unscored"), (8, "unscored")):
        Slot.objects.create(
            round=row, entrant=here.division.entrants.get(number=number), kind=kind, spread=50
        )
    director = here.as_(here.director)
    first = here.table(here.division.table_first, 3)
    enter_result(director, first, entry=Entry(scores=(400, 380)), sure=True)
    fresh = here.table(here.division.table_first, 3)
    correct_result(
        director,
        fresh,
        entry=Entry(scores=(401, 380), penalties={1: 10}),
        seen=1,
        reason="misread",
        sure=True,
    )
    second = here.table(here.division.table_first + 1, 3)
    enter_result(director, second, entry=Entry(scores=(300, 310)), sure=True)
    undo_result(director, here.table(here.division.table_first + 1, 3), seen=1)


def empty() -> None:
    """As on a computer that knows nothing of the event or its people."""
    TableQuestion.objects.all().delete()
    rounds = (
        KeptRound,
        LineUp,
        Eligibility,
        PhoneRule,
        Snapshot,
        ResultLine,
        Result,
        Slot,
        Table,
        Presence,
        Round,
    )
    for model in rounds:
        model.objects.all().delete()
    Entrant.objects.update(substitute_for=None)
    Entrant.objects.all().delete()
    PlayerPrivate.objects.all().delete()
    Player.objects.all().delete()
    Division.objects.all().delete()
    Membership.objects.all().delete()
    Event.objects.all().delete()


def as_bytes(told: dict[str, Any]) -> bytes:
    return canonical.dumps(told).encode()


def brought_in(data: bytes, **more: str) -> Event:
    told = import_archive(context.system(), Installation(), data=data, **more)
    return Event.objects.get(slug=told["slug"])


def ranked(event: Event) -> list[Any]:
    return [
        canonical.digest(division_standings.as_rows(row, division_standings.last_round(row), public=public))
        for row in event.divisions.select_related("event")
        for public in (True, False)
    ]


def bases(event: Event) -> list[Any]:
    return list(
        Round.objects.filter(division__event=event)
        .order_by("division__order", "number")
        .values_list("basis", flat=True)
    )
