"""The demo's two addresses: how far it is, and the one press that takes it away."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tdapp.demo import commands
from tdapp.events import access
from tdapp.events.screens import act
from tdapp.events.setup import demo_job
from tdapp.kernel.commands import Installation
from tdapp.kernel.managers import find
from tdapp.kernel.models import Job


@never_cache
@require_safe
def progress(request: HttpRequest, pk: Any) -> HttpResponse:
    """The progress bar of the demo that is being made; once it is over the page is to be read anew."""
    access.web_installation(request, commands.NEEDS, _told())
    job = find(Job.objects.filter(kind=demo_job.KIND), pk=pk)
    answer = render(request, "events/setup/_demo_progress.html", {"demo_job": job})
    if job.over:
        answer["HX-Refresh"] = "true"
    return answer


@require_POST
def remove(request: HttpRequest) -> HttpResponse:
    """Take the demo away, and go where one's own events are."""
    ctx, _user = access.web_installation(request, commands.NEEDS, _told())
    said = _("The demo is removed. Whoever wants it back: ./td manage create_demo")
    return act(request, lambda: commands.remove(ctx, Installation()), said, "/")


def _told() -> str:
    return _("Whoever may create events here removes the demo.")
