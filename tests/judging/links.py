"""Table links for tests: made as a judge makes them, with the tokens their cards carry."""

from __future__ import annotations

from typing import Any

from django.test import Client

from tdapp.events.models import Round
from tdapp.judging.models import TableLink
from tdapp.judging.phone.commands.table_links import make_links
from tdapp.judging.tables.links import token_of
from tests import factories as f


def round_of(hall: f.Hall) -> Round:
    """Round 1, as commands want it."""
    return Round.objects.select_related("division__event").get(division=hall.division, number=1)


def links(hall: f.Hall, **what: Any) -> dict[int, TableLink]:
    """New links by table number."""
    told = make_links(hall.as_(f.member(hall.event, "judge")), round_of(hall), **what)
    rows = TableLink.objects.select_related("round__division__event", "table").filter(pk__in=told["links"])
    return {row.table.number: row for row in rows if row.table}


def token(hall: f.Hall, number: int = 1) -> str:
    """The token on the card of a table."""
    return token_of(links(hall)[hall.table(number).number])


def page(of: str, **query: str) -> Any:
    """What a phone that never was here gets."""
    return Client().get(f"/q/{of}/", query)


def call(of: str, key: str = "", **body: Any) -> Any:
    """Press the button."""
    return Client().post(f"/q/{of}/call", {**body, "idempotency_key": key} if key else body)
