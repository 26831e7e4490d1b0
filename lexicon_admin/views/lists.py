"""The lists there are; one list with its editions; its settings and its committee's seats."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from lexicon_admin.commands import lexicons
from lexicon_admin.committee.access import keyed, require, web_context, web_lexicon
from lexicon_admin.forms import LexiconForm, SeatForm, SettingsForm
from lexicon_admin.lists import editions
from lexicon_admin.models import Edition, Lexicon
from lexicon_admin.views.common import counted, page, words_hidden
from lexicon_admin.views.learning import word_of_today
from tdapp.kernel.commands import Installation
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.pages.answers import act, attempt, done, posted, sent
from tdapp.kernel.pages.forms import DeskForm
from tdapp.kernel.permissions import can


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Every list, with the edition in force."""
    ctx = web_context(request, None)
    current = editions.all_in_force()
    rows = [{"lexicon": row, "edition": current.get(row.pk)} for row in Lexicon.objects.all()]
    return page(request, "lists/index", _("Word lists"), ctx=ctx, rows=rows)


@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Make an empty list."""
    ctx = web_context(request, None)
    require(request, ctx, "lexicon.edit")
    form = LexiconForm(posted(request))
    if sent(request, form) and (
        made := attempt(
            form, lambda: lexicons.create_lexicon(keyed(request, ctx), Installation(), **form.values())
        )
    ):
        return done(
            request, _("The list is there; it has no words yet."), "lexicon_admin:lexicon", made["slug"]
        )
    return page(request, "lists/new", _("New list"), ctx=ctx, form=form)


@require_safe
def lexicon(request: HttpRequest, lexicon: str) -> HttpResponse:
    """A list: its editions, and what each changed."""
    ctx, row = web_lexicon(request, lexicon)
    rows = row.editions.select_related("base", "lexicon").exclude(status=Edition.Status.DRAFT)
    shown = [edition for edition in rows if edition.public or can(ctx, "lexicon.view")]
    current = editions.in_force(row)
    draft = row.editions.filter(status=Edition.Status.DRAFT).first()
    open_draft = draft if draft and (draft.public or can(ctx, "lexicon.view")) else None
    facts: dict[str, Any] = {
        "editions": shown,
        "current": current,
        "draft": open_draft,
        "hidden": len(rows) - len(shown),
        "closed": words_hidden(ctx, row),
        "today": word_of_today(ctx, row),
        "counts": counted(open_draft.proposals.all()) if open_draft else [],
    }
    return page(request, "lists/lexicon", row.name, row.get_kind_display(), ctx=ctx, lexicon=row, **facts)


@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, lexicon: str) -> HttpResponse:
    """Name, tiles, quorum, threshold; who sits in the committee."""
    ctx, row = web_lexicon(request, lexicon, "lexicon.edit")
    form = SettingsForm(posted(request), initial=lexicons.facts_of(row))
    if sent(request, form) and attempt(
        form, lambda: lexicons.change_lexicon(keyed(request, ctx), row, **form.values())
    ):
        return done(request, _("Saved."), "lexicon_admin:settings", row.slug)
    row.refresh_from_db()
    return _settings_page(request, ctx, row, form, SeatForm())


def _settings_page(
    request: HttpRequest, ctx: Context, row: Lexicon, form: DeskForm, seat: SeatForm
) -> HttpResponse:
    seats = row.seats.select_related("user")
    status = max(form.status, seat.status)
    return page(
        request,
        "lists/settings",
        _("Settings"),
        row.name,
        ctx=ctx,
        lexicon=row,
        form=form,
        seat=seat,
        seats=seats,
        status=status,
    )


@require_POST
def give_seat(request: HttpRequest, lexicon: str) -> HttpResponse:
    """A seat for somebody."""
    ctx, row = web_lexicon(request, lexicon, "lexicon.edit")
    form = SeatForm(request.POST)
    if form.is_valid() and attempt(
        form, lambda: lexicons.give_seat(keyed(request, ctx), row, **form.values())
    ):
        return done(request, _("The seat is given."), "lexicon_admin:settings", row.slug)
    return _settings_page(request, ctx, row, SettingsForm(initial=lexicons.facts_of(row)), form)


@require_POST
def take_seat(request: HttpRequest, lexicon: str, pk: Any) -> HttpResponse:
    """A seat taken away."""
    ctx, row = web_lexicon(request, lexicon, "lexicon.edit")
    seat = find(row.seats.select_related("user", "lexicon"), pk=pk)
    said = _("The seat is taken away.")
    return act(
        request,
        lambda: lexicons.take_seat(keyed(request, ctx), seat),
        said,
        "lexicon_admin:settings",
        row.slug,
    )
