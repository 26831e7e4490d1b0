"""Invitations: a code that works once, by link, as QR or typed from paper; what comes of it is its purpose's matter.

A room says what its purpose means by a `Purpose` in the port `PURPOSES`, and makes invitations with `make` inside a
command of its own, so that permission, turn and log are that command's. The code is made from the row's id and the
installation's secret: it can be shown again to whoever may see it, and a copy of the database alone opens no door.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from tdapp.kernel import clock
from tdapp.kernel.context import Context
from tdapp.kernel.models import Invitation, User
from tdapp.kernel.ports import Port
from tdapp.kernel.refusals import NotAllowed, Refusal
from tdapp.kernel.signing_in.users import ALPHABET

GROUPS, LENGTH = 3, 4  # 31^12: 59 bits, behind a keyed hash and a budget of tries
LONGEST_DAYS = 60


@dataclass(frozen=True, slots=True)
class Purpose:
    """What an invitation of one kind means, said by the room that makes them.

    `says`: to what one is invited, a sentence for the page. `accepted`: what follows, inside the transaction of the
    acceptance; it may run a command of its own scope with `system(scope, "web")` or refuse, and returns the path where
    the person goes on ("" for the first page).
    """

    name: str
    says: Callable[[Invitation], str]
    accepted: Callable[[Invitation, User], str]


@dataclass(frozen=True, slots=True)
class Open:
    """One of a page's open invitations (`td/parts/_invitations.html`): for whom, to what, until when, the pages that show its
    code and that revoke it.
    """

    name: str
    role: str
    until: datetime
    url: str
    revoke_url: str


PURPOSES: Port[Purpose] = Port("what comes of an invitation that was accepted")


def make(
    ctx: Context, purpose: str, *, payload: Mapping[str, Any] | None = None, name: str = "", username: str = "",
    email: str = "", user: User | None = None, life: timedelta = timedelta(days=14),
) -> Invitation:  # fmt: skip
    """Store an invitation, in the caller's command. `code_of` gives its code, `address_of` the path of its link.

    `payload` is plain JSON that only the purpose reads. Refuses a life beyond 60 days.
    """
    if not timedelta(0) < life <= timedelta(days=LONGEST_DAYS):
        sentence = _("An invitation works for 1 to %(most)s days.") % {"most": LONGEST_DAYS}
        raise Refusal("bad-life", sentence)
    row = Invitation(
        purpose=purpose, payload=dict(payload or {}), name=name, username=username, email=email, user=user,
        made_by=ctx.actor, made_by_name=ctx.actor_name[:150], expires_at=clock.now() + life,
    )  # fmt: skip
    row.code_hash = hashed(code_of(row))
    row.save(force_insert=True)
    return row


def code_of(row: Invitation) -> str:
    """The invitation's code as it is read out and typed, without look-alike letters."""
    number = int.from_bytes(salted_hmac("td.invitation", str(row.pk), algorithm="sha256").digest())
    letters = []
    for _place in range(GROUPS * LENGTH):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    text = "".join(letters)
    return "-".join(text[at : at + LENGTH] for at in range(0, len(text), LENGTH))


def address_of(row: Invitation) -> str:
    """The path of its link."""
    return f"/invited/{code_of(row)}"


def hashed(code: str) -> str:
    """What is stored of a code, however it was typed: without case, spaces and hyphens. Keyed: it is short."""
    plain = re.sub(r"[\s-]+", "", code[:100]).lower()
    return salted_hmac("td.invitation-code", plain, algorithm="sha256").hexdigest()


def usable() -> QuerySet[Invitation]:
    """Those whose code works."""
    return Invitation.objects.filter(used_at=None, revoked_at=None, expires_at__gt=clock.now())


def opened(row: Invitation, role: object, shown: str, revoked: str, *whose: object) -> Open:
    """A row of a page's list. `shown`, `revoked`: names of its addresses, which take `whose` and the invitation's id."""
    name = row.name or row.email or row.username
    url, revoke_url = (reverse(page, args=[*whose, row.pk]) for page in (shown, revoked))
    return Open(name, str(role), row.expires_at, url, revoke_url)


def found(code: str) -> Invitation | None:
    """The invitation a code opens; unknown, used, expired and revoked ones all look alike."""
    return usable().select_related("user").filter(code_hash=hashed(code)).first()


def use(row: Invitation, user: User) -> str:
    """Use an invitation up for this account, inside the caller's command: what its purpose makes of it happens now.

    Returns the path where the person goes on. Refuses (403) what was used, revoked or expired meanwhile.
    """
    if not usable().filter(pk=row.pk).update(used_at=clock.now(), used_by=user):
        raise gone()
    return _purpose(row).accepted(row, user)


def says(row: Invitation) -> str:
    """To what one is invited."""
    return _purpose(row).says(row)


def revoke(row: Invitation) -> bool:
    """Make a code useless, inside the caller's command. False when it was already."""
    return bool(usable().filter(pk=row.pk).update(revoked_at=clock.now()))


def gone() -> NotAllowed:
    """What is said of a code that opens nothing."""
    sentence = _("This code does not work: mistyped, used, or too old. Ask who gave it to you for a new one.")
    return NotAllowed("no-such-code", sentence)


def _purpose(row: Invitation) -> Purpose:
    known = {one.name: one for one in PURPOSES}
    if row.purpose not in known:
        raise gone()
    return known[row.purpose]
