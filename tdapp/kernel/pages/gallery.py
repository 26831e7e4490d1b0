"""The component gallery: every part of the look on one page, with invented names. Shown on a laptop only."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tdapp.kernel import clock
from tdapp.kernel.pages import gallery_data, svg
from tdapp.kernel.pages.shells import Desk, PrintHead, Progress, Public, Stage, Tab, division_tabs

EVENT = "Bayanihan Open 2026"


def desk_shell() -> Desk:
    """The desk as it looks in the middle of round 4."""
    stages = [
        Stage(_("Entries"), "#entries", "47", "ok"),
        Stage(_("Check-in"), "#check-in", "43 / 47", "ok"),
        Stage(_("Round 1"), "#r1", _("closed"), "ok"),
        Stage(_("Round 2"), "#r2", _("closed"), "ok"),
        Stage(_("Round 3"), "#r3", _("older results"), "ask"),
        Stage(_("Round 4"), "#r4", _("9 of 12 entered"), "now", current=True),
        Stage(_("Round 5"), "", _("later")),
        Stage(_("Standings"), "#standings", _("after 3")),
        Stage(_("Scoresheets"), "#sheets", _("2 open"), "ask"),
        Stage(_("Judges"), "#judges", _("ready"), "ok"),
        Stage(_("Ratings"), "#ratings", _("later")),
        Stage(_("Post pairings"), "#publish", _("round 3")),
        Stage(_("Log"), "#log"),
    ]
    return Desk(
        event_name=EVENT,
        event_url="#",
        stages=stages,
        divisions=division_tabs([("Open", "#open"), ("B", "#b"), ("Kabataan", "#k")], "#open"),
        division="Open",
        round_label=_("Round 4"),
        progress=Progress(9, 12),
        user_id="ana",
        user_name="Ana Lualhati",
        user_role=_("clerk"),
        switch_url="#pin",
        palette_url="/gallery/palette/",
    )


def public_head() -> Public:
    """The head of the public pages of the same event."""
    return Public(
        event_name=EVENT,
        event_url="#",
        where_when="Lungsod ng Iloilo, 14-15 Nov",
        divisions=division_tabs([("Open", "#open"), ("B", "#b"), ("Kabataan", "#k")], "#open", keyed=False),
        sections=[
            Tab(_("Pairings"), "#p"),
            Tab(_("Standings"), "#s", current=True),
            Tab(_("Results"), "#r"),
            Tab(_("Players"), "#pl"),
        ],
        find_url="#",
        version="31",
        updated=clock.now(),
    )


def print_head(title: str) -> PrintHead:
    """The line on every printed page."""
    return PrintHead(EVENT, "Open", _("Round 4"), title, "2", clock.now())


def charts() -> list[Any]:
    """One chart of each kind."""
    rounds = [str(n) for n in range(1, 9)]
    race = [svg.Series(name, values) for name, values in gallery_data.RACE]
    return [
        svg.line_chart(_("Race"), _("Spread of the first three after each round"), rounds, race),
        svg.bars(_("Games by score"), _("How many games ended in which range"), gallery_data.SCORES, "400"),
    ]


def everything(part: str) -> dict[str, Any]:
    """The context of one gallery page."""
    now = clock.now()
    return {
        "desk": desk_shell(),
        "public": public_head() if part == "public" else None,
        "head": print_head({"callout": _("Call-out list"), "slips": _("Slips")}.get(part, _("Standings"))),
        "form": gallery_data.Door({"surname": "", "pin": "12"}),
        "players": gallery_data.STANDINGS,
        "most": max(abs(row["spread"]) for row in gallery_data.STANDINGS),
        "pairings": gallery_data.PAIRINGS,
        "echoes": gallery_data.ECHOES,
        "problems": gallery_data.PROBLEMS,
        "jobs": gallery_data.JOBS,
        "out": [(t, names, now - timedelta(minutes=m), m) for t, names, m in gallery_data.OUT],
        "wall": gallery_data.WALL,
        "charts": charts() if not part else [],
        "spark": svg.sparkline(_("Rating"), [1480, 1502, 1496, 1533, 1561, 1540, 1588]),
    }


PAGES: dict[str, Callable[[], dict[str, Any]]] = {
    "": dict,
    "enter": dict,
    "public": dict,
    "callout": lambda: {"paper": "a4"},
    "standings": lambda: {"paper": "a4"},
    "slips": lambda: {"paper": "a4", "layout": "slips-4"},
    "slips2": lambda: {"paper": "letter", "layout": "slips-2"},
    "door": dict,
    "error": lambda: {
        "code": 409,
        "sentences": [_("Table 5 already has a result: 401-377, entered by Ana at 14:02.")],
    },
}


@require_GET
def gallery(request: HttpRequest, part: str = "") -> HttpResponse:
    """One page of the gallery; 404 for a page there is not, and everywhere but on a laptop."""
    if part not in PAGES or not settings.LOCAL:
        raise Http404
    template = {"slips2": "slips", "": "all", "error": ""}.get(part, part)
    name = f"td/gallery/{template}.html" if template else "td/error.html"
    return render(request, name, everything(part) | PAGES[part](), status=409 if part == "error" else 200)


urlpatterns = [path("", gallery, name="gallery"), path("<slug:part>/", gallery, name="gallery-part")]
