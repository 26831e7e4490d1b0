"""Who is asking: a signed-in person, or a program with a token. And how often."""

from __future__ import annotations

from dataclasses import replace
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

from tdapp.api.commands import PREFIX, hashed, token_of
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
from tdapp.people import officers
from tdapp.people.models import ClubHome

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
            ApiToken.objects.select_related("user", "event", "club__home")
            .filter(token_hash=hashed(token.strip()))
            .first()
        )
        if not token.startswith(PREFIX) or row is None or not _of_now(row) or not _still_trusted(row):
            raise AuthenticationFailed(_("This token is unknown, expired or revoked."))
        _note_use(row)
        return row.user, row

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="api"'


def _of_now(row: ApiToken) -> bool:
    """Whether it works, and is what this installation's secret makes of it: whoever has an older secret and the rows has every
    token of then, so none of them opens anything after it was changed.
    """
    return row.works and hashed(token_of(row)) == row.token_hash


def _still_trusted(row: ApiToken) -> bool:
    """A token falls with its maker: whoever may no longer make tokens here has none that works."""
    if row.club is not None:
        return can(officers.club_context(row.user, row.club.home, "api"), "club.officers")
    if row.event is None:
        return can(access.installation_context(row.user, "api"), "installation.create_event")
    if row.event.deleted_at or not access.roles_of(row.user, row.event):
        return False
    return can(access.event_context(row.user, row.event, "api"), "member.manage")


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
            "description": "A token of one event, of a club and its events, or of the installation.",
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
    token = request.auth if isinstance(request.auth, ApiToken) else None
    if token is not None and token.event_id is not None:
        return rows.filter(pk=token.event_id)
    if token is not None and token.club_id is not None:
        rows = rows.filter(host=token.club_id)
    mine = rows.filter(access.within_reach(request.user.pk)).distinct()
    here = "" if token is not None else sessions.bound_to(request)
    return mine.filter(pk=here) if here else mine


def at_event(request: Request, slug: str, needs: str) -> tuple[Context, Event]:
    """Context and event of an API request; Missing for strangers and foreign events, NotAllowed without `needs`."""
    event = find(events_of(request), slug=slug)
    ctx = _context(request, event)
    require(ctx, needs)
    return ctx, event


def at_club(request: Request, slug: str, needs: str) -> tuple[Context, ClubHome]:
    """Context and club of an API request of its officers; Missing for everybody else, NotAllowed without `needs`."""
    if not isinstance(request.auth, ApiToken):
        ctx, home = access.web_club(request, slug, needs)
        return replace(ctx, via="api", request_id=_request_id(request), key=_key(request)), home
    token = request.auth
    home = find(ClubHome.objects.select_related("club"), slug=slug)
    ctx = officers.club_context(token.user, home, "api", **_facts(request))
    if not ctx.roles or token.event_id is not None or token.club_id not in {None, home.club_id}:
        raise Missing("missing", _("There is no such thing here."))
    ctx = _as_token(ctx, token)
    require(ctx, needs)
    return ctx, home


def at_installation(request: Request, needs: str) -> Context:
    """Context of an API request outside events; NotAllowed without `needs`, as every token of one event is."""
    ctx = outside_events(request)
    require(ctx, needs)
    return ctx


def outside_events(request: Request) -> Context:
    """The same, with whatever the caller may do there."""
    if not isinstance(request.auth, ApiToken):
        return replace(access.outside(request), via="api", request_id=_request_id(request), key=_key(request))
    token = request.auth
    ctx = _as_token(access.installation_context(token.user, "api", **_facts(request)), token)
    if token.event_id is not None or token.club_id is not None:
        ctx = replace(ctx, roles=frozenset())
    return ctx


def _facts(request: Request) -> access.Facts:
    return {"request_id": _request_id(request), "key": _key(request)}


def _as_token(ctx: Context, token: ApiToken) -> Context:
    """The maker's context as far as the token reaches; the log names both."""
    return replace(ctx, actor_name=f"{ctx.actor_name} ({token.label})", only=token.only)


def _request_id(request: Request) -> str:
    return getattr(request, "request_id", "")


def _context(request: Request, event: Event) -> Context:
    facts = _facts(request)
    if not isinstance(request.user, User):
        raise Missing("missing", _("There is no such event here."))
    if not isinstance(request.auth, ApiToken):
        return access.request_context(request, event, "api", facts)
    ctx = access.event_context(request.user, event, "api", **facts)
    ctx = _as_token(ctx, request.auth)
    return ctx if request.auth.event_id is None else replace(ctx, roles=frozenset(request.auth.roles))


def _key(request: Request) -> str:
    """The idempotency key of a write; a header that cannot be kept whole is refused, never cut."""
    key = "" if request.method in SAFE else request.headers.get("Idempotency-Key", "")
    if len(key) > LONGEST_KEY or not key.isprintable():
        raise ValidationError({"Idempotency-Key": [_("At most 80 printable characters.")]})
    return key
