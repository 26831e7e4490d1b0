"""Webhooks as pages: those of an event, a club or the installation; one of them with its log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.api.models import Webhook, WebhookMessage
from tdapp.api.webhooks import commands, outcomes, signing, telling
from tdapp.api.webhooks.forms import WebhookForm
from tdapp.api.webhooks.reach import NEEDS
from tdapp.api.webhooks.topics import TITLES
from tdapp.events import access
from tdapp.events.screens import act, attempt, person_desk, posted, sent
from tdapp.kernel.commands import Installation
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.models import User

SHOWN = 100
WORDS = {
    WebhookMessage.Status.WAITING: "now", WebhookMessage.Status.DONE: "ok", WebhookMessage.Status.FAILED: "ask",
}  # fmt: skip


@never_cache
@require_http_methods(["GET", "POST"])
def of_event(request: HttpRequest, event: str) -> HttpResponse:
    """The webhooks of an event and a form for a new one."""
    ctx, row = access.web_event(request, event, NEEDS)
    lead = _("For programs that want to be told when something happens at this event.")

    def make(**values: Any) -> dict[str, Any]:
        return commands.add_webhook(ctx, row, **values)

    return _list(request, {"event": row}, make, {"event": row, "lead": lead})


@never_cache
@require_http_methods(["GET", "POST"])
def of_club(request: HttpRequest, club: str) -> HttpResponse:
    """The webhooks of a club and a form for a new one."""
    ctx, home = access.web_club(request, club, NEEDS)
    lead = _("For programs that want to be told what happens at the club and at every event it runs.")

    def make(**values: Any) -> dict[str, Any]:
        return commands.add_club_webhook(ctx, home, **values)

    return _list(request, {"club": home.club}, make, {"place": home.club.name, "lead": lead})


@never_cache
@require_http_methods(["GET", "POST"])
def of_installation(request: HttpRequest) -> HttpResponse:
    """The webhooks of the installation and a form for a new one."""
    ctx, _user = access.web_installation(request, NEEDS, _refused())
    lead = _("For programs that want to be told what happens wherever you have a part.")

    def make(**values: Any) -> dict[str, Any]:
        return commands.add_wide_webhook(ctx, Installation(), **values)

    return _list(request, {"event": None, "club": None}, make, {"lead": lead})


def _refused() -> str:
    return _("You may not make webhooks here; ask who keeps this installation.")


def _list(
    request: HttpRequest, where: dict[str, Any], make: Callable[..., dict[str, Any]], facts: dict[str, Any]
) -> HttpResponse:
    form, secret = WebhookForm(posted(request)), ""
    if sent(request, form) and (answer := attempt(form, lambda: make(**form.values()))):
        secret, form = signing.secret_of(find(Webhook.objects.all(), pk=answer["id"])), WebhookForm()
    rows = [shown(row) for row in Webhook.objects.filter(**where).select_related("user")]
    page = {**_shell(request, facts), "form": form, "secret": secret, "webhooks": rows}
    return render(request, "api/webhooks/webhooks.html", page, status=form.status)


def _shell(request: HttpRequest, facts: dict[str, Any]) -> dict[str, Any]:
    """Beside an event's pages stands its rail; elsewhere who is signed in."""
    assert isinstance(request.user, User)
    facts = {"event": None, "place": "", **facts}
    return facts if facts["event"] else {**facts, "desk": person_desk(request.user)}


def shown(row: Webhook) -> dict[str, Any]:
    """A webhook as its pages show it."""
    if row.off_at is not None:
        state = ("ask", _("switched off")) if row.fault else ("plain", _("off"))
    else:
        state = ("now", _("tried again")) if row.fault else ("ok", _("works"))
    why = outcomes.why_off(row) if row.off_at else outcomes.sentence(row.fault)
    return {
        "row": row, "host": commands.host_of(row), "state": state, "why": why,
        "topics": [TITLES[one] for one in row.topics if one in TITLES],
    }  # fmt: skip


def _at(request: HttpRequest, pk: Any) -> tuple[Context, Webhook]:
    """Context and webhook; one of an event, club or installation where somebody may not see them is missing, too."""
    if not isinstance(request.user, User):
        raise access.not_signed_in()
    row = find(Webhook.objects.select_related("event", "club__home", "user"), pk=pk)
    if row.event is not None:
        return access.web_event(request, row.event.slug, NEEDS)[0], row
    if row.club is not None:
        return access.web_club(request, row.club.home.slug, NEEDS)[0], row
    return access.web_installation(request, NEEDS, _refused())[0], row


@never_cache
@require_safe
def webhook(request: HttpRequest, pk: Any) -> HttpResponse:
    """One webhook with the log of what was sent."""
    _ctx, row = _at(request, pk)
    return _one(request, row)


def _one(request: HttpRequest, row: Webhook, secret: str = "") -> HttpResponse:
    rows = row.messages.order_by("-made_at", "-number")[:SHOWN]
    facts: dict[str, Any] = {"event": row.event} if row.event else {}
    if row.club is not None:
        facts["place"] = row.club.name
    page = {
        **_shell(request, facts),
        "one": shown(row),
        "secret": secret,
        "log": [_message(m) for m in rows],
    }
    return render(request, "api/webhooks/webhook.html", page)


def _message(row: WebhookMessage) -> dict[str, Any]:
    words = {"waiting": _("waits"), "done": _("taken"), "failed": _("given up")}
    at = [str(row.body[name]) for name in ("event", "division") if row.body.get(name)]
    if row.body.get("round"):
        at.append(_("round %(n)s") % {"n": row.body["round"]})
    if row.body.get("table"):
        at.append(_("table %(n)s") % {"n": row.body["table"]})
    return {
        "row": row, "title": _(telling.title_of(row.intent)), "where": " · ".join(at), "why": outcomes.sentence(row.answer),
        "state": (WORDS[WebhookMessage.Status(row.status)], words[row.status]),
    }  # fmt: skip


@never_cache
@require_POST
def renew(request: HttpRequest, pk: Any) -> HttpResponse:
    """A new secret, shown this once."""
    ctx, row = _at(request, pk)
    commands.renew_secret(ctx, row)
    row.refresh_from_db()
    return _one(request, row, signing.secret_of(row))


@require_POST
def switch(request: HttpRequest, pk: Any) -> HttpResponse:
    """On or off."""
    ctx, row = _at(request, pk)
    on = request.POST.get("on") == "1"
    said = _("It is on: what happens is sent.") if on else _("It is off: nothing is sent.")
    return act(request, lambda: commands.switch_webhook(ctx, row, on=on), said, "keys:webhook", pk)


@require_POST
def try_out(request: HttpRequest, pk: Any) -> HttpResponse:
    """A message that says nothing, to see whether it comes."""
    ctx, row = _at(request, pk)
    said = _("A try-out is sent within seconds.")
    return act(request, lambda: commands.try_webhook(ctx, row), said, "keys:webhook", pk)


@require_POST
def again(request: HttpRequest, pk: Any, message: Any) -> HttpResponse:
    """A message sent again."""
    ctx, row = _at(request, pk)
    found = find(WebhookMessage.objects.select_related("webhook"), webhook=row, pk=message)
    said = _("It is sent again within seconds.")
    return act(request, lambda: commands.resend_message(ctx, found), said, "keys:webhook", pk)


@require_POST
def remove(request: HttpRequest, pk: Any) -> HttpResponse:
    """Forget a webhook."""
    ctx, row = _at(request, pk)
    to: tuple[str, ...] = ("keys:webhooks_wide",)
    if row.event is not None:
        to = ("keys:webhooks", row.event.slug)
    elif row.club is not None:
        to = ("keys:webhooks_club", row.club.home.slug)
    return act(request, lambda: commands.remove_webhook(ctx, row), _("Removed."), *to)
