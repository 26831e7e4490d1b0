"""A hall of ten tables in memory: it answers as the desk's screens are meant to, and can be told to fail."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.middleware.csrf import rotate_token
from django.shortcuts import render
from django.template import engines
from django.template.loader import render_to_string

from tdapp.kernel import clock
from tdapp.kernel.pages.shells import Desk, PrintHead, Progress, Tab

HIGHEST = 655


@dataclass
class Hall:
    """What was saved, how often each key was seen, and what goes wrong now."""

    now: ClassVar[Hall]
    saved: dict[str, str] = field(default_factory=dict)
    answers: dict[str, str] = field(default_factory=dict)
    requests: list[tuple[str, str]] = field(default_factory=list)
    trouble: str = ""
    user: str = "ana"
    version: int = 1
    forms: list[dict[str, Any]] = field(default_factory=list)
    polls: int = 0


Hall.now = Hall()


def desk() -> Desk:
    hall = Hall.now
    return Desk(
        event_name="Bayanihan Open",
        event_url="/desk/",
        divisions=[Tab("Open", "/desk/?d=open", True, "1"), Tab("B", "/desk/?d=b", False, "2")],
        progress=Progress(len(hall.saved), 10, "/in/", str(hall.version)),
        user_id=hall.user,
        user_name=hall.user.title(),
        palette_url="/palette/",
    )


def screen(request: HttpRequest, source: str, **facts: Any) -> HttpResponse:
    head = '{% extends "td/desk.html" %}{% load static td %}'
    template = engines["django"].from_string(head + source)
    return HttpResponse(template.render({"desk": desk(), "hall": Hall.now, **facts}, request))


ENTER = """{% block title %}Enter{% endblock %}{% block h1 %}Enter results{% endblock %}
{% block content %}{% include "td/forms/_entry.html" with url="/enter/" undo_url="/undo/" %}
<p id="count">{{ hall.saved|length }}</p><a id="aside" href="/desk/">aside</a>{% endblock %}
{% block scripts %}{{ block.super }}<script type="module" src="{% static 'td/entry.js' %}"></script>{% endblock %}"""


def enter_page(request: HttpRequest) -> HttpResponse:
    return screen(request, ENTER)


def enter(request: HttpRequest) -> HttpResponse:
    """One typed line; the same key gets the same answer."""
    hall, key, line = Hall.now, request.headers["Idempotency-Key"], request.POST["line"]
    hall.requests.append((key, line))
    if hall.trouble == "away":
        return HttpResponse("away", status=503)
    if hall.trouble == "logged-out":
        return HttpResponseRedirect("/door/")
    if key not in hall.answers:
        hall.answers[key] = judge(hall, line, request.POST.get("agree", ""))
    if hall.trouble == "answer-lost":
        return HttpResponse("gone", status=502)
    return HttpResponse(hall.answers[key])


def judge(hall: Hall, line: str, agree: str) -> str:
    """The answer to one line, as the desk gives it."""
    table, *scores = line.split()
    if table in hall.saved:
        both = [{"title": "Saved", "text": hall.saved[table]}, {"title": "Yours", "text": line}]
        return echo("stop", table, sentences=[f"Table {table} already has a result."], both=both)
    if len(scores) == 2 and scores[0] == scores[1]:
        return echo("more", table, join=" / ", sentences=["Equal. Scores before unplayed tiles?"])
    if int(scores[0]) > HIGHEST and agree != "high":
        return echo("ask", table, agree="high", sentences=[f"{scores[0]} is unusual here."])
    hall.saved[table] = line
    hall.version += 1
    names = {"winner": {"name": "FERRER", "score": int(scores[0])}, "loser": {"name": "MUÑOZ", "score": 1}}
    return echo("ok", table, verb="beat", spread=24, totals=["Ferrer 3-1"], **names)


def echo(state: str, table: str, **facts: Any) -> str:
    count = f'<p id="count" hx-swap-oob="true">{len(Hall.now.saved)}</p>' if state == "ok" else ""
    return (
        render_to_string("td/forms/_echo.html", {"echo": {"state": state, "table": table, **facts}}) + count
    )


def undo(request: HttpRequest) -> HttpResponse:
    hall = Hall.now
    if not hall.saved:
        return HttpResponse(echo("stop", "", sentences=["There is nothing of yours to undo."]))
    table, line = hall.saved.popitem()
    return HttpResponse(echo("ok", table, word="undone", sentences=[f"{line} is pending again."]))


def count_in(request: HttpRequest) -> HttpResponse:
    """The top line's live count: 204 while nothing changed."""
    hall = Hall.now
    hall.polls += 1
    if hall.trouble == "away":
        return HttpResponse("away", status=503)
    if request.GET.get("v") == str(hall.version):
        return HttpResponse(status=204)
    return render(request, "td/shell/_in.html", {"progress": desk().progress})


FORM = """{% block h1 %}Form{% endblock %}{% block content %}
<form method="post" id="walk-in" data-guard>{% csrf_token %}
<label for="name">Name</label><input id="name" name="name">
<label for="born">Born</label><input id="born" name="born" data-private>
<button class="btn" id="save">Save</button></form>
<div id="part" data-poll="/part/" data-version="1" data-every="0.2">
<form method="post">{% csrf_token %}<label for="note">Note</label><input id="note" name="note"></form>
<p id="fresh">first</p></div>
<form method="post" id="recall" action="/form/">{% csrf_token %}
<button class="btn" id="ask" name="act" value="recall" data-confirm="Recall round 4?" data-confirm-reason="reason"
 data-confirm-type="Open" data-confirm-verb="Recall">Recall</button></form>
<button class="btn" id="publish" data-key="p" data-key-label="Post pairings">Post pairings</button>{% endblock %}"""


def form_page(request: HttpRequest) -> HttpResponse:
    hall = Hall.now
    if request.method == "POST":
        if hall.trouble == "logged-out":
            return HttpResponseRedirect("/door/")
        hall.forms.append(request.POST.dict())
        return HttpResponseRedirect("/done/")
    return screen(request, FORM)


def done(request: HttpRequest) -> HttpResponse:
    return screen(request, "{% block h1 %}Done{% endblock %}")


def part(request: HttpRequest) -> HttpResponse:
    hall = Hall.now
    if request.GET.get("v") == str(hall.version):
        return HttpResponse(status=204)
    answer = HttpResponse('<p id="fresh">second</p>')
    answer["X-Version"] = str(hall.version)
    return answer


def door(request: HttpRequest) -> HttpResponse:
    """Logging in: a new token, as after a real login."""
    if request.method == "POST":
        Hall.now.trouble = ""
        rotate_token(request)
        return HttpResponseRedirect("/form/")
    return render(request, "td/login.html", {"form": None, "next": "/form/"})


def live_page(request: HttpRequest) -> HttpResponse:
    source = """{% block content %}{% include "td/shell/_live.html" %}
    <div data-poll="/part/" data-version="0" data-every="0.2"><p>old</p></div>{% endblock %}"""
    return screen(request, source)


PLAYERS = """{% block content %}<h1 class="vh">Standings</h1><table class="grid">
<thead>{% include "td/print/_print_line.html" with columns=4 %}
<tr><th>Place</th><th>Name</th><th>W-L</th><th>Spread</th></tr></thead><tbody>{% for n in rows %}
<tr><td class="num rank">{{ n }}</td><th scope="row">Evangelista-Santos, Maria</th><td class="num">3-1</td>
<td class="num">{% spread_bar 187 400 %}</td></tr>{% endfor %}</tbody></table>{% endblock %}"""
SLIPS = """{% block content %}<h1 class="vh">Slips</h1><div class="slips">{% for n in rows %}
{% include "td/forms/_slip.html" with slip=slip %}{% endfor %}</div>{% endblock %}"""


def paper(request: HttpRequest) -> HttpResponse:
    """A print: ?rows=40&paper=letter&layout=slips-4"""
    asked = request.GET
    layout = asked.get("layout", "")
    head = '{% extends "td/print.html" %}{% load td %}'
    template = engines["django"].from_string(head + (SLIPS if layout.startswith("slips") else PLAYERS))
    facts = {
        "rows": range(1, int(asked["rows"]) + 1),
        "paper": asked.get("paper", "a4"),
        "layout": layout,
        "head": PrintHead("Bayanihan Open", "Open", "Round 4", "Standings", "2", clock.now()),
        "slip": {
            "table": 7,
            "first": "Evangelista-Santos, Maria Corazon",
            "second": "dela Cruz, Ma. Consolación",
        },
    }
    return HttpResponse(template.render(facts, request))
