"""Lists of who may enter a championship: on the page, on paper, as CSV or workbook; kept for a division."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tdapp.events import access
from tdapp.events.entries import eligible, roster
from tdapp.events.entries.commands.eligibility import set_conditions
from tdapp.events.entries.conditions_form import ConditionsForm
from tdapp.events.entries.eligible import Candidate
from tdapp.events.models import Division, Eligibility, Event
from tdapp.events.screens import attempt, done, page
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.pages.shells import Tab
from tdapp.kernel.permissions import can
from tdapp.kernel.tabular import Column, Sheet, write_csv, write_workbook
from tdapp.people.models import Club, Player

TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def _players(ctx: Context, event: Event) -> list[Player]:
    """Players whom the director has met, and everybody entered here, once each."""
    rows = Player.objects.filter(pk__in=roster.met_by(ctx).values("pk")) | Player.objects.filter(
        merged_into=None, entries__event=event
    )
    return list(rows.distinct().select_related("club")[: eligible.MOST])


def _clubs(players: list[Player]) -> list[Club]:
    return sorted({row.club for row in players if row.club}, key=lambda club: club.name)


def _division(request: HttpRequest, event: Event) -> Division | None:
    """The division asked for, else the one of an event that has no other, else the first one that asks something."""
    rows, slug = Division.objects.select_related("event").filter(event=event), request.GET.get("division", "")
    if slug:
        return find(rows, slug=slug)
    known = list(rows.order_by("order", "name"))
    asking = _asking(known)
    return next((row for row in known if len(known) == 1 or row.pk in asking), None)


def _asking(rows: Iterable[Division]) -> set[Any]:
    """Which divisions ask something of their entrants."""
    return set(Eligibility.objects.filter(division__in=list(rows)).values_list("division", flat=True))


def _form(
    request: HttpRequest, event: Event, division: Division | None, players: list[Player]
) -> ConditionsForm:
    """As asked for in the address; else the conditions of the division."""
    asked = {name for name in ConditionsForm.base_fields if name in request.GET}
    start = eligible.of_division(division).data if division else {}
    return ConditionsForm(request.GET if asked else None, event=event, clubs=_clubs(players), initial=start)


@require_safe
def eligible_list(request: HttpRequest, event: str) -> HttpResponse:
    """Choose conditions and see who meets them and who does not; `?division=` those of a division."""
    ctx, row = access.web_event(request, event, "roster.edit")
    division, players = _division(request, row), _players(ctx, row)
    form = _form(request, row, division, players)
    return _page(request, ctx, row, division, players, form)


def _page(
    request: HttpRequest, ctx: Context, row: Event, division: Division | None, players: list[Player], form: ConditionsForm
) -> HttpResponse:  # fmt: skip
    asked = form.conditions()
    found = eligible.candidates(asked, players) if asked.asks else []
    good = [one for one in found if one.eligible]
    divisions = list(row.divisions.order_by("order", "name"))
    asking = _asking(divisions)
    facts: dict[str, Any] = {
        "event": row, "division": division, "asked": asked, "found": found, "good": len(good), "people": len(players),
        "divisions": divisions if found else [one for one in divisions if one.pk in asking],
        "tabs": [Tab(one.name, f"?division={one.slug}", one == division) for one in divisions if len(divisions) > 1],
        "may_keep": can(ctx, "division.edit"), "query": _query(request),
        "against": _against(division) if division else [],
    }  # fmt: skip
    return page(request, "entries/eligible", form, **facts)


def _query(request: HttpRequest) -> str:
    return request.GET.urlencode()


def _against(division: Division) -> list[dict[str, Any]]:
    rows = division.entrants.select_related("club").order_by("number")
    return [{"entrant": one, "why": "; ".join(why)} for one, why in eligible.of_entrants(division, rows)]


@require_safe
def export(request: HttpRequest, event: str, format: str) -> HttpResponse:
    """The same list as CSV or workbook."""
    ctx, row = access.web_event(request, event, "roster.edit")
    division, players = _division(request, row), _players(ctx, row)
    asked = _form(request, row, division, players).conditions()
    found = eligible.candidates(asked, players) if asked.asks else []
    stream = io.BytesIO()
    sheet = _sheet(row, found)
    if format == "csv":
        write_csv(stream, sheet)
    else:
        write_workbook(stream, [sheet])
    name = f'attachment; filename="{row.slug}-eligible.{format}"'
    return HttpResponse(stream.getvalue(), TYPES[format], headers={"Content-Disposition": name})


def _sheet(event: Event, found: list[Candidate]) -> Sheet:
    heads = (
        _("Number"), _("Name"), _("Club or school"), _("Region"), _("Rating"), _("Games"), _("Events"), _("May enter"),
        _("Why"),
    )  # fmt: skip
    rows = (
        (
            one.number, one.name, one.club, one.region, one.rating or None, one.games, one.events,
            _("yes") if one.eligible else _("no"), one.why if one.eligible else "; ".join(one.why_not),
        )
        for one in found
    )  # fmt: skip
    return Sheet(_("Eligible"), [Column(str(head)) for head in heads], rows, subtitle=event.name)


@require_POST
def keep(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Keep the conditions for a division."""
    ctx, row = access.web_division(request, event, division, "division.edit")
    players = _players(ctx, row.event)
    form = ConditionsForm(
        request.POST, event=row.event, clubs=_clubs(players), initial=eligible.of_division(row).data
    )
    conditions = form.conditions().data if form.is_valid() else {}
    if form.is_valid() and attempt(form, lambda: set_conditions(ctx, row, conditions=conditions)):
        said = _("%(name)s asks for this from now on.") if conditions else _("Everybody may enter %(name)s.")
        query = {"division": row.slug}
        return done(request, said % {"name": row.name}, "events:eligible", row.event.slug, query=query)
    return _page(request, ctx, row.event, row, players, form)
