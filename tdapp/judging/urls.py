"""Addresses of the judges: their desk, the rulings, the words a division goes by, a call from a table."""

from __future__ import annotations

from django.urls import URLPattern, path

from tdapp.judging.incidents.urls import urlpatterns as incidents
from tdapp.judging.kiosk.urls import urlpatterns as kiosk
from tdapp.judging.phone.urls import urlpatterns as links
from tdapp.judging.rulings.views import calls, report, rulings
from tdapp.judging.words.views import slip, words

DESK = "e/<slug:event>/judges/"
TABLE = "e/<slug:event>/<slug:division>/round/<int:number>/table/<int:table>/"

app_name = "judging"
urlpatterns: list[URLPattern] = [
    *kiosk,
    *links,
    *incidents,
    path(DESK, calls.desk, name="desk"),
    path(f"{DESK}queue", calls.queue, name="queue"),
    path(f"{DESK}call/<uuid:call>/", calls.call, name="call"),
    path(f"{DESK}call/<uuid:call>/take", calls.take, name="take"),
    path(f"{DESK}call/<uuid:call>/hand-back", calls.hand_back, name="hand_back"),
    path(f"{DESK}call/<uuid:call>/off", calls.call_off, name="call_off"),
    path(f"{DESK}rulings/", rulings.log, name="rulings"),
    path(f"{DESK}rulings/print", rulings.printed, name="print_rulings"),
    path(f"{DESK}rulings/<uuid:ruling>/", rulings.ruling, name="ruling"),
    path(f"{DESK}rulings/<uuid:ruling>/words", rulings.ruling_words, name="ruling_words"),
    path(f"{DESK}rulings/<uuid:ruling>/anew", rulings.anew, name="anew"),
    path(f"{DESK}report/", report.report, name="report"),
    path(f"{DESK}season/", report.season, name="season"),
    path(f"{DESK}report/send", report.send, name="send"),
    path(f"{DESK}words/", words.overrides, name="overrides"),
    path("e/<slug:event>/<slug:division>/words/", words.division_words, name="words"),
    path("e/<slug:event>/<slug:division>/words/in-play", words.in_play, name="in_play"),
    path("e/<slug:event>/<slug:division>/words/slip", slip.slip, name="slip"),
    path("e/<slug:event>/<slug:division>/words/lists", calls.lists, name="lists"),
    path(f"{TABLE}call", calls.call_from_table, name="call_from_table"),
    path(f"{TABLE}rule", rulings.at_table, name="rule_at"),
]
