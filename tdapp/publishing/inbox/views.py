"""The inbox: the door websites come in by, their pages, and the page of whoever keeps the installation."""

from __future__ import annotations

from base64 import b64encode
from datetime import datetime
from functools import cache
from hashlib import sha256
from typing import Any

from django.core.files.uploadhandler import TemporaryFileUploadHandler
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.events.access import web_installation
from tdapp.events.screens import act, attempt, person_desk, posted, sent
from tdapp.kernel.commands import Installation
from tdapp.kernel.context import INSTALLATION, Context
from tdapp.kernel.managers import find
from tdapp.kernel.models import User
from tdapp.kernel.refusals import Missing, Refusal
from tdapp.kernel.signing_in import devices, limits
from tdapp.kernel.tabular.limits import MIB
from tdapp.kernel.tabular.uploads import Bounded, handled_by
from tdapp.publishing.inbox import commands, keeping
from tdapp.publishing.inbox.forms import SenderForm
from tdapp.publishing.models import InboxSender
from tdapp.publishing.site import inbox_protocol as protocol
from tdapp.publishing.site.push.targets import kind_of

# A foreign page under our own address: no script, no form, no cookie, nothing of another host; of styles within a page
# only that of the page that is being updated.
SHUT = (
    "sandbox allow-popups allow-top-navigation-by-user-activation; default-src 'self'; script-src 'none'; "
    "style-src 'self' 'sha256-{style}'; "
    "object-src 'none'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


# A minute: of one network, counted before anything is read, and of one sender, whatever networks it comes from. A club
# that releases ten divisions at once sends an event a time; what is above waits at the sender, which comes again by itself.
MOST_OF_A_NETWORK, MOST_OF_A_SENDER = 60, 30


@cache
def _own_style() -> str:
    text = render_to_string("publishing/site/updating.css")
    return b64encode(sha256(text.encode()).digest()).decode()


class SiteUpload(Bounded):
    """The bound of websites: a stranger's file is cut off before it fills the disk, for its token is read after it."""

    most = protocol.MOST_PACKED + MIB


@csrf_exempt
@require_POST
def receive(request: HttpRequest, event: str) -> HttpResponse:
    """Take in the website of an event: fields token, made, key, signature and the file site (none: take it down)."""
    if seconds := limits.wait("inbox", limits.household(devices.address(request)), MOST_OF_A_NETWORK):
        return _too_fast(seconds)
    handled_by(request, SiteUpload(request), TemporaryFileUploadHandler(request))
    told = {name: request.POST.get(name, "")[:400] for name in ("token", "made", "key", "signature")}
    sender = InboxSender.objects.filter(token_hash=commands.hashed(told["token"]), revoked_at=None).first()
    try:
        if sender is None:
            raise Refusal("unknown-token", _("This token is unknown or revoked."), status=410)
        if seconds := limits.wait("inbox of", sender.pk, MOST_OF_A_SENDER):
            return _too_fast(seconds)
        data, made = _data(request), protocol.moment(told["made"]).isoformat()
        signed = protocol.said(event, told["made"], protocol.digest_of(data))
        protocol.check_signature(told["key"], told["signature"], signed)
        files = protocol.check_site(event, data) if data else 0
        ctx = Context(f"sender:{sender.pk}", sender.name, INSTALLATION, frozenset({"helper"}), "api")
        commands.receive(ctx, sender, event=event, made=made, key=told["key"], files=files, data=data)
    except Refusal as refusal:
        return JsonResponse(refusal.as_dict(), status=refusal.status)
    address = request.build_absolute_uri(f"/inbox/{sender.slug}/{event}/")
    return JsonResponse({"files": files, "address": address})


def _too_fast(seconds: float) -> JsonResponse:
    """Nothing was looked at; when to come again."""
    sentence = _("Too much came at once: nothing was looked at. Send it again in a minute.")
    refusal = Refusal("too-fast", sentence, status=429)
    headers = {"Retry-After": str(round(seconds) + 1)}
    return JsonResponse(refusal.as_dict(), status=429, headers=headers)


def _data(request: HttpRequest) -> bytes:
    """The ZIP, empty for none. Refuses (413) more than may be kept."""
    file = request.FILES.get("site")
    if file is not None and (file.size or 0) > protocol.MOST_PACKED:
        raise protocol.too_large()
    return bytes(file.read()) if file else b""


@require_safe
def page(request: HttpRequest, sender: str, event: str, path: str = "") -> HttpResponse:
    """A page of a website that was received, as it came, shut in."""
    row = find(InboxSender.objects.filter(revoked_at=None), slug=sender)
    if event not in row.sites or (data := keeping.page(row.pk, event, path)) is None:
        raise Missing("missing", _("There is nothing public at this address."))
    kind = kind_of(path) if path and not path.endswith("/") else kind_of("index.html")
    headers = {
        "Content-Security-Policy": SHUT.format(style=_own_style()), "X-Content-Type-Options": "nosniff",
        "Cache-Control": "no-cache", "Access-Control-Allow-Origin": "*",
        "Cross-Origin-Resource-Policy": "cross-origin",
    }  # fmt: skip
    return HttpResponse(data, kind, headers=headers)


def _place(request: HttpRequest) -> tuple[Context, User]:
    told = _("Only whoever keeps this installation says who may send websites here.")
    return web_installation(request, commands.NEEDS, told)


@require_http_methods(["GET", "POST"])
def senders(request: HttpRequest) -> HttpResponse:
    """Who may send, what came; POST lets somebody in, and shows the token once."""
    ctx, user = _place(request)
    form, token = SenderForm(posted(request)), ""
    if sent(request, form):
        made = commands.new_token()
        name = form.cleaned_data["name"]
        if attempt(form, lambda: commands.add_sender(ctx, Installation(), name=name, token=made)):
            token, form = made, SenderForm()
    rows = InboxSender.objects.filter(revoked_at=None)
    sites = {
        row.pk: [(event, datetime.fromisoformat(told["at"])) for event, told in row.sites.items()]
        for row in rows
    }
    facts = {
        "desk": person_desk(user), "form": form, "token": token, "senders": [(row, sites[row.pk]) for row in rows],
        "door": request.build_absolute_uri("/inbox/receive/"),
    }  # fmt: skip
    return render(request, "publishing/inbox/senders.html", facts, status=form.status)


@require_POST
def revoke(request: HttpRequest, pk: Any) -> HttpResponse:
    """Shut a sender out."""
    ctx, _user = _place(request)
    row = find(InboxSender.objects.filter(revoked_at=None), pk=pk)
    return act(request, lambda: commands.revoke_sender(ctx, row), _("Shut out."), "inbox:senders")
