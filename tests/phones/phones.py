"""A hall whose players have phones: who found themselves, what they send."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID, uuid4

from django.test import Client

from tdapp.desk.models import PhoneBinding
from tdapp.desk.phones.codes import cards_of, code_of, renewals
from tdapp.desk.phones.commands.phones import find_myself
from tdapp.desk.results.commands.claiming import actor_of
from tdapp.desk.results.commands.claiming import report as report_command
from tdapp.events.models import Entrant, Event, Round, Slot
from tdapp.kernel import clock
from tdapp.kernel.context import Context
from tests import factories as f
from tests.kept import stocked

PART = {"X-Part": "1"}


@stocked
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
    """The phone of one player, who found themselves by their number."""
    client = Client(headers=headers)
    client.get(address(hall))
    sent = typed(client, hall, number, code_of(entrant(hall, number)))
    assert sent.status_code == 303, sent.content.decode()[:500]
    return client


def typed(client: Client, hall: f.Hall, number: int, code: str) -> Any:
    """Type a number and a code."""
    return client.post(address(hall, "find"), {"who": number, "code": code})


def scanned(client: Client, hall: f.Hall, number: int) -> Any:
    """Scan a player's card and press its button."""
    row = entrant(hall, number)
    where = address(hall, f"card/{cards_of([row])[row.pk]}")
    client.get(where)
    return client.post(where)


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


def device_of(slot: Slot) -> UUID:
    """The cookie of the phone a player found themselves on; found now if they had none."""
    renewed = renewals([slot.entrant]).get(slot.entrant_id, 0)
    rows = PhoneBinding.objects.filter(entrant=slot.entrant_id, renewed=renewed, left_at=None)
    mine = rows.select_related("device").first()
    return mine.device.cookie if mine else bound(slot, uuid4())


def bound(slot: Slot, cookie: UUID) -> UUID:
    """Make a device a player's, by the command alone."""
    rows = Entrant.objects.select_related("division__event")
    find_myself(by_phone(slot), rows.get(pk=slot.entrant_id), cookie=cookie, how="code")
    return cookie


def say(hall: f.Hall, table: int, seat: int, *scores: int, **more: Any) -> dict[str, Any]:
    """Report by the command alone."""
    row = hall.table(table)
    slot = row.seats.select_related("entrant", "round__division__event").get(seat=seat)
    cookie = more.pop("cookie", None) or device_of(slot)
    ctx = by_phone(slot, more.pop("key", ""))
    return report_command(ctx, row, seat=seat, scores=scores, sure=True, cookie=cookie, **more)
