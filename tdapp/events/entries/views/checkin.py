"""Check-in: surname, Enter. Live count, who is missing, and pairing without them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tdapp.events import access
from tdapp.events.entries.commands import entrants, presence
from tdapp.events.entries.forms import HouseForm
from tdapp.events.entries.views.entries import in_view
from tdapp.events.models import Division, Entrant, Event
from tdapp.events.screens import act, attempt, done, entrant_of, go, page
from tdapp.kernel.context import Context
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Refusal

MOST_FOUND = 12


@dataclass(frozen=True, slots=True)
class LineAnswer:
    """What the line answers: a state, a sentence, and the entrants to choose among when several fit."""

    state: str
    sentence: str
    found: tuple[Entrant, ...] = ()


@require_safe
def checkin(request: HttpRequest, event: str) -> HttpResponse:
    """One field, the counts, those who are missing, those who came last."""
    ctx, row, division = in_view(request, event, "roster.view")
    return page(request, "entries/checkin", **_facts(ctx, row, division), said=None)


def _facts(ctx: Context, event: Event, division: Division | None) -> dict[str, Any]:
    rows = Entrant.objects.filter(event=event, house=False).select_related("division__event", "club")
    rows = rows.filter(division=division) if division else rows
    missing = rows.filter(checked_in_at=None).order_by("surname", "given", "number")
    here = rows.exclude(checked_in_at=None)
    return {
        "event": event, "division": division, "missing": missing, "latest": here.order_by("-checked_in_at")[:8],
        "counts": rows.aggregate(of=Count("pk"), present=Count("checked_in_at")), "heads": _heads(event, division),
        "may": can(ctx, "checkin.edit"), "may_house": can(ctx, "roster.edit"), "house_form": HouseForm(),
    }  # fmt: skip


def _heads(event: Event, division: Division | None) -> list[dict[str, Any]]:
    """Each division: who is here, who is missing, which round comes next; three queries."""
    rows = Entrant.objects.filter(event=event, house=False).order_by().values("division")
    found: Any = rows.annotate(of=Count("pk"), present=Count("checked_in_at"))
    counts = {item["division"]: item for item in found}
    houses = set(Entrant.objects.filter(event=event, house=True).values_list("division", flat=True))
    shown = [division] if division else list(event.divisions.all())
    last = entrants.last_published_of(event)
    return [
        _head(row, counts.get(row.pk, {"of": 0, "present": 0}), last.get(row.pk, 0), row.pk in houses)
        for row in shown
    ]


def _head(row: Division, count: dict[str, Any], last: int, house: bool) -> dict[str, Any]:
    absent = count["of"] - count["present"]
    return {
        "division": row, "of": count["of"], "present": count["present"], "absent": absent, "next": last + 1,
        "open": last < row.rounds_planned, "odd": count["present"] % 2 == 1, "house": house,
        "ask": ngettext("Pair without this %(n)s?", "Pair without these %(n)s?", absent) % {"n": absent},
    }  # fmt: skip


@require_POST
def check_in_line(request: HttpRequest, event: str) -> HttpResponse:
    """What was typed and Enter: a surname's beginning, a number of the list, or a name typed to the end."""
    ctx, row, division = in_view(request, event, "checkin.edit")
    said = _line(ctx, row, division, request.POST.get("who", ""))
    template = "events/entries/_checkin.html" if request.htmx else "events/entries/checkin.html"  # type: ignore[attr-defined]
    status = 200 if said.state in {"ok", "info"} else 422
    # The field is empty again for the next one in the queue; what did not fit stands in the answer.
    shown = {**_facts(ctx, row, division), "said": said}
    return render(request, template, shown, status=status)


def _line(ctx: Context, event: Event, division: Division | None, typed: str) -> LineAnswer:
    found = presence.find_by_surname([division] if division else list(event.divisions.all()), typed)
    if not typed.strip():
        return LineAnswer("stop", _("Type the beginning of a surname."))
    if not found:
        return LineAnswer(
            "stop", _("Nobody entered here is called %(typed)s.") % {"typed": typed.strip()[:40]}
        )
    waiting = [row for row in found if row.checked_in_at is None]
    if len(waiting) > 1:
        asked = _("Which %(typed)s?") % {"typed": typed.strip()[:40]}
        return LineAnswer("ask", asked, tuple(waiting[:MOST_FOUND]))
    if not waiting:
        return LineAnswer("info", _("%(name)s is checked in already.") % {"name": found[0].listed})
    return _checked_in(ctx, waiting[0])


def _checked_in(ctx: Context, row: Entrant) -> LineAnswer:
    try:
        answer = presence.check_in(ctx, row)
    except Refusal as refusal:
        return LineAnswer("stop", str(refusal))
    return LineAnswer("ok", _("%(name)s is here: %(in)s of %(of)s.") % answer)


@require_POST
def check_in(request: HttpRequest, event: str, pk: UUID) -> HttpResponse:
    """The button beside a name: here, or not here after all."""
    ctx, row, division = in_view(request, event, "checkin.edit")
    entrant, present = entrant_of(row, pk), request.POST.get("present", "1") == "1"
    presence.check_in(ctx, entrant, present=present)
    if request.htmx:  # type: ignore[attr-defined]
        words = _("%(name)s is here.") if present else _("%(name)s is not here after all.")
        said = LineAnswer("ok", words % {"name": entrant.listed})
        return render(
            request, "events/entries/_checkin.html", {**_facts(ctx, row, division), "said": said, "typed": ""}
        )
    if request.POST.get("from") == "entry":
        return go("events:entry", row.slug, pk)
    return go("events:checkin", row.slug, query={"division": division.slug} if division else None)


@require_POST
def pair_without(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Leave those who are not here out of the next round."""
    ctx, row = access.web_division(request, event, division, "checkin.edit")
    following, intent = entrants.last_published(row) + 1, request.POST.get("intent", "unscored")
    sentence = _(
        "They are left out when round %(n)s is paired. Who still comes is in again when checked in."
    ) % {"n": following}
    return act(
        request, lambda: presence.mark_missing(ctx, row, round_number=following, intent=intent), sentence,
        "events:checkin", row.event.slug,
    )  # fmt: skip


@require_POST
def add_house(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """A house player, so that nobody has a bye."""
    ctx, row = access.web_division(request, event, division, "roster.edit")
    form = HouseForm(request.POST)
    if form.is_valid() and (
        answer := attempt(form, lambda: presence.house_player(ctx, row, **form.values()))
    ):
        return done(request, _("House player: %(name)s.") % answer, "events:checkin", row.event.slug)
    shown = {**_facts(ctx, row.event, None), "house_form": form, "house_division": row}
    return page(request, "entries/checkin", form, **{**shown, "said": None})
