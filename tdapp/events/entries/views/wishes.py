"""The constraints page of a division."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tdapp.events.access import web_division
from tdapp.events.entries import wish_building
from tdapp.events.entries import wishes as kept
from tdapp.events.entries.commands.wishing import set_wishes
from tdapp.events.entries.wish_kinds import KINDS
from tdapp.events.entries.wishes_form import WishesForm
from tdapp.events.models import Division, Person, people_in
from tdapp.events.screens import attempt, done, page, posted, sent
from tdapp.kernel.pages.pressing import for_script, press_of, retold

MOST_SOUGHT = 80


@require_http_methods(["GET", "POST"])
def wishes(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Who shall not meet, who sits out, what is at stake; what was refused stays as it was typed."""
    ctx, row = web_division(request, event, division, "division.edit")
    people = [person for _pk, person in people_in(row.entrants.order_by("number"), row)]
    if press := press_of(request):
        return _pressed(request, row, people, press)
    form = WishesForm(posted(request), initial={**kept.written(row), "seen": kept.fingerprint(row)})
    if sent(request, form) and attempt(form, lambda: set_wishes(ctx, row, **form.values())):
        return done(request, _("The constraints are saved."), "events:wishes", row.event.slug, row.slug)
    row.refresh_from_db()
    theirs = kept.written(row) if form.refusal and form.refusal.code == "stale" else {}
    form.look_again(kept.fingerprint(row))
    stored = wish_building.told(row, people, theirs)
    return page(
        request,
        "entries/wishes",
        form,
        theirs=stored,
        **_facts(row, people, form, None, request.GET.get("q", "")),
    )


def _pressed(request: HttpRequest, row: Division, people: list[Person], press: str) -> HttpResponse:
    """The lines after a press, with what they say; nothing is stored."""
    lines, picking = wish_building.pressed(row, people, press, request.POST)
    # What was looked for is found: the next one begins anew.
    data = retold(request.POST, {**lines, "sought": "" if lines else request.POST.get("sought", "")})
    form = WishesForm(initial={name: data[name] for name in WishesForm.base_fields if name in data})
    facts = {"form": form, "unsaved": True, **_facts(row, people, form, picking, data.get("sought", ""))}
    part = "events/entries/_wishing.html" if for_script(request) else "events/entries/wishes.html"
    return render(request, part, facts)


def _facts(
    row: Division, people: list[Person], form: WishesForm, picking: wish_building.WishPickForm | None, asked: str
) -> dict[str, Any]:  # fmt: skip
    sought = asked[:MOST_SOUGHT]
    kinds = [kind for kind in KINDS if kind.fits(sought)]
    picking = picking or wish_building.WishPickForm(people, row)
    chosen = picking["kind"].value() or (kinds[0].field if sought and len(kinds) == 1 else "")
    typed = {name: str(form[name].value() or "") for name in form.LINES}
    return {
        "event": row.event, "division": row, "entrants": people, "kinds": kinds, "sought": sought, "chosen": chosen,
        "picking": picking, "told": wish_building.told(row, people, typed),
    }  # fmt: skip
