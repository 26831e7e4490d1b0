"""Single rules of a division by form, its ruleset as a file, in and out, and the rule sheet on one page."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from core import canonical
from tdapp.events.access import web_division
from tdapp.events.rules import rulesets
from tdapp.events.rules.commands import rules as commands
from tdapp.events.rules.divisions import fingerprint
from tdapp.events.rules.forms import FileForm, ValuesForm, written
from tdapp.events.rules.ruleset_files import toml_of
from tdapp.events.rules.views.rules import sheet_facts
from tdapp.events.screens import attempt, done, page, posted, sent
from tdapp.kernel import clock
from tdapp.kernel.pages.shells import PrintHead

TYPES = {"toml": "application/toml", "json": "application/json"}


@require_http_methods(["GET", "POST"])
def values(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Every rule that is one value."""
    ctx, row = web_division(request, event, division, "division.edit")
    base, ruleset = rulesets.base_of(row), rulesets.of_division(row)
    form = ValuesForm(posted(request), base=base, initial={**written(ruleset), "seen": fingerprint(row)})
    if sent(request, form) and attempt(form, lambda: commands.set_rules(ctx, row, **form.values())):
        return done(request, _("The rules are saved."), "events:rule_values", row.event.slug, row.slug)
    row.refresh_from_db()
    return page(request, "rules/rule_values", form, event=row.event, division=row, base=base)


@require_http_methods(["GET", "POST"])
def file(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Let the division play by a ruleset file of its own; every mistake in it is told with its line."""
    ctx, row = web_division(request, event, division, "division.edit")
    form = FileForm(posted(request), request.FILES or None, initial={"seen": fingerprint(row)})
    if sent(request, form) and attempt(form, lambda: commands.use_file(ctx, row, **form.values())):
        return done(
            request, _("The division plays by this file now."), "events:rules", row.event.slug, row.slug
        )
    row.refresh_from_db()
    ruleset = rulesets.of_division(row)
    return page(request, "rules/rule_file", form, event=row.event, division=row, ruleset=ruleset)


@require_safe
def download(request: HttpRequest, event: str, division: str, kind: str) -> HttpResponse:
    """The division's rules as a file: TOML to change and bring back, JSON for programs."""
    _ctx, row = web_division(request, event, division, "event.view")
    if kind not in TYPES:
        raise Http404
    ruleset = rulesets.of_division(row)
    text = toml_of(ruleset) if kind == "toml" else canonical.dumps(ruleset.to_data())
    headers = {"Content-Disposition": f'attachment; filename="{row.event.slug}-{row.slug}-rules.{kind}"'}
    return HttpResponse(text, content_type=f"{TYPES[kind]}; charset=utf-8", headers=headers)


@require_safe
def on_paper(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The rule sheet with its marks, the board and the tile table, on one page."""
    _ctx, row = web_division(request, event, division, "event.view")
    head = PrintHead(row.event.name, row.name, title=_("Rules"), at=clock.now())
    paper = "letter" if request.GET.get("paper") == "letter" else "a4"
    back = reverse("events:rules", args=[row.event.slug, row.slug])
    facts = {"head": head, "paper": paper, "back_url": back, **sheet_facts(row)}
    return render(request, "events/rules/rule_paper.html", facts)
