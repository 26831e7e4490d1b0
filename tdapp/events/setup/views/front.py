"""The text of the first page, for whoever writes it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tdapp.events import access
from tdapp.events.models import FrontText, as_data
from tdapp.events.screens import attempt, done, person_desk, posted, sent
from tdapp.events.setup.commands import front as commands
from tdapp.events.setup.front_form import FrontForm
from tdapp.events.setup.front_page import own_text
from tdapp.kernel.commands import Installation


@require_http_methods(["GET", "POST"])
def front(request: HttpRequest) -> HttpResponse:
    """A name and a text in each language, and how they look."""
    told = _("Only operators of this installation write its first page.")
    ctx, user = access.web_installation(request, "installation.front", told)
    row = FrontText.objects.first() or FrontText()
    form = FrontForm(posted(request), initial={**as_data(row, *commands.FIELDS), "seen": row.version})
    if sent(request, form) and attempt(
        form, lambda: commands.write_front(ctx, Installation(), **form.values())
    ):
        return done(request, _("Saved. This is what visitors read."), "events:front")
    row = FrontText.objects.first() or FrontText()
    form.look_again(str(row.version))
    facts = {"form": form, "desk": person_desk(user), "own": own_text()}
    return render(request, "events/setup/front.html", facts, status=form.status)
