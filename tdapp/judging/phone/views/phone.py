"""The page a table's QR code opens: call a judge, see him come, call it off. No log-in, no session, nothing else."""

from __future__ import annotations

import functools
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tdapp.judging.phone.commands.table_links import call_by_link, call_off_by_link
from tdapp.judging.phone.phone import Phone, PhoneCallForm, PhoneOffForm, phone_at
from tdapp.judging.tables.links import OVER, context_of, link_of
from tdapp.kernel.pages.answers import attempt, go
from tdapp.kernel.pages.forms import DeskForm
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.signing_in import limits

# Coarse and cheap, before anything takes its turn at the database; the command counts calls exactly.
SENT_A_MINUTE = 20


def _by_link(view: Callable[[HttpRequest, str], HttpResponse]) -> Callable[[HttpRequest, str], HttpResponse]:
    """Answer a link that opens nothing, from the first or not any more, with its one sentence and nothing around it."""

    @functools.wraps(view)
    def run(request: HttpRequest, token: str) -> HttpResponse:
        try:
            return view(request, token)
        except Refusal as refusal:
            if refusal.code not in OVER:
                raise
            return render(request, "judging/phone_over.html", {"refusal": refusal}, status=refusal.status)

    return run


@never_cache
@require_safe
@_by_link
def phone(request: HttpRequest, token: str) -> HttpResponse:
    """The table's page; with `?v=` only the part that changes, or 204 while it stands as before."""
    at = phone_at(link_of(token))
    seen = request.GET.get("v")
    if seen is None:
        return _page(request, token, at, PhoneCallForm(at=at))
    if seen == at.version:
        return HttpResponse(status=204)
    response = render(request, "judging/phone/_phone.html", _facts(token, at, PhoneCallForm(at=at)))
    response["X-Version"] = at.version
    return response


@never_cache
@require_POST
@_by_link
def call(request: HttpRequest, token: str) -> HttpResponse:
    """Call a judge to this table."""
    link = link_of(token)
    limits.refuse_table_flood("table-link", link.pk, SENT_A_MINUTE)
    at = phone_at(link)
    form = PhoneCallForm(request.POST, at=at)
    if form.is_valid() and attempt(
        form, lambda: call_by_link(context_of(request, link), link, **form.values())
    ):
        return go("judging:phone", token)
    return _page(request, token, phone_at(link), form)


@never_cache
@require_POST
@_by_link
def call_off(request: HttpRequest, token: str) -> HttpResponse:
    """End the call: the players agreed."""
    link = link_of(token)
    limits.refuse_table_flood("table-link", link.pk, SENT_A_MINUTE)
    form = PhoneOffForm(request.POST)
    if form.is_valid() and attempt(
        form, lambda: call_off_by_link(context_of(request, link), link, **form.values())
    ):
        return go("judging:phone", token)
    return _page(request, token, phone_at(link), form)


def _page(request: HttpRequest, token: str, at: Phone, form: DeskForm) -> HttpResponse:
    response = render(request, "judging/phone/phone.html", _facts(token, at, form), status=form.status)
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


def _facts(token: str, at: Phone, form: DeskForm) -> dict[str, object]:
    """`form` is the one that was sent; a call that is off, or refused, is followed by a fresh one to call with."""
    calling = form if isinstance(form, PhoneCallForm) else PhoneCallForm(at=at)
    off = PhoneOffForm(
        initial={"call": at.call.pk, "seen": at.call.version} if at.call else {}, auto_id=False
    )
    return {"at": at, "token": token, "form": form, "calling": calling, "off": off}
