"""How the addresses of a table and of a sheet begin."""

from __future__ import annotations

from django.urls import reverse

from tdapp.events.models import Table

TABLE = "e/<slug:event>/<slug:division>/round/<int:number>/table/<int:table>/"
SHEET = f"{TABLE}sheet/<int:sheet>/"


def table_address(table: Table, name: str = "table") -> str:
    """One of the pages about a table's sheets (round, division and event loaded)."""
    division = table.round.division
    return reverse(
        f"scoresheets:{name}", args=[division.event.slug, division.slug, table.round.number, table.number]
    )
