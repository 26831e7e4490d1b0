"""Write the audit trail: a numbered, chained row for everything that is done in a scope (`log.chain` verifies it)."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import Any

from django.db.models import QuerySet

from core import canonical
from tdapp.kernel import clock
from tdapp.kernel.context import Context
from tdapp.kernel.log import chain, facts, gathering, heads
from tdapp.kernel.log.chain import broken as broken
from tdapp.kernel.models import AuditEntry, AuditHead
from tdapp.kernel.running.written_once import WrittenOnce

Subject = tuple[str, str]
NOTHING: Subject = ("", "")


def write(
    ctx: Context,
    intent: str,
    target: str,
    *,
    before: Any = None,
    after: Any = None,
    reason: str = "",
    refused: str = "",
    subject: Subject = NOTHING,
) -> AuditEntry:
    """Append one entry to the scope's chain, in the caller's transaction. Returns it.

    `subject`: kind and id of what it is about. The entry holds the rows that were stored since the last one.
    """
    head = gathering.head_of(ctx.scope) or lock(ctx.scope)
    salt, veil = gathering.salt_of_ready() or secrets.token_hex(16), secrets.token_hex(16)
    stored = facts.taken(ctx.scope, salt)
    entry = AuditEntry(
        scope=ctx.scope, number=head.number + 1, version=chain.VERSION, at=clock.now(), actor=ctx.actor,
        actor_name=ctx.actor_name[:150], name_salt=veil, via=ctx.via, request_id=ctx.request_id, intent=intent,
        subject_kind=subject[0], subject_id=subject[1], target=target[:200], refused=refused, reason=reason[:500],
        payload=canonical.plain({"before": before, "after": after}), facts=stored, salt=salt,
        previous=head.chained,
    )  # fmt: skip
    entry.commitment = chain.commitment(salt, chain.contents(entry))
    entry.name_commitment = chain.commitment(veil, entry.actor_name)
    entry.chained = chain.link(entry)
    entry.save(force_insert=True)
    AuditHead.objects.filter(pk=ctx.scope).update(number=entry.number, chained=entry.chained)
    head.number, head.chained = entry.number, entry.chained
    return entry


@WrittenOnce
def _head(scope: str) -> QuerySet[AuditHead]:
    return AuditHead.objects.select_for_update().filter(scope=scope)


def lock(scope: str) -> AuditHead:
    """Take the scope's turn: from here to the end of the transaction its writes wait for each other.

    Commands do this first, so that no two of them can hold what the other one needs (a recall met an entry in
    a deadlock on PostgreSQL without it). On SQLite the transaction itself is that lock.
    """
    head = next(iter(_head(scope)), None)
    if head is None:
        AuditHead.objects.get_or_create(scope=scope)
        head = AuditHead.objects.select_for_update().get(scope=scope)
    return head


def lock_all(scopes: Collection[str]) -> None:
    """Take several turns, always in one order, so that no two who need several have what the other one waits for.

    Before the turn of any other scope, in the caller's transaction.
    """
    if not scopes:
        return
    rows = AuditHead.objects.filter(scope__in=scopes)
    missing = set(scopes) - set(rows.values_list("scope", flat=True))
    fresh = [AuditHead(scope=scope) for scope in sorted(missing)]
    AuditHead.objects.bulk_create(fresh, ignore_conflicts=True)
    list(rows.select_for_update().order_by("scope").values_list("scope"))


def scopes_of(kind: str) -> list[str]:
    """Every log of a kind: `account:`, `event:`, `ratings:`."""
    return list(AuditHead.objects.filter(scope__startswith=kind).values_list("scope", flat=True))


def every_scope() -> set[str]:
    """Every log there is, also one whose end was taken away."""
    heads = AuditHead.objects.values_list("scope", flat=True)
    headless = AuditEntry.objects.exclude(scope__in=heads).order_by()
    return {*heads, *headless.values_list("scope", flat=True).distinct()}


def begun(scope: str) -> bool:
    """Whether the scope's log tells of its rows from some entry on."""
    return AuditEntry.objects.filter(
        scope=scope, version__gt=chain.OLD, facts__has_key=gathering.BEGINS
    ).exists()


def blank(scope: str, *, contents: Collection[int], names: Collection[int]) -> None:
    """Blank contents and names of entries for good, inside the command that writes down who did; the chain still holds."""
    rows = AuditEntry.objects.filter(scope=scope)
    rows.filter(number__in=contents, version=chain.OLD).update(payload=None, salt="")
    rows.filter(number__in=contents, version__gt=chain.OLD).update(
        payload=None, salt="", target="", reason=""
    )
    rows.filter(number__in=names).update(actor_name="", name_salt="")


def head(scope: str) -> str:
    """The end of a scope's log as it is printed; empty before its first entry."""
    row = AuditHead.objects.filter(pk=scope).first()
    return heads.spoken(row.number, row.chained) if row else ""
