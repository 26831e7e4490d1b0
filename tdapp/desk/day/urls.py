"""Addresses of the hall: clock, day plan, announcements, roll-call; part of the desk's."""

from __future__ import annotations

from django.urls import path

from tdapp.desk.day.views import hall, hall_plan, rollcall

HALL = "e/<slug:event>/hall/"
urlpatterns = [
    path(HALL, hall.hall, name="hall"),
    path(f"{HALL}now.json", hall.now, name="hall_now"),
    path(f"{HALL}part/<slug:name>", hall.part, name="hall_part"),
    path(f"{HALL}clock/<slug:press>", hall.clock, name="hall_clock"),
    path(f"{HALL}announce", hall.announce, name="hall_announce"),
    path(f"{HALL}announce/<uuid:announcement>/down", hall.take_down, name="hall_take_down"),
    path(f"{HALL}day/", hall_plan.plan, name="hall_plan"),
    path(f"{HALL}day/shown", hall_plan.shown, name="hall_plan_shown"),
    path(f"{HALL}time/<slug:division>", hall_plan.round_time, name="hall_time"),
    path(f"{HALL}roll-call/", rollcall.roll_call, name="roll_call"),
    path(f"{HALL}roll-call/open", rollcall.roll_call_open, name="roll_call_open"),
    path(f"{HALL}roll-call/<uuid:roll_call>/mark", rollcall.roll_call_mark, name="roll_call_mark"),
    path(f"{HALL}roll-call/<uuid:roll_call>/close", rollcall.roll_call_close, name="roll_call_close"),
    path(f"{HALL}leaving/", rollcall.leaving, name="leaving"),
    path(f"{HALL}leaving/<uuid:leaving>/undo", rollcall.leaving_undo, name="leaving_undo"),
]
