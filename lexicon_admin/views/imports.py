"""A list comes in: sent, read by the worker, looked at, made an edition."""

from __future__ import annotations

from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from lexicon_admin.commands import imports, list_reading
from lexicon_admin.committee.access import keyed, web_lexicon
from lexicon_admin.forms import ApplyForm, ImportForm, PolicyForm
from lexicon_admin.lists import editions, storage
from lexicon_admin.lists.reports import groups, stopped, sums, unmade
from lexicon_admin.lists.uploads import allow_list
from lexicon_admin.models import ListImport
from lexicon_admin.refusals import refusing
from lexicon_admin.views.common import page
from tdapp.kernel import clock
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.models import Job
from tdapp.kernel.pages.answers import Answer, act, attempt, done, go, posted, refused, sent
from tdapp.kernel.refusals import Missing, Refusal

HERE = "lexicon_admin:import_page"


@csrf_exempt
@require_http_methods(["GET", "POST"])
def import_list(request: HttpRequest, lexicon: str) -> HttpResponse:
    """Send a list. Its sender's right is looked at before its bytes are taken; the form is protected right after."""
    web_lexicon(request, lexicon, "lexicon.edit")
    allow_list(request)
    return _import_list(request, lexicon)


@csrf_protect
def _import_list(request: HttpRequest, lexicon: str) -> HttpResponse:
    ctx, row = web_lexicon(request, lexicon, "lexicon.edit")
    form = ImportForm(posted(request), request.FILES or None, initial=list_reading.habits(row))
    if sent(request, form) and (answer := attempt(form, lambda: _start(keyed(request, ctx), row, form))):
        return go(HERE, row.slug, answer["id"])
    rows = row.imports.select_related("lexicon").filter(status__in=[imports.WAITING, imports.READY])[:10]
    waiting = [(one, _state(one, _job(one))["stopped"]) for one in rows]
    lead = _("First a dry run: you see what would be an edition, and what is left out and why.")
    return page(
        request, "imports/import", _("Import a list"), lead, ctx=ctx, lexicon=row, form=form, waiting=waiting
    )


def _start(ctx: Context, row: Any, form: ImportForm) -> Answer:
    given = form.cleaned_data
    with refusing():
        stored = storage.keep(given["file"].chunks())
        affixes = storage.keep(given["affixes"].chunks()).content if given["affixes"] else ""
    if not stored.size:
        raise Refusal("file-empty", _("The file is empty."))
    name = given["file"].name if isinstance(given["file"], UploadedFile) else ""
    return imports.start_import(
        ctx,
        row,
        name=name or _("a list"),
        size=stored.size,
        content=stored.content,
        affixes=affixes,
        **form.choices(),
    )


def _import(request: HttpRequest, lexicon: str, pk: Any) -> tuple[Context, ListImport]:
    ctx, row = web_lexicon(request, lexicon, "lexicon.edit")
    return keyed(request, ctx), find(row.imports.select_related("lexicon", "edition"), pk=pk)


@require_safe
def import_page(request: HttpRequest, lexicon: str, pk: Any) -> HttpResponse:
    """The dry run."""
    ctx, row = _import(request, lexicon, pk)
    return _import_page(request, ctx, row)


def _import_page(
    request: HttpRequest, ctx: Context, row: ListImport, form: ApplyForm | None = None
) -> HttpResponse:
    job = _job(row)
    if job is not None and job.over:
        row.refresh_from_db()  # the job ended after the row was read: nothing on the page would say so later
    form = form or ApplyForm(initial=_initial(row))
    facts = {
        "row": row,
        "told": row.report,
        "unmade": unmade(row.report),
        **_state(row, job),
        "groups": groups(row.report),
        "sums": row.report and sums(row.report),
    }
    return page(
        request,
        "imports/import_page",
        row.name,
        _("Dry run"),
        ctx=ctx,
        lexicon=row.lexicon,
        form=form,
        **facts,
    )


def _state(row: ListImport, job: Job | None) -> dict[str, Any]:
    """How the reading of a list stands. stopped: where it was, "" while it is read, is read, or cannot be."""
    idle = row.status == imports.WAITING and not list_reading.is_read_now(job)
    place = list_reading.stands(row) if idle else None
    failed = job is not None and job.status == Job.Status.FAILED
    return {
        "job": job,
        "again": PolicyForm(initial={**row.policy, "encoding": row.encoding}),
        "stopped": stopped(place) if idle and (place or not failed) else "",
        "place": place,
        "gone": idle and not storage.are_kept(row.content, row.affixes),
    }


def _initial(row: ListImport) -> dict[str, Any]:
    last = editions.newest(row.lexicon)
    kept = (
        {name: getattr(last, name) for name in ("source", "licence", "attribution", "public")} if last else {}
    )
    return {**kept, "seen": row.sha256, "effective_from": clock.today()}


def _job(row: ListImport) -> Job | None:
    return Job.objects.filter(pk=row.job, scope=row.scope_key).first() if row.job else None


@require_safe
def import_progress(request: HttpRequest, lexicon: str, pk: Any) -> HttpResponse:
    """The progress bar; once the job is over the page is to be read anew."""
    _ctx, row = _import(request, lexicon, pk)
    job = _job(row)
    facts = {"lexicon": row.lexicon, "row": row, **_state(row, job)}
    answer = render(request, "lexicon_admin/imports/_progress.html", facts)
    if job is None or job.over:
        answer["HX-Refresh"] = "true"
    return answer


@require_POST
def import_again(request: HttpRequest, lexicon: str, pk: Any) -> HttpResponse:
    """Read it by these choices: anew by others, from where it was stopped by the same ones."""
    ctx, row = _import(request, lexicon, pk)
    form = PolicyForm(request.POST)
    chosen = form.choices() if form.is_valid() else {}
    said = _("The list is read again.")
    if "on" in request.POST and (place := list_reading.stands(row)):
        said = _("The reading goes on from line %(line)s.") % {"line": f"{place.line:,}"}
    return act(request, lambda: imports.read_again(ctx, row, **chosen), said, HERE, row.lexicon.slug, row.pk)


@require_POST
def import_cancel(request: HttpRequest, lexicon: str, pk: Any) -> HttpResponse:
    """Stop reading."""
    ctx, row = _import(request, lexicon, pk)
    said = _("The reading stops.")
    return act(request, lambda: imports.cancel_import(ctx, row), said, HERE, row.lexicon.slug, row.pk)


@require_POST
def import_discard(request: HttpRequest, lexicon: str, pk: Any) -> HttpResponse:
    """Throw it away."""
    ctx, row = _import(request, lexicon, pk)
    said = _("Discarded; no edition was touched.")
    return act(
        request, lambda: imports.discard_import(ctx, row), said, "lexicon_admin:import", row.lexicon.slug
    )


@require_POST
def import_apply(request: HttpRequest, lexicon: str, pk: Any) -> HttpResponse:
    """Make the edition."""
    ctx, row = _import(request, lexicon, pk)
    form = ApplyForm(request.POST)
    if not form.is_valid():
        return _import_page(request, ctx, row, form)
    try:
        answer = imports.apply_import(ctx, row, **form.values())
    except Missing:
        raise
    except Refusal as refusal:
        if row.status != imports.READY:
            return refused(request, refusal, HERE, row.lexicon.slug, row.pk)
        form.refuse(refusal)
        form.look_at(row.sha256)
        return _import_page(request, ctx, row, form)
    said = " ".join(
        [_("Edition %(name)s is published.") % {"name": answer["edition"]}, answer["warning"]]
    ).strip()
    return done(request, said, "lexicon_admin:edition", row.lexicon.slug, answer["edition"])
