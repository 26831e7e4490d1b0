"""Make people who can sign in."""

from __future__ import annotations

import secrets

from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tdapp.kernel.commands import Change, Installation, command
from tdapp.kernel.context import Context
from tdapp.kernel.models import BrowserSession, User
from tdapp.kernel.refusals import Conflict, Missing, Refusal

LONGEST = 150
ODD = UnicodeUsernameValidator()
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


def random_password(groups: int = 3, length: int = 5) -> str:
    """A password that can be read out: about 74 bits in three groups, no look-alike letters."""
    return "-".join("".join(secrets.choice(ALPHABET) for _place in range(length)) for _group in range(groups))


def refuse_odd(username: str) -> None:
    """What somebody has to type at every log-in: nothing invisible, nothing that means something to a shell or a page."""
    if not 1 <= len(username) <= LONGEST:
        raise Refusal("bad-username", _("A username has 1 to %(most)s characters.") % {"most": LONGEST})
    try:
        ODD(username)
    except ValidationError:
        sentence = _("%(name)s cannot be a username; use letters, digits and . _ - + @, without spaces.")
        raise Refusal("bad-username", sentence % {"name": repr(username)[:80]}) from None


@command("user.create", "user made", needs="installation.people", private=("password",))
def create_user(
    ctx: Context,
    target: Installation,
    *,
    username: str,
    password: str,
    name: str = "",
    operator: bool = False,
    owner: bool = False,
) -> Change:
    """Create a user; an operator may create events, an owner keeps the installation. 409 when the user name is taken."""
    refuse_odd(username)
    if User.objects.filter(username=username).exists():
        raise Conflict("user-taken", _("There is already a user %(name)s.") % {"name": username})
    shown = name or username.capitalize()
    User.objects.create_user(
        username=username, password=password, display_name=shown, operator=operator, owner=owner
    )
    told = {"username": username, "operator": operator, "owner": owner}
    return Change(told, f"user {username}", None, told)


def owners() -> QuerySet[User]:
    """Who keeps this installation, the first one first."""
    return User.objects.filter(owner=True, is_active=True).order_by("date_joined")


@command("installation.make_owner", "made an owner of the installation", needs="installation.people")
def make_owner(ctx: Context, target: Installation, *, username: str) -> Change:
    """Let one more person keep the installation: its backups and its people. An owner may create events too."""
    user = _signs_in(username)
    before = {"owner": user.owner, "operator": user.operator}
    user.owner = user.operator = True
    user.save(update_fields=["owner", "operator"])
    return Change({"username": username, "owner": True}, f"user {username}", before, {"owner": True})


@command("installation.take_owner", "owner of the installation no longer", needs="installation.people")
def take_owner(ctx: Context, target: Installation, *, username: str) -> Change:
    """Let somebody keep the installation no longer. The last owner stays one."""
    user = _signs_in(username)
    if user.owner and owners().count() == 1:
        sentence = _("%(name)s is the only owner. Make somebody else one first.")
        raise Refusal("last-owner", sentence % {"name": username})
    before, user.owner = {"owner": user.owner}, False
    user.save(update_fields=["owner"])
    return Change({"username": username, "owner": False}, f"user {username}", before, {"owner": False})


@command("user.shut_out", "shut out", needs="installation.people")
def shut_out(ctx: Context, target: Installation, *, username: str) -> Change:
    """Let an account in by no door any more, and end what it has open: its sessions, and what its keys to the API may do.
    The last owner stays in.
    """
    user = _named(username)
    if owners().filter(pk=user.pk).exists() and owners().count() == 1:
        sentence = _("%(name)s is the only owner. Make somebody else one first.")
        raise Refusal("last-owner", sentence % {"name": username})
    before, user.is_active = {"may_log_in": user.is_active}, False
    user.save(update_fields=["is_active"])
    ended, _rows = BrowserSession.objects.filter(user=str(user.pk)).delete()
    told = {"username": username, "may_log_in": False, "ended": ended}
    return Change(told, f"user {username}", before, told)


@command("user.take_back", "let in again", needs="installation.people")
def take_back(ctx: Context, target: Installation, *, username: str) -> Change:
    """Let an account in again that was shut out. What was ended stays so; keys that are good still are good again."""
    user = _named(username)
    before, user.is_active = {"may_log_in": user.is_active}, True
    user.save(update_fields=["is_active"])
    told = {"username": username, "may_log_in": True}
    return Change(told, f"user {username}", before, told)


def _named(username: str) -> User:
    user = User.objects.filter(username=username).first()
    if user is None:
        raise Missing("unknown-user", _("There is no user %(name)s.") % {"name": username})
    return user


def _signs_in(username: str) -> User:
    """The active user of this name, who has a password: a PIN opens no installation."""
    user = User.objects.filter(username=username, is_active=True).first()
    if user is None:
        raise Missing("unknown-user", _("There is no user %(name)s.") % {"name": username})
    if not user.has_usable_password():
        sentence = _("%(name)s has no password, only a link or a PIN: an owner signs in with a password.")
        raise Refusal("no-password", sentence % {"name": username})
    return user
