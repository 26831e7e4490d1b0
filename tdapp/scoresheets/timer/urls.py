"""Addresses of the turn timer."""

from __future__ import annotations

from django.urls import URLPattern, path

from tdapp.scoresheets.paths import TABLE
from tdapp.scoresheets.timer.views import timer

urlpatterns: list[URLPattern] = [
    path("timer/", timer.practice, name="practice_timer"),
    path(f"{TABLE}timer/", timer.timer, name="timer"),
    path(f"{TABLE}timer/time", timer.take, name="timer_time"),
]
