"""How a try went, kept with the message and its webhook: done, tried again after a pause, or given up."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.api.models import Webhook, WebhookMessage
from tdapp.kernel import clock

Told = Mapping[str, Any]
# Between tries, in minutes: eight tries in about a day, then the message is given up.
PAUSES = (1, 5, 15, 60, 180, 360, 720)
TRIES = len(PAUSES) + 1
# Tries in vain in a row, whatever the message, until nobody tries any more: about three days.
TOO_OFTEN = 12
DONE: dict[str, Any] = {}
SENTENCES: dict[str, Any] = {
    "no-network": gettext_lazy("%(host)s cannot be reached: %(why)s."),
    "cut": gettext_lazy("The connection to %(host)s broke: %(why)s."),
    "slow": gettext_lazy("%(host)s did not answer within 10 seconds."),
    "answered": gettext_lazy("%(host)s answered %(status)s; 200 to 299 is what says that it was taken."),
    "redirected": gettext_lazy(
        "%(host)s sends on to another address (%(status)s). Nobody is followed: make a webhook with the final address."
    ),
    "gone": gettext_lazy("%(host)s answered 410: nobody listens there any more."),
    "inside": gettext_lazy(
        "%(host)s is an address inside this network. Whoever runs this server can allow such places (TD_PUSH_PRIVATE)."
    ),
    "no-certificate": gettext_lazy("%(host)s does not prove that it is %(host)s: %(why)s. Nothing was sent."),
    "nobodys": gettext_lazy("Whoever made this webhook may no longer have programs told here."),
    "program": gettext_lazy("It stopped because of a fault in the program."),
}
# Trying again would change nothing.
FINAL = frozenset({"gone", "nobodys"})


def sentence(kept: Told) -> str:
    """A kept fault in the active language; "" for none."""
    if not kept:
        return ""
    facts = {"host": "", "why": "", "status": "", **kept.get("facts", {})}
    return str(SENTENCES.get(kept.get("code", ""), SENTENCES["program"])) % facts


def why_off(row: Webhook) -> str:
    """Why it was switched off by itself; "" when somebody did."""
    if row.off_at is None or not row.fault:
        return ""
    if row.fault.get("code") in FINAL:
        return sentence(row.fault)
    facts = {"n": row.failures, "why": sentence(row.fault)}
    return _("Switched off after %(n)s tries in vain. The last one: %(why)s") % facts


def turn_off(row: Webhook, fault: Told) -> None:
    """Nothing is sent any more until somebody switches it on."""
    Webhook.objects.filter(pk=row.pk, off_at=None).update(off_at=clock.now(), fault=dict(fault))


def note(message: WebhookMessage, fault: Told) -> None:
    """One message was tried; `fault`: empty when it was taken."""
    now, tries = clock.now(), message.tries + 1
    status = WebhookMessage.Status.DONE if not fault else message.status
    if fault and (tries >= TRIES or fault["code"] in FINAL):
        status = WebhookMessage.Status.FAILED
    WebhookMessage.objects.filter(pk=message.pk).update(
        status=status, tries=tries, tried_at=now, answer=dict(fault)
    )
    rows = Webhook.objects.filter(pk=message.webhook_id)
    if not fault:
        rows.update(fault={}, failures=0, next_at=None, sent_at=now)
        return
    row = rows.get()
    failures = row.failures + 1
    pause = timedelta(minutes=PAUSES[min(failures, len(PAUSES)) - 1])
    rows.update(fault=dict(fault), failures=failures, next_at=now + pause)
    if failures >= TOO_OFTEN or fault["code"] in FINAL:
        turn_off(row, fault)
