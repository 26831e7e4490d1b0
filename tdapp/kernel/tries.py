"""Wrong tries against a budget: counted in the database, because every web process counts, and before anything is compared.

A try takes its share first, in a transaction of its own that is over at once, and gets it back when it was right. So
tries that come at the same moment cannot slip past together, and nobody waits for somebody else's comparison.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils.crypto import salted_hmac

from tdapp.kernel import clock
from tdapp.kernel.models import WrongTries


@dataclass(frozen=True, slots=True)
class Limit:
    """One counter: how many wrong tries are too many within which time."""

    key: str
    most: int
    within: timedelta


class _UsedUp(Exception):
    """A counter has no room; what the others took is put back with the transaction."""


def key_of(kind: str, what: str) -> str:
    """The name of a counter: a keyed hash, so that the table names nobody."""
    return salted_hmac("td.tries", f"{kind}:{what}", algorithm="sha256").hexdigest()


def take(limits: Sequence[Limit], count: int = 1) -> bool:
    """Take `count` tries from every counter, or none from any when one of them has not so many left."""
    now = clock.now()
    rows = [WrongTries(key=one.key, until=now + one.within) for one in limits]
    try:
        with transaction.atomic():
            WrongTries.objects.bulk_create(rows, ignore_conflicts=True)
            # In one order, so that no two tries hold what the other one needs.
            for one in sorted(limits, key=lambda limit: limit.key):
                _take(one, count, now)
    except _UsedUp:
        return False
    return True


def _take(limit: Limit, count: int, now: datetime) -> None:
    mine = WrongTries.objects.filter(key=limit.key)
    mine.filter(until__lte=now).update(count=0, until=now + limit.within)
    if not mine.filter(count__lte=limit.most - count).update(count=F("count") + count):
        raise _UsedUp


def give_back(limits: Sequence[Limit], count: int = 1) -> None:
    """Put back what a right try took."""
    for one in sorted(limits, key=lambda limit: limit.key):
        WrongTries.objects.filter(key=one.key, count__gte=count).update(count=F("count") - count)


def used_up(limit: Limit) -> datetime | None:
    """Until when a counter has no room; None while it has."""
    rows = WrongTries.objects.filter(key=limit.key, count__gte=limit.most, until__gt=clock.now())
    return rows.values_list("until", flat=True).first()
