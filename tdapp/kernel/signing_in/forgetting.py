"""What accounts leave behind and nobody needs again goes, once an hour: the log keeps what was done.

A key remembers an answer for who asks again within minutes, and each log-in leaves one; a code that was used, revoked or
ran out opens nothing. Keys of events stay: they are few, and a phone may come back with one after days.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet

from tdapp.kernel import clock
from tdapp.kernel.models import IdempotencyKey, Invitation

EVERY, KEYS, CODES = timedelta(hours=1), timedelta(days=2), timedelta(days=90)
# In one statement: who logs in meanwhile waits for no long one.
MOST = 500
_looked: list[datetime] = []


def tick() -> None:
    """Called by the keeper every few seconds; looks once an hour, and again at once while there is more."""
    now = clock.now()
    if _looked and timedelta(0) <= now - _looked[-1] < EVERY:
        return
    if forget(now) < MOST:
        _looked[:] = [now]


def forget(now: datetime) -> int:
    """Take a batch of old keys of accounts and of closed codes away. Returns how many rows of the larger part."""
    # By how they begin, not between two texts: where PostgreSQL sorts as people do, a colon comes after a semicolon.
    keys = IdempotencyKey.objects.filter(scope__startswith="account:", at__lt=now - KEYS)
    old = now - CODES
    codes = Invitation.objects.filter(Q(expires_at__lt=old) | Q(used_at__lt=old) | Q(revoked_at__lt=old))
    return max(_delete(keys), _delete(codes))


def _delete(rows: QuerySet[Any]) -> int:
    some = list(rows.values_list("pk", flat=True)[:MOST])
    rows.model._base_manager.filter(pk__in=some).delete()
    return len(some)
