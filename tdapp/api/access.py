"""Who is asking: a signed-in person, or a program with a token of one event. And how often."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed, ValidationError
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from tdapp.api.commands import PREFIX, hashed
from tdapp.api.models import ApiToken
from tdapp.events import access
from tdapp.events.models import Event
from tdapp.kernel import clock
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.models import User
from tdapp.kernel.permissions import can, require
from tdapp.kernel.refusals import Missing
from tdapp.kernel.signing_in import limits, sessions

USED_EVERY = timedelta(minutes=1)
LONGEST_KEY = 80
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer td_...`; request.auth is then the ApiToken, request.user who made it."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        kind, _space, token = request.headers.get("Authorization", "").partition(" ")
        if kind.lower() != "bearer":
            return None
        row = (
            ApiToken.objects.select_related("user", "event").filter(token_hash=hashed(token.strip())).first()
        )
        if not token.startswith(PREFIX) or row is None or not row.works or not _still_trusted(row):
            raise AuthenticationFailed(_("This token is unknown, expired or revoked."))
        _note_use(row)
        return row.user, row

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="api"'


def _still_trusted(row: ApiToken) -> bool:
    """A token falls with its maker: whoever may no longer make tokens here has none that works."""
    if row.event.deleted_at:
        return False
    return can(access.event_context(row.user, row.event, "api"), "member.manage") if _belongs(row) else False


def _belongs(row: ApiToken) -> bool:
    return bool(access.roles_of(row.user, row.event))


def _note_use(row: ApiToken) -> None:
    """Bookkeeping beside the request, as a session's renewal is: at most one write a minute."""
    now = clock.now()
    if row.last_used_at is None or abs(now - row.last_used_at) > USED_EVERY:
        ApiToken.objects.filter(pk=row.pk).update(last_used_at=now)


class TokenScheme(OpenApiAuthenticationExtension):
    """How the token appears in the OpenAPI document."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token of one event, made by its director.",
        }


class Session(SessionAuthentication):
    """A signed-in person's browser; unsafe requests carry the CSRF token."""


class SessionScheme(OpenApiAuthenticationExtension):
    """How the session appears in the OpenAPI document."""

    target_class = Session
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}


class Counted(BaseThrottle):
    """So many requests a minute, over all web processes together."""

    a_minute = 0
    left = 0.0

    def who(self, request: Request) -> str:
        """Who is counted; "" for who is not, which is everybody unless a kind of limit says otherwise."""
        return ""

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Count this request and say whether it may go on."""
        who = self.who(request)
        self.left = limits.wait("api", who, self.a_minute) if who else 0.0
        return not self.left

    def wait(self) -> float | None:
        return self.left or None


class Strangers(Counted):
    """Requests without a valid sign-in, by address."""

    a_minute = 60

    def who(self, request: Request) -> str:
        """The visitor's address (`launch.proxies`)."""
        return f"a{limits.household(str(request.META.get('REMOTE_ADDR', '')))}"


class Callers(Counted):
    """Requests of one token, or of one signed-in person."""

    a_minute = 600

    def who(self, request: Request) -> str:
        """The token, else the person."""
        if isinstance(request.user, AnonymousUser):
            return ""
        return f"t{request.auth.pk}" if isinstance(request.auth, ApiToken) else f"u{request.user.pk}"


def events_of(request: Request) -> Any:
    """The events the caller has a part in: a token's own one, a person's."""
    rows = Event.objects.filter(deleted_at=None)
    if isinstance(request.auth, ApiToken):
        return rows.filter(pk=request.auth.event_id)
    mine = rows.filter(access.within_reach(request.user.pk)).distinct()
    here = sessions.bound_to(request)
    return mine.filter(pk=here) if here else mine


def at_event(request: Request, slug: str, needs: str) -> tuple[Context, Event]:
    """Context and event of an API request; Missing for strangers and foreign events, NotAllowed without `needs`."""
    event = find(events_of(request), slug=slug)
    ctx = _context(request, event)
    require(ctx, needs)
    return ctx, event


def _context(request: Request, event: Event) -> Context:
    facts: access.Facts = {"request_id": getattr(request, "request_id", ""), "key": _key(request)}
    if not isinstance(request.user, User):
        raise Missing("missing", _("There is no such event here."))
    if not isinstance(request.auth, ApiToken):
        return access.request_context(request, event, "api", facts)
    ctx = access.event_context(request.user, event, "api", **facts)
    name = f"{ctx.actor_name} ({request.auth.label})"
    roles = frozenset(request.auth.roles)
    return Context(ctx.actor, name, ctx.scope, roles, "api", ctx.request_id, ctx.key, ctx.person)


def _key(request: Request) -> str:
    """The idempotency key of a write; a header that cannot be kept whole is refused, never cut."""
    key = "" if request.method in SAFE else request.headers.get("Idempotency-Key", "")
    if len(key) > LONGEST_KEY or not key.isprintable():
        raise ValidationError({"Idempotency-Key": [_("At most 80 printable characters.")]})
    return key
