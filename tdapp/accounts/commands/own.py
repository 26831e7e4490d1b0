"""Password, name, e-mail, sessions of one's own account."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth.hashers import check_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.models import BrowserSession, User
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.signing_in import passwords

NAME_LENGTH = 120


@command("account.password", "password changed", needs="account.own", private=("password",))
def change_password(ctx: Context, user: User, *, password: str, keep: str = "") -> Change:
    """Another password. Every session but `keep` (its key) ends: what the old password opened is closed."""
    passwords.refuse_weak(password, user)
    if check_password(password, user.password):
        raise Refusal("same-password", _("That is the password you have. Choose another one."))
    user.set_password(password)
    user.save(update_fields=["password"])
    ended = _end(user, keep)
    return Change({"ended": ended}, f"user {user.username}", None, {"sessions_ended": ended})


@command("account.person", "own name and e-mail set", needs="account.own", private=("email",))
def set_person(ctx: Context, user: User, *, name: str, email: str = "") -> Change:
    """How one is called here, and where a link for a new password may be sent; both may be changed at any time."""
    name = " ".join(name.split())
    if not 1 <= len(name) <= NAME_LENGTH:
        sentence = _("A name has 1 to %(most)s characters.") % {"most": NAME_LENGTH}
        raise Refusal("bad-name", sentence)
    if email:
        _refuse_no_address(email)
    before = {"name": user.display_name}
    user.display_name, user.email = name, email
    user.save(update_fields=["display_name", "email"])
    return Change({"name": name}, f"user {user.username}", before, {"name": name, "has_email": bool(email)})


def _refuse_no_address(email: str) -> None:
    try:
        validate_email(email)
    except ValidationError as error:
        raise Refusal("bad-email", _("That is no e-mail address.")) from error


@command("account.end_session", "session ended", needs="account.own")
def end_session(ctx: Context, user: User, *, handle: str) -> Change:
    """End one session of one's own, on whatever device."""
    key = next((row.session_key for row in sessions_of(user) if handle_of(row) == handle), "")
    if not key:
        raise Refusal("session-over", _("This session is over."))
    BrowserSession.objects.filter(session_key=key).delete()
    return Change({"ended": 1}, f"user {user.username}", None, {"sessions_ended": 1})


@command("account.end_others", "all other sessions ended", needs="account.own")
def end_others(ctx: Context, user: User, *, keep: str) -> Change:
    """End every session of one's own but this one."""
    ended = _end(user, keep)
    return Change({"ended": ended}, f"user {user.username}", None, {"sessions_ended": ended})


def sessions_of(user: User) -> list[BrowserSession]:
    """The account's sessions, the one seen last first."""
    rows = BrowserSession.objects.filter(user=str(user.pk), expire_date__gt=clock.now())
    return sorted(rows, key=lambda row: row.seen_at, reverse=True)


def handle_of(row: BrowserSession) -> str:
    """What a page calls a session: its key opens it, and is shown nowhere."""
    return salted_hmac("td.session", row.session_key, algorithm="sha256").hexdigest()[:24]


def _end(user: User, keep: str) -> int:
    gone, _rows = BrowserSession.objects.filter(user=str(user.pk)).exclude(session_key=keep).delete()
    return gone


HOW = {
    "password": _l("by password"), "password + code": _l("by password and code"), "passkey": _l("by passkey"),
    "PIN": _l("by PIN"), "link": _l("by link"), "invitation": _l("by invitation"), "reset": _l("by a code"),
    "reset + code": _l("by a code"), "OIDC": _l("by the federation"), "OIDC + code": _l("by the federation"),
}  # fmt: skip


def shown(rows: Iterable[BrowserSession], here: str) -> list[dict[str, object]]:
    """What a page tells of sessions; `here` is the key of the one that asks."""
    return [
        {
            "row": row,
            "handle": handle_of(row),
            "here": row.session_key == here,
            "how": HOW.get(row.how, ""),
        }
        for row in rows
    ]
