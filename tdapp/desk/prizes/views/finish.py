"""The end of a division: what is still open, what is kept back, calling it final."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tdapp.desk.ledger import division_standings
from tdapp.desk.ledger import history as halls
from tdapp.desk.pairing import freezing
from tdapp.desk.prizes import finals, finishing
from tdapp.desk.prizes.commands.finalising import finalise
from tdapp.desk.prizes.commands.freezing import freeze as keep_back
from tdapp.desk.prizes.commands.freezing import make_final_public
from tdapp.desk.prizes.commands.freezing import unveil as show_all
from tdapp.desk.prizes.forms import FinalForm, FreezeForm
from tdapp.desk.prizes.rules import words
from tdapp.desk.prizes.rules.winners import settings_of
from tdapp.events.access import Place, web_division, web_event
from tdapp.events.models import Division
from tdapp.events.screens import act, attempt, done
from tdapp.kernel.context import Context
from tdapp.kernel.permissions import can

LOOK = "standings.release"


@require_safe
def finish(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The checklist, the versions, the freeze."""
    ctx, row = web_division(request, event, division, LOOK)
    return _page(request, ctx, row)


def _page(
    request: HttpRequest, ctx: Context, row: Division, *, final: FinalForm | None = None,
    freezing_form: FreezeForm | None = None,
) -> HttpResponse:  # fmt: skip
    request.place = Place(ctx, row.event, row, stage=f"/e/{row.event.slug}/prizes/")  # type: ignore[attr-defined]
    held, versions = freezing.of_division(row), _versions(row)
    newest = versions[0] if versions else None
    # Only versions speak of anybody.
    names = words.names_of(row.event, words.spoken) if newest else words.Names({}, {})
    # Read once for what changed and for who is level.
    read = halls.Read(row, division_standings.last_round(row))
    changed = finals.changed(row, newest, read=read) if newest else []
    bound = final or freezing_form
    points = finishing.checklist(row, read)
    facts = {
        "event": row.event, "division": row, "points": points, "held": held, "newest": newest,
        "versions": [(one, finals.sentences(one.changes, row.slug, names)) for one in versions],
        "waiting": finals.sentences(changed, row.slug, names), "giving": settings_of(row.event),
        "open": bool(newest and finals.protest_open(newest)), "last": read.after,
        "final": final or FinalForm(), "freeze": freezing_form or FreezeForm(initial={"last": held.last if held else 0}),
        "may": {"final": can(ctx, "division.finalise"), "correct": can(ctx, "final.correct")},
    }  # fmt: skip
    facts["blocked"] = any(point.blocks for point in points)
    return render(request, "desk/prizes/finish.html", facts, status=bound.status if bound else 200)


def _versions(row: Division) -> list[finals.Finalisation]:
    return list(row.finalisations.order_by("-version"))


@require_POST
def final(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Finalise standings, or final again."""
    ctx, row = web_division(request, event, division, "division.finalise")
    form = FinalForm(request.POST)
    if form.is_valid() and (answer := attempt(form, lambda: finalise(ctx, row, **form.values()))):
        said = _("Final, version %(n)s.") % {"n": answer["version"]}
        return done(request, said, "desk:finish", event, division)
    return _page(request, ctx, row, final=form)


@require_POST
def freeze(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Keep the last rounds back from the public, or none."""
    ctx, row = web_division(request, event, division, LOOK)
    form = FreezeForm(request.POST)
    if form.is_valid() and attempt(form, lambda: keep_back(ctx, row, **form.values())):
        return done(request, _("Saved."), "desk:finish", event, division)
    return _page(request, ctx, row, freezing_form=form)


@require_POST
def unveil(request: HttpRequest, event: str) -> HttpResponse:
    """Show the public everything that was kept back."""
    ctx, row = web_event(request, event, LOOK)
    said = _("Everything is public now.")
    page = "desk:ceremony" if request.POST.get("back") else "desk:prizes"
    return act(request, lambda: show_all(ctx, row), said, page, event)


@require_POST
def final_public(request: HttpRequest, event: str) -> HttpResponse:
    """Show the public the end of every division that is final."""
    ctx, row = web_event(request, event, LOOK)
    said = _("Everybody sees the final standings now.")
    return act(request, lambda: make_final_public(ctx, row), said, "desk:overview", event)
