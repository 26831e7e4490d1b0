"""Who may do what at a lexicon: from a signed-in user to a Context. The only place where seats are looked up."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest
from django.utils.translation import gettext as _

from lexicon_admin.models import Edition, Lexicon, Seat
from tdapp.kernel import permissions
from tdapp.kernel.cli import user_named
from tdapp.kernel.context import INSTALLATION, Context, system
from tdapp.kernel.managers import find
from tdapp.kernel.models import User
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import NotAllowed, NotSignedIn
from tdapp.kernel.signing_in import accounts, sessions


def context_of(
    user: User, lexicon: Lexicon | None, via: str, *, request_id: str = "", key: str = ""
) -> Context:
    """A user's context at a lexicon, or at the installation for None."""
    scope = lexicon.scope_key if lexicon else INSTALLATION
    return Context(
        user.actor, user.shown_as, scope, roles_of(user, lexicon), via, request_id, key, user.person
    )


def roles_of(user: User, lexicon: Lexicon | None) -> frozenset[str]:
    """Operator, and the seat in the committee; none for an inactive user."""
    if not user.is_active:
        return frozenset()
    seats = Seat.objects.filter(user=user, lexicon=lexicon).values_list("role", flat=True) if lexicon else ()
    return frozenset(seats) | (frozenset({"operator"}) if user.operator else frozenset())


def cli_context(name: str, lexicon: Lexicon | None) -> Context:
    """The named user's context on the command line; the program's own for an empty name."""
    scope = lexicon.scope_key if lexicon else INSTALLATION
    return context_of(user_named(name), lexicon, "cli") if name else system(scope, via="cli")


def anybody(lexicon: Lexicon | None) -> Context:
    """The context of the signed-out: they may look at what is public."""
    return Context("", "", lexicon.scope_key if lexicon else INSTALLATION, frozenset(), "web")


def web_context(request: HttpRequest, lexicon: Lexicon | None) -> Context:
    """The context of a page. Reads no form: a large upload is let in by who sends it, before its bytes are.

    A session opened at a desk by link has no seat in a committee, one opened by PIN asks for the password.
    """
    user, by_pin = request.user, sessions.by_pin(request)
    if not isinstance(user, User) or (sessions.bound_to(request) and not by_pin):
        return anybody(lexicon)
    ctx = context_of(user, lexicon, "web", request_id=getattr(request, "request_id", ""))
    return replace(ctx, by_pin=by_pin)


def require_view(ctx: Context, edition: Edition) -> None:
    """Refuse words whose licence is not for everybody to whoever has no part in the list."""
    if not (edition.public or can(ctx, "lexicon.view")):
        raise NotAllowed("not-allowed", _("Your role does not allow this."), needs="lexicon.view")


def require(request: HttpRequest, ctx: Context, needs: str) -> None:
    """Refuse whoever lacks `needs`; the signed-out are sent to the log-in."""
    if can(ctx, needs):
        return
    if not isinstance(request.user, User):
        raise NotSignedIn("not-signed-in", _("Log in first."))
    permissions.require(ctx, needs)


def own_account(request: HttpRequest) -> tuple[Context, User]:
    """Who asks, in what is their own: a PIN asks for the password, a link of an event opens no account."""
    user = request.user
    if not isinstance(user, User) or (sessions.bound_to(request) and not sessions.by_pin(request)):
        raise NotSignedIn("not-signed-in", _("Log in first."))
    ctx = accounts.own_context(
        user, request_id=getattr(request, "request_id", ""), by_pin=sessions.by_pin(request)
    )
    permissions.require(ctx, "account.own")
    return keyed(request, ctx), user


def web_lexicon(request: HttpRequest, slug: str, needs: str = "") -> tuple[Context, Lexicon]:
    """Context and lexicon of a page; `needs` "" for what everybody may see."""
    lexicon = Lexicon.objects.filter(slug=slug).first()
    ctx = web_context(request, lexicon)
    if needs:
        require(request, ctx, needs)
    return ctx, lexicon or find(Lexicon.objects.all(), slug=slug)


def keyed(request: HttpRequest, ctx: Context) -> Context:
    """The context with the idempotency key of a form or of a program; reads the form."""
    key = request.headers.get("Idempotency-Key", "") or request.POST.get("idempotency_key", "")
    return replace(ctx, key=key[:80])
