"""The second factor, recovery codes and passkeys of one's own account."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from tdapp.accounts.models import Authenticator, LinkedIdentity, Passkey, RecoveryCode
from tdapp.accounts.second import app_codes, passkeys, recovery
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.models import Invitation, User
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.kernel.signing_in import inviting

NAME_LENGTH = 60


@command("account.app_on", "second factor turned on", needs="account.own", private=("sealed", "code"))
def turn_on(ctx: Context, user: User, *, sealed: str, code: str) -> Change:
    """Ask for a code of an app at every log-in from now on, once a first code shows that the app has the secret.

    Answers nothing secret: the recovery codes are made by `renew_codes`.
    """
    if app_codes.step_of(sealed, code) is None:
        sentence = _("That is not the code the app shows now. Look at its clock, then type the next one.")
        raise Refusal("wrong-code", sentence, status=422)
    Authenticator.objects.update_or_create(user=user, defaults={"sealed": sealed})
    return Change({"on": True}, f"user {user.username}", None, {"second_factor": True})


@command("account.app_off", "second factor turned off", needs="account.own")
def turn_off(ctx: Context, user: User) -> Change:
    """Ask for the password alone; the recovery codes go too."""
    take_away(user)
    return Change({"on": False}, f"user {user.username}", {"second_factor": True}, {"second_factor": False})


def take_away(user: User) -> None:
    """No second factor any more, in the caller's command."""
    Authenticator.objects.filter(user=user).delete()
    RecoveryCode.objects.filter(user=user).delete()


def _let_in_again(row: Invitation, user: User) -> str:
    """A code for a new password may take the second factor away too: the phone is gone, and the passkeys on it."""
    if row.payload.get("second"):
        take_away(user)
        Passkey.objects.filter(user=user).delete()
    return ""


RESET = replace(inviting.RESET, accepted=_let_in_again)


class Codes:
    """Handed to `renew_codes`, which fills it: the codes are in no answer that is kept."""

    def __init__(self) -> None:
        self.made: list[str] = []

    def __repr__(self) -> str:
        return "Codes()"


@command("account.recovery_codes", "recovery codes made", needs="account.own", private=("into",))
def renew_codes(ctx: Context, user: User, *, into: Codes) -> Change:
    """Ten new recovery codes in place of the old ones. Refuses where there is no second factor."""
    if not Authenticator.objects.filter(user=user).exists():
        raise Refusal("no-second-factor", _("Turn the second factor on first."))
    into.made = recovery.renew(user)
    return Change({"made": len(into.made)}, f"user {user.username}", None, {"codes": len(into.made)})


@command("account.passkey_add", "passkey added", needs="account.own", private=("key",))
def add_passkey(ctx: Context, user: User, *, name: str, key: dict[str, Any]) -> Change:
    """Add a passkey the browser made (`passkeys.made`)."""
    if user.passkeys.count() >= passkeys.MOST:
        sentence = _("An account has at most %(most)s passkeys; remove one first.")
        raise Refusal("too-many-passkeys", sentence % {"most": passkeys.MOST})
    if Passkey.objects.filter(key_hash=key["key_hash"]).exists():
        raise Conflict("passkey-known", _("This passkey is there already."))
    row = Passkey.objects.create(user=user, name=_name(name), **key)
    return Change({"id": row.pk}, f"user {user.username}", None, {"passkey": row.name})


@command("account.passkey_name", "passkey named", needs="account.own")
def name_passkey(ctx: Context, user: User, *, pk: Any, name: str) -> Change:
    """Call a passkey of one's own something else."""
    row = _own(user, pk)
    before, row.name = {"passkey": row.name}, _name(name)
    row.save(update_fields=["name"])
    return Change({"name": row.name}, f"user {user.username}", before, {"passkey": row.name})


@command("account.passkey_remove", "passkey removed", needs="account.own")
def remove_passkey(ctx: Context, user: User, *, pk: Any) -> Change:
    """Remove a passkey: it opens nothing from now on. The last way in stays."""
    row = _own(user, pk)
    others = user.passkeys.count() > 1 or LinkedIdentity.objects.filter(user=user).exists()
    if not user.has_usable_password() and not others:
        raise Refusal("last-way-in", _("This is your only way in. Set a password first."))
    row.delete()
    return Change({"removed": True}, f"user {user.username}", {"passkey": row.name}, None)


def _own(user: User, pk: Any) -> Passkey:
    row = Passkey.objects.filter(user=user, pk=pk).first()
    if row is None:
        raise Refusal("no-such-passkey", _("You have no such passkey."))
    return row


def _name(name: str) -> str:
    tidy = " ".join(name.split())[:NAME_LENGTH]
    return tidy or _("Passkey")
