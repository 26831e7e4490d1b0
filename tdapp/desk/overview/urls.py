"""Addresses of what the public is shown."""

from __future__ import annotations

from django.urls import path

from tdapp.desk.overview.views import release

EVENT = "e/<slug:event>"
DIVISION = f"{EVENT}/<slug:division>"
ROUND = f"{DIVISION}/round/<int:number>"

urlpatterns = [
    path(f"{EVENT}/publish/", release.publish, name="publish"),
    path(f"{DIVISION}/release", release.release, name="release"),
    path(f"{ROUND}/show", release.show, name="show_pairings"),
    path(f"{ROUND}/close", release.close, name="close_round"),
    path(f"{ROUND}/reopen", release.reopen, name="reopen"),
]
