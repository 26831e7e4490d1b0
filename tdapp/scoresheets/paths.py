"""How the addresses of a table and of a sheet begin."""

from __future__ import annotations

TABLE = "e/<slug:event>/<slug:division>/round/<int:number>/table/<int:table>/"
SHEET = f"{TABLE}sheet/<int:sheet>/"
