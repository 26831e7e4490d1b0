"""The page a helper's phone opens, with the newest copy to keep; and the door by which two laptops meet."""

from __future__ import annotations

from datetime import datetime

from django.http import FileResponse, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from tdapp.events.access import request_facts
from tdapp.events.members.commands.members import hashed
from tdapp.interchange.commands import copies
from tdapp.interchange.copies import handover, plans
from tdapp.interchange.models import CopyLink
from tdapp.kernel import clock, fence
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Refusal


def _link(token: str) -> CopyLink:
    """The link in force of a token; one sentence for every other, whatever the reason."""
    link = CopyLink.objects.select_related("event").filter(token_hash=hashed(token)).first()
    if link is None or link.revoked_at or link.expires_at <= clock.now() or link.event.deleted_at:
        raise Refusal(
            "copy-link-over", _("This link opens nothing now. Ask the director for a new one."), status=410
        )
    return link


@never_cache
@require_safe
def helper(request: HttpRequest, token: str) -> HttpResponse:
    """What the file is, how old, and the button that keeps it."""
    try:
        link = _link(token)
    except Refusal as refusal:
        return render(
            request, "interchange/copies/copy_helper.html", {"refusal": refusal}, status=refusal.status
        )
    plan, path = plans.plan_of(link.event), plans.newest(link.event)
    told = plan.told if plan and path.is_file() else {}
    page = {"link": link, "token": token, "told": told, "at": _at(told)}
    fenced = bool(fence.state(link.scope_key).fenced)
    return render(request, "interchange/copies/copy_helper.html", page | {"fenced": fenced})


def _at(told: dict[str, str]) -> object:
    return datetime.fromisoformat(told["at"]) if "at" in told else None


@require_POST
def fetch(request: HttpRequest, token: str) -> HttpResponse | FileResponse:
    """The newest copy as one file."""
    link = _link(token)
    plan = plans.plan_of(link.event)
    try:
        stream = plans.newest(link.event).open("rb")
    except OSError:
        raise Refusal(
            "no-copy-yet", _("No copy was made yet. Ask the director for one."), status=404
        ) from None
    name = plans.file_name(link.event, plan.told if plan else {})
    who = Context(
        f"helper:{link.pk}", link.label or _("A helper"), link.scope_key, frozenset({"helper"}), "web",
        **request_facts(request),
    )  # fmt: skip
    try:
        copies.fetch(who, link)
    except Refusal:
        stream.close()
        raise
    return FileResponse(stream, as_attachment=True, filename=name, content_type="application/octet-stream")


@csrf_exempt
@never_cache
@require_POST
def meet(request: HttpRequest) -> HttpResponse:
    """A message of the other laptop, signed by a copy of the event; nobody is signed in, no cookie is read."""
    return JsonResponse(handover.answer(request.body))
