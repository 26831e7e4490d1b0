"""Prizes: the list with who would win as it stands, lines typed and changed, the script, the receipts."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.desk.models import Prize
from tdapp.desk.pairing import freezing
from tdapp.desk.prizes import building, telling_names
from tdapp.desk.prizes import page as pages
from tdapp.desk.prizes.commands import prizes as commands
from tdapp.desk.prizes.forms import EACH, MOST_TYPED, GivingForm, LinesForm, PrizeForm, initial_of
from tdapp.desk.prizes.missing_form import MissingForm
from tdapp.desk.prizes.rules.winners import settings_of
from tdapp.events.access import web_event
from tdapp.events.entries.commands.filling_private import fill_private
from tdapp.events.models import Event, people_at
from tdapp.events.screens import act, attempt, done, posted
from tdapp.kernel import clock
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.pages.pressing import for_script, press_of, retold
from tdapp.kernel.pages.shells import PrintHead
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Missing, Refusal

LOOK, CHANGE, PAGE = "standings.release", "prize.edit", "desk:prizes"


@require_safe
def prizes(request: HttpRequest, event: str) -> HttpResponse:
    """Every line with its winners as it stands, what it costs, what is final and what is kept back."""
    ctx, row = web_event(request, event, LOOK)
    return _page(request, ctx, row)


def _page(
    request: HttpRequest, ctx: Context, row: Event, *, typing: LinesForm | None = None,
    setting: GivingForm | None = None, picking: building.PickForm | None = None, filling: MissingForm | None = None,
) -> HttpResponse:  # fmt: skip
    settings, may_private = settings_of(row), can(ctx, "roster.private")
    bound = filling or typing or setting
    missing = telling_names.missing(row) if may_private and filling is None else {}
    typed = typing or LinesForm(event=row, initial={"division": _first(row)})
    facts = {
        "event": row, "giving": settings, "page": pages.page(row, settings), "held": freezing.of_event(row),
        "typing": typed, "picking": picking or building.PickForm(),
        "told": building.told(str(typed["lines"].value() or "")),
        "filling": filling or (MissingForm(missing=missing) if missing else None),
        "telling": telling_names.sentences(row) if may_private else [],
        "setting": setting or GivingForm.of(None, settings), "sources": pages.sources(ctx, row),
        "may": {"edit": can(ctx, CHANGE), "release": can(ctx, LOOK), "private": may_private},
    }  # fmt: skip
    return render(request, "desk/prizes/prizes.html", facts, status=bound.status if bound else 200)


def _first(row: Event) -> str:
    slugs = list(row.divisions.values_list("slug", flat=True)[:2])
    return EACH if len(slugs) > 1 else "".join(slugs)


@require_POST
def add(request: HttpRequest, event: str) -> HttpResponse:
    """Add the lines that were typed."""
    ctx, row = web_event(request, event, CHANGE)
    if press := press_of(request):
        return _pressed(request, ctx, row, press)
    form = LinesForm(request.POST, event=row)
    if form.is_valid() and attempt(form, lambda: commands.add_prizes(ctx, row, wanted=form.wanted())):
        return done(request, _("Added."), PAGE, event)
    return _page(request, ctx, row, typing=form)


def _pressed(request: HttpRequest, ctx: Context, row: Event, press: str) -> HttpResponse:
    """The lines after a press, with what they mean; nothing is stored."""
    text, picking = building.pressed(press, request.POST.get("lines", "")[:MOST_TYPED], request.POST)
    data = retold(request.POST, {"lines": text})
    typing = LinesForm(event=row, initial={name: data.get(name, "") for name in ("division", "lines")})
    if not for_script(request):
        return _page(request, ctx, row, typing=typing, picking=picking)
    facts = {"event": row, "typing": typing, "picking": picking, "told": building.told(text)}
    return render(request, "desk/prizes/_adding.html", facts)


@require_http_methods(["GET", "POST"])
def prize(request: HttpRequest, event: str, prize: UUID) -> HttpResponse:
    """Change one line."""
    ctx, row = web_event(request, event, CHANGE)
    line = _line(row, prize)
    form = PrizeForm(posted(request), event=row, initial=initial_of(line))
    if request.method == "POST" and form.is_valid():
        seen = form.cleaned_data["seen"]
        if attempt(form, lambda: commands.edit_prize(ctx, line, wanted=form.wanted(), seen=seen)):
            return done(request, _("Changed."), PAGE, event)
    return render(
        request, "desk/prizes/prize.html", {"event": row, "prize": line, "form": form}, status=form.status
    )


def _line(event: Event, pk: UUID) -> Prize:
    return find(Prize.objects.select_related("event", "division", "given_to"), event=event, pk=pk)


@never_cache
@require_POST
def whom(request: HttpRequest, event: str) -> HttpResponse:
    """Gender and birth years that are missing where a prize asks for them; nothing that is known is shown."""
    ctx, row = web_event(request, event, "roster.private")
    form = MissingForm(request.POST, missing=telling_names.missing(row))
    if form.is_valid() and attempt(form, lambda: fill_private(ctx, row, told=form.told())):
        return done(request, _("Kept apart; the prizes follow."), PAGE, event)
    return _page(request, ctx, row, filling=form)


@require_POST
def remove(request: HttpRequest, event: str, prize: UUID) -> HttpResponse:
    """Take one line away."""
    ctx, row = web_event(request, event, CHANGE)
    line = _line(row, prize)
    return act(request, lambda: commands.remove_prize(ctx, line), _("Removed."), PAGE, event)


@require_POST
def order(request: HttpRequest, event: str) -> HttpResponse:
    """Move a line a step (`prize`, `to` up or down), or put all in order of their money (`to` value)."""
    ctx, row = web_event(request, event, CHANGE)
    lines = list(Prize.objects.filter(event=row).order_by("order"))
    to = request.POST.get("to", "")
    if to == "value":
        wanted = commands.by_value(lines)
    else:
        chosen = next((one for one in lines if str(one.pk) == request.POST.get("prize")), None)
        if chosen is None or to not in ("up", "down"):
            raise Refusal("bad-order", _("Say which prize goes up or down."))
        wanted = commands.moved(lines, chosen, to == "up")
    return act(request, lambda: commands.order_prizes(ctx, row, order=wanted), _("Moved."), PAGE, event)


@require_POST
def clone(request: HttpRequest, event: str) -> HttpResponse:
    """Take over the prizes of an earlier event of mine."""
    ctx, row = web_event(request, event, CHANGE)
    allowed = [one.pk for one in pages.sources(ctx, row)]
    try:
        source = UUID(request.POST.get("source", ""))
    except ValueError:
        raise Refusal("no-source", _("Choose an event of yours to take the prizes from.")) from None
    said = _("Taken over.")
    return act(
        request, lambda: commands.clone_prizes(ctx, row, source=source, allowed=allowed), said, PAGE, event
    )


@require_POST
def settings(request: HttpRequest, event: str) -> HttpResponse:
    """Set the event's own rules of prizes."""
    ctx, row = web_event(request, event, CHANGE)
    form = GivingForm.of(request.POST, settings_of(row))
    if form.is_valid() and attempt(form, lambda: commands.set_giving(ctx, row, **form.values())):
        return done(request, _("Saved."), PAGE, event)
    return _page(request, ctx, row, setting=form)


@require_http_methods(["GET", "POST"])
def script(request: HttpRequest, event: str) -> HttpResponse:
    """The announcer's script, the last place first; POST keeps how names are said (`say-<id>`)."""
    ctx, row = web_event(request, event, LOOK)
    if request.method == "POST":
        return _say(request, ctx, row)
    won, final = pages.awards(row)
    people = people_at(row) if won else []
    facts = {
        "event": row,
        "scenes": pages.script_of(row, won, final, people),
        "people": pages.people_on_script(row, won, people),
    }
    return render(request, "desk/prizes/script.html", facts)


def _say(request: HttpRequest, ctx: Context, row: Event) -> HttpResponse:
    said = {key[4:]: text for key, text in request.POST.items() if key.startswith("say-")}
    try:
        typed = {str(UUID(key)): str(text) for key, text in said.items()}
    except ValueError:
        raise Missing("missing", _("There is no such player here.")) from None
    return act(
        request,
        lambda: commands.set_sayings(ctx, row, sayings=typed),
        _("Saved."),
        "desk:prize_script",
        row.slug,
    )


@require_safe
def script_print(request: HttpRequest, event: str) -> HttpResponse:
    """The script on paper, large."""
    _ctx, row = web_event(request, event, LOOK)
    facts = {
        "event": row,
        "scenes": pages.script(row),
        **_paper(request, row, _("Announcer's script"), "script/"),
    }
    return render(request, "desk/prizes/script_print.html", facts)


@require_safe
def receipts(request: HttpRequest, event: str) -> HttpResponse:
    """A list to sign: prize, name, amount, signature. With full names, so for whoever may see those."""
    _ctx, row = web_event(request, event, LOOK)
    facts = {"event": row, "receipts": pages.receipts(row), **_paper(request, row, _("Prizes received"), "")}
    return render(request, "desk/prizes/receipts.html", facts)


def _paper(request: HttpRequest, row: Event, title: str, back: str) -> dict[str, Any]:
    paper = request.GET.get("paper", "a4")
    head = PrintHead(row.name, title=title, at=timezone.localtime(clock.now()))
    return {
        "head": head, "paper": paper if paper in ("a4", "letter") else "a4",
        "back_url": f"/e/{row.slug}/prizes/{back}",
    }  # fmt: skip
