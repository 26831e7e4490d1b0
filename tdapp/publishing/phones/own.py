"""What a player's own view hangs on: the log says which of them an entry touches, so that the others need not be made again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from django.core.signals import request_finished, request_started

from tdapp.events.models import Event
from tdapp.kernel.commands import REGISTRY
from tdapp.kernel.models import AuditEntry
from tdapp.publishing.released.public_access import UNSEEN

# Under this name a request says that it wants to know what its answer hangs on: a list, which is given one Basis. It never
# leaves the process, for the number of the newest entry tells how much was entered.
WANTED = "td.own"
# What nobody's own view shows.
ELSEWHERE = frozenset({
    "challenge.call", "link.call", "judge.rule", "sheet.write", "incident.report", "incident.decide", "pair.draft", "prize.edit",
    "pin.own", "desk.switch",
})  # fmt: skip
OF_A_PHONE, OF_A_PLAYER = frozenset({"phone.find", "phone.leave"}), frozenset({"phone.renew", "phone.show"})


@dataclass(frozen=True, slots=True)
class Basis:
    """`number`: the newest entry of the event's log before the facts were read; `of`: the tables, the player and the phone
    they were of.
    """

    number: int
    of: frozenset[str]


@dataclass(frozen=True, slots=True)
class Entries:
    """What came into a log: its newest `number`, the newest entry that touches everybody (0 none), those of few by what they
    touch.
    """

    number: int
    everybody: int
    touched: dict[str, int]


def newest(event: str) -> int:
    """The number of the newest entry of an event's log, by the event's id; 0 of an empty one."""
    entries = AuditEntry.objects.filter(scope=f"event:{event}").order_by("-number")
    return entries.values_list("number", flat=True).first() or 0


def since(slug: str, number: int | None) -> Entries | None:
    """What came into an event's log after an entry, refused ones too, for they leave questions; with None only how far it
    is. None where there is no such event.
    """
    # No request of Django's: connections are looked after as at its ends.
    request_started.send(sender=since)
    try:
        event = Event.objects.filter(slug=slug).values_list("pk", flat=True).first()
        if event is None:
            return None
        if number is None:
            last = newest(str(event))
            return Entries(last, last, {})
        rows = AuditEntry.objects.filter(scope=f"event:{event}", number__gt=number).order_by("number")
        told = rows.values_list("number", "intent", "subject_kind", "subject_id", "payload__after__phone")
        return _sorted(number, told)
    finally:
        request_finished.send(sender=since)


def _sorted(number: int, rows: Iterable[tuple[int, str, str, str, str | None]]) -> Entries:
    everybody, touched = 0, dict[str, int]()
    for number, intent, kind, subject, phone in rows:
        if intent in _elsewhere():
            continue
        of = _of(intent, kind, subject, phone)
        if of:
            touched[of] = number
        else:
            everybody = number
    return Entries(number, everybody, touched)


def _of(intent: str, kind: str, subject: str, phone: str | None) -> str:
    """What an entry touches; "" everybody."""
    if kind == "table" and intent in _at_a_table():
        return subject
    if intent in OF_A_PHONE and phone:
        return phone
    return subject if intent in OF_A_PLAYER and kind == "entrant" else ""


@cache
def _at_a_table() -> frozenset[str]:
    return frozenset(intent for intent, known in REGISTRY.items() if known.needs in UNSEEN)


@cache
def _elsewhere() -> frozenset[str]:
    return frozenset(intent for intent, known in REGISTRY.items() if known.needs in ELSEWHERE)
