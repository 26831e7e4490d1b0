"""Addresses of the desk. The event's own pages (`events.urls`) come before: a division never has their names."""

from __future__ import annotations

from django.urls import path

from tdapp.desk.urls_hall import urlpatterns as hall
from tdapp.desk.urls_overview import urlpatterns as public
from tdapp.desk.urls_pairing import urlpatterns as pairing_desk
from tdapp.desk.urls_prizes import urlpatterns as prizes
from tdapp.desk.urls_results import urlpatterns as results
from tdapp.desk.urls_standings import urlpatterns as standings
from tdapp.desk.views.overview import division, overview, results_in
from tdapp.desk.views.palette import palette

app_name = "desk"
urlpatterns = [
    path("e/<slug:event>/", overview, name="overview"),
    path("e/<slug:event>/in", results_in, name="results_in"),
    path("e/<slug:event>/palette", palette, name="palette"),
    *hall,
    *prizes,
    *results,
    *public,
    *pairing_desk,
    *standings,
    path("e/<slug:event>/<slug:division>/", division, name="division"),
]
