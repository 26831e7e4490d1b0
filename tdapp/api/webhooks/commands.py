"""A webhook made, tried out, switched off and on, given a new secret, removed; a message sent again."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from tdapp.api.models import Webhook, WebhookMessage
from tdapp.api.webhooks import noticing, telling
from tdapp.api.webhooks.reach import NEEDS
from tdapp.api.webhooks.topics import TOPICS, TRY, USUAL
from tdapp.events.day import notices
from tdapp.events.models import Event
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, Installation, command
from tdapp.kernel.context import Context
from tdapp.kernel.models import User
from tdapp.kernel.refusals import Refusal
from tdapp.people.models import ClubHome
from tdapp.publishing.site.push import guarded

MOST, LONGEST, LONGEST_NAME = 10, 500, 60
ON: dict[str, Any] = {"off_at": None, "fault": {}, "failures": 0, "next_at": None}


@command("webhook.add", "webhook made", needs=NEEDS, private=("address",))
def add_webhook(
    ctx: Context, event: Event, *, name: str, address: str, topics: Sequence[str] = USUAL
) -> Change:
    """Have a program told what happens at an event, from now on. Refuses 422 what is no address, and a rehearsal."""
    if notices.is_rehearsal(event):
        raise Refusal("rehearsal", _("This is a rehearsal: its results are invented, and go to nobody."))
    return _made(ctx, Webhook.objects.filter(event=event), name, address, topics, event=event)


@command("webhook.add_club", "webhook of a club made", needs=NEEDS, private=("address",))
def add_club_webhook(
    ctx: Context, home: ClubHome, *, name: str, address: str, topics: Sequence[str] = USUAL
) -> Change:
    """Have a program told what happens at a club and at the events it runs, those to come among them."""
    return _made(ctx, Webhook.objects.filter(club=home.club), name, address, topics, club=home.club)


@command("webhook.add_everywhere", "webhook of the installation made", needs=NEEDS, private=("address",))
def add_wide_webhook(
    ctx: Context, target: Installation, *, name: str, address: str, topics: Sequence[str] = USUAL
) -> Change:
    """Have a program told what happens wherever its maker has a part."""
    return _made(ctx, Webhook.objects.filter(event=None, club=None), name, address, topics)


def _made(
    ctx: Context, beside: QuerySet[Webhook], name: str, address: str, topics: Sequence[str], **where: Any
) -> Change:
    name, address = " ".join(name.split()), address.strip()
    faults = [*_faults(ctx, name, beside), *_topic_faults(topics), *_address_faults(address)]
    if faults:
        raise Refusal("bad-webhook", *faults)
    user = User.objects.get(pk=ctx.actor.removeprefix("user:"))
    row = Webhook(user=user, name=name, address=address, topics=sorted(set(topics)), **where)
    row.seen = noticing.up_to_now(row)
    row.save(force_insert=True)
    told = _told(row)
    return Change({"id": row.pk, **told}, str(row), None, told)


def _told(row: Webhook) -> dict[str, Any]:
    """What the log keeps: the host, never the address, which may hold a key of the other side."""
    return {"name": row.name, "host": host_of(row), "topics": row.topics}


def host_of(row: Webhook) -> str:
    """The host a webhook leads to, with its port where it has one."""
    parts = urlsplit(row.address)
    return f"{parts.hostname}:{parts.port}" if parts.port else parts.hostname or ""


def _faults(ctx: Context, name: str, beside: QuerySet[Webhook]) -> list[str]:
    faults = (
        [] if ctx.actor.startswith("user:") else [_("A webhook belongs to a person; sign in to make one.")]
    )
    if not 0 < len(name) <= LONGEST_NAME:
        faults.append(_("Give the webhook a name of at most 60 characters."))
    if beside.count() >= MOST:
        faults.append(_("There are %(most)s webhooks here already; remove one first.") % {"most": MOST})
    return faults


def _topic_faults(topics: Sequence[str]) -> list[str]:
    faults = [] if topics else [_("Choose what the program is told of.")]
    known = ", ".join(TOPICS)
    return faults + [
        _("%(topic)s is nothing a webhook is told of; those are %(known)s.")
        % {"topic": one[:60], "known": known}
        for one in sorted(set(topics) - set(TOPICS))
    ]


def _address_faults(address: str) -> list[str]:
    try:
        parts = urlsplit(address)
        good = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        good = False
    if (
        not good
        or len(address) > LONGEST
        or not address.isascii()
        or any(sign in address for sign in " <>\"'\\")
    ):
        return [_("Write the address like https://example.org/results, of at most 500 characters.")]
    if not address.isprintable() or parts.fragment or parts.username or parts.password is not None:
        return [_("An address holds no name, password or #; the signature says who sends.")]
    if parts.scheme != "https" and not settings.PUSH_PRIVATE:
        return [_("The address must begin with https://, so that nobody reads along on the way.")]
    if _is_inside(parts.hostname or ""):
        sentence = _(
            "%(host)s is an address inside this network. Whoever runs this server can allow such places (TD_PUSH_PRIVATE)."
        )
        return [sentence % {"host": parts.hostname}]
    return []


def _is_inside(host: str) -> bool:
    """Whether a host written as numbers lies inside; what a name leads to is looked at whenever something is sent."""
    if settings.PUSH_PRIVATE:
        return False
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
    return not guarded.is_outside(host)


@command("webhook.switch", "webhook switched on or off", needs=NEEDS)
def switch_webhook(ctx: Context, webhook: Webhook, *, on: bool) -> Change:
    """Off: nothing is sent, and what happens meanwhile is not told later. On: what waited goes out, then what comes."""
    row = Webhook.objects.select_related("event", "club__home", "user").get(pk=webhook.pk)
    if on and row.off_at is not None:
        Webhook.objects.filter(pk=row.pk).update(seen={**row.seen, **noticing.up_to_now(row)}, **ON)
    elif not on and row.off_at is None:
        Webhook.objects.filter(pk=row.pk).update(off_at=clock.now(), fault={}, failures=0)
    return Change({"id": row.pk, "on": on}, str(row), {"on": row.off_at is None}, {"on": on})


@command("webhook.renew", "new secret of a webhook made", needs=NEEDS)
def renew_secret(ctx: Context, webhook: Webhook) -> Change:
    """Sign by a new secret from now on; the old one is worth nothing at once."""
    Webhook.objects.filter(pk=webhook.pk).update(turn=F("turn") + 1)
    return Change({"id": webhook.pk}, str(webhook), None, {"renewed": True})


@command("webhook.try", "webhook tried out", needs=NEEDS)
def try_webhook(ctx: Context, webhook: Webhook) -> Change:
    """Send a message that says nothing but that it is a try-out, within seconds. Refuses 422 while it is off."""
    row = Webhook.objects.get(pk=webhook.pk)
    if row.off_at is not None:
        raise Refusal("webhook-off", _("This webhook is switched off. Switch it on first."))
    body = {"kind": TRY, "title": telling.title_of(TRY), "at": clock.now().isoformat()}
    made = WebhookMessage.objects.create(webhook=row, intent=TRY, body=body)
    Webhook.objects.filter(pk=row.pk).update(next_at=None)
    return Change({"id": row.pk, "message": made.pk}, str(row), None, {"message": str(made.pk)})


@command("webhook.resend", "message of a webhook sent again", needs=NEEDS)
def resend_message(ctx: Context, message: WebhookMessage) -> Change:
    """Send a message again, under its own id, within seconds. Refuses 422 while its webhook is off."""
    row = Webhook.objects.get(pk=message.webhook_id)
    if row.off_at is not None:
        raise Refusal("webhook-off", _("This webhook is switched off. Switch it on first."))
    waiting = {"status": WebhookMessage.Status.WAITING, "tries": 0}
    WebhookMessage.objects.filter(pk=message.pk).update(**waiting)
    Webhook.objects.filter(pk=row.pk).update(next_at=None)
    return Change({"id": message.pk, "status": "waiting"}, str(message), {"status": message.status}, waiting)


@command("webhook.remove", "webhook removed", needs=NEEDS)
def remove_webhook(ctx: Context, webhook: Webhook) -> Change:
    """Nothing is sent there any more; its messages go with it."""
    WebhookMessage.objects.filter(webhook=webhook.pk).delete()
    Webhook.objects.filter(pk=webhook.pk).delete()
    return Change({"id": webhook.pk, "removed": True}, str(webhook), _told(webhook), None)
