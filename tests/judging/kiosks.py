"""A kiosk for tests: opened at a browser, as a director does it, some time ago."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db.models import F
from django.test import Client
from django.urls import reverse

from tdapp.events.models import Table
from tdapp.judging.models import Call, Kiosk, Ruling
from tdapp.judging.tables.codes import code_of
from tdapp.kernel import clock
from tests import factories as f


def page_of(hall: f.Hall) -> str:
    """The director's page about kiosks."""
    return reverse("judging:kiosks", args=[hall.event.slug, hall.division.slug])


def opened(hall: f.Hall, label: str = "Door") -> Client:
    """The browser of a kiosk that was opened by the director and has been quiet for a while."""
    client = Client()
    client.force_login(hall.director)
    answer = client.post(page_of(hall), {"label": label})
    assert (answer.status_code, answer["Location"]) == (302, "/kiosk/") or answer.status_code == 303
    rested()
    return client


def rested() -> None:
    """Enough time has gone by for the next ruling: an hour, also at its table."""
    hour = timedelta(hours=1)
    Kiosk.objects.update(seen_at=clock.now() - hour)
    Ruling.objects.update(at=F("at") - hour)
    Call.objects.update(called_at=F("called_at") - hour)


def first_time() -> None:
    """As if no table had ever asked: what was ruled on at a table is not ruled on again."""
    Ruling.objects.all().delete()
    Call.objects.all().delete()
    rested()


def kiosk_of(client: Client) -> Kiosk:
    """The kiosk of a browser."""
    return Kiosk.objects.select_related("division__event").get(pk=client.session["kiosk"])


def code(client: Client, number: int) -> str:
    """What stands on the slip of a table."""
    return code_of(table_of(client, number))


def table_of(client: Client, number: int) -> Table:
    """A table of the newest round of the kiosk's division."""
    rows = Table.objects.filter(round__division=kiosk_of(client).division, number=number)
    return rows.select_related("round__division__event").order_by("-round__number")[0]


def post(client: Client, where: str, body: dict[str, Any], **more: Any) -> Any:
    """As the screen's script sends it."""
    return client.post(f"/kiosk/{where}", body, headers={"Accept": "application/json", **more})


def open_table(client: Client, number: int, **more: Any) -> Any:
    """Show the table's code, as its players do."""
    return post(client, "table", {"table": number, "code": code(client, number)}, **more)


def rule(client: Client, *words: str, table: int | None = None, **what: Any) -> Any:
    """Open a table and ask for a ruling as the screen does; without a table, a ruling alone."""
    if table is not None and (answer := open_table(client, table)).status_code != 200:
        return answer
    return post(client, "rule", {"word": list(words), **what})
