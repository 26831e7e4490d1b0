"""The step from draft to edition: what it changes, its licence, who may see it, its day; then a yes."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from lexicon_admin import preview
from lexicon_admin.commands.publishing import publish_later
from lexicon_admin.committee.access import keyed
from lexicon_admin.forms import PublishForm
from lexicon_admin.views.common import page
from lexicon_admin.views.draft import HERE, draft_to_change, feedback_over
from tdapp.kernel.pages.answers import attempt, done, posted, sent

KEPT = ("effective_from", "source", "licence", "attribution", "public", "note")


@require_http_methods(["GET", "HEAD", "POST"])
def publish_draft(request: HttpRequest, lexicon: str) -> HttpResponse:
    """Look once more, and publish; the worker makes the store."""
    ctx, row, found = draft_to_change(request, lexicon)
    shown = preview.of(found)
    initial = {**{name: getattr(found, name) for name in KEPT}, "seen": shown.seen}
    form = PublishForm(posted(request), initial=initial, early=not feedback_over(found))
    if sent(request, form) and attempt(
        form, lambda: publish_later(keyed(request, ctx), found, **form.facts())
    ):
        # The page waits for the worker there, and goes on to the new edition by itself.
        where = reverse(HERE, args=[row.slug])
        return done(request, _("The edition is being made."), f"{where}?made={found.name}")
    if form.is_bound:
        form.look_at(shown.seen)
        found.refresh_from_db()
    facts: dict[str, Any] = {"draft": found, "preview": shown, "parts": _parts(shown)}
    heading = _("Publish %(name)s") % {"name": found.name}
    return page(request, "editions/publish", heading, row.name, ctx=ctx, lexicon=row, form=form, **facts)


def _parts(shown: preview.Preview) -> list[tuple[str, Any]]:
    return [
        (_("Added"), shown.added),
        (_("Removed"), shown.removed),
        (_("Definition changed"), shown.changed),
    ]
