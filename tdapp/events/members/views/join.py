"""Joining by a link: a name. No e-mail, no password, no PIN. A link for one person lets them in again."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tdapp.events import access, titles
from tdapp.events.members.commands import members
from tdapp.events.members.forms import JoinForm
from tdapp.events.members.views.account import begin
from tdapp.events.models import JoinLink
from tdapp.events.screens import Answer, attempt, done, posted
from tdapp.kernel.context import Context
from tdapp.kernel.models import User
from tdapp.kernel.pages.forms import DeskForm
from tdapp.kernel.refusals import Missing
from tdapp.kernel.signing_in import sessions


@never_cache
@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """What the link opens."""
    link = members.usable_link(token)
    if link is None:
        raise Missing("missing", _("This link does not work any more. Ask the director for a new one."))
    form: DeskForm = DeskForm(posted(request)) if link.user else JoinForm(posted(request))
    if (
        request.method == "POST"
        and form.is_valid()
        and (answer := attempt(form, lambda: _join(request, link, form)))
    ):
        return done(request, _("Welcome, %(name)s.") % answer, "desk:overview", link.event.slug)
    shown = {
        "form": form,
        "event": link.event,
        "person": link.user,
        "title": titles.ROLES[link.role],
        "does": titles.WHAT_ROLES_DO[link.role],
    }
    # No stricter Referrer-Policy than everywhere: under no-referrer a browser sends `Origin: null`, and CSRF refuses it.
    return render(request, "events/members/join.html", shown, status=form.status)


def _join(request: HttpRequest, link: JoinLink, form: Any) -> Answer:
    if link.user:
        return _come_back(request, link, link.user)
    name, facts = form.cleaned_data["name"], _of_this_browser(request)
    ctx = Context("link", name, link.event.scope_key, frozenset({link.role}), "web", **facts)
    answer: Answer = members.join(ctx, link.event, link=link, name=name)
    return _enter(request, link, User.objects.get(pk=answer["user"]))


def _of_this_browser(request: HttpRequest) -> access.Facts:
    """A form's key, bound to the browser it was sent from: the answer signs in whoever sends the form again.

    Bound to the cookie of its forms, which the browser has from the page of the link and shows to nobody.
    """
    facts = access.request_facts(request)
    if facts["key"]:
        secret = request.META.get("CSRF_COOKIE", "")
        facts["key"] = salted_hmac("td.join", f"{secret}:{facts['key']}", algorithm="sha256").hexdigest()
    return facts


def _come_back(request: HttpRequest, link: JoinLink, user: User) -> Answer:
    ctx = access.event_context(user, link.event, "web", **access.request_facts(request))
    members.come_back(ctx, link.event, link=link)
    return _enter(request, link, user)


def _enter(request: HttpRequest, link: JoinLink, user: User) -> Answer:
    begin(request, user, "link")
    sessions.bind(request, str(link.event_id))
    return {"name": user.shown_as}
