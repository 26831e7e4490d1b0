"""How often something may be tried: so many at once, then one more each so often. In the database, for all processes.

A budget is one row with one time in it: the moment at which everything taken is given again (the generic cell rate
algorithm of traffic shaping, ITU-T I.371). What ran out needs no row, so old rows are simply forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import router, transaction
from django.utils.crypto import salted_hmac

from tdapp.kernel import clock
from tdapp.kernel.models import WrongTries

NONE = timedelta(0)


@dataclass(frozen=True, slots=True)
class Budget:
    """`most` tries at once, then one more `every` so often. `about`: whose it is, so that it can be forgotten."""

    key: str
    most: int
    every: timedelta
    about: str = ""

    def wait(self, until: datetime | None, now: datetime, times: int = 1) -> timedelta:
        """How long until there is room for so many, with the row's time. More than ever fit need all of it."""
        taken = max(until - now, NONE) if until else NONE
        return max(taken - (self.most - min(times, self.most)) * self.every, NONE)


def key_of(kind: str, *what: str) -> str:
    """A key that names nobody: the table holds neither accounts nor addresses."""
    return salted_hmac("td.tries", repr((kind, *what)), algorithm="sha256").hexdigest()


def wait(budgets: Iterable[Budget], times: int = 1) -> timedelta:
    """How long until each of them has room for so many; only looks."""
    known = {budget.key: budget for budget in budgets}
    rows = list(WrongTries.objects.filter(key__in=known).values_list("key", "until"))
    now = clock.now()  # after the rows: an earlier moment would count the time in between as taken
    return max((known[key].wait(until, now, times) for key, until in rows), default=NONE)


def take(budgets: Iterable[Budget], times: int = 1) -> timedelta:
    """Take so many tries from each, or none where one is used up: then how long to wait. A flood only looks."""
    wanted = sorted(budgets, key=lambda budget: budget.key)
    return wait(wanted, times) or _take(wanted, times)


def _take(budgets: list[Budget], times: int) -> timedelta:
    with transaction.atomic(using=router.db_for_write(WrongTries)):
        return _taken(budgets, times)


def _taken(budgets: list[Budget], times: int) -> timedelta:
    came = clock.now()
    WrongTries.objects.filter(until__lte=came).delete()
    new = [WrongTries(key=one.key, until=came, about=one.about) for one in budgets]
    WrongTries.objects.bulk_create(new, ignore_conflicts=True)
    keys = [one.key for one in budgets]
    rows = {
        row.key: row for row in WrongTries.objects.select_for_update().filter(key__in=keys).order_by("key")
    }
    now = clock.now()  # once the rows are ours: whoever waited for them is not asked to pay for the wait
    left = max((one.wait(rows[one.key].until, now, times) for one in budgets), default=NONE)
    if left:
        return left
    for one in budgets:
        until = max(rows[one.key].until, now) + times * one.every
        WrongTries.objects.filter(key=one.key).update(until=until)
    return NONE


def give_back(budgets: Iterable[Budget], times: int = 1) -> None:
    """So many tries of each were none: what was tried was right."""
    with transaction.atomic(using=router.db_for_write(WrongTries)):
        for one in sorted(budgets, key=lambda budget: budget.key):
            row = WrongTries.objects.select_for_update().filter(key=one.key).first()
            if row is not None:
                WrongTries.objects.filter(key=one.key).update(until=row.until - times * one.every)


def forget(about: str) -> int:
    """Everything counted about somebody begins anew. Returns how many rows that were."""
    gone, _rows = WrongTries.objects.filter(about=about).delete()
    return gone
