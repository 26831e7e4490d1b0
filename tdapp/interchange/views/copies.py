"""An event's copies: the key, the second place, the newest one, links for helpers, the other laptop, a rehearsal."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tdapp.accounts.addresses import hall_address, qr
from tdapp.events import access
from tdapp.events.day import notices
from tdapp.events.models import Event
from tdapp.events.screens import act, attempt, done, posted, refused, sent
from tdapp.interchange.backups.backup_list import HERE, copies_in
from tdapp.interchange.commands import choosing, copies, copy_keys, rehearsals
from tdapp.interchange.copies import earlier, handover, newest, places, plans, results
from tdapp.interchange.forms.copies import LinkForm, OtherForm, PassphraseForm, PlaceForm
from tdapp.interchange.models import CopyLink, Handover
from tdapp.interchange.views.backups import newest_job
from tdapp.kernel import clock, fence
from tdapp.kernel.commands import Installation
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.models import Job, User
from tdapp.kernel.refusals import Missing, Refusal

PAGE = "copies:page"
KINDS = (copies.KIND, rehearsals.KIND)
MOST_SHOWN = 200
BACKUPS_SHOWN, COPIES_SHOWN = 3, 24


def _may(request: HttpRequest, event: str) -> tuple[Context, Event]:
    return access.web_event(request, event, "event.edit")


@never_cache
@require_safe
def page(request: HttpRequest, event: str) -> HttpResponse:
    """Everything about the event's copies on one page."""
    _ctx, row = _may(request, event)
    return _page(request, row)


def _page(request: HttpRequest, row: Event, **forms: Any) -> HttpResponse:
    status = next((form.status for form in forms.values()), 200)
    return render(request, "interchange/copies/copies.html", _facts(request, row) | forms, status=status)


def _facts(request: HttpRequest, row: Event) -> dict[str, Any]:
    user = request.user
    keeps = isinstance(user, User) and user.owner
    # Before what they make: a worker that ends between the two is seen by its copy.
    at_work, backup_job = _jobs(row), newest_job() if keeps else None
    plan, head, disks = plans.plan_of(row), fence.state(row.scope_key), places.seen()
    other = Handover.objects.filter(event=row).first()
    differing = results.differing(row, other.results)[:MOST_SHOWN] if other and other.results else []
    return {
        "made_at": datetime.fromisoformat(plan.told["at"]) if plan and plan.told else None,
        "event": row, "plan": plan, "sealed": bool(plan and plans.key_kept(plan)), "head": head, "other": other,
        "waiting": bool(plan and plans.words_waiting(plan)), "looks": settings.COPY_DISKS,
        "disks": newest.disks_told(plan, disks), "elsewhere": places.copies(row, plan, disks)[:COPIES_SHOWN],
        "earlier": earlier.of_event(row)[:COPIES_SHOWN], "earlier_at": earlier.folder(),
        "there": bool(plan and plan.told) and plans.newest(row).is_file(),
        "were_out": results.were_out(row, other.out) if other and other.taken_at else [],
        "differing": differing, "left": results.done(other.left) if other else [],
        "words": handover.code(row) if other and other.taken_at else "",
        "links": CopyLink.objects.filter(event=row, revoked_at=None, expires_at__gt=clock.now()),
        "jobs": at_work, "rehearsal": rehearsals.of_event(row), "is_rehearsal": notices.is_rehearsal(row),
        "source": _source(row), "may_place": keeps,
        "backups": copies_in(HERE)[:BACKUPS_SHOWN] if keeps else [], "backup_job": backup_job,
        "passphrase_form": PassphraseForm(auto_id="pass_%s"), "link_form": LinkForm(auto_id="link_%s"),
        "other_form": OtherForm(auto_id="other_%s"),
        "place_form": PlaceForm(initial={"folder": plan.folder if plan else ""}, auto_id="place_%s"),
    }  # fmt: skip


def _source(row: Event) -> Event | None:
    """What a rehearsal was made of."""
    told = notices.by_kind(row).get("rehearsal")
    return Event.objects.filter(pk=told).first() if told else None


def _jobs(row: Event) -> list[Job]:
    """What the worker is at for this event, and the last one that did not go well."""
    newest = Job.objects.filter(kind__in=KINDS, scope=row.scope_key)[:4]
    return [
        job
        for place, job in enumerate(newest)
        if not job.over or (place == 0 and job.status != Job.Status.DONE)
    ]


def _job(row: Event, pk: Any) -> Job:
    return find(Job.objects.filter(kind__in=KINDS, scope=row.scope_key), pk=pk)


@never_cache
@require_safe
def progress(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """The progress bar of a copy or a rehearsal; once it is over the page is to be read anew."""
    _ctx, row = _may(request, event)
    job = _job(row, pk)
    answer = render(request, "interchange/copies/_copies_progress.html", {"job": job, "event": row})
    if job.over:
        answer["HX-Refresh"] = "true"
    return answer


@require_POST
def cancel(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """Stop one of them."""
    ctx, row = _may(request, event)
    job = _job(row, pk)
    call = copies.cancel_copy if job.kind == copies.KIND else rehearsals.cancel_rehearsal
    return act(request, lambda: call(ctx, job), _("It stops at its next step."), PAGE, event)


@require_POST
def passphrase(request: HttpRequest, event: str) -> HttpResponse:
    """Choose the passphrase copies are sealed with."""
    ctx, row = _may(request, event)
    form = PassphraseForm(posted(request), auto_id="pass_%s")
    if sent(request, form) and attempt(form, lambda: copy_keys.choose_passphrase(ctx, row, **form.values())):
        said = _(
            "Copies are sealed with this passphrase from now on. The program cannot tell it to you again."
        )
        return done(request, said, PAGE, event)
    return _page(request, row, passphrase_form=form)


@never_cache
@require_POST
def show_key(request: HttpRequest, event: str) -> HttpResponse:
    """The words of the key the program made, on the page that answers, and nowhere else afterwards."""
    ctx, row = _may(request, event)
    plan = plans.plan_of(row)
    words = plans.words_waiting(plan) if plan else ""
    try:
        copy_keys.show_key(ctx, row)
    except Refusal as refusal:
        return refused(request, refusal, PAGE, event)
    page = {"event": row, "words": words.split("-"), "at": plan and plan.passphrase_at}
    return render(request, "interchange/copies/copy_key.html", page)


@require_POST
def new_key(request: HttpRequest, event: str) -> HttpResponse:
    """Make a key whose words wait to be shown, in place of one whose words are lost."""
    ctx, row = _may(request, event)
    said = _(
        "Copies made from now on have a new key. Show and print it; the old words open the copies made before."
    )
    return act(request, lambda: copy_keys.make_key(ctx, row), said, PAGE, event)


@require_POST
def place(request: HttpRequest, pk: Any) -> HttpResponse:
    """Choose the folder a copy goes to after each round: any folder of this computer, so it is for who keeps it."""
    told = _("Only the installation's owner chooses folders of it.")
    ctx, _user = access.web_installation(request, "installation.backup", told)
    row = find(Event.objects.filter(deleted_at=None), pk=pk)
    form = PlaceForm(posted(request))
    folder = form.cleaned_data["folder"] if form.is_valid() else ""
    try:
        answer = copies.choose_place(ctx, Installation(), event=row, folder=folder)
    except Refusal as refusal:
        return refused(request, refusal, PAGE, row.slug)
    said = _("A copy goes there after each round.") if answer["folder"] else _("No second place any more.")
    return done(request, said, PAGE, row.slug)


@require_POST
def now(request: HttpRequest, event: str) -> HttpResponse:
    """Make a copy now."""
    ctx, row = _may(request, event)
    return act(request, lambda: copies.copy_now(ctx, row), _("The copy is being made."), PAGE, event)


@require_POST
def take(request: HttpRequest, event: str) -> HttpResponse | FileResponse:
    """The newest copy as a file, sealed as it is; the log keeps who took it."""
    ctx, row = _may(request, event)
    try:
        copies.take_copy(ctx, row)
        stream = plans.newest(row).open("rb")
    except Refusal as refusal:
        return refused(request, refusal, PAGE, event)
    except OSError:
        raise Missing("no-copy", _("There is no such copy any more.")) from None
    plan = plans.plan_of(row)
    name = plans.file_name(row, plan.told if plan else {})
    return FileResponse(stream, as_attachment=True, filename=name, content_type="application/octet-stream")


@never_cache
@require_POST
def link(request: HttpRequest, event: str) -> HttpResponse:
    """Make a link for a helper; its code is on the page that answers, and nowhere else."""
    ctx, row = _may(request, event)
    form = LinkForm(posted(request), auto_id="link_%s")
    told = attempt(form, lambda: copies.make_link(ctx, row, **form.values())) if form.is_valid() else None
    if told is None:
        return _page(request, row, link_form=form)
    made = find(CopyLink.objects.filter(event=row), pk=told["id"])
    url = hall_address(request, reverse("copies:helper", args=[copies.token_of(made)]))
    return render(
        request,
        "interchange/copies/copy_link.html",
        {"event": row, "link": made, "url": url, "code": qr(url)},
    )


@require_POST
def revoke(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """Make a link useless."""
    ctx, row = _may(request, event)
    made = find(CopyLink.objects.filter(event=row), pk=pk)
    return act(request, lambda: copies.revoke_link(ctx, made), _("Revoked: it opens nothing."), PAGE, event)


@require_POST
def other(request: HttpRequest, event: str) -> HttpResponse:
    """Tell this laptop of the other one: by its address, or by the six words it shows."""
    ctx, row = _may(request, event)
    form = OtherForm(posted(request), auto_id="other_%s")
    if sent(request, form) and attempt(form, lambda: _met(ctx, row, form)):
        stopped = bool(fence.state(row.scope_key).fenced)
        said = _("The other laptop runs this event; this one writes nothing any more.") if stopped else _(
            "The other laptop was told; it writes nothing any more."
        )  # fmt: skip
        return done(request, said, PAGE, event)
    return _page(request, row, other_form=form)


def _met(ctx: Context, row: Event, form: OtherForm) -> dict[str, Any]:
    said = form.cleaned_data["said"]
    return handover.meet(row, said) if form.is_address() else handover.type_code(ctx, row, said)


@require_POST
def take_theirs(request: HttpRequest, event: str) -> HttpResponse:
    """Enter, or correct to, what the other laptop has for one table."""
    ctx, row = access.web_event(request, event, "result.correct")
    asked = {"table": request.POST.get("table", ""), "seen": request.POST.get("seen", "")}
    said = _("Taken: the table has the other result now, with who entered it there as the reason.")
    return act(request, lambda: choosing.take_theirs(ctx, row, **asked), said, PAGE, event)


@require_POST
def settle(request: HttpRequest, event: str) -> HttpResponse:
    """Note that what differs was looked at and settled."""
    ctx, row = _may(request, event)
    return act(request, lambda: handover.settle(ctx, row), _("Noted."), PAGE, event)


@require_POST
def rehearse(request: HttpRequest, event: str) -> HttpResponse:
    """Ask for a rehearsal."""
    ctx, row = _may(request, event)
    said = _("The rehearsal is being made; the event itself is not touched.")
    return act(request, lambda: rehearsals.rehearse_later(ctx, row), said, PAGE, event)


@require_POST
def end_rehearsal(request: HttpRequest, event: str) -> HttpResponse:
    """Delete the event's rehearsal for good."""
    ctx, row = _may(request, event)
    said = _("The rehearsal is deleted.")
    return act(request, lambda: rehearsals.end_rehearsal(ctx, row), said, PAGE, event)
