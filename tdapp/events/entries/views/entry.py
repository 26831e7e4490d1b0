"""One entry: change it, move it, take it out, bring it back, replace it. And, apart, what is private."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tdapp.events import access
from tdapp.events.entries import roster
from tdapp.events.entries.commands import entrants, presence
from tdapp.events.entries.commands.presence import NOT_CHECKED_IN
from tdapp.events.entries.forms import (
    AbsenceForm,
    EntryForm,
    KeptPrivateForm,
    MoveForm,
    RejoinForm,
    RemoveForm,
    SubstituteForm,
)  # fmt: skip
from tdapp.events.models import Entrant, as_data
from tdapp.events.screens import attempt, done, entrant_of, page, posted, sent
from tdapp.kernel.context import Context
from tdapp.kernel.pages.forms import DeskForm
from tdapp.kernel.permissions import can
from tdapp.people import registry

PRIVATE = ("birth_date", "birth_year", "gender", "guardian", "contact", "notes", "consent", "page")
SHOWN = ("surname", "given", "rating", "team", "klass", "fixed_table", "lifetime_games", "seniority")


def _entry(request: HttpRequest, event: str, pk: UUID, needs: str) -> tuple[Context, Entrant]:
    ctx, row = access.web_event(request, event, needs)
    entrant = entrant_of(row, pk)
    request.place = access.Place(ctx, row, entrant.division)  # type: ignore[attr-defined]
    return ctx, entrant


@require_http_methods(["GET", "POST"])
def entry(request: HttpRequest, event: str, pk: UUID) -> HttpResponse:
    """The entry with everything that can be done with it. A version conflict shows both and keeps what was typed."""
    ctx, row = _entry(request, event, pk, "roster.view" if request.method == "GET" else "roster.edit")
    form = EntryForm(posted(request), initial=_initial(row))
    if sent(request, form) and attempt(form, lambda: entrants.edit_entrant(ctx, row, **form.values())):
        return done(request, _("Saved."), "events:entry", event, pk)
    return _entry_page(request, ctx, pk, form)


def _initial(row: Entrant) -> dict[str, Any]:
    unrated = {"rating": row.rating or None}
    return {**as_data(row, *SHOWN), **unrated, "club": row.club.name if row.club else "", "seen": row.version}


def _entry_page(request: HttpRequest, ctx: Context, pk: UUID, form: DeskForm) -> HttpResponse:
    """Every form of the entry, the one that was sent among them with what was typed."""
    row = entrant_of(request.place.event, pk)  # type: ignore[attr-defined]
    last = entrants.last_published(row.division)
    forms = _forms(row, last + 1) | {_name_of(form): form}
    conflict = _conflict(row, forms["edit"])
    shown = {
        "event": row.event, "entrant": row, "forms": forms, "conflict": conflict, "away": roster.away_words(row.absences.all()),
        "clubs": roster.club_names(), "may": {word: can(ctx, name) for word, name in PERMISSIONS.items()},
        "open_away": row.absences.filter(last=None).exclude(reason=NOT_CHECKED_IN).exists(),
        "sent": _name_of(form), "started": last > 0,
    }  # fmt: skip
    return page(request, "entries/entry", form, **shown)


PERMISSIONS = {"edit": "roster.edit", "private": "roster.private", "check_in": "checkin.edit"}


def _forms(row: Entrant, following: int) -> dict[str, DeskForm]:
    start = {"from_round": following}
    return {
        "edit": EntryForm(initial=_initial(row)),
        "withdraw": AbsenceForm(initial={**start, "intent": "forfeit"}, auto_id="withdraw_%s"),
        "rejoin": RejoinForm(initial=start, auto_id="rejoin_%s"),
        "move": MoveForm(entrant=row, auto_id="move_%s"),
        "remove": RemoveForm(auto_id="remove_%s"),
        "substitute": SubstituteForm(initial=start, auto_id="substitute_%s"),
    }


NAMED: dict[type[DeskForm], str] = {
    EntryForm: "edit", AbsenceForm: "withdraw", RejoinForm: "rejoin", MoveForm: "move", RemoveForm: "remove",
    SubstituteForm: "substitute",
}  # fmt: skip


def _name_of(form: DeskForm) -> str:
    return NAMED[type(form)]


def _conflict(row: Entrant, form: DeskForm) -> list[dict[str, Any]]:
    """What is stored beside what was typed, where they differ; the form may then be sent over the newer version."""
    if form.refusal is None or form.refusal.code != "stale":
        return []
    form.data = form.data.copy()  # type: ignore[attr-defined]
    form.data["seen"] = row.version  # type: ignore[index]
    stored = _initial(row)
    both = [(form[name].label, stored[name], form.cleaned_data.get(name)) for name in (*SHOWN, "club")]
    return [
        {"label": label, "stored": old, "typed": new}
        for label, old, new in both
        if (old or "") != (new or "")
    ]


@require_POST
def withdraw(request: HttpRequest, event: str, pk: UUID) -> HttpResponse:
    """Out for the rest, or away for some rounds."""
    ctx, row = _entry(request, event, pk, "roster.edit")
    form = AbsenceForm(request.POST, auto_id="withdraw_%s")
    if form.is_valid() and attempt(form, lambda: presence.withdraw(ctx, row, **form.values())):
        return done(request, _("%(name)s is out.") % {"name": row.listed}, "events:entry", event, pk)
    return _entry_page(request, ctx, pk, form)


@require_POST
def rejoin(request: HttpRequest, event: str, pk: UUID) -> HttpResponse:
    """Back in."""
    ctx, row = _entry(request, event, pk, "roster.edit")
    form = RejoinForm(request.POST, auto_id="rejoin_%s")
    if form.is_valid() and attempt(form, lambda: presence.rejoin(ctx, row, **form.values())):
        return done(request, _("%(name)s is back in.") % {"name": row.listed}, "events:entry", event, pk)
    return _entry_page(request, ctx, pk, form)


@require_POST
def substitute(request: HttpRequest, event: str, pk: UUID) -> HttpResponse:
    """Somebody else plays on in this one's place."""
    ctx, row = _entry(request, event, pk, "roster.edit")
    form = SubstituteForm(request.POST, auto_id="substitute_%s")
    if form.is_valid() and (answer := attempt(form, lambda: presence.substitute(ctx, row, **form.values()))):
        sentence = _("%(name)s plays on, number %(number)s.") % answer
        return done(request, sentence, "events:entry", event, answer["id"])
    return _entry_page(request, ctx, pk, form)


@require_POST
def move(request: HttpRequest, event: str, pk: UUID) -> HttpResponse:
    """To another division, before round 1."""
    ctx, row = _entry(request, event, pk, "roster.edit")
    form = MoveForm(request.POST, entrant=row, auto_id="move_%s")
    if form.is_valid() and (
        answer := attempt(form, lambda: entrants.move_entrant(ctx, row, **form.values()))
    ):
        facts = {**answer, "division": form.cleaned_data["to"].name}
        sentence = _("%(name)s is in %(division)s now, number %(number)s.") % facts
        return done(request, sentence, "events:entry", event, pk)
    return _entry_page(request, ctx, pk, form)


@require_POST
def remove(request: HttpRequest, event: str, pk: UUID) -> HttpResponse:
    """Strike an entry that was never paired."""
    ctx, row = _entry(request, event, pk, "roster.edit")
    form, name = RemoveForm(request.POST, auto_id="remove_%s"), row.listed
    if form.is_valid() and attempt(form, lambda: entrants.remove_entrant(ctx, row, **form.values())):
        return done(request, _("%(name)s is no longer entered.") % {"name": name}, "events:entries", event)
    return _entry_page(request, ctx, pk, form)


@never_cache
@require_POST
def open_private(request: HttpRequest, event: str, pk: UUID) -> HttpResponse:
    """Show what is private about an entrant. Asked for by POST, because the log says who looked."""
    ctx, row = _entry(request, event, pk, "roster.private")
    entrants.open_private(ctx, row)
    stored = registry.private(row.player, ctx.scope) if row.player else None
    form = KeptPrivateForm(initial=as_data(stored, *PRIVATE) if stored else None)
    return page(request, "entries/private", form, event=row.event, entrant=row, stored=stored)


@never_cache
@require_POST
def private(request: HttpRequest, event: str, pk: UUID) -> HttpResponse:
    """Replace what is private about an entrant, and the consent."""
    ctx, row = _entry(request, event, pk, "roster.private")
    form = KeptPrivateForm(request.POST)
    if form.is_valid() and attempt(form, lambda: entrants.edit_private(ctx, row, **form.values())):
        return done(request, _("Saved."), "events:entry", event, pk)
    return page(request, "entries/private", form, event=row.event, entrant=row, stored=None)
