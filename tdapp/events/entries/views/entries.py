"""The list of entries, and the people at the door."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.events import access
from tdapp.events.entries import eligible, roster
from tdapp.events.entries.commands import entrants
from tdapp.events.entries.forms import AddForm
from tdapp.events.models import Division, Event, Round
from tdapp.events.screens import act, attempt, done, page, posted, sent
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.permissions import can

PAGE = 100


def in_view(request: HttpRequest, event: str, needs: str) -> tuple[Context, Event, Division | None]:
    """Context, event and the division asked for by `?division=`, which the page then stands in."""
    ctx, row = access.web_event(request, event, needs)
    wanted = request.GET.get("division", "")
    division = find(row.divisions.select_related("event"), slug=wanted) if wanted else None
    request.place = access.Place(ctx, row, division)  # type: ignore[attr-defined]
    return ctx, row, division


@require_safe
def entries(request: HttpRequest, event: str) -> HttpResponse:
    """Who is entered: filter by division, name or state; sort by a column."""
    ctx, row, division = in_view(request, event, "roster.view")
    asked = {name: request.GET.get(name, "") for name in ("q", "state", "sort")}
    people = roster.listed(row, division, asked["q"], asked["state"], asked["sort"])
    shown_page = Paginator(people, PAGE).get_page(request.GET.get("page"))
    found = roster.rows_of(row, list(shown_page))
    prefetch_related_objects(found, "absences")
    shown: dict[str, Any] = {
        "event": row, "division": division, "page": shown_page, "asked": asked, "may_edit": can(ctx, "roster.edit"),
        "states": roster.STATES, "divisions": list(row.divisions.all()), "filtered": asked["q"] or asked["state"],
    }  # fmt: skip
    shown["against"] = _against(row, division) if shown["may_edit"] else []
    lapsed = roster.lapsed_members(row, found) if shown["may_edit"] else frozenset()
    return page(request, "entries/entries", **shown, lines=[_line(item, lapsed) for item in found])


def _against(event: Event, division: Division | None) -> list[tuple[Division, int]]:
    """How many entries of each division do not meet its conditions, where it has some; three queries for each."""
    asking = event.divisions.filter(eligibility__isnull=False, **({"pk": division.pk} if division else {}))
    found = [(row, len(eligible.of_entrants(row, row.entrants.select_related("club")))) for row in asking]
    return [(row, count) for row, count in found if count]


def _line(row: Any, lapsed: frozenset[Any]) -> dict[str, Any]:
    return {
        "row": row,
        "away": roster.away_words(row.absences.all()),
        "lapsed": row.player_id is not None and row.player_id in lapsed,
    }


@require_http_methods(["GET", "POST"])
def add(request: HttpRequest, event: str) -> HttpResponse:
    """A walk-in, by keyboard: surname, given name, club, rating, Enter; then the next one."""
    ctx, row, _division = in_view(request, event, "roster.edit")
    late = Round.objects.filter(division__event=row).exclude(status=Round.Status.PLANNED).exists()
    form = AddForm(
        posted(request),
        event=row,
        private=can(ctx, "roster.private"),
        late=late,
        initial=_start(request, ctx),
    )
    if sent(request, form) and (answer := attempt(form, lambda: _add(ctx, form))):
        sentence = _("Entered: %(name)s, number %(number)s.") % answer
        _warn(request, form.cleaned_data["division"], answer["number"])
        return done(
            request, sentence, "events:add", row.slug, query={"division": form.cleaned_data["division"].slug}
        )
    return page(
        request,
        "entries/add",
        form,
        event=row,
        clubs=roster.club_names(),
        known=_suggested(request, ctx, row),
    )


def _add(ctx: Context, form: AddForm) -> dict[str, Any]:
    values = form.values()
    division, arrived = values.pop("division"), values.pop("arrived")
    answer: dict[str, Any] = entrants.add_entrant(ctx, division, **values, arrived=arrived)
    return answer


def _warn(request: HttpRequest, division: Division, number: int) -> None:
    """Say what a new entry lacks of the division's conditions; the director decides."""
    rows = division.entrants.filter(number=number).select_related("club")
    for row, why in eligible.of_entrants(division, rows):
        facts = {"name": row.listed, "division": division.name, "why": "; ".join(why)}
        messages.warning(
            request, _("%(name)s does not meet the conditions of %(division)s: %(why)s.") % facts
        )


def _start(request: HttpRequest, ctx: Context) -> dict[str, Any]:
    """What the form starts with: the division asked for, and a known player picked from the list."""
    start: dict[str, Any] = {"division": request.GET.get("division", ""), "arrived": True}
    wanted = request.GET.get("player", "")
    picked = roster.registrable(ctx).filter(number=wanted).select_related("club").first() if wanted else None
    if picked:
        start |= {"surname": picked.surname, "given": picked.given, "member_number": picked.number}
        start["club"] = picked.club.name if picked.club else ""
        start["rating"] = roster.ratings_of([picked]).get(picked.pk, (None, ""))[0]
    return start


def _suggested(request: HttpRequest, ctx: Context, event: Event) -> list[roster.Suggestion]:
    return roster.players_like(ctx, event, _typed(request.POST)) if request.method == "POST" else []


def _typed(sent: QueryDict) -> str:
    return f"{sent.get('surname', '')} {sent.get('given', '')}"


@require_safe
def suggestions(request: HttpRequest, event: str) -> HttpResponse:
    """Players of earlier events and of public lists whose names begin as typed: a fragment under the surname."""
    ctx, row, division = in_view(request, event, "roster.edit")
    found = roster.players_like(ctx, row, _typed(request.GET))
    return render(request, "events/entries/_known.html", {"event": row, "division": division, "known": found})


@require_POST
def seed(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Number a division's entrants anew by rating."""
    ctx, row = access.web_division(request, event, division, "roster.edit")
    sentence = _("%(name)s is numbered by rating.") % {"name": row.name}
    return act(request, lambda: entrants.seed_division(ctx, row), sentence, "events:entries", row.event.slug)


@require_safe
def names(request: HttpRequest, event: str) -> HttpResponse:
    """How the public will see each guarded name, beside how the desk does."""
    ctx, row, division = in_view(request, event, "roster.view")
    rows = roster.entries(row, division, "", "", "name")
    guarded = [item for item in rows if item.guarded]
    shown: dict[str, Any] = {
        "event": row,
        "division": division,
        "guarded": guarded,
        "others": len(rows) - len(guarded),
    }
    return page(request, "entries/names", **shown, may_edit=can(ctx, "roster.private"))
