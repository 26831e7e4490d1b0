"""The second step of a log-in: whether an account asks for one, and whether what was typed is right.

A try is taken before it is looked at, for each account and device, as with passwords. A code of the app opens once, a
recovery code too: that it is spent is said where no writer is waited for, and its row goes with the log-in's note.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tdapp.accounts.models import Authenticator, Passkey, RecoveryCode
from tdapp.accounts.second import app_codes, recovery, required
from tdapp.kernel import clock
from tdapp.kernel.models import SignInNote, User
from tdapp.kernel.refusals import NotAllowed
from tdapp.kernel.signing_in import accounts, devices, tries
from tdapp.kernel.signing_in.tries import Budget

TRIES = (6, timedelta(minutes=1))
PENDING = "second_step"  # in the session: who gave the right password and where they wanted to go
WAITS = timedelta(minutes=10)
SPENT_FOR, GONE_FOR = timedelta(minutes=3), timedelta(days=3650)
RECOVERY, PASSKEY = "recovery", "passkey"  # in a log-in's note: what was used


def needed(user: User) -> bool:
    """Whether the account asks for more than its password."""
    return Authenticator.objects.filter(user=user).exists()


def checked(request: HttpRequest, user: User, typed: str) -> dict[str, Any] | None:
    """What a right code leaves for the log-in's note; None for a wrong one. 429 after too many tries."""
    about = accounts.account_key(user.username)
    device = devices.visitor(request, user.username).device
    budget = Budget(tries.key_of("second", about, device), *TRIES, about)
    if left := tries.take([budget]):
        seconds = math.ceil(left.total_seconds())
        sentence = _("Too many tries. Try again in %(n)s seconds.") % {"n": seconds}
        raise NotAllowed("too-many-tries", sentence, status=429, retry_after=seconds)
    facts = _facts(user, about, typed)
    if facts is not None:
        tries.give_back([budget])
    return facts


def _facts(user: User, about: str, typed: str) -> dict[str, Any] | None:
    row = Authenticator.objects.filter(user=user).first()
    if row is None:
        return None
    step = app_codes.step_of(row.sealed, typed)
    if step is not None:
        return {} if _first(about, f"step {step}", SPENT_FOR) else None
    code = recovery.found(user, typed)
    if code is not None and _first("", f"recovery {code.code_hash}", GONE_FOR):
        return {RECOVERY: str(code.pk)}
    return None


def _first(about: str, what: str, life: timedelta) -> bool:
    """Whether nobody used it before; from now on somebody did. A budget of one."""
    return not tries.take([Budget(tries.key_of("spent", about, what), 1, life)])


def settle(note: SignInNote, user: User) -> None:
    """What the log-in used up: a recovery code goes, a passkey remembers its count."""
    if pk := note.facts.get(RECOVERY):
        RecoveryCode.objects.filter(pk=pk, user=user).delete()
    if pk := note.facts.get(PASSKEY):
        row = Passkey.objects.filter(pk=pk, user=user)
        row.update(used_at=note.at)
        row.filter(count__lt=note.facts.get("count", 0)).update(count=note.facts["count"])


def step(request: HttpRequest, user: User, how: str, wanted: str, facts: Mapping[str, Any]) -> str:
    """The page between a right password and its session, which waits for it from now on; "" where there is none."""
    page = "accounts:second" if needed(user) else "accounts:set_up" if required.of(user) else ""
    if page:
        wait_for(request, user, how, wanted, facts)
    return page


def wait_for(request: HttpRequest, user: User, how: str, wanted: str, facts: Mapping[str, Any]) -> None:
    """The password was right: a session that opens nothing but the second step."""
    request.session.flush()
    request.session[PENDING] = {
        "user": str(user.pk), "how": how, "next": wanted, "facts": dict(facts), "at": clock.now().timestamp(),
        "mark": user.get_session_auth_hash(),
    }  # fmt: skip


def waiting(request: HttpRequest) -> tuple[User, dict[str, Any]] | None:
    """Who gave the right password in this browser within the last minutes; not who changed it since."""
    found: dict[str, Any] | None = request.session.get(PENDING)
    if found is None or not 0 <= clock.now().timestamp() - found["at"] < WAITS.total_seconds():
        return None
    user = User.objects.filter(pk=found["user"], is_active=True).first()
    return (user, found) if user and found["mark"] == user.get_session_auth_hash() else None
