"""Write and verify the audit trail: a numbered, chained row for everything that is done in a scope."""

from __future__ import annotations

import hashlib
import secrets
from datetime import UTC
from typing import Any

from django.db import transaction

from tdapp.kernel import canonical, clock
from tdapp.kernel.context import Context
from tdapp.kernel.models import AuditEntry, AuditHead


def write(
    ctx: Context,
    intent: str,
    target: str,
    *,
    before: Any = None,
    after: Any = None,
    reason: str = "",
    refused: str = "",
) -> AuditEntry:
    """Append one entry to the scope's chain, in the caller's transaction. Returns it."""
    head = lock(ctx.scope)
    payload = canonical.plain({"before": before, "after": after})
    entry = AuditEntry(
        scope=ctx.scope, number=head.number + 1, at=clock.now(), actor=ctx.actor, actor_name=ctx.actor_name[:150],
        via=ctx.via, request_id=ctx.request_id, intent=intent, target=target[:200], refused=refused,
        reason=reason[:500], payload=payload, salt=secrets.token_hex(16), previous=head.chained,
    )  # fmt: skip
    entry.commitment = commitment(entry.salt, payload)
    entry.chained = link(entry)
    entry.save(force_insert=True)
    AuditHead.objects.filter(pk=ctx.scope).update(number=entry.number, chained=entry.chained)
    return entry


def lock(scope: str) -> AuditHead:
    """Take the scope's turn: from here to the end of the transaction its writes wait for each other.

    Commands do this first, so that no two of them can hold what the other one needs (a recall met an entry in
    a deadlock on PostgreSQL without it). On SQLite the transaction itself is that lock.
    """
    head = AuditHead.objects.select_for_update().filter(scope=scope).first()
    if head is None:
        AuditHead.objects.get_or_create(scope=scope)
        head = AuditHead.objects.select_for_update().get(scope=scope)
    return head


def commitment(salt: str, payload: Any) -> str:
    """What the chain knows of a payload: it can be erased without breaking the chain."""
    return hashlib.sha256((salt + canonical.dumps(payload)).encode()).hexdigest()


def link(entry: AuditEntry) -> str:
    """The chain value of an entry: over its own facts and the value before it."""
    # A database hands times back in UTC, whatever zone they were written in.
    at = entry.at.astimezone(UTC).isoformat()
    facts = [entry.previous, entry.scope, entry.number, at, entry.actor, entry.via]
    return canonical.digest(
        [*facts, entry.intent, entry.target, entry.refused, entry.reason, entry.commitment]
    )


def erase(entry: AuditEntry) -> None:
    """Blank an entry's payload for good; its commitment stays, so the chain still verifies."""
    with transaction.atomic():
        AuditEntry.objects.filter(pk=entry.pk).update(payload=None, salt="")


def broken(scope: str) -> list[str]:
    """One sentence for each place where the scope's chain does not hold; empty when it does."""
    faults, previous, number = [], "", 0
    for entry in AuditEntry.objects.filter(scope=scope).order_by("number").iterator():
        faults += _faults(entry, previous, number)
        previous, number = entry.chained, entry.number
    head = AuditHead.objects.filter(pk=scope).first()
    if head and (head.number, head.chained) != (number, previous):
        faults.append(f"The log ends at entry {number} but {head.number} were written.")
    return faults


def _faults(entry: AuditEntry, previous: str, number: int) -> list[str]:
    faults = []
    if entry.number != number + 1 or entry.previous != previous:
        faults.append(f"Entry {entry.number} does not follow entry {number}.")
    if entry.chained != link(entry):
        faults.append(f"Entry {entry.number} was changed after it was written.")
    if entry.salt and commitment(entry.salt, entry.payload) != entry.commitment:
        faults.append(f"The contents of entry {entry.number} were changed after it was written.")
    return faults
