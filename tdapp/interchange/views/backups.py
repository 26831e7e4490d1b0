"""Backups of the installation: made, read back, taken home and restored by whoever keeps it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.accounts.second import just_given
from tdapp.events import access
from tdapp.events.models import Event
from tdapp.events.screens import act, attempt, person_desk, posted, refused, sent
from tdapp.interchange.backups import restore_request
from tdapp.interchange.backups.backup_list import HERE, SECOND, copies_in, copy_named, second_place
from tdapp.interchange.commands import backups
from tdapp.interchange.forms.files import RestoreForm
from tdapp.kernel import clock
from tdapp.kernel.commands import Installation
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.models import Job, User
from tdapp.kernel.refusals import Missing, Refusal
from tdapp.launch.process import parent_watch

PAGE = "interchange:backup"
SHOWN = timedelta(minutes=10)


def _keeper(request: HttpRequest) -> tuple[Context, User]:
    """Who keeps this installation; others are told that they do not."""
    told = _("Only the installation's owner sees its backups.")
    return access.web_installation(request, "installation.backup", told)


def _taker(request: HttpRequest) -> tuple[Context, User]:
    """Who makes, takes or restores one: an owner who gave a second factor just now."""
    ctx, user = _keeper(request)
    just_given.refuse_without(request, user)
    return ctx, user


@never_cache
@require_http_methods(["GET", "POST"])
def backup(request: HttpRequest) -> HttpResponse:
    """The copies there are; POST hands a new one to the worker."""
    ctx, user = _keeper(request) if request.method == "GET" else _taker(request)
    if request.method == "POST":
        asked_for = {"place": request.POST.get("place", HERE), "known_open": "open" in request.POST}
        said = _("The backup is being made; nothing has to stop for it.")
        event = Event.objects.filter(slug=request.POST.get("event", "")).first()
        back = ("copies:page", event.slug) if event else (PAGE,)
        return act(request, lambda: backups.backup_later(ctx, Installation(), **asked_for), said, *back)
    shown = {
        "desk": person_desk(user), "job": newest_job(), "copies": copies_in(HERE), "second": second_place(),
        "second_copies": copies_in(SECOND), "outcome": restore_request.outcome(), "data": settings.DATA_DIR,
        "tied": parent_watch.is_tied(),
    }  # fmt: skip
    return render(request, "interchange/backups/backup.html", shown)


def newest_job() -> Job | None:
    """The newest job on a backup, while it runs and a little longer."""
    job = Job.objects.filter(kind__in=backups.KINDS).first()
    gone = job and job.finished_at and clock.now() - job.finished_at > SHOWN
    return None if gone else job


def _found_job(pk: Any) -> Job:
    return find(Job.objects.filter(kind__in=backups.KINDS), pk=pk)


@never_cache
@require_safe
def progress(request: HttpRequest, pk: Any) -> HttpResponse:
    """The progress bar of a backup job; once it is over the page is to be read anew."""
    _keeper(request)
    job = _found_job(pk)
    answer = render(request, "interchange/backups/_backup_progress.html", {"job": job})
    if job.over:
        answer["HX-Refresh"] = "true"
    return answer


@require_POST
def cancel(request: HttpRequest, pk: Any) -> HttpResponse:
    """Stop a backup job."""
    ctx, _user = _keeper(request)
    job = _found_job(pk)
    return act(request, lambda: backups.cancel(ctx, job), _("It stops at its next step."), PAGE)


@require_POST
def check(request: HttpRequest, place: str, copy: str) -> HttpResponse:
    """Read a copy back."""
    ctx, _user = _keeper(request)
    found = copy_named(place, copy)
    said = _("The copy is being read back.")
    return act(request, lambda: backups.check_later(ctx, Installation(), copy=found), said, PAGE)


@require_POST
def take(request: HttpRequest, place: str, copy: str) -> HttpResponse | FileResponse:
    """A copy as a file; the log keeps who took it."""
    ctx, _user = _taker(request)
    found = copy_named(place, copy)
    try:
        stream = found.path.open("rb")
    except OSError:
        raise Missing("no-copy", _("There is no such copy any more.")) from None
    try:
        backups.take(ctx, Installation(), copy=found)
    except Refusal as refusal:
        stream.close()
        return refused(request, refusal, PAGE)
    return FileResponse(stream, as_attachment=True, filename=found.name, content_type="application/zip")


@never_cache
@require_http_methods(["GET", "POST"])
def restore(request: HttpRequest, place: str, copy: str) -> HttpResponse:
    """What a restore would replace, and the word to type; then everything stops for it and starts again."""
    ctx, user = _taker(request)
    found = copy_named(place, copy)
    form = RestoreForm(posted(request))
    order = {"copy": found, "user": user.username}
    if sent(request, form) and attempt(
        form, lambda: backups.ask_restore(ctx, Installation(), sure=form.cleaned_data["sure"], **order)
    ):
        return render(request, "interchange/backups/restoring.html", {"copy": found}, status=202)
    shown = {
        "desk": person_desk(user), "copy": found, "form": form, "word": backups.SURE, "tied": parent_watch.is_tied(),
        "events": Event.objects.filter(deleted_at=None)[:50],
    }  # fmt: skip
    return render(request, "interchange/backups/restore.html", shown, status=form.status)
