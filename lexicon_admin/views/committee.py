"""The committee's table: words proposed, discussed, voted on and decided."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from lexicon_admin.commands import proposals, voting_days
from lexicon_admin.commands.many import together
from lexicon_admin.commands.voting_days import missing
from lexicon_admin.committee import doors
from lexicon_admin.committee.access import keyed, web_lexicon
from lexicon_admin.committee.forms import DeadlineForm, PeriodForm
from lexicon_admin.committee.minutes import minutes_of
from lexicon_admin.committee.voting import count
from lexicon_admin.committee.waiting import who_waits
from lexicon_admin.forms import OpenForm, ProposeForm, ReasonForm, RemarkForm, VoteForm
from lexicon_admin.lists import editions
from lexicon_admin.models import Edition, Lexicon, Proposal
from lexicon_admin.prints.minutes import draw
from lexicon_admin.views.common import page
from lexicon_admin.words.tilings import tilings
from tdapp.kernel import clock
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.pages.answers import Answer, act, attempt, done, posted, sent
from tdapp.kernel.pages.forms import DeskForm
from tdapp.kernel.refusals import Refusal

HERE = "lexicon_admin:proposal"
PAGE = 50


@require_safe
def committee(request: HttpRequest, lexicon: str) -> HttpResponse:
    """Proposals, the open ones first."""
    ctx, row = web_lexicon(request, lexicon, "lexicon.view")
    state = request.GET.get("state", "")
    rows = _rows(row, state if state in Proposal.Status.values else "")
    batch = request.GET.get("batch", "")
    if batch.isascii() and batch.isdigit() and len(batch) < 9:
        rows = row.proposals.select_related("edition", "decision").annotate(cast=Count("votes"))
        rows = rows.filter(batch=int(batch)).order_by("number")
    found = Paginator(rows, PAGE).get_page(request.GET.get("page"))
    facts: dict[str, Any] = {
        "page": found,
        "state": state,
        "states": Proposal.Status.choices,
        "seats": row.seats.select_related("user"),
        "waits": [(one, missing(one.lacking, one.next_day)) for one in who_waits(row)],
        "period": PeriodForm(),
        "mail": doors.sends(),
        "reader": request.user,
    }
    return page(request, "committee/committee", _("Committee"), row.name, ctx=ctx, lexicon=row, **facts)


@require_safe
def minutes(request: HttpRequest, lexicon: str) -> HttpResponse:
    """What was decided in some days (`?since=`, `?until=`), as PDF."""
    _ctx, row = web_lexicon(request, lexicon, "lexicon.view")
    form = PeriodForm(request.GET)
    if not form.is_valid():
        raise Refusal("bad-day", _("Type days as 2026-03-01, or leave them blank."))
    since, until = form.cleaned_data["since"], form.cleaned_data["until"]
    answer = HttpResponse(draw(row, minutes_of(row, since, until), since, until), "application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{row.slug}-minutes.pdf"'
    return answer


@require_POST
def remind(request: HttpRequest, lexicon: str) -> HttpResponse:
    """Letters to the members whose vote is missing."""
    ctx, row = web_lexicon(request, lexicon, "lexicon.edit")
    link = doors.address(request, reverse("lexicon_admin:committee", args=[row.slug]))
    call = lambda: voting_days.remind(keyed(request, ctx), row, link=link)  # noqa: E731
    return act(request, call, _("The letters are on their way."), "lexicon_admin:committee", row.slug)


@require_POST
def deadline(request: HttpRequest, lexicon: str, number: int) -> HttpResponse:
    """The last day of a vote."""
    ctx, row = _proposal(request, lexicon, number, "lexicon.edit")

    def call(**values: Any) -> Answer:
        return voting_days.set_deadline(ctx, row, **values)

    return _sent(request, ctx, row, DeadlineForm(request.POST), call, _("The last day of the vote is set."))


def _rows(lexicon: Lexicon, state: str) -> QuerySet[Proposal]:
    rows = lexicon.proposals.select_related("edition", "decision").annotate(cast=Count("votes"))
    if state:
        return rows.filter(status=state).order_by("-number")
    undecided = [Proposal.Status.DRAFT, Proposal.Status.OPEN]
    return rows.filter(status__in=undecided).order_by("-status", "number")


@require_http_methods(["GET", "POST"])
def propose(request: HttpRequest, lexicon: str) -> HttpResponse:
    """Propose a word."""
    ctx, row = web_lexicon(request, lexicon, "lexicon.propose")
    form = ProposeForm(
        posted(request),
        initial={"word": request.GET.get("word", ""), "action": request.GET.get("action", "add")},
    )
    if sent(request, form) and (
        made := attempt(form, lambda: proposals.propose(keyed(request, ctx), row, **form.values()))
    ):
        return done(request, _("Proposed; members can vote."), HERE, row.slug, made["number"])
    return page(request, "committee/propose", _("Propose a word"), row.name, ctx=ctx, lexicon=row, form=form)


def _proposal(request: HttpRequest, lexicon: str, number: int, needs: str) -> tuple[Context, Proposal]:
    ctx, row = web_lexicon(request, lexicon, needs)
    return keyed(request, ctx), find(row.proposals.select_related("lexicon", "edition"), number=number)


@require_safe
def proposal(request: HttpRequest, lexicon: str, number: int) -> HttpResponse:
    """One proposal with everything said about it."""
    ctx, row = _proposal(request, lexicon, number, "lexicon.view")
    return _proposal_page(request, ctx, row)


def _proposal_page(
    request: HttpRequest, ctx: Context, row: Proposal, form: DeskForm | None = None
) -> HttpResponse:
    """`form` is the one that was sent; the others stand empty beside it."""
    voter = (
        row.votes.filter(user__pk=UUID(ctx.actor.removeprefix("user:")))
        if ctx.actor.startswith("user:")
        else None
    )
    mine = voter.first() if voter else None
    vote = {"choice": mine.choice, "conflict": mine.conflict} if mine else {}
    empty: dict[str, DeskForm] = {
        "open": OpenForm(initial={"citations": row.citations, "definition": row.definition}), "remark": RemarkForm(),
        "vote": VoteForm(initial=vote), "reason": ReasonForm(), "deadline": DeadlineForm(initial={"until": row.vote_until}),
    }  # fmt: skip
    forms = {
        name: form if form is not None and type(form) is type(known) else known
        for name, known in empty.items()
    }
    facts = {
        "row": row, "forms": forms, "count": count(row), "votes": row.votes.select_related("user"), "remarks": row.remarks.all(),
        "decision": getattr(row, "decision", None), "yours": row.made_by == ctx.actor, "ways": _ways(row),
        "over": bool(row.vote_until and row.vote_until < clock.today()), "together": len(together(row)),
        "retractable": row.edition is None or row.edition.status == Edition.Status.DRAFT,
    }  # fmt: skip
    heading = f"{row.get_action_display()}: {row.printed}"
    lead = _("Proposal %(number)s") % {"number": row.number}
    return page(
        request, "committee/proposal", heading, lead, ctx=ctx, lexicon=row.lexicon, form=form, **facts
    )


def _ways(row: Proposal) -> Any:
    edition = editions.newest(row.lexicon)
    return tilings(row.key, editions.store_of(edition).table) if edition and edition.ruleset else ()


def _sent(
    request: HttpRequest, ctx: Context, row: Proposal, form: DeskForm, call: Any, said: str
) -> HttpResponse:
    """Carry out what one of a proposal's forms asks for."""
    if form.is_valid() and attempt(form, lambda: call(**form.values())):
        return done(request, said, HERE, row.lexicon.slug, row.number)
    return _proposal_page(request, ctx, row, form)


@require_POST
def open_proposal(request: HttpRequest, lexicon: str, number: int) -> HttpResponse:
    """Put a draft to the vote."""
    ctx, row = _proposal(request, lexicon, number, "lexicon.propose")

    def call(**values: Any) -> Answer:
        return proposals.open_proposal(ctx, row, **values)

    return _sent(request, ctx, row, OpenForm(request.POST), call, _("Members can vote."))


@require_POST
def remark(request: HttpRequest, lexicon: str, number: int) -> HttpResponse:
    """Say something."""
    ctx, row = _proposal(request, lexicon, number, "lexicon.propose")

    def call(**values: Any) -> Answer:
        return proposals.remark(ctx, row, **values)

    return _sent(request, ctx, row, RemarkForm(request.POST), call, _("Said."))


@require_POST
def vote(request: HttpRequest, lexicon: str, number: int) -> HttpResponse:
    """Vote."""
    ctx, row = _proposal(request, lexicon, number, "lexicon.vote")

    def call(**values: Any) -> Answer:
        return proposals.vote(ctx, row, **values)

    return _sent(request, ctx, row, VoteForm(request.POST), call, _("Your vote is noted."))


@require_POST
def decide(request: HttpRequest, lexicon: str, number: int) -> HttpResponse:
    """Close the vote."""
    ctx, row = _proposal(request, lexicon, number, "lexicon.edit")
    reason = request.POST.get("reason", "")[:1000]
    said = _("The vote is closed.")
    return act(
        request, lambda: proposals.decide(ctx, row, reason=reason), said, HERE, row.lexicon.slug, row.number
    )


@require_POST
def withdraw(request: HttpRequest, lexicon: str, number: int) -> HttpResponse:
    """Take a proposal back."""
    ctx, row = _proposal(request, lexicon, number, "lexicon.propose")
    reason = request.POST.get("reason", "")[:300]
    said = _("The proposal is taken back.")
    return act(
        request, lambda: proposals.withdraw(ctx, row, reason=reason), said, HERE, row.lexicon.slug, row.number
    )
