"""Addresses of pages in frames, and of the desk's page about them."""

from __future__ import annotations

from django.urls import path

from tdapp.publishing.embed import views

app_name = "embed"
DESK = "e/<slug:event>/website/embed/"
urlpatterns = [
    path("embed/<slug:event>/<slug:division>/<slug:page>/", views.page, name="page"),
    path(DESK, views.desk, name="desk"),
    path(f"{DESK}address", views.address, name="address"),
]
