"""The next edition: drafted, and open for feedback (published in `publish.py`)."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from lexicon_admin.commands import editions as commands
from lexicon_admin.committee.access import keyed, web_lexicon
from lexicon_admin.forms import DraftForm, FirstDraftForm, RedraftForm
from lexicon_admin.lists import editions
from lexicon_admin.models import Edition, Lexicon, Proposal
from lexicon_admin.views.common import counted, page, words_hidden
from tdapp.kernel import clock
from tdapp.kernel.context import Context
from tdapp.kernel.models import Job
from tdapp.kernel.pages.answers import act, attempt, done
from tdapp.kernel.pages.forms import DeskForm
from tdapp.kernel.refusals import Missing

HERE = "lexicon_admin:draft"


@require_safe
def draft(request: HttpRequest, lexicon: str) -> HttpResponse:
    """The draft with what it adds and removes; without one, what waits for the next."""
    ctx, row = web_lexicon(request, lexicon, "lexicon.view")
    shown = _draft_page(request, ctx, row)
    # Asked last: who published goes on to an edition that was made while the page was, which waits for nothing any more.
    return _made(request, row) or shown


def _made(request: HttpRequest, row: Lexicon) -> HttpResponse | None:
    """Whoever published lands on the new edition once it is made: on its changes, or the first one's page; else None."""
    known = row.editions.select_related("lexicon").filter(status=Edition.Status.PUBLISHED)
    found = known.filter(name=request.GET.get("made", "")[:40]).first()
    if found is None:
        return None
    sentence = _("%(edition)s is published.") % {"edition": found}
    name = "lexicon_admin:changes" if found.base_id else "lexicon_admin:edition"
    return done(request, sentence, name, row.slug, found.name)


def feedback_over(found: Edition) -> bool:
    """Whether everybody had his time to say something, or nobody was asked."""
    return found.feedback_until is None or found.feedback_until < clock.today()


def draft_of(lexicon: Lexicon) -> Edition | None:
    """The draft of a list, if there is one."""
    return (
        lexicon.editions.select_related("lexicon", "base__lexicon")
        .filter(status=Edition.Status.DRAFT)
        .first()
    )


def _draft_page(
    request: HttpRequest, ctx: Context, row: Lexicon, form: DeskForm | None = None
) -> HttpResponse:
    found, job = draft_of(row), None
    if found is not None and (job := _job(found)) is not None and job.over:
        # Published between the two looks: the page would show a draft that is none, and wait for nothing.
        found = draft_of(row)
    waiting = row.proposals.filter(status=Proposal.Status.ACCEPTED, edition=None).order_by("number")
    shown = found.proposals.order_by("action", "key") if found else waiting
    facts: dict[str, Any] = {
        "draft": found, "shown": shown, "waiting": waiting.count(), "job": job, "busy": bool(job and not job.over),
        "over": bool(found and feedback_over(found)), "closed": words_hidden(ctx, row), "counts": counted(shown),
    }  # fmt: skip
    used = form or _form(row, found)
    return page(
        request, "editions/draft", _("Next edition"), row.name, ctx=ctx, lexicon=row, form=used, **facts
    )


def _form(row: Lexicon, found: Edition | None) -> DeskForm:
    if found:
        return RedraftForm(
            initial={name: getattr(found, name) for name in ("effective_from", "feedback_until", "note")}
        )
    return DraftForm() if editions.newest(row) else FirstDraftForm()


def _job(found: Edition | None) -> Job | None:
    return Job.objects.filter(pk=found.job, scope=found.scope_key).first() if found and found.job else None


@require_POST
def make_draft(request: HttpRequest, lexicon: str) -> HttpResponse:
    """Draft the next edition."""
    ctx, row = web_lexicon(request, lexicon, "lexicon.edit")
    form = (DraftForm if editions.newest(row) else FirstDraftForm)(request.POST)
    if form.is_valid() and attempt(
        form, lambda: commands.draft_edition(keyed(request, ctx), row, **form.values())
    ):
        asked = form.cleaned_data.get("feedback_until")
        said = _("Drafted. Feedback is open.") if asked else _("Drafted. Nobody is asked for feedback.")
        return done(request, said, HERE, row.slug)
    return _draft_page(request, ctx, row, form)


def draft_to_change(request: HttpRequest, lexicon: str) -> tuple[Context, Lexicon, Edition]:
    """Context, list and draft of who looks after the list; 404 where there is no draft."""
    ctx, row = web_lexicon(request, lexicon, "lexicon.edit")
    found = draft_of(row)
    if found is None:
        raise Missing("no-draft", _("There is no draft of this list."))
    return keyed(request, ctx), row, found


@require_POST
def save_draft(request: HttpRequest, lexicon: str) -> HttpResponse:
    """Change days and words to the public; take in what was accepted meanwhile."""
    ctx, row, found = draft_to_change(request, lexicon)
    form = RedraftForm(request.POST)
    if form.is_valid() and attempt(form, lambda: commands.redraft_edition(ctx, found, **form.values())):
        return done(request, _("Saved."), HERE, row.slug)
    return _draft_page(request, ctx, row, form)


@require_POST
def drop_draft(request: HttpRequest, lexicon: str) -> HttpResponse:
    """Throw the draft away."""
    ctx, row, found = draft_to_change(request, lexicon)
    said = _("The draft is dropped; its proposals wait for the next one.")
    return act(request, lambda: commands.drop_draft(ctx, found), said, HERE, row.slug)


@require_safe
def draft_progress(request: HttpRequest, lexicon: str) -> HttpResponse:
    """The progress bar of the edition being made."""
    _ctx, row = web_lexicon(request, lexicon, "lexicon.view")
    job = _job(draft_of(row))
    answer = render(request, "lexicon_admin/editions/_publishing.html", {"lexicon": row, "job": job})
    if job is None or job.over:
        answer["HX-Refresh"] = "true"
    return answer
