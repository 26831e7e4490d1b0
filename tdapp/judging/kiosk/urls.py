"""Addresses of the kiosks: the screen's own, which hold no event, and the director's page."""

from __future__ import annotations

from django.urls import URLPattern, path

from tdapp.judging.kiosk.views import kiosk, kiosks

HERE = "e/<slug:event>/<slug:division>/kiosk/"
urlpatterns: list[URLPattern] = [
    path("kiosk/", kiosk.screen, name="kiosk"),
    path("kiosk/state", kiosk.state, name="kiosk_state"),
    path("kiosk/table", kiosk.table, name="kiosk_table"),
    path("kiosk/clear", kiosk.clear, name="kiosk_clear"),
    path("kiosk/rule", kiosk.rule, name="kiosk_rule"),
    path("kiosk/leave", kiosk.leave, name="kiosk_leave"),
    path(HERE, kiosks.kiosks_page, name="kiosks"),
    path(f"{HERE}<uuid:pk>/close", kiosks.close, name="kiosk_close"),
]
