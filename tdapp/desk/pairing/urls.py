"""Addresses of the pairing desk; part of the desk's."""

from __future__ import annotations

from django.urls import path

from tdapp.desk.pairing.views import drafts, lineups, round_page, rounds

BASE = "e/<slug:event>/<slug:division>/round/<int:number>/"
urlpatterns = [
    path(BASE, round_page.round_page, name="round"),
    path(f"{BASE}draft", drafts.draft, name="round_draft"),
    path(f"{BASE}drafting", drafts.drafting, name="round_drafting"),
    path(f"{BASE}stop", drafts.stop, name="round_stop"),
    path(f"{BASE}edit", drafts.edit, name="round_edit"),
    path(f"{BASE}repair", drafts.repair, name="round_repair"),
    path(f"{BASE}undo", drafts.undo, name="round_undo"),
    path(f"{BASE}discard", drafts.discard, name="round_discard"),
    path(f"{BASE}publish", rounds.publish, name="round_publish"),
    path(f"{BASE}recall", rounds.recall, name="round_recall"),
    path(f"{BASE}as-played", rounds.as_played, name="round_as_played"),
    path(f"{BASE}leave-out", rounds.leave_out, name="round_leave_out"),
    path("e/<slug:event>/<slug:division>/line-ups/<int:number>/", lineups.line_ups, name="line_ups"),
]
