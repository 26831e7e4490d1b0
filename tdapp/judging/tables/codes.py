"""The six digits on a table's slip and card by which its players open a kiosk for it. Made when they are needed, stored nowhere.

A code comes from what its event's codes are made from and the table of its round: a copy of the database alone tells none,
and the next round, or the same one paired anew, has other tables and so other codes.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

from django.db.models import F
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from tdapp.events.models import Table
from tdapp.judging.models import Kiosk
from tdapp.kernel import clock
from tdapp.kernel.models import WrongTries
from tdapp.kernel.ports import Port
from tdapp.kernel.refusals import Refusal

DIGITS = 6
# Tries of one table at one screen within a minute: a neighbour's code is guessed by one in a million, and whoever holds
# a table up holds up that one, at this screen, for a minute.
MOST_TRIES, WITHIN = 5, timedelta(minutes=1)

# Event -> what its codes are made from, and its players' too.
ROOT: Port[Callable[[UUID], bytes]] = Port("what are an event's codes made from")


def code_of(table: Table) -> str:
    """The code of a table in its round."""
    return codes_of(table.round.division.event_id, [table.pk])[table.pk]


def codes_of(event: UUID, tables: list[UUID]) -> dict[UUID, str]:
    """The codes of many tables of one event, by table id."""
    (made_from,) = ROOT
    root = made_from(event)
    return {pk: _code(root, pk) for pk in tables}


def spaced(code: str) -> str:
    """As it is printed: in two groups, easier to type."""
    return f"{code[:3]} {code[3:]}"


def fits(table: Table, typed: str) -> bool:
    """Whether somebody typed this table's code, with or without its space."""
    return constant_time_compare(code_of(table), "".join(typed.split()))


def _code(root: bytes, pk: UUID) -> str:
    digest = hmac.new(root, f"kiosk:{pk}".encode(), hashlib.sha256).digest()
    return f"{int.from_bytes(digest[:8], 'big') % 10**DIGITS:0{DIGITS}d}"


def count_try(kiosk: Kiosk, number: int) -> None:
    """Count a try before it is looked at, so that many at once do not slip past; refuses (429) one too many."""
    key, now = _key(kiosk, number), clock.now()
    WrongTries.objects.filter(key=key, until__lte=now).delete()
    WrongTries.objects.bulk_create([WrongTries(key=key, until=now + WITHIN)], ignore_conflicts=True)
    WrongTries.objects.filter(key=key).update(count=F("count") + 1)
    if WrongTries.objects.filter(key=key, count__gt=MOST_TRIES).exists():
        sentence = _(
            "Too many wrong codes for table %(n)s. Wait a minute, or ask a judge: other tables go on."
        )
        raise Refusal("too-many-tries", sentence % {"n": number}, status=429)


def forget_tries(kiosk: Kiosk, number: int) -> None:
    """The code was right."""
    WrongTries.objects.filter(key=_key(kiosk, number)).delete()


def _key(kiosk: Kiosk, number: int) -> str:
    return salted_hmac("td.kiosk-tries", f"{kiosk.pk}:{number}", algorithm="sha256").hexdigest()
