"""What a club takes home: ordered on one page, made by the worker, fetched there."""

from __future__ import annotations

from typing import Any

from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tdapp.clubs import taking
from tdapp.clubs.commands import taking as commands
from tdapp.clubs.screens import page
from tdapp.events.access import web_club
from tdapp.events.screens import act, refused
from tdapp.kernel.managers import find
from tdapp.kernel.models import Job
from tdapp.kernel.refusals import Refusal


@never_cache
@require_http_methods(["GET", "POST"])
def files(request: HttpRequest, club: str) -> HttpResponse:
    """What there is to take, and how far the last one is; POST orders one. htmx asks for the progress alone."""
    ctx, row = web_club(request, club, commands.NEEDS)
    if request.method == "POST":
        what, said = request.POST.get("what", ""), _("The file is being made.")
        return act(request, lambda: commands.order(ctx, row, what=what), said, "clubs:files", row.slug)
    job = commands.jobs_of(row).first()
    if request.headers.get("HX-Request") == "true" and job:
        return render(request, "clubs/_file.html", {"home": row, "job": job})
    events, members = taking.count(row)
    facts: dict[str, Any] = {
        "job": job, "events": events, "members": members, "copies": taking.COPIES, "export": taking.EXPORT,
    }  # fmt: skip
    return page(request, "files", _("Copies and data"), ctx=ctx, home=row, **facts)


@require_POST
def take(request: HttpRequest, club: str, pk: Any) -> HttpResponse | FileResponse:
    """A file that was made; the log keeps who took it."""
    ctx, row = web_club(request, club, commands.NEEDS)
    job: Job = find(commands.jobs_of(row), pk=pk)
    try:
        stream = commands.place_of(job).open("rb")
    except OSError:
        gone = Refusal("file-gone", _("This file is no longer kept. Order it again."))
        return refused(request, gone, "clubs:files", row.slug)
    commands.take(ctx, row, what=job.params["what"])
    return FileResponse(
        stream, as_attachment=True, filename=job.params["file"], content_type="application/zip"
    )
