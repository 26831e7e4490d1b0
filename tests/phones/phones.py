"""A hall whose players have phones: who found himself, what he sends."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

from django.test import Client

from tdapp.desk.codes import code_of
from tdapp.desk.commands.claiming import actor_of
from tdapp.desk.commands.claiming import report as report_command
from tdapp.events.models import Entrant, Event, Round, Slot
from tdapp.kernel import clock
from tdapp.kernel.context import Context
from tests import factories as f

PART = {"X-Part": "1"}


def playing(players: int = 4, **values: Any) -> f.Hall:
    """Round 1 published and shown; phones may report."""
    here = f.hall(players, **values)
    Event.objects.update(public=True)
    Round.objects.update(public_at=clock.now())
    return here


def address(hall: f.Hall, rest: str = "") -> str:
    return f"/t/{hall.event.slug}/me/{rest}"


def entrant(hall: f.Hall, number: int) -> Entrant:
    return Entrant.objects.select_related("division__event", "club").get(
        division=hall.division, number=number
    )


def phone(hall: f.Hall, number: int, **headers: str) -> Client:
    """The phone of one player, who found himself by his number."""
    client = Client(headers=headers)
    client.get(address(hall))
    sent = client.post(address(hall, "find"), {"who": number, "code": code_of(entrant(hall, number))})
    assert sent.status_code == 303, sent.content.decode()[:500]
    return client


def text_of(answer: Any) -> str:
    """What a page says, without its tags."""
    content = answer.content.decode()
    main = content.partition("<main")[2].partition("</main>")[0] or content
    return " ".join(re.sub(r"<[^>]*>", " ", main).split())


def mark(client: Client, hall: f.Hall) -> str:
    """The mark of the game the page shows."""
    found = re.search(r'name="game" value="(\w+)"', client.get(address(hall)).content.decode())
    return found[1] if found else ""


def send(client: Client, hall: f.Hall, table: int, *scores: int, key: str = "", **more: Any) -> Any:
    """Report as the page's script does."""
    body = {
        "table": table,
        "game": mark(client, hall),
        **{f"s{place}": score for place, score in enumerate(scores, start=1)},
        **more,
    }
    headers = {**PART, "Idempotency-Key": key or uuid4().hex}
    return client.post(address(hall, "report"), body, headers=headers)


def by_phone(slot: Slot, key: str = "") -> Context:
    """A player's phone as a command sees it."""
    return Context(actor_of(slot), "Phone", slot.scope_key, frozenset({"phone"}), "web", key=key)


def say(hall: f.Hall, table: int, seat: int, *scores: int, **more: Any) -> dict[str, Any]:
    """Report by the command alone."""
    row = hall.table(table)
    slot = row.seats.select_related("entrant", "round__division__event").get(seat=seat)
    return report_command(
        by_phone(slot, more.pop("key", "")), row, seat=seat, scores=scores, sure=True, **more
    )
