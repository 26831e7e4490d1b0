"""From an address to a call, a ruling or a table of an event, with the Context of who asks."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest
from django.urls import reverse

from tdapp.events.access import Place, web_event, web_round
from tdapp.events.models import Slot, Table
from tdapp.judging.models import Call, Ruling
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find

SEATED = Prefetch("table__seats", Slot.objects.select_related("entrant").order_by("seat"))


def calls() -> QuerySet[Call]:
    """Calls as commands and pages want them."""
    return Call.objects.select_related("table__round__division__event").prefetch_related(SEATED)


def rulings() -> QuerySet[Ruling]:
    """Rulings as commands and pages want them."""
    related = ("division__event", "table__round__division__event", "call", "supersedes", "superseded_by")
    return Ruling.objects.select_related(*related).prefetch_related(SEATED)


def web_call(request: HttpRequest, event: str, call: UUID, needs: str = "judge.rule") -> tuple[Context, Call]:
    """Context and call of a page."""
    ctx, row = web_event(request, event, needs)
    found = find(calls().filter(table__round__division__event=row), pk=call)
    _stand(request, ctx, found.table)
    return ctx, found


def web_ruling(
    request: HttpRequest, event: str, ruling: UUID, needs: str = "judge.rule"
) -> tuple[Context, Ruling]:
    """Context and ruling of a page."""
    ctx, row = web_event(request, event, needs)
    return ctx, find(rulings().filter(division__event=row), pk=ruling)


def web_table(
    request: HttpRequest, event: str, division: str, number: int, table: int, needs: str
) -> tuple[Context, Table]:
    """Context and table of a page."""
    ctx, round_ = web_round(request, event, division, number, needs)
    rows = Table.objects.select_related("round__division__event")
    found = find(rows, round=round_, number=table)
    if needs == "judge.rule":
        _stand(request, ctx, found)
    return ctx, found


def _stand(request: HttpRequest, ctx: Context, table: Table) -> None:
    """The page's top line tells division and round of the table; in the rail it is the judges'."""
    division = table.round.division
    stage = reverse("judging:desk", args=[division.event.slug])
    request.place = Place(ctx, division.event, division, table.round, stage)  # type: ignore[attr-defined]


def at(table: Table, name: str) -> str:
    """One of the pages about a table."""
    division = table.round.division
    return reverse(name, args=[division.event.slug, division.slug, table.round.number, table.number])
