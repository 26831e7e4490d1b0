"""Public addresses. No name of a person is ever part of one: entrants go by their number in the division."""

from __future__ import annotations

from django.urls import path

from tdapp.publishing.answers import poster
from tdapp.publishing.certificates.views import certificates
from tdapp.publishing.look.views import look
from tdapp.publishing.outside import views as outside
from tdapp.publishing.pages.views import callout, data, find, now, pages, replay
from tdapp.publishing.phones.views import me, school
from tdapp.publishing.screens.views import screens
from tdapp.publishing.sharing.views import share

app_name = "publishing"
urlpatterns = [
    path("<slug:event>/", pages.home, name="home"),
    path("<slug:event>/prizes/", pages.prizes, name="prizes"),
    path("<slug:event>/find", find.find, name="find"),
    path("<slug:event>/now.json", now.now, name="now"),
    path("<slug:event>/feed.xml", outside.feed, name="feed"),
    path("<slug:event>/event.ics", outside.calendar, name="calendar"),
    path("<slug:event>/me/", me.me, name="me"),
    path("<slug:event>/me/find", me.find_me, name="find_me"),
    path("<slug:event>/me/card/<str:card>", me.card, name="card"),
    path("<slug:event>/me/report", me.report, name="report"),
    path("<slug:event>/me/leave", me.leave, name="leave"),
    path("<slug:event>/by-school/", school.school, name="school"),
    path("<slug:event>/qr.svg", poster.qr, name="qr"),
    path("<slug:event>/certificate/<str:code>", certificates.check, name="certificate"),
    path("<slug:event>/look.css", look.public_style, name="look"),
    path("<slug:event>/logo.png", look.public_logo, name="logo"),
    path("<slug:event>/poster", poster.poster, name="poster"),
    path("<slug:event>/screen/", screens.screen, name="screen"),
    path("<slug:event>/screen/feed", screens.feed, name="screen_feed"),
    path("<slug:event>/screen/<slug:screen>/", screens.named, name="named_screen"),
    path("<slug:event>/screen/<slug:screen>/feed", screens.named_feed, name="named_feed"),
    path("<slug:event>/<slug:division>/", pages.pairings, name="pairings"),
    path("<slug:event>/<slug:division>/pairings.txt", share.pairings_text, name="pairings_text"),
    path("<slug:event>/<slug:division>/pairings.png", share.pairings_picture, name="pairings_picture"),
    path("<slug:event>/<slug:division>/standings.txt", share.standings_text, name="standings_text"),
    path("<slug:event>/<slug:division>/standings.png", share.standings_picture, name="standings_picture"),
    path("<slug:event>/<slug:division>/card.png", outside.preview, name="preview"),
    path("<slug:event>/<slug:division>/call-out/", callout.callout, name="callout"),
    path("<slug:event>/<slug:division>/pairings.json", data.pairings, name="pairings_json"),
    path("<slug:event>/<slug:division>/standings/", pages.standings, name="standings"),
    path(
        "<slug:event>/<slug:division>/standings/<int:number>/", pages.round_standings, name="round_standings"
    ),
    path("<slug:event>/<slug:division>/round/<int:number>/", pages.round_pairings, name="round_pairings"),
    path("<slug:event>/<slug:division>/teams/", pages.teams, name="teams"),
    path("<slug:event>/<slug:division>/teams.json", data.teams, name="teams_json"),
    path("<slug:event>/<slug:division>/standings.json", data.standings, name="standings_json"),
    path("<slug:event>/<slug:division>/players.json", data.players, name="players_json"),
    path(
        "<slug:event>/<slug:division>/standings/<int:number>/standings.json",
        data.round_standings,
        name="round_standings_json",
    ),
    path(
        "<slug:event>/<slug:division>/round/<int:number>/pairings.json",
        data.round_pairings,
        name="round_pairings_json",
    ),
    path(
        "<slug:event>/<slug:division>/results/<int:number>/results.json",
        data.round_results,
        name="round_results_json",
    ),
    path("<slug:event>/<slug:division>/results/", pages.results, name="results"),
    path("<slug:event>/<slug:division>/results/<int:number>/", pages.results, name="round_results"),
    path("<slug:event>/<slug:division>/players/", pages.players, name="players"),
    path("<slug:event>/<slug:division>/players/<int:number>/", pages.player, name="player"),
    path("<slug:event>/<slug:division>/wallchart/", pages.wallchart, name="wallchart"),
    path("<slug:event>/<slug:division>/statistics/", pages.statistics, name="statistics"),
    path(
        "<slug:event>/<slug:division>/round/<int:number>/table/<int:table>/game/<int:sheet>/",
        replay.replay,
        name="replay",
    ),
]
