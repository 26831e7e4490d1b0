"""Many words at once: proposed, voted on, decided."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from lexicon_admin.commands import many
from lexicon_admin.committee.access import keyed, web_lexicon
from lexicon_admin.committee.many import text_of
from lexicon_admin.forms import ManyForm
from lexicon_admin.models import Proposal
from lexicon_admin.views.common import page
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.pages.answers import Answer, act, attempt, done, posted, sent
from tdapp.kernel.refusals import Refusal

HERE = "lexicon_admin:proposal"
TOLD = 8


@require_http_methods(["GET", "POST"])
def propose_many(request: HttpRequest, lexicon: str) -> HttpResponse:
    """Propose many words; the page that follows lists them, and says what was left out and why."""
    ctx, row = web_lexicon(request, lexicon, "lexicon.propose")
    form = ManyForm(posted(request), request.FILES or None)

    def call() -> Answer:
        values = form.values()
        file = values.pop("file")
        if file and values["text"].strip():
            raise Refusal("two-texts", _("Paste the words or choose a file, one of the two at a time."))
        text = text_of(file.read()) if file else values["text"]
        return many.propose_many(keyed(request, ctx), row, **{**values, "text": text})

    if sent(request, form) and (made := attempt(form, call)):
        where = reverse("lexicon_admin:committee", args=[row.slug])
        return done(request, _told(made), f"{where}?batch={made['first']}")
    return page(
        request, "committee/propose_many", _("Propose many words"), row.name, ctx=ctx, lexicon=row, form=form
    )  # fmt: skip


def _told(made: Answer) -> str:
    n, left = len(made["words"]), made["left_out"]
    sentence = ngettext("%(n)s word is proposed.", "%(n)s words are proposed.", n) % {"n": n}
    if left:
        text = ngettext("%(n)s is left out:", "%(n)s are left out:", len(left)) % {"n": len(left)}
        sentence = " ".join([sentence, text, *left[:TOLD], *(["…"] if len(left) > TOLD else [])])
    return sentence


def _proposal(request: HttpRequest, lexicon: str, number: int, needs: str) -> tuple[Context, Proposal]:
    ctx, row = web_lexicon(request, lexicon, needs)
    return keyed(request, ctx), find(row.proposals.select_related("lexicon", "edition"), number=number)


@require_POST
def vote_many(request: HttpRequest, lexicon: str, number: int) -> HttpResponse:
    """The same vote on all that were proposed at once."""
    ctx, row = _proposal(request, lexicon, number, "lexicon.vote")
    said = {"choice": request.POST.get("choice", ""), "conflict": request.POST.get("conflict", "")}
    call = lambda: many.vote_many(ctx, row, **said)  # noqa: E731
    return act(request, call, _("Your votes are noted."), HERE, row.lexicon.slug, row.number)


@require_POST
def decide_many(request: HttpRequest, lexicon: str, number: int) -> HttpResponse:
    """Close the votes on all that were proposed at once and have their quorum."""
    ctx, row = _proposal(request, lexicon, number, "lexicon.edit")
    reason = request.POST.get("reason", "")[:1000]
    call = lambda: many.decide_many(ctx, row, reason=reason)  # noqa: E731
    return act(
        request, call, _("The votes that have their quorum are closed."), HERE, row.lexicon.slug, row.number
    )
