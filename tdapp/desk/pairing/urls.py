"""Addresses of the pairing desk; part of the desk's."""

from __future__ import annotations

from django.urls import path

from tdapp.desk.pairing.views import lineups, pairing

BASE = "e/<slug:event>/<slug:division>/round/<int:number>/"
urlpatterns = [
    path(BASE, pairing.round_page, name="round"),
    path(f"{BASE}draft", pairing.draft, name="round_draft"),
    path(f"{BASE}drafting", pairing.drafting, name="round_drafting"),
    path(f"{BASE}stop", pairing.stop, name="round_stop"),
    path(f"{BASE}edit", pairing.edit, name="round_edit"),
    path(f"{BASE}repair", pairing.repair, name="round_repair"),
    path(f"{BASE}undo", pairing.undo, name="round_undo"),
    path(f"{BASE}discard", pairing.discard, name="round_discard"),
    path(f"{BASE}publish", pairing.publish, name="round_publish"),
    path(f"{BASE}recall", pairing.recall, name="round_recall"),
    path(f"{BASE}as-played", pairing.as_played, name="round_as_played"),
    path(f"{BASE}leave-out", pairing.leave_out, name="round_leave_out"),
    path("e/<slug:event>/<slug:division>/line-ups/<int:number>/", lineups.line_ups, name="line_ups"),
]
