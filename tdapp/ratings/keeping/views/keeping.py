"""Keeping a list: make it, set its numbers, rate what waits, take a run off again. First seen, then done."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.events.models import Division
from tdapp.kernel.commands import Installation
from tdapp.kernel.managers import find
from tdapp.kernel.models import Job
from tdapp.kernel.pages.answers import SeeOther, act, attempt, done, go, posted, refused, sent
from tdapp.kernel.refusals import Missing, Refusal
from tdapp.people.models import RatingList
from tdapp.ratings.access import keeper, kept_list
from tdapp.ratings.keeping import overview
from tdapp.ratings.keeping.commands import lists
from tdapp.ratings.keeping.forms import NewListForm, OffForm, RateForm, SettingsForm
from tdapp.ratings.keeping.seeding import starts_of
from tdapp.ratings.runs import planning
from tdapp.ratings.runs.commands import batches, runs
from tdapp.ratings.runs.commands import foresee as foreseeing
from tdapp.ratings.screens import page

A_PAGE = 25
MOST_WAITING = 100
HOME = "ratings:runs"
REPORTS = ("xlsx", "csv", "json")
# Stands for a run in an address.
NO_RUN = UUID(int=0)


@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Make a list."""
    ctx = keeper(request)
    form = NewListForm(posted(request))
    if sent(request, form):
        slug, facts = form.cleaned_data["slug"], form.facts()
        if attempt(form, lambda: lists.create_list(ctx, Installation(), slug=slug, facts=facts)):
            return done(request, _("The list is there; nobody stands on it yet."), HOME, slug)
    return page(request, "keeping/new", _("New rating list"), ctx=ctx, form=form)


@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, rating_list: str) -> HttpResponse:
    """Name, formula and its numbers."""
    ctx, row = kept_list(request, rating_list)
    form = SettingsForm(posted(request), row=row)
    if sent(request, form):
        told = {"seen": form.cleaned_data["seen"], "reason": form.cleaned_data["reason"]}
        if attempt(form, lambda: lists.edit_list(ctx, row, facts=form.facts(), **told)):
            return done(
                request,
                _(
                    "Saved. What is rated from now on is rated so; updates made otherwise are marked under Rating updates."
                ),
                "ratings:settings",
                row.slug,
            )
    shown = find(RatingList.objects.select_related("club"), pk=row.pk)
    return page(
        request,
        "keeping/settings",
        shown.name,
        _("Settings"),
        ctx=ctx,
        rating_list=shown,
        form=form,
        formula=form.of,
    )


@require_safe
def run_list(request: HttpRequest, rating_list: str) -> HttpResponse:
    """What was rated, in order, and what waits."""
    ctx, row = kept_list(request, rating_list)
    found = Paginator(overview.runs_of(row), A_PAGE).get_page(request.GET.get("page"))
    lines = overview.run_lines(found.object_list)
    facts: dict[str, Any] = {
        "page": found, "runs": _listed(row, lines), "stale": overview.why_stale(lines),
        "waiting": overview.waiting(row)[:MOST_WAITING],
        "job": batches.at_work(row), "otherwise": overview.first_otherwise(row),
    }  # fmt: skip
    return page(
        request,
        "keeping/runs",
        row.name,
        _("Rating updates, the newest first"),
        ctx=ctx,
        rating_list=row,
        **facts,
    )


def _listed(
    row: RatingList, lines: list[overview.RunLine]
) -> list[tuple[overview.RunLine, str, list[tuple[str, str]]]]:
    """Each run with where it is taken off and where its reports are: an address is sought once, not for each of a hundred."""
    before, off = reverse("ratings:off", args=[row.slug, NO_RUN]).split(str(NO_RUN))
    reports = [
        (kind, reverse("ratings:report", args=[row.slug, NO_RUN, kind]).partition(str(NO_RUN))[2])
        for kind in REPORTS
    ]
    return [
        (
            line,
            f"{before}{line.run.pk}{off}",
            [(kind, f"{before}{line.run.pk}{end}") for kind, end in reports],
        )
        for line in lines
    ]


def _divisions(ids: list[str]) -> list[Division]:
    """The divisions named in a form; Missing for one that does not exist."""
    return [
        find(Division.objects.filter(event__deleted_at=None).select_related("event"), pk=pk)
        for pk in ids[:MOST_WAITING]
    ]


@require_safe
def preview(request: HttpRequest, rating_list: str) -> HttpResponse:
    """Who would move if `?division=` (several) were rated now, with everything after them."""
    ctx, row = kept_list(request, rating_list)
    chosen = _divisions(request.GET.getlist("division"))
    try:
        told = overview.foresee(row, chosen)
    except Refusal as refusal:
        return refused(request, refusal, HOME, row.slug)
    form = RateForm(initial={"seen": row.version})
    return page(
        request,
        "keeping/preview",
        row.name,
        _("Preview"),
        ctx=ctx,
        rating_list=row,
        form=form,
        told=told,
        chosen=chosen,
        starts=starts_of(row, chosen),
    )


@require_POST
def seed(request: HttpRequest, rating_list: str) -> HttpResponse:
    """Take the ratings of the entries as the start of who is new to the list; then look again who would move."""
    ctx, row = kept_list(request, rating_list)
    form, chosen = RateForm(request.POST), request.POST.getlist("division")[:MOST_WAITING]
    if not form.is_valid():
        return go(HOME, row.slug)
    try:
        told = lists.seed_list(ctx, row, divisions=chosen, seen=form.cleaned_data["seen"])
    except Missing:
        raise
    except Refusal as refusal:
        return refused(request, refusal, HOME, row.slug)
    if "job" in told:
        return go("ratings:job", row.slug, told["job"])
    count = told["players"]
    said = ngettext("%(n)s player starts from their rating in the entries.",
                    "%(n)s players start from their ratings in the entries.", count)  # fmt: skip
    messages.success(request, said % {"n": count})
    return SeeOther(
        f"{resolve_url('ratings:preview', row.slug)}?{urlencode({'division': chosen}, doseq=True)}"
    )


@require_POST
def rate(request: HttpRequest, rating_list: str) -> HttpResponse:
    """Rate what was looked at; a long stretch is worked out in the background."""
    ctx, row = kept_list(request, rating_list)
    form = RateForm(request.POST)
    if not form.is_valid():
        return go(HOME, row.slug)
    try:
        told = runs.rate(ctx, row, divisions=request.POST.getlist("division"), **form.values())
    except Missing:
        raise
    except Refusal as refusal:
        return refused(request, refusal, HOME, row.slug)
    if "job" in told:
        return go("ratings:job", row.slug, told["job"])
    return done(request, _rated(len(told["runs"])), HOME, row.slug)


def _rated(count: int) -> str:
    return ngettext("%(n)s rating update is in force.", "%(n)s rating updates are in force.", count) % {
        "n": count
    }


@require_http_methods(["GET", "POST"])
def off(request: HttpRequest, rating_list: str, run: Any) -> HttpResponse:
    """Take a run off the list: who would move, the reason, then done."""
    ctx, row = kept_list(request, rating_list)
    found = find(overview.runs_of(row), pk=run)
    form = OffForm(posted(request), initial={"seen": row.version})
    if sent(request, form) and (
        answer := attempt(form, lambda: runs.take_off(ctx, row, run=found.pk, **form.values()))
    ):
        if "job" in answer:
            return go("ratings:job", row.slug, answer["job"])
        return done(request, _("Taken off; what came after it is rated without it."), HOME, row.slug)
    told = overview.foresee(row, [], [found.pk])
    line = overview.run_lines([found])[0]
    return page(
        request,
        "keeping/off",
        row.name,
        _("Take a rating update off the list"),
        ctx=ctx,
        rating_list=row,
        form=form,
        told=told,
        line=line,
    )


@require_POST
def foresee(request: HttpRequest, rating_list: str) -> HttpResponse:
    """Let the worker find out who would move."""
    ctx, row = kept_list(request, rating_list)
    asked = {name: request.POST.getlist(name)[:MOST_WAITING] for name in ("division", "without")}
    try:
        told = foreseeing.foresee_later(ctx, row, divisions=asked["division"], without=asked["without"])
    except Missing:
        raise
    except Refusal as refusal:
        return refused(request, refusal, HOME, row.slug)
    return go("ratings:job", row.slug, told["job"])


def _job(row: RatingList, pk: Any) -> Job:
    kinds = (batches.RATE_JOB, batches.FORESEE_JOB)
    return find(Job.objects.filter(kind__in=kinds, params__list=str(row.pk)), pk=pk)


def _rated_by(found: Job) -> list[Division]:
    """The divisions a job is about, as far as they are still there."""
    rows = Division.objects.filter(pk__in=found.params.get("divisions", ())).select_related("event")
    return list(rows.order_by("event__ends_on", "pk"))


@require_safe
def job(request: HttpRequest, rating_list: str, pk: Any) -> HttpResponse:
    """How far a long rating is; of a preview, who moves, and the button that does it."""
    ctx, row = kept_list(request, rating_list)
    found = _job(row, pk)
    looked = found.kind == batches.FORESEE_JOB
    chosen = _rated_by(found)
    facts: dict[str, Any] = {"job": found, "looked": looked, "unfinished": planning.unfinished(chosen)}
    if looked and found.status == Job.Status.DONE:
        told = found.result or {}
        facts |= {"told": {**told, "many": 0}, "form": RateForm(initial={"seen": told["version"]}),
                  "chosen": chosen, "starts": starts_of(row, chosen), "without": found.params["without"]}  # fmt: skip
    lead = _("Preview") if looked else _("Rating a long stretch")
    return page(request, "keeping/job", row.name, lead, ctx=ctx, rating_list=row, **facts)


@require_safe
def job_progress(request: HttpRequest, rating_list: str, pk: Any) -> HttpResponse:
    """The progress bar alone."""
    _ctx, row = kept_list(request, rating_list)
    found = _job(row, pk)
    facts = {"list": row, "job": found, "looked": found.kind == batches.FORESEE_JOB}
    answer = render(request, "ratings/keeping/_progress.html", facts)
    if found.over:
        answer["HX-Refresh"] = "true"
    return answer


@require_POST
def job_cancel(request: HttpRequest, rating_list: str, pk: Any) -> HttpResponse:
    """Stop it; the list stays as it was."""
    ctx, row = kept_list(request, rating_list)
    found = _job(row, pk)
    # One that was asked for before lists had turns of their own is the installation's.
    here = replace(ctx, scope=found.scope_key)
    said = _("It stops at its next step; the list stays as it was.")
    return act(request, lambda: batches.cancel(here, found), said, "ratings:job", row.slug, found.pk)
