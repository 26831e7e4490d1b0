"""Addresses of the scoresheets. They come before the desk's own, whose divisions would swallow them."""

from __future__ import annotations

from django.urls import path

from tdapp.scoresheets.editor.views import editor, expected, offers, state, write
from tdapp.scoresheets.files.urls import urlpatterns as files
from tdapp.scoresheets.lists.urls import urlpatterns as lists
from tdapp.scoresheets.paths import SHEET
from tdapp.scoresheets.replay.urls import urlpatterns as replay
from tdapp.scoresheets.timer.urls import urlpatterns as timer

app_name = "scoresheets"
urlpatterns = [
    *lists,
    path(SHEET, editor.editor, name="sheet"),
    path(f"{SHEET}tally/", editor.tally, name="tally"),
    path(f"{SHEET}state", state.state, name="state"),
    path(f"{SHEET}expected", expected.expected, name="expected"),
    path(f"{SHEET}offers", offers.offers, name="offers"),
    path(f"{SHEET}write", write.write, name="write"),
    path(f"{SHEET}undo", write.undo, name="undo"),
    path(f"{SHEET}finish", write.finish, name="finish"),
    path(f"{SHEET}reopen", write.reopen, name="reopen"),
    *files,
    *timer,
    *replay,
]
