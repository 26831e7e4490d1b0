"""Create an event: choose the kind first, then name and day; everything else has a value already."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tdapp.events import access
from tdapp.events.models import Division, Event
from tdapp.events.screens import attempt, done, page, person_desk, posted, sent
from tdapp.events.setup.commands import creating, for_a_club
from tdapp.events.setup.forms import CloneForm, NewEventForm, division_initial
from tdapp.events.setup.new_division import NewDivisionForm
from tdapp.events.setup.presets import PRESETS
from tdapp.events.setup.views.home import my_events
from tdapp.kernel import clock
from tdapp.kernel.commands import Installation
from tdapp.kernel.context import Context
from tdapp.kernel.models import User
from tdapp.people.models import ClubHome

PREFIX = re.compile(r"d(\d{1,2})-name")
MOST_DIVISIONS = 20


@dataclass(frozen=True, slots=True)
class Maker:
    """Who makes an event and where: at the installation, or (`home`) for the club whose officer they are."""

    ctx: Context
    user: User
    sources: QuerySet[Event]
    home: ClubHome | None = None

    def make(self, **values: Any) -> dict[str, Any]:
        """Make it."""
        if self.home:
            return for_a_club.create_event(self.ctx, self.home, **values)
        return creating.create_event(self.ctx, Installation(), **values)

    def make_again(self, **values: Any) -> dict[str, Any]:
        """Make it like an earlier one."""
        if self.home:
            return for_a_club.clone_event(self.ctx, self.home, **values)
        return creating.clone_event(self.ctx, Installation(), **values)

    def shown(self) -> dict[str, Any]:
        """What the pages are drawn from beside their form: the shell, the club and where their links lead."""
        names = (
            ("club_new", "club_clone", "club_division")
            if self.home
            else ("new", "clone", "one_more_division")
        )
        where = [self.home.slug] if self.home else []
        new, clone, more = (reverse(f"events:{name}", args=where) for name in names)
        back = f"/c/{self.home.slug}/" if self.home else "/"
        return {
            "desk": person_desk(self.user), "club": self.home,
            "to": {"new": new, "clone": clone, "more": more, "back": back},
        }  # fmt: skip


def _maker(request: HttpRequest, club: str = "") -> Maker:
    """Who may create events; a stranger is shown nothing, a member without the right is told so."""
    if club:
        ctx, home = access.web_club(request, club, "club.create_event")
        sources = Event.objects.filter(host=home.club_id, deleted_at=None)
        assert isinstance(request.user, User)
        return Maker(ctx, request.user, sources, home)
    told = _("You may not create events here; ask who installed this.")
    ctx, user = access.web_installation(request, "installation.create_event", told)
    return Maker(ctx, user, my_events(request, user).filter(deleted_at=None))


@require_http_methods(["GET", "POST"])
def new_event(request: HttpRequest, club: str = "") -> HttpResponse:
    """Kinds of events to choose from; with `?preset=` the form for one."""
    maker = _maker(request, club)
    preset = request.POST.get("preset", "") or request.GET.get("preset", "")
    if preset not in PRESETS and request.method == "GET":
        kinds: dict[str, Any] = {"presets": PRESETS.values(), "clone": maker.sources.exists()}
        return page(request, "setup/new", **kinds, **maker.shown())
    form = NewEventForm(posted(request), initial=_start(preset))
    divisions = (
        _division_forms(request.POST, preset)
        if request.method == "POST"
        else _blank_divisions(request, preset)
    )
    if request.method == "POST" and (response := _create(request, maker, preset, form, divisions)):
        return response
    shown = {"divisions": divisions, "preset": PRESETS.get(preset), "next": len(divisions) + 1}
    return page(request, "setup/new_event", form, **shown, **maker.shown())


def _start(preset: str) -> dict[str, Any]:
    """Today, and as many people at the desk as this kind of event usually has."""
    alone = division_initial(preset)["confirm_policy"] == Division.ConfirmPolicy.SINGLE
    return {"starts_on": clock.today(), "desk": NewEventForm.ALONE if alone else NewEventForm.MORE}


def _blank_divisions(request: HttpRequest, preset: str) -> list[NewDivisionForm]:
    names = list(PRESETS[preset].divisions)
    wanted = request.GET.get("divisions", "")
    count = min(int(wanted), MOST_DIVISIONS) if wanted.isdecimal() and len(wanted) < 4 else len(names)
    names += [""] * (count - len(names))
    start = division_initial(preset)
    return [
        NewDivisionForm(prefix=f"d{n}", initial={**start, "name": name}, preset=preset)
        for n, name in enumerate(names, start=1)
    ]


def _division_forms(data: QueryDict, preset: str) -> list[NewDivisionForm]:
    """The divisions as typed; one whose name was emptied is left out, unless it is the only one."""
    found = sorted((int(match[1]), key) for key in data if (match := PREFIX.fullmatch(key)))[:MOST_DIVISIONS]
    kept = [n for n, key in found if data.get(key, "").strip()] or [n for n, _key in found[:1]] or [1]
    return [
        NewDivisionForm(data, prefix=f"d{n}", initial=division_initial(preset), preset=preset) for n in kept
    ]


def _create(
    request: HttpRequest, maker: Maker, preset: str, form: NewEventForm, divisions: list[NewDivisionForm]
) -> HttpResponse | None:
    if not all([form.is_valid(), *(item.is_valid() for item in divisions)]):
        if form.is_valid():
            form.add_error(None, _("A division has something to correct; see below."))
        return None
    wanted = [_wanted(form, item) for item in divisions]
    call = {**form.values(), "preset": preset, "divisions": wanted}
    answer = attempt(form, lambda: maker.make(**call))
    if answer is None:
        _blame(form, divisions)
        return None
    return done(request, _("The event is there. Next: its entries."), "events:entries", answer["slug"])


def _wanted(form: NewEventForm, division: NewDivisionForm) -> dict[str, Any]:
    """A division as typed; who confirms goes by how many there are, unless it was chosen for this one."""
    values = division.values()
    if "confirm_policy" not in division.changed_data:
        values["confirm_policy"] = form.fits(values["confirm_policy"])
    return values


def _blame(form: NewEventForm, divisions: list[NewDivisionForm]) -> None:
    """Put a division's mistakes beside that division."""
    faulty = form.refusal.facts.get("division", "") if form.refusal else ""
    found = [item for item in divisions if faulty and item.cleaned_data["name"] == faulty]
    if found and form.refusal:
        del form.errors["__all__"]
        form.add_error(None, _("A division has something to correct; see below."))
        for sentence in form.refusal.sentences:
            found[-1].add_error(None, sentence)


@require_safe
def one_more_division(request: HttpRequest, club: str = "") -> HttpResponse:
    """The fields of one more division, as a fragment behind those already on the page."""
    maker = _maker(request, club)
    preset, wanted = request.GET.get("preset", ""), request.GET.get("n", "")
    number = int(wanted) if wanted.isdecimal() and len(wanted) < 3 else 2
    form = NewDivisionForm(prefix=f"d{number}", initial=division_initial(preset), preset=preset)
    shown = {"division": form, "preset": PRESETS.get(preset), "number": number, "next": number + 1}
    more = {**shown, "more": number < MOST_DIVISIONS, "to": maker.shown()["to"]}
    return render(request, "events/setup/_division.html", more)


@require_http_methods(["GET", "POST"])
def clone(request: HttpRequest, club: str = "") -> HttpResponse:
    """Last year's event again: same divisions and settings, nobody in it yet."""
    maker = _maker(request, club)
    start = _clone_initial(maker.sources, request.GET.get("source", ""))
    form = CloneForm(posted(request), sources=maker.sources, initial=start)
    call = lambda: maker.make_again(**form.values())  # noqa: E731
    if sent(request, form) and (answer := attempt(form, call)):
        return done(request, _("The event is there. Next: its entries."), "events:entries", answer["slug"])
    return page(request, "setup/clone", form, **maker.shown())


def _clone_initial(sources: Any, slug: str) -> dict[str, Any]:
    """The event that was named; who has one only needs not choose it."""
    found = sources.filter(slug=slug)[:1] if slug else sources[:2]
    rows = list(found)
    return {"source": rows[0].slug, "name": rows[0].name} if len(rows) == 1 else {}
