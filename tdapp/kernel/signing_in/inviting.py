"""Accounts made by invitation, and passwords set anew by a code: the two purposes the kernel itself knows."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext as _

from tdapp.kernel.commands import Change, Installation, command
from tdapp.kernel.context import Context
from tdapp.kernel.models import BrowserSession, Invitation, User
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Conflict, NotAllowed
from tdapp.kernel.signing_in import accounts, invitations, passwords
from tdapp.kernel.signing_in.invitations import Purpose
from tdapp.kernel.signing_in.users import refuse_odd

RESET_LIFE = timedelta(days=2)
MAIL_LIFE = timedelta(hours=1)


def _says_account(row: Invitation) -> str:
    if row.payload.get("owner"):
        return _("You are asked to keep this installation: its backups and its people.")
    if row.payload.get("operator"):
        return _("You are asked to make events here and to keep word lists and ratings.")
    return _("You are asked to have an account here.")


def _make_what_was_said(row: Invitation, user: User) -> str:
    owner, operator = bool(row.payload.get("owner")), bool(row.payload.get("operator"))
    user.owner, user.operator = user.owner or owner, user.operator or operator or owner
    user.save(update_fields=["owner", "operator"])
    return ""


ACCOUNT = Purpose("account", _says_account, _make_what_was_said)
RESET = Purpose("reset", lambda row: _("You may choose a new password."), lambda row, user: "")


def refuse_beyond(ctx: Context, *, owner: bool = False, user: User | None = None) -> None:
    """Refuse (403) to make an owner, or to open an owner's or operator's account, to who is no owner."""
    high = owner or (user is not None and (user.owner or user.operator or user.is_superuser))
    if high and not can(ctx, "installation.people"):
        sentence = _("Only an owner of this installation does this for owners and operators.")
        raise NotAllowed("owners-only", sentence, needs="installation.people")


@command("account.invite", "invited to have an account", needs="account.invite")
def invite(
    ctx: Context,
    target: Installation,
    *,
    name: str = "",
    username: str = "",
    email: str = "",
    operator: bool = False,
    owner: bool = False,
    days: int = 14,
) -> Change:
    """Invite one person to an account of their own. Only an owner makes owners."""
    refuse_beyond(ctx, owner=owner)
    if username:
        refuse_odd(username)
    told = {"operator": operator or owner, "owner": owner}
    row = invitations.make(
        ctx, ACCOUNT.name, payload=told, name=name, username=username, email=email, life=timedelta(days=days)
    )
    return Change({"id": row.pk}, f"invitation {row.pk}", None, told)


@command("account.offer_reset", "code for a new password made", needs="account.invite")
def offer_reset(ctx: Context, target: Installation, *, user: User, second: bool = False) -> Change:
    """Make a code by which somebody chooses a new password; `second`: it also takes the second factor away.

    Earlier codes of the same account end. Refuses (403) to open the account of an owner or operator to who is no owner.
    """
    refuse_beyond(ctx, user=user)
    for old in invitations.usable().filter(user=user, purpose=RESET.name):
        invitations.revoke(old)
    row = _make_reset(ctx, user, RESET_LIFE, second)
    told = {"user": user.username, "second_factor_too": second}
    return Change({"id": row.pk}, f"user {user.username}", None, told)


@command("account.ask_reset", "link for a new password asked for", needs="account.accept")
def ask_reset(ctx: Context, user: User) -> Change:
    """Make a link for a new password that goes to the account's e-mail address alone; a printed code stays good."""
    row = _make_reset(ctx, user, MAIL_LIFE, False)
    return Change({"id": row.pk}, f"user {user.username}", None, {"by": "e-mail"})


def asking_context(user: User) -> Context:
    """Whoever says at the log-in that they forgot the password: a letter goes to the account's own address."""
    return Context("visitor", user.shown_as, user.scope_key, frozenset({"invited"}), "web")


def _make_reset(ctx: Context, user: User, life: timedelta, second: bool) -> Invitation:
    return invitations.make(
        ctx, RESET.name, payload={"second": second}, name=user.shown_as, username=user.username, user=user,
        life=life,
    )  # fmt: skip


@command("account.revoke_invitation", "invitation revoked", needs="account.invite")
def revoke(ctx: Context, row: Invitation) -> Change:
    """Make an invitation's code useless from now on."""
    refuse_beyond(ctx, owner=bool(row.payload.get("owner")), user=row.user)
    return Change({"id": row.pk, "revoked": invitations.revoke(row)}, f"invitation {row.pk}")


def invited_context(row: Invitation, user: User, request_id: str = "", key: str = "") -> Context:
    """Who holds a code, in the matters of the one account it makes or opens."""
    return Context(
        f"invitation:{row.pk}", row.name or user.shown_as, user.scope_key, frozenset({"invited"}), "web",
        request_id, key,
    )  # fmt: skip


def newcomer(row: Invitation, username: str, name: str) -> User:
    """An account that is not stored yet, for `join`."""
    return User(username=username.strip(), display_name=name.strip() or row.name or username.strip())


@command("account.join", "account made from an invitation", needs="account.accept", private=("password",))
def join(ctx: Context, user: User, *, invitation: Invitation, password: str) -> Change:
    """Store a new account (`newcomer`) from an invitation, and do what the invitation was for.

    409 when the user name is taken, 422 for a weak password, 403 when the code was used meanwhile.
    """
    refuse_odd(user.username)
    if invitation.user_id is not None:
        raise invitations.gone()
    if User.objects.filter(username__iexact=user.username).exists():
        raise Conflict("user-taken", _("There is already a user %(name)s.") % {"name": user.username})
    passwords.refuse_weak(password, user)
    user.set_password(password)
    user.email = invitation.email
    user.save(force_insert=True)
    there = invitations.use(invitation, user)
    told = {"username": user.username, "purpose": invitation.purpose, "by": invitation.made_by}
    return Change({"user": user.pk, "go": there}, f"user {user.username}", None, told)


@command("account.accept", "invitation accepted", needs="account.own")
def accept(ctx: Context, user: User, *, invitation: Invitation) -> Change:
    """Accept an invitation with the account one has. 403 when the code was used meanwhile or is another's."""
    if invitation.purpose == RESET.name or invitation.user_id not in {None, user.pk}:
        raise invitations.gone()
    there = invitations.use(invitation, user)
    told = {"username": user.username, "purpose": invitation.purpose, "by": invitation.made_by}
    return Change({"user": user.pk, "go": there}, f"user {user.username}", None, told)


@command("account.reset", "password set by a code", needs="account.accept", private=("password",))
def reset(ctx: Context, user: User, *, invitation: Invitation, password: str) -> Change:
    """Set a new password by a code; every session of the account ends, and its wrong tries are forgotten."""
    if invitation.purpose != RESET.name or invitation.user_id != user.pk or not user.is_active:
        raise invitations.gone()
    passwords.refuse_weak(password, user)
    invitations.use(invitation, user)
    user.set_password(password)
    user.save(update_fields=["password"])
    BrowserSession.objects.filter(user=str(user.pk)).delete()
    accounts.let_in(user)
    told = {"username": user.username, "by": invitation.made_by}
    return Change({"user": user.pk}, f"user {user.username}", None, told)
