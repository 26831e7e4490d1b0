"""Addresses of the table links: what a phone opens, which holds no event, and the director's page of a round."""

from __future__ import annotations

from django.urls import URLPattern, path

from tdapp.judging.phone.views import phone, table_links

HERE = "e/<slug:event>/<slug:division>/round/<int:number>/links/"
urlpatterns: list[URLPattern] = [
    path("q/<str:token>/", phone.phone, name="phone"),
    path("q/<str:token>/call", phone.call, name="phone_call"),
    path("q/<str:token>/off", phone.call_off, name="phone_off"),
    path(HERE, table_links.links_page, name="table_links"),
    path(f"{HERE}revoke", table_links.revoke, name="table_links_revoke"),
]
