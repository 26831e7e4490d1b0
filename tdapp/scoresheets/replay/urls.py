"""Addresses of replay and what the public sees."""

from __future__ import annotations

from django.urls import URLPattern, path

from tdapp.scoresheets.paths import SHEET
from tdapp.scoresheets.replay.views import replay

urlpatterns: list[URLPattern] = [
    path(f"{SHEET}replay/", replay.replay, name="replay"),
    path(f"{SHEET}release", replay.release, name="release"),
    path(f"{SHEET}hide", replay.hide, name="hide"),
]
