"""Who may send here, and what came."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta
from typing import Any

from django.utils.text import slugify
from django.utils.translation import gettext as _

from tdapp.kernel import clock
from tdapp.kernel.commands import Change, Installation, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.publishing.inbox import keeping
from tdapp.publishing.models import InboxSender
from tdapp.publishing.site import inbox_protocol as protocol

NEEDS = "installation.people"
PREFIX = "tdi_"
MOST_SITES = 200
# Two clocks are seldom further apart, unless one is of another year.
AHEAD = timedelta(days=1)


def hashed(token: str) -> str:
    """What is kept of a token (192 random bits)."""
    return hashlib.sha256(token.encode()).hexdigest()


@command("inbox.sender", "sender of websites let in", needs=NEEDS, private=("token",))
def add_sender(ctx: Context, target: Installation, *, name: str, token: str) -> Change:
    """Somebody may send websites here with this token, which is kept nowhere. Refuses 422 a name that is none or taken."""
    slug = slugify(name)[:40]
    if not slug:
        raise Refusal("no-name", _("Say who sends, such as Cebu club."))
    if InboxSender.objects.filter(slug=slug).exists():
        raise Refusal("name-taken", _("There is a sender of this name already."))
    row = InboxSender.objects.create(slug=slug, name=name.strip()[:80], token_hash=hashed(token))
    return Change({"sender": str(row.pk), "name": row.name}, str(row), None, {"name": row.name})


@command("inbox.revoke", "sender of websites shut out", needs=NEEDS)
def revoke_sender(ctx: Context, sender: InboxSender) -> Change:
    """Nothing more comes from there, and what came is not shown any more."""
    InboxSender.objects.filter(pk=sender.pk, revoked_at=None).update(revoked_at=clock.now(), sites={})
    for event in sender.sites:
        keeping.forget(sender.pk, event)
    return Change({"revoked": sender.name}, str(sender), {"sites": sorted(sender.sites)}, None)


@command("inbox.received", "website received", needs="link.copy", private=("data",))
def receive(
    ctx: Context, sender: InboxSender, *, event: str, made: str, key: str, files: int, data: bytes
) -> Change:
    """Keep the website of an event that was checked before, the newest wins; `data` empty takes it down. Refuses (403) another
    key than the first that came with the token, (409) an older website than the one that is kept, and one of the future,
    which would be the newest for years.
    """
    row = InboxSender.objects.get(pk=sender.pk)
    if row.key and row.key != key:
        raise Refusal(
            "other-key", _("This token belongs to another key: the first that came with it."), status=403
        )
    known, at = row.sites.get(event), protocol.moment(made)
    if at > clock.now() + AHEAD:
        sentence = _("It says it was made in the future. Set the clock of the computer that sends.")
        raise Conflict("wrong-clock", sentence)
    if known and protocol.moment(known["made"]) > at:
        raise Conflict("older", _("A newer website of this event is kept already."))
    if data and not known and len(row.sites) >= MOST_SITES:
        raise Refusal(
            "too-many", _("Websites of %(n)s events at most are kept of one sender.") % {"n": MOST_SITES}
        )
    told: dict[str, Any] = {
        "made": at.isoformat(),
        "files": files,
        "bytes": len(data),
        "at": clock.now().isoformat(),
    }
    row.key, row.sites = key, {**row.sites, event: told}
    row.save(update_fields=["key", "sites"])
    if data:
        keeping.keep(row.pk, event, data)
    else:
        keeping.forget(row.pk, event)
    return Change({"files": files}, f"{row} {event}", None, told)


def new_token() -> str:
    """A token for a sender, shown once."""
    return PREFIX + secrets.token_urlsafe(24)
