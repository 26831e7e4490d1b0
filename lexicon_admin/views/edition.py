"""One edition: its facts, a search in it, what it changed, on paper and as a file; and taking it back."""

from __future__ import annotations

import io
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from lexicon_admin import rulesets
from lexicon_admin.commands.editions import revert_edition
from lexicon_admin.committee.access import keyed, web_lexicon
from lexicon_admin.forms import ReasonForm
from lexicon_admin.lists import editions, exports
from lexicon_admin.models import Edition
from lexicon_admin.prints import lists, pdf
from lexicon_admin.views import learning, searching
from lexicon_admin.views.common import file_answer, page, web_edition
from lexicon_admin.views.saved import kept_by
from lexicon_admin.words.store import difference
from tdapp.kernel import clock
from tdapp.kernel.managers import find
from tdapp.kernel.models import User
from tdapp.kernel.pages.answers import act
from tdapp.kernel.pages.shells import PrintHead
from tdapp.kernel.permissions import can

CHANGES_SHOWN = 1000


@require_safe
def edition(request: HttpRequest, lexicon: str, edition: str) -> HttpResponse:
    """Facts and search."""
    ctx, row = web_edition(request, lexicon, edition)
    if "c" in request.GET:
        built = searching.built_line(request.GET)
        return redirect(f"{request.path}?{urlencode({'q': built})}" if built else request.path)
    asked = searching.asked(request, row)
    facts: dict[str, Any] = {
        **_if_taken_back(row), "tiles_of": rulesets.title(row.ruleset), "edition": row,
        "kept": kept_by(request, row.lexicon), "signed_in": isinstance(request.user, User),
        "builder": searching.form_of(asked["line"]),
        "facts": exports.facts_of(row), "formats": list(exports.FORMATS), "prints": lists.TITLES.items(),
        "reason": ReasonForm(), "learn": learning.to_learn(row), "learn_papers": ("a4", "card"),
        "learn_formats": ("xlsx", "cards", "tiles"),
    }  # fmt: skip
    return page(
        request,
        "editions/edition",
        str(row),
        _state(row),
        ctx=ctx,
        lexicon=row.lexicon,
        **facts,
        **asked,
    )


def _if_taken_back(row: Edition) -> dict[str, Any]:
    """Which edition would be in force, whether it is already, and how many accepted words would wait for another."""
    last = editions.newest(row.lexicon) == row
    return {
        "before": editions.in_force(row.lexicon, without=row),
        "stays": editions.in_force(row.lexicon) != row,
        "waiting": row.proposals.count() if last else 0,
    }


def _state(row: Edition) -> str:
    return (
        _("taken back: %(why)s") % {"why": row.revert_reason}
        if row.status == Edition.Status.REVERTED
        else row.note
    )


@require_safe
def changes(request: HttpRequest, lexicon: str, edition: str) -> HttpResponse:
    """What is different from another edition; from the one before unless said otherwise."""
    ctx, row = web_edition(request, lexicon, edition)
    others = [
        other
        for other in editions.published(row.lexicon)
        if other != row and (other.public or can(ctx, "lexicon.view"))
    ]
    wanted = request.GET.get("from", row.base.name if row.base else "")
    other = find(row.lexicon.editions.select_related("lexicon"), name=wanted) if wanted else None
    if other is not None:
        web_edition(request, lexicon, other.name)
    found = difference(editions.store_of(other), editions.store_of(row)) if other else None
    parts = _parts(found) if found else []
    heading = _("%(edition)s: changes") % {"edition": row}
    return page(
        request,
        "editions/changes",
        heading,
        row.note,
        ctx=ctx,
        lexicon=row.lexicon,
        edition=row,
        other=other,
        others=others,
        parts=parts,
    )


def _parts(found: Any) -> list[dict[str, Any]]:
    """Addenda, delenda and changes; of very long ones the first words (a file has them all)."""
    named = (
        (_("Added"), found.added),
        (_("Removed"), found.removed),
        (_("Changed"), [new for _old, new in found.changed]),
    )
    return [
        {
            "title": title,
            "count": len(words),
            "words": words[:CHANGES_SHOWN],
            "more": max(0, len(words) - CHANGES_SHOWN),
        }
        for title, words in named
    ]


@require_safe
def export(request: HttpRequest, lexicon: str, edition: str, format: str) -> HttpResponse:
    """The words as a file, with their attribution."""
    _ctx, row = web_edition(request, lexicon, edition)
    exports.check_format(format)
    stream = io.BytesIO()
    exports.write_export(row, format, stream)
    return file_answer(stream.getvalue(), exports.FORMATS[format], exports.file_name(row, format))


@require_safe
def print_list(request: HttpRequest, lexicon: str, edition: str, what: str) -> HttpResponse:
    """A list to be printed from the browser."""
    _ctx, row = web_edition(request, lexicon, edition)
    printed = lists.printed(row, what)
    day = row.effective_from.isoformat() if row.effective_from else ""
    head = PrintHead(str(row), title=printed.title, version=row.sha256[:12], division=day, at=clock.now())
    back = reverse("lexicon_admin:edition", args=[lexicon, edition])
    facts = {
        "head": head,
        "printed": printed,
        "edition": row,
        "back_url": back,
        "paper": request.GET.get("paper", "a4"),
    }
    return render(request, "lexicon_admin/editions/print.html", facts)


@require_safe
def print_pdf(request: HttpRequest, lexicon: str, edition: str, what: str, paper: str) -> HttpResponse:
    """The same as PDF: A4, A3 poster or pocket card."""
    _ctx, row = web_edition(request, lexicon, edition)
    pdf.paper_named(paper)
    data = pdf.draw(row, lists.printed(row, what), paper)
    return file_answer(data, "application/pdf", f"{row.lexicon.slug}-{row.name}-{what}-{paper}.pdf")


@require_POST
def revert(request: HttpRequest, lexicon: str, edition: str) -> HttpResponse:
    """Take an edition back."""
    ctx, row = web_lexicon(request, lexicon, "lexicon.edit")
    found = find(row.editions.select_related("lexicon"), name=edition)
    reason = request.POST.get("reason", "")
    said = _("%(edition)s is taken back.") % {"edition": found}
    return act(
        request,
        lambda: revert_edition(keyed(request, ctx), found, reason=reason),
        said,
        "lexicon_admin:edition",
        row.slug,
        found.name,
    )
