"""What every request passes: its id, the names this laptop answers to, how long a session lives, what may be kept."""

from __future__ import annotations

import ipaddress
import re
import uuid
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.http.request import split_domain_port
from django.urls import resolve

from core.request_of import request_id, visitor
from tdapp.kernel import clock

GetResponse = Callable[[HttpRequest], HttpResponse]
GIVEN_ID = re.compile(r"[A-Za-z0-9-]{8,64}")
RENEW_AFTER_SECONDS = 900
RENEWED = "renewed_at"


class RequestId:
    """One id a request, for the log, the audit entry and the answer's `X-Request-ID`; a proxy's own id is kept."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-ID", "")
        known = given if GIVEN_ID.fullmatch(given) else uuid.uuid4().hex
        request.request_id = known  # type: ignore[attr-defined]
        tokens = request_id.set(known), visitor.set(str(request.META.get("REMOTE_ADDR", "")))
        try:
            response = self.get_response(request)
        finally:
            request_id.reset(tokens[0])
            visitor.reset(tokens[1])
        response["X-Request-ID"] = known
        return response


class Alive:
    """`/healthz` and `/metrics` by whatever name they are asked for: a balancer knows this process by its address alone."""

    ANSWERED = frozenset({"/healthz", "/metrics"})

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info in self.ANSWERED:
            return resolve(request.path_info).func(request)
        return self.get_response(request)


def is_our_name(host: str) -> bool:
    """Whether a laptop answers to this Host header: an address literal, `*.local`, or its own name."""
    name = split_domain_port(host)[0].lower()
    if name in settings.LAN_NAMES or name.endswith(".local") or name == "testserver":
        return True
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


class LanHosts:
    """On a laptop (`ALLOWED_HOSTS = ["*"]`) refuse foreign names, so no web page can reach it by DNS rebinding."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.ALLOWED_HOSTS == ["*"] and not is_our_name(request.META.get("HTTP_HOST", "localhost")):
            return HttpResponseBadRequest(
                "This computer answers to its address and its own name only.\n", content_type="text/plain"
            )
        return self.get_response(request)


class IdleSessions:
    """Keep a session in use alive, with at most one write in fifteen minutes instead of one a request."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        session = request.session
        if session.accessed and not session.is_empty():
            now = int(clock.now().timestamp())
            if abs(now - int(session.get(RENEWED, 0))) > RENEW_AFTER_SECONDS:
                session[RENEWED] = now
        return response


class PrivatePages:
    """Nothing made for a signed-in person stays in a cache (ASVS 14.3.2); public pages set their own rule."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        session = getattr(request, "session", None)
        if session is not None and session.accessed and "Cache-Control" not in response:
            response["Cache-Control"] = "no-store, private"
        return response
