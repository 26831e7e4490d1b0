"""Addresses of the desk. The event's own pages (`events.urls`) come before: a division never has their names."""

from __future__ import annotations

from django.urls import path

from tdapp.desk.day.urls import urlpatterns as hall
from tdapp.desk.overview.urls import urlpatterns as public
from tdapp.desk.overview.views.overview import division, overview, results_in
from tdapp.desk.overview.views.palette import palette
from tdapp.desk.pairing.urls import urlpatterns as pairing_desk
from tdapp.desk.prizes.urls import urlpatterns as prizes
from tdapp.desk.results.urls import urlpatterns as results
from tdapp.desk.standings.urls import urlpatterns as standings

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
