"""Addresses of the API's own page at the desk."""

from __future__ import annotations

from django.urls import path

from tdapp.api.views import keys, wide_keys
from tdapp.api.webhooks import pages

app_name = "keys"
HERE = "e/<slug:event>/people/keys"
WEBHOOK = "webhooks/<uuid:pk>"

urlpatterns = [
    path(HERE, keys.keys, name="keys"),
    path(f"{HERE}/<uuid:pk>/revoke", keys.revoke, name="revoke"),
    path("keys/", wide_keys.of_installation, name="installation"),
    path("keys/<uuid:pk>/revoke", wide_keys.revoke_of_installation, name="revoke_wide"),
    path("c/<slug:club>/keys/", wide_keys.of_club, name="club"),
    path("c/<slug:club>/keys/<uuid:pk>/revoke", wide_keys.revoke_of_club, name="revoke_club"),
    path("e/<slug:event>/people/webhooks", pages.of_event, name="webhooks"),
    path("c/<slug:club>/webhooks/", pages.of_club, name="webhooks_club"),
    path("webhooks/", pages.of_installation, name="webhooks_wide"),
    path(f"{WEBHOOK}/", pages.webhook, name="webhook"),
    path(f"{WEBHOOK}/switch", pages.switch, name="webhook_switch"),
    path(f"{WEBHOOK}/secret", pages.renew, name="webhook_renew"),
    path(f"{WEBHOOK}/try", pages.try_out, name="webhook_try"),
    path(f"{WEBHOOK}/remove", pages.remove, name="webhook_remove"),
    path(f"{WEBHOOK}/messages/<uuid:message>/again", pages.again, name="webhook_again"),
]
