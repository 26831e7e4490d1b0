"""The gallery, and stand-ins for the screens that other rooms build: enough to drive the scripts against real answers."""

from __future__ import annotations

from django.http import JsonResponse
from django.urls import include, path

from tests.look import stand_in

PALETTE = [
    {"label": "Muñoz, Leo", "hint": "player", "url": "/done/"},
    {"label": "Table 7", "hint": "round 4", "url": "/desk/"},
]


def palette(request):
    asked = request.GET.get("q", "").lower()
    return JsonResponse({"items": [item for item in PALETTE if asked in item["label"].lower()]})


urlpatterns = [
    path("gallery/", include("tdapp.kernel.pages.gallery")),
    path("desk/", stand_in.enter_page),
    path("enter/", stand_in.enter),
    path("undo/", stand_in.undo),
    path("in/", stand_in.count_in),
    path("form/", stand_in.form_page),
    path("done/", stand_in.done),
    path("part/", stand_in.part),
    path("live/", stand_in.live_page),
    path("paper/", stand_in.paper),
    path("door/", stand_in.door, name="login"),
    path("palette/", palette),
]
