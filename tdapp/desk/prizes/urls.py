"""Addresses of prizes and of the end of an event; part of the desk's."""

from __future__ import annotations

from django.urls import path

from tdapp.desk.prizes.views import ceremony, finish, prizes

PRIZES = "e/<slug:event>/prizes/"
FINISH = "e/<slug:event>/<slug:division>/finish/"
urlpatterns = [
    path(PRIZES, prizes.prizes, name="prizes"),
    path(f"{PRIZES}add", prizes.add, name="prizes_add"),
    path(f"{PRIZES}order", prizes.order, name="prizes_order"),
    path(f"{PRIZES}clone", prizes.clone, name="prizes_clone"),
    path(f"{PRIZES}settings", prizes.settings, name="prizes_settings"),
    path(f"{PRIZES}whom", prizes.whom, name="prizes_whom"),
    path(f"{PRIZES}unveil", finish.unveil, name="unveil"),
    path(f"{PRIZES}public", finish.final_public, name="final_public"),
    path(f"{PRIZES}script/", prizes.script, name="prize_script"),
    path(f"{PRIZES}script/print/", prizes.script_print, name="prize_script_print"),
    path(f"{PRIZES}receipts/", prizes.receipts, name="prize_receipts"),
    path(f"{PRIZES}ceremony/", ceremony.ceremony, name="ceremony"),
    path(f"{PRIZES}ceremony/start", ceremony.start, name="ceremony_start"),
    path(f"{PRIZES}ceremony/step", ceremony.step, name="ceremony_step"),
    path(f"{PRIZES}ceremony/given", ceremony.given, name="ceremony_given"),
    path(f"{PRIZES}ceremony/end", ceremony.end, name="ceremony_end"),
    path(f"{PRIZES}<uuid:prize>/", prizes.prize, name="prize"),
    path(f"{PRIZES}<uuid:prize>/remove", prizes.remove, name="prize_remove"),
    path(FINISH, finish.finish, name="finish"),
    path(f"{FINISH}final", finish.final, name="finalise"),
    path(f"{FINISH}freeze", finish.freeze, name="freeze"),
]
