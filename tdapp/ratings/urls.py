"""Addresses of the ratings: lists for everybody, and what their keeper does."""

from __future__ import annotations

from django.urls import path

from tdapp.ratings.exchange.views import exchange
from tdapp.ratings.identity.views import people
from tdapp.ratings.keeping.views import keeping, log
from tdapp.ratings.ranking.views import lists, players, projecting

app_name = "ratings"
LIST = "ratings/<slug:rating_list>/"
# A number may hold any sign, also a slash; what follows it is longer and therefore tried first.
PLAYER = f"{LIST}player/<path:member>/"

urlpatterns = [
    path("e/<slug:event>/<slug:division>/ratings/", projecting.newest, name="projected_newest"),
    path("e/<slug:event>/<slug:division>/ratings/<int:number>/", projecting.projection, name="projected"),
    path("ratings/of/<uuid:who>/", players.by_id, name="of"),
    path("ratings/", lists.index, name="index"),
    path("ratings/new", keeping.new, name="new"),
    path("ratings/people/", people.people, name="people"),
    path("ratings/people/<uuid:who>/name", people.name, name="player_name"),
    path("ratings/people/<uuid:keep>/<uuid:gone>/", people.merge, name="merge"),
    path("ratings/people/<uuid:keep>/<uuid:gone>/two", people.two, name="two"),
    path("ratings/people/<uuid:keep>/<uuid:gone>/maybe", people.maybe, name="maybe"),
    path("ratings/people/jobs/<uuid:pk>/", people.merge_job, name="merge_job"),
    path("ratings/people/jobs/<uuid:pk>/progress", people.merge_progress, name="merge_progress"),
    path("ratings/people/jobs/<uuid:pk>/cancel", people.merge_cancel, name="merge_cancel"),
    path("ratings/people/<uuid:gone>/separate", people.separate, name="separate"),
    path(LIST, lists.rating_list, name="list"),
    path(f"{LIST}clubs/", lists.clubs, name="clubs"),
    path(f"{LIST}settings", keeping.settings, name="settings"),
    path(f"{LIST}log", log.log, name="log"),
    path(f"{LIST}runs/", keeping.run_list, name="runs"),
    path(f"{LIST}runs/<uuid:run>/off", keeping.off, name="off"),
    path(f"{LIST}runs/<uuid:run>/report.<slug:format>", exchange.report, name="report"),
    path(f"{LIST}import", exchange.bring, name="import"),
    path(f"{LIST}import/apply", exchange.bring_in, name="import_apply"),
    path(f"{LIST}list.<slug:format>", exchange.export, name="export"),
    path(f"{LIST}preview", keeping.preview, name="preview"),
    path(f"{LIST}seed", keeping.seed, name="seed"),
    path(f"{LIST}foresee", keeping.foresee, name="foresee"),
    path(f"{LIST}rate", keeping.rate, name="rate"),
    path(f"{LIST}jobs/<uuid:pk>/", keeping.job, name="job"),
    path(f"{LIST}jobs/<uuid:pk>/progress", keeping.job_progress, name="job_progress"),
    path(f"{LIST}jobs/<uuid:pk>/cancel", keeping.job_cancel, name="job_cancel"),
    path(f"{LIST}print", lists.paper, name="print"),
    path(f"{PLAYER}<uuid:run>/", players.change, name="change"),
    path(PLAYER, players.player, name="player"),
]
