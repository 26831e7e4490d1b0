"""Joining by a link: a name and a PIN. No e-mail, no password."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tdapp.events import access, titles
from tdapp.events.commands import members
from tdapp.events.forms.people import JoinForm
from tdapp.events.models import Event, JoinLink
from tdapp.events.views.account import begin
from tdapp.events.views.common import Answer, attempt, done, posted
from tdapp.kernel.context import Context
from tdapp.kernel.models import User
from tdapp.kernel.refusals import Missing


@never_cache
@sensitive_post_parameters("pin")
@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """What the link opens. Who joined before comes back in by the same name and PIN."""
    link = members.usable_link(token)
    if link is None:
        raise Missing("missing", _("This link does not work any more. Ask the director for a new one."))
    form = JoinForm(posted(request))
    if (
        request.method == "POST"
        and form.is_valid()
        and attempt(form, lambda: _join(request, link, form.cleaned_data))
    ):
        return done(request, _("Welcome, %(name)s.") % form.cleaned_data, "desk:overview", link.event.slug)
    shown = {
        "form": form,
        "event": link.event,
        "title": titles.ROLES[link.role],
        "does": titles.WHAT_ROLES_DO[link.role],
    }
    # No stricter Referrer-Policy than everywhere: under no-referrer a browser sends `Origin: null`, and CSRF refuses it.
    return render(request, "events/join.html", shown, status=form.status)


def _join(request: HttpRequest, link: JoinLink, typed: dict[str, str]) -> Answer:
    event = link.event
    if known := members.volunteer_called(event, typed["name"]):
        return _come_back(request, event, known, typed["pin"])
    ctx = Context(
        "link", typed["name"], event.scope_key, frozenset({link.role}), "web", **access.request_facts(request)
    )
    answer: Answer = members.join(ctx, event, link=link, name=typed["name"], pin=typed["pin"])
    _enter(request, event, User.objects.get(pk=answer["user"]))
    return answer


def _come_back(request: HttpRequest, event: Event, user: User, pin: str) -> Answer:
    members.check_pin(event, user, pin)
    mine = access.event_context(user, event, "web", **access.request_facts(request))
    answer: Answer = members.take_over(mine, event, previous="")
    _enter(request, event, user)
    return answer


def _enter(request: HttpRequest, event: Event, user: User) -> None:
    begin(request, user, "link")
    request.session[access.PIN_EVENT] = str(event.pk)
