"""Addresses of the ratings: lists for everybody, and what their keeper does."""

from __future__ import annotations

from django.urls import path

from tdapp.ratings.views import lists, players

app_name = "ratings"
LIST = "ratings/<slug:rating_list>/"
# A number may hold any sign, also a slash; what follows it is longer and therefore tried first.
PLAYER = f"{LIST}player/<path:member>/"

urlpatterns = [
    path("ratings/", lists.index, name="index"),
    path(LIST, lists.rating_list, name="list"),
    path(f"{LIST}clubs/", lists.clubs, name="clubs"),
    path(f"{LIST}print", lists.paper, name="print"),
    path(f"{PLAYER}<uuid:run>/", players.change, name="change"),
    path(PLAYER, players.player, name="player"),
]
