"""Signing in with OpenID Connect at a federation's provider, by Authlib: off unless `TD_OIDC_ISSUER` names one.

The provider says who somebody is; which account that opens is ours: one that was connected by its owner while signed in,
or, where `TD_OIDC_MATCH=email` says so, the one account with the e-mail address the provider has verified
(`email_verified`, OpenID Connect Core 5.1). `TD_OIDC_MATCH=trusted-email` is for a provider that says nothing of it and
gives nobody an address that is not theirs. Nobody gets a new account by it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.utils.translation import gettext as _

from core.later import later
from tdapp.accounts.models import LinkedIdentity
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.models import User
from tdapp.kernel.refusals import Conflict, NotAllowed, Refusal
from tdapp.kernel.signing_in import accounts

if TYPE_CHECKING:
    from authlib.integrations import django_client as client
else:
    client = later("authlib.integrations.django_client")

SECONDS = 10
TRUSTED = "trusted-email"
LONGEST = 255


def configured() -> bool:
    """Whether there is a provider."""
    return bool(settings.OIDC["issuer"])


def name() -> str:
    """What the button says whose sign-in it is."""
    return str(settings.OIDC["name"])


def provider() -> Any:
    """The client of the provider: authorization code with PKCE, state and nonce kept in the session."""
    known = settings.OIDC
    return client.OAuth().register(
        "federation",
        overwrite=True,
        client_id=known["client"],
        client_secret=known["secret"],
        server_metadata_url=f"{known['issuer'].rstrip('/')}/.well-known/openid-configuration",
        client_kwargs={"scope": "openid email profile", "code_challenge_method": "S256", "timeout": SECONDS},
    )


def whose(told: dict[str, Any]) -> User:
    """The account these verified claims open. Refuses when they open none, or more than one."""
    issuer, subject = _identity(told)
    row = LinkedIdentity.objects.select_related("user").filter(issuer=issuer, subject=subject).first()
    user = row.user if row else _by_email(told)
    if user is None or not user.is_active:
        sentence = _("%(name)s knows you, but no account here does. Log in with the password and connect it.")
        raise NotAllowed("no-account", sentence % {"name": name()})
    if row is None:
        link(accounts.own_context(user), user, told=told)
    return user


def _by_email(told: dict[str, Any]) -> User | None:
    """Refuses an address nobody verified, in the same words whether an account has it or not."""
    match, email = settings.OIDC["match"], str(told.get("email", "")).strip()
    if not match or not email:
        return None
    if match != TRUSTED and told.get("email_verified") is not True:
        sentence = _(
            "%(name)s does not say that it verified your e-mail address, so that address opens nothing here. Have it "
            "verified there, or log in with the password and connect it under My account."
        )
        raise NotAllowed("unverified", sentence % {"name": name()})
    rows = list(User.objects.filter(is_active=True, email__iexact=email)[:2])
    return rows[0] if len(rows) == 1 else None


@command("account.link", "connected with the federation's sign-in", needs="account.own", private=("told",))
def link(ctx: Context, user: User, *, told: dict[str, Any]) -> Change:
    """Let the federation's sign-in open this account from now on. 409 when it opens another one."""
    issuer, subject = _identity(told)
    known = LinkedIdentity.objects.filter(issuer=issuer, subject=subject).first()
    if known is not None and known.user_id != user.pk:
        raise Conflict(
            "linked-elsewhere", _("This sign-in opens another account here. Disconnect it there first.")
        )
    LinkedIdentity.objects.get_or_create(issuer=issuer, subject=subject, defaults={"user": user})
    return Change({"issuer": issuer}, f"user {user.username}", None, {"issuer": issuer})


@command("account.unlink", "disconnected from the federation's sign-in", needs="account.own")
def unlink(ctx: Context, user: User) -> Change:
    """The federation's sign-in opens this account no longer. The last way in stays."""
    rows = LinkedIdentity.objects.filter(user=user)
    if not user.has_usable_password() and not user.passkeys.exists():
        raise Refusal("last-way-in", _("This is your only way in. Set a password first."))
    issuers = list(rows.values_list("issuer", flat=True))
    rows.delete()
    return Change({"unlinked": len(issuers)}, f"user {user.username}", {"issuers": issuers}, None)


def _identity(told: dict[str, Any]) -> tuple[str, str]:
    issuer, subject = str(told.get("iss", ""))[:LONGEST], str(told.get("sub", ""))
    if not issuer or not 1 <= len(subject) <= LONGEST:
        raise refused()
    return issuer, subject


def refused() -> Refusal:
    """What is said of an answer that proves nothing, and of a provider that does not answer."""
    sentence = _("%(name)s did not say who you are. Try again, or log in with the password.")
    return Refusal("no-answer", sentence % {"name": name()}, status=422)
