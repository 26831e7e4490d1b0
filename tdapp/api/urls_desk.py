"""Addresses of the API's own page at the desk."""

from __future__ import annotations

from django.urls import path

from tdapp.api.views import keys, wide_keys

app_name = "keys"
HERE = "e/<slug:event>/people/keys"

urlpatterns = [
    path(HERE, keys.keys, name="keys"),
    path(f"{HERE}/<uuid:pk>/revoke", keys.revoke, name="revoke"),
    path("keys/", wide_keys.of_installation, name="installation"),
    path("keys/<uuid:pk>/revoke", wide_keys.revoke_of_installation, name="revoke_wide"),
    path("c/<slug:club>/keys/", wide_keys.of_club, name="club"),
    path("c/<slug:club>/keys/<uuid:pk>/revoke", wide_keys.revoke_of_club, name="revoke_club"),
]
