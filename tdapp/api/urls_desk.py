"""Addresses of the API's own page at the desk."""

from __future__ import annotations

from django.urls import path

from tdapp.api.views import keys

app_name = "keys"
HERE = "e/<slug:event>/people/keys"

urlpatterns = [
    path(HERE, keys.keys, name="keys"),
    path(f"{HERE}/<uuid:pk>/revoke", keys.revoke, name="revoke"),
]
