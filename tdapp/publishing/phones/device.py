"""Whose phone it is: one signed cookie for one event, no session. It holds an id of its own and who was found."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tdapp.desk import codes
from tdapp.events.models import Entrant
from tdapp.publishing.gate import EventDoor

COOKIE, SALT = "td-me", "td.phone"
LIFE = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Device:
    """`id` counts wrong codes; `entrant` is whose phone it is, "" nobody's; `renewed` the code it came by."""

    id: str
    entrant: str = ""
    renewed: int = 0


def of_request(request: HttpRequest) -> Device:
    """The phone a request came from; one without a cookie, or with a false one, is nobody's and has no id."""
    try:
        told: dict[str, Any] = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=LIFE)
        return Device(str(told["id"]), str(told["who"]), int(told["code"]))
    except (signing.BadSignature, KeyError, TypeError, ValueError):
        return Device("")


def player(device: Device, event: EventDoor) -> Entrant | None:
    """Whose phone it is at this event; None when it is nobody's, or when the code it came by was made anew."""
    if not device.entrant:
        return None
    rows = Entrant.objects.select_related("division__event", "division__phone_rule", "club")
    row = rows.filter(pk=device.entrant, event__slug=event.slug).first()
    if row is None or codes.renewals([row]).get(row.pk, 0) != device.renewed:
        return None
    return row


def bound(device: Device, entrant: Entrant) -> Device:
    """The same phone, this player's from now on."""
    return Device(device.id or new_id(), str(entrant.pk), codes.renewals([entrant]).get(entrant.pk, 0))


def new_id() -> str:
    """128 bits."""
    return secrets.token_hex(16)


def keep(response: HttpResponse, event: EventDoor, device: Device) -> HttpResponse:
    """Leave the cookie: for this event's own phone pages, out of reach of scripts."""
    told = {"id": device.id or new_id(), "who": device.entrant, "code": device.renewed}
    response.set_cookie(
        COOKIE, signing.dumps(told, salt=SALT), max_age=LIFE, path=reverse("publishing:me", args=[event.slug]),
        secure=settings.CSRF_COOKIE_SECURE, httponly=True, samesite="Lax",
    )  # fmt: skip
    return response
