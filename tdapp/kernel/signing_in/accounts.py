"""Signing in and out: noted in the installation's log, wrong passwords held back.

A hall shares one address, so addresses alone say little (ASVS 6.3.1). A device that has logged in to an account has a
budget of its own there, which strangers cannot use up. All other devices share one for each account, so that a new
cookie gains nothing, and one for each address, which bounds what passwords cost this computer. See
docs/adr/0010-pins-and-passwords.md.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction
from django.utils.translation import gettext as _

from tdapp.kernel import clock
from tdapp.kernel.commands import Change, Installation, command
from tdapp.kernel.context import INSTALLATION, Context
from tdapp.kernel.models import SignInNote, User, WrongTries
from tdapp.kernel.refusals import NotAllowed
from tdapp.kernel.signing_in import limits, tries
from tdapp.kernel.signing_in.tries import Budget

# At once, and then one more each so often. The first two count wrong passwords only; the others bound what looking at
# passwords costs (0.1 to 0.4 s of a processor each), so a right one counts too.
KNOWN_DEVICE = (10, timedelta(seconds=30))
NEW_DEVICES = (20, timedelta(minutes=1))
KNOWN_DEVICES_OF_AN_ACCOUNT = (30, timedelta(seconds=10))
NEW_DEVICES_OF_AN_ADDRESS = (60, timedelta(seconds=1))
# After an unlock the budget that strangers share does not count for so long: else who guesses on uses it up again.
LET_IN = timedelta(minutes=5)
OUT, AGAIN = "out", "again"  # notes that are no log-in


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whose browser asks: where it stands, and the device as its cookie names it where it is known to the account."""

    address: str
    device: str = ""


def person_context(user: User, via: str = "web", *, request_id: str = "") -> Context:
    """A person in nothing but their own matters."""
    roles = frozenset({"person"}) if user.is_active else frozenset()
    return Context(user.actor, user.shown_as, INSTALLATION, roles, via, request_id, person=user.person)


def own_context(
    user: User, via: str = "web", *, request_id: str = "", key: str = "", by_pin: bool = False
) -> Context:
    """A person in the matters of their own account."""
    ctx = person_context(user, via, request_id=request_id)
    return replace(ctx, scope=user.scope_key, key=key, by_pin=by_pin)


@command("session.begin", "signed in", needs="session.own")
def sign_in(ctx: Context, user: User, *, how: str, at: datetime) -> Change:
    """Note that the actor signed in, when, and by what (password, passkey, PIN, link)."""
    User.objects.filter(pk=user.pk).update(last_login=at)
    return Change({"actor": ctx.actor}, ctx.actor, None, {"signed_in": how, "at": at})


@command("session.confirm", "password typed again", needs="session.own")
def confirm(ctx: Context, user: User, *, at: datetime) -> Change:
    """Note that the actor typed the password again at a desk taken over by PIN."""
    return Change({"actor": ctx.actor}, ctx.actor, None, {"password": "typed again", "at": at})


@command("session.end", "signed out", needs="session.own")
def sign_out(ctx: Context, user: User, *, at: datetime) -> Change:
    """Note that the actor signed out."""
    return Change({"actor": ctx.actor}, ctx.actor, None, {"signed_in": False, "at": at})


def settle(note: SignInNote, user: User) -> None:
    """Write what a log-in left into the account's log, once."""
    ctx = own_context(user, request_id=note.request_id, key=str(note.pk))
    ctx = replace(ctx, roles=frozenset({"person"}))  # who was signed in then, whatever became of the account
    if note.how == OUT:
        sign_out(ctx, user, at=note.at)
    elif note.how == AGAIN:
        confirm(ctx, user, at=note.at)
    else:
        sign_in(ctx, user, how=note.how, at=note.at)


def checked(visitor: Visitor, username: str, password: str) -> User | None:
    """Who logs in by this name and password; None for nobody. 429 without looking when there were too many tries.

    The try is taken before the password is looked at, so that many at once are not more than their number, and given
    back when it was right.
    """
    wrong, cost = _budgets(visitor, account_key(username))
    if left := tries.take([*wrong, cost]):
        raise _too_many(visitor, left)
    user = _whose(username, password)
    if user is not None:
        tries.give_back(wrong)
    return user


def _whose(username: str, password: str) -> User | None:
    """The account, if the password is its own. As Django's backend, which would store a hash anew meanwhile and wait for
    whoever writes; of a name nobody has it takes as long.
    """
    user = User.objects.filter(username=username).first()
    if user is None:
        make_password(password)
        return None
    return user if check_password(password, user.password) and user.is_active else None


def _too_many(visitor: Visitor, left: timedelta) -> NotAllowed:
    seconds = math.ceil(left.total_seconds())
    sentences = [_("Too many tries. Try again in %(n)s seconds.") % {"n": seconds}]
    if not visitor.device:
        sentences.append(
            _(
                "A computer or phone on which you logged in before need not wait; a director can let you in again."
            )
        )
    return NotAllowed("too-many-tries", *sentences, status=429, retry_after=seconds)


def _budgets(visitor: Visitor, about: str) -> tuple[list[Budget], Budget]:
    """What counts wrong passwords, and what bounds the cost of looking at any."""
    if visitor.device:
        device = Budget(tries.key_of("device", about, visitor.device), *KNOWN_DEVICE, about)
        return [device], Budget(tries.key_of("cost", about), *KNOWN_DEVICES_OF_AN_ACCOUNT, about)
    address = Budget(tries.key_of("address", limits.household(visitor.address)), *NEW_DEVICES_OF_AN_ADDRESS)
    return [] if _is_let_in(about) else [_strangers(about)], address


def _strangers(about: str) -> Budget:
    """What all devices share that never logged in to the account."""
    return Budget(tries.key_of("strangers", about), *NEW_DEVICES, about)


def account_key(username: str) -> str:
    """An account in keys; of a name nobody has too."""
    return tries.key_of("account", username.casefold().strip())


def _let_in(about: str) -> str:
    return tries.key_of("let in", about)


def _is_let_in(about: str) -> bool:
    return WrongTries.objects.filter(key=_let_in(about), until__gt=clock.now()).exists()


def slowed(users: Iterable[User]) -> set[str]:
    """The user names of those for whom new devices have to wait."""
    names = {_strangers(account_key(user.username)).key: user.username for user in users}
    rows = WrongTries.objects.filter(key__in=names).values_list("key", "until")
    now = clock.now()
    return {names[key] for key, until in rows if Budget(key, *NEW_DEVICES).wait(until, now)}


@command("user.unlock", "wrong passwords forgotten", needs="installation.people")
def unlock_user(ctx: Context, target: Installation, *, user: User) -> Change:
    """Forget an account's wrong passwords; whoever guesses on holds no new device of it back for five minutes."""
    let_in(user)
    return Change({"user": user.username}, f"user {user.username}", None, {"let_in": True})


@transaction.atomic
def let_in(user: User) -> None:
    """Begin an account's tries anew, in the caller's command."""
    about = account_key(user.username)
    tries.forget(about)
    until = clock.now() + LET_IN
    WrongTries.objects.update_or_create(key=_let_in(about), defaults={"until": until, "about": about})
