"""Check-in: a name, a number or a card, Enter. Live count, who is missing by name or by club, marking them absent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.events import access
from tdapp.events.entries import arriving
from tdapp.events.entries.commands import arrivals, entrants, presence
from tdapp.events.entries.forms import HouseForm
from tdapp.events.entries.views.entries import in_view
from tdapp.events.models import Division, Entrant, Event, Person
from tdapp.events.screens import act, attempt, done, entrant_of, go, page
from tdapp.kernel.context import Context
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Refusal

VIEWS = (arriving.NAME, arriving.CLUB)


@dataclass(frozen=True, slots=True)
class LineAnswer:
    """What the line answers: a state, a sentence, and the entrants to choose among when several fit (`more` are not
    shown). `undo`: who is taken back by one press.
    """

    state: str
    sentence: str
    found: tuple[Person, ...] = ()
    more: int = 0
    undo: str = ""


@require_safe
def checkin(request: HttpRequest, event: str) -> HttpResponse:
    """One field, the counts, those who are missing, those who came last."""
    ctx, row, division = in_view(request, event, "roster.view")
    return page(request, "entries/checkin", **_facts(request, ctx, row, division), said=None)


def _facts(request: HttpRequest, ctx: Context, event: Event, division: Division | None) -> dict[str, Any]:
    """What the page shows: as many queries for a thousand as for two. The chosen view stays after each press."""
    everybody = arriving.expected(event, None)
    rows = [row for row in everybody if division is None or row.division_id == division.pk]
    here = [row for row in rows if row.checked_in_at]
    by, most = request.GET.get("by", ""), _rows(request.GET.get("rows", ""))
    by = by if by in VIEWS else arriving.NAME
    last = entrants.last_published_of(event)
    gone = arriving.away(event, last)
    groups = arriving.missing(rows, gone, by, most=most)
    hidden = sum(group.of - len(group.rows) for group in groups)
    absent = [row for row in rows if row in gone]
    asked = {
        "division": division.slug if division else "",
        "by": by if by != VIEWS[0] else "",
        "rows": str(most) if most > arriving.FIRST_ROWS else "",
    }
    latest = sorted(here, key=lambda row: (row.checked_in_at, row.order), reverse=True)[:8]
    return {
        "event": event, "division": division, "groups": groups, "latest": latest, "by": by, "in_clubs": by == arriving.CLUB,
        "one": len({row.division_id for row in everybody}) < 2,
        "missing": len(arriving.waited_for(rows, gone)), "absent": absent, "marked": gone.marked,
        "more": min(hidden, arriving.MORE_ROWS),
        "counts": {"of": len(rows), "present": len(here)}, "heads": _heads(event, division, everybody, last, gone),
        "may_pair": can(ctx, "pair.draft"),
        "may": can(ctx, "checkin.edit"), "may_house": can(ctx, "roster.edit"), "house_form": HouseForm(),
        "query": _query(**asked), "by_name": _query(**{**asked, "by": ""}),
        "by_club": _query(**{**asked, "by": arriving.CLUB}),
        "more_rows": _query(**{**asked, "rows": str(most + arriving.MORE_ROWS)}),
    }  # fmt: skip


def _rows(asked: str) -> int:
    """How many of those who are missing are shown: some at first, and as many more as were asked for."""
    return int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 6 else arriving.FIRST_ROWS


def _query(**asked: str) -> str:
    given = {name: value for name, value in asked.items() if value}
    return f"?{urlencode(given)}" if given else ""


def _heads(
    event: Event,
    division: Division | None,
    everybody: list[Person],
    last: dict[Any, int],
    gone: arriving.Away,
) -> list[dict[str, Any]]:
    """Each division: who is here, who is missing, which round comes next, who is marked absent for it; two queries."""
    houses = set(Entrant.objects.filter(event=event, house=True).values_list("division", flat=True))
    shown = [division] if division else list(event.divisions.all())
    return [
        _head(
            row,
            [one for one in everybody if one.division_id == row.pk],
            last.get(row.pk, 0) + 1,
            gone,
            row.pk in houses,
        )
        for row in shown
    ]


def _head(
    row: Division, people: list[Person], following: int, gone: arriving.Away, house: bool
) -> dict[str, Any]:
    present = sum(one.checked_in_at is not None for one in people)
    marked = sum(one.pk in gone.marked for one in people)
    absent = len(arriving.waited_for(people, gone))
    facts = {"n": absent, "round": following}
    return {
        "division": row, "of": len(people), "present": present, "absent": absent, "next": following, "marked": marked,
        "open": following <= row.rounds_planned, "odd": present % 2 == 1, "house": house,
        "to_pair": bool(present) and not absent and following == 1,
        "ask": ngettext("Mark %(n)s player absent for round %(round)s",
                        "Mark %(n)s players absent for round %(round)s", absent) % facts,
        "told": ngettext("%(n)s marked absent until checked in", "%(n)s marked absent until checked in", marked)
        % {"n": marked},
    }  # fmt: skip


@require_POST
def check_in_line(request: HttpRequest, event: str) -> HttpResponse:
    """What was typed or scanned and Enter: words of a name, a number of the list, or the code of a card."""
    ctx, row, division = in_view(request, event, "checkin.edit")
    rows = arriving.expected(event=row, division=None)
    said = _line(
        ctx,
        row,
        [one for one in rows if division is None or one.division_id == division.pk],
        request.POST.get("who", ""),
    )
    return _answer(request, ctx, row, division, said)


def _answer(
    request: HttpRequest, ctx: Context, event: Event, division: Division | None, said: LineAnswer
) -> HttpResponse:
    template = "events/entries/_checkin.html" if request.htmx else "events/entries/checkin.html"  # type: ignore[attr-defined]
    status = 200 if said.state in {"ok", "info"} else 422
    # The field is empty again for the next one in the queue; what did not fit stands in the answer.
    return render(request, template, {**_facts(request, ctx, event, division), "said": said}, status=status)


def _line(ctx: Context, event: Event, rows: list[Person], typed: str) -> LineAnswer:
    found, told = arriving.meant(rows, typed), typed.strip()[:40]
    if not told:
        return LineAnswer("stop", _("Type a name or a number, or scan a card."))
    if not found and arriving.of_card(typed):
        return LineAnswer("stop", _("This card is of nobody entered here. Look for the name."))
    if not found:
        return LineAnswer("stop", _("Nobody entered here is called %(typed)s.") % {"typed": told})
    waiting = [row for row in found if row.checked_in_at is None]
    if not waiting:
        if len(found) == 1:
            return LineAnswer("info", _("%(name)s is checked in already.") % {"name": found[0].listed})
        sentence = _("All %(n)s who fit %(typed)s are checked in already.") % {"n": len(found), "typed": told}
        return LineAnswer("info", sentence, tuple(found[: arriving.MOST_FOUND]))
    if len(found) > 1:
        # Those still missing first; who is here stands beside them, so that nobody is taken for a namesake.
        ordered = [*waiting, *(row for row in found if row.checked_in_at)]
        shown = tuple(ordered[: arriving.MOST_FOUND])
        return LineAnswer("ask", _("Which %(typed)s?") % {"typed": told}, shown, len(ordered) - len(shown))
    return _checked_in(ctx, entrant_of(event, waiting[0].pk))


def _checked_in(ctx: Context, row: Entrant) -> LineAnswer:
    try:
        answer = presence.check_in(ctx, row)
    except Refusal as refusal:
        return LineAnswer("stop", str(refusal))
    return LineAnswer("ok", _("%(name)s is here: %(in)s of %(of)s.") % answer)


@require_POST
def check_in(request: HttpRequest, event: str, pk: UUID) -> HttpResponse:
    """The button beside a name, on a player's own page or a card's: here, or not here after all."""
    ctx, row, _division = in_view(request, event, "checkin.edit")
    entrant, present = entrant_of(row, pk), request.POST.get("present", "1") == "1"
    presence.check_in(ctx, entrant, present=present)
    if request.POST.get("from") == "card":
        return go("events:check_in_card", row.slug, pk.hex)
    return go("events:entry", row.slug, pk)


@require_POST
def check_in_together(request: HttpRequest, event: str) -> HttpResponse:
    """The buttons of the list: somebody, everybody of a club or all who are missing; or the same taken back."""
    ctx, row, division = in_view(request, event, "checkin.edit")
    present, group = request.POST.get("present", "1") == "1", request.POST.get("group", "")
    ids = [one for one in request.POST.get("entrants", "").split(",") if one]
    if group:
        gone = arriving.away(row, entrants.last_published_of(row))
        waiting = arriving.waited_for(arriving.expected(row, division), gone)
        ids = [str(one.pk) for one in waiting if group in {"all", arriving.club_key(one)}]
    try:
        answer = arrivals.check_in_together(ctx, row, entrants=ids, present=present)
        said = LineAnswer(
            "ok", _told(answer), undo=",".join(answer["ids"]) if present and len(answer["ids"]) > 1 else ""
        )
    except Refusal as refusal:
        said = LineAnswer("stop", str(refusal))
    if request.htmx:  # type: ignore[attr-defined]
        return _answer(request, ctx, row, division, said)
    query = {name: request.GET[name] for name in ("division", "by", "rows") if request.GET.get(name)}
    return go("events:checkin", row.slug, query=query or None)


def _told(answer: dict[str, Any]) -> str:
    names, present = answer["names"], answer["present"]
    if len(names) == 1:
        words = _("%(name)s is here.") if present else _("%(name)s is not here after all.")
        return words % {"name": names[0]}
    if present:
        return ngettext("%(n)s player is here.", "%(n)s players are here.", len(names)) % {"n": len(names)}
    sentence = ngettext(
        "%(n)s player is not here after all.", "%(n)s players are not here after all.", len(names)
    )
    return sentence % {"n": len(names)}


@require_http_methods(["GET", "HEAD"])
def card(request: HttpRequest, event: str, code: str) -> HttpResponse:
    """The address on a player's card, opened by the camera of a phone that is signed in at the desk: one press."""
    _ctx, row = access.web_event(request, event, "checkin.edit")
    who = arriving.of_card(code)
    found = next((one for one in arriving.expected(row, None) if one.pk == who), None)
    shown = {"event": row, "who": found, "checkin_url": reverse("events:checkin", args=[row.slug])}
    return page(request, "entries/checkin_card", None, **shown) if found else _no_card(request, shown)


def _no_card(request: HttpRequest, shown: dict[str, Any]) -> HttpResponse:
    return render(request, "events/entries/checkin_card.html", shown, status=404)


@require_POST
def pair_without(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Mark those who are not here absent for the next round, or take that back. Nothing is paired by it."""
    ctx, row = access.web_division(request, event, division, "checkin.edit")
    following, intent = entrants.last_published(row) + 1, request.POST.get("intent", "unscored")
    if request.POST.get("back"):
        sentence = _("Nobody is marked absent for round %(n)s any more.") % {"n": following}
        return act(
            request, lambda: arrivals.unmark_missing(ctx, row, round_number=following), sentence, "events:checkin",
            row.event.slug,
        )  # fmt: skip
    sentence = _("Marked absent from round %(n)s until checked in: %(names)s. Nothing is paired by that.")
    return act(
        request, lambda: presence.mark_missing(ctx, row, round_number=following, intent=intent),
        lambda answer: sentence % {"n": following, "names": _some(answer["names"])}, "events:checkin", row.event.slug,
    )  # fmt: skip


def _some(names: list[str]) -> str:
    shown = "; ".join(sorted(names)[:8])
    more = len(names) - 8
    return (
        ngettext("%(names)s and %(n)s more", "%(names)s and %(n)s more", more) % {"names": shown, "n": more}
        if more > 0
        else shown
    )


@require_POST
def add_house(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """A house player, so that nobody has a bye."""
    ctx, row = access.web_division(request, event, division, "roster.edit")
    form = HouseForm(request.POST)
    if form.is_valid() and (
        answer := attempt(form, lambda: presence.house_player(ctx, row, **form.values()))
    ):
        return done(request, _("House player: %(name)s.") % answer, "events:checkin", row.event.slug)
    shown = {**_facts(request, ctx, row.event, None), "house_form": form, "house_division": row}
    return page(request, "entries/checkin", form, **{**shown, "said": None})
