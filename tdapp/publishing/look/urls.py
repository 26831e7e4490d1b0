"""The desk's addresses of an event's look."""

from __future__ import annotations

from django.urls import path

from tdapp.publishing.look.views import look

app_name = "look"
BASE = "e/<slug:event>/look/"
urlpatterns = [
    path(BASE, look.look, name="look"),
    path(f"{BASE}logo/remove", look.remove_logo, name="remove_logo"),
    path(f"{BASE}logo.png", look.logo, name="logo"),
    path(f"{BASE}look.css", look.style, name="style"),
]
