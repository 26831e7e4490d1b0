"""Addresses of the lists: an event's sheets, a table's, two beside each other."""

from __future__ import annotations

from django.urls import path

from tdapp.scoresheets.lists.views import judged, sheets
from tdapp.scoresheets.paths import TABLE

urlpatterns = [
    path("e/<slug:event>/sheets/", sheets.event_sheets, name="sheets"),
    path("e/<slug:event>/sheets/check", sheets.check_all, name="check_all"),
    path(f"{TABLE}sheets/", sheets.table_sheets, name="table"),
    path(f"{TABLE}sheets/last-play", judged.to_ruling, name="last_play"),
    path(f"{TABLE}sheets/compare", sheets.compare_sheets, name="compare"),
]
