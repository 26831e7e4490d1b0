"""Addresses of paper: the desk's, but drawn here, where everything that is printed is known."""

from __future__ import annotations

from django.urls import path

from tdapp.publishing.paper.views import paper

app_name = "paper"
PACK = "e/<slug:event>/paper/"
urlpatterns = [
    path(PACK, paper.paper, name="paper"),
    path(f"{PACK}<uuid:pk>/", paper.job, name="job"),
    path(f"{PACK}<uuid:pk>/file", paper.file, name="file"),
    path(f"{PACK}<uuid:pk>/take", paper.take, name="take"),
    path(f"{PACK}<uuid:pk>/cancel", paper.cancel, name="cancel"),
    path(f"{PACK}<uuid:pk>/take-down", paper.take_down, name="take_down"),
    path("e/<slug:event>/<slug:division>/round/<int:number>/pdf/<slug:what>", paper.sheet, name="sheet"),
]
