"""The desk's own addresses of this room: the screens of the hall."""

from __future__ import annotations

from django.urls import path

from tdapp.publishing.screens.views import directing

app_name = "screens"
urlpatterns = [
    path("e/<slug:event>/screens/", directing.index, name="index"),
    path("e/<slug:event>/screens/<slug:screen>/show", directing.switch, name="switch"),
    path("e/<slug:event>/screens/<slug:screen>/settings", directing.settings, name="settings"),
    path("e/<slug:event>/screens/<slug:screen>/remove", directing.remove, name="remove"),
]
