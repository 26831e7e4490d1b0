"""What a player's own view hangs on: the log says which of them an entry touches, so that the others need not be made again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from django.core.signals import request_finished, request_started
from django.db.models import Q, QuerySet

from tdapp.events.models import Event
from tdapp.kernel.commands import REGISTRY
from tdapp.kernel.models import AuditEntry, AuditHead
from tdapp.kernel.running.written_once import WrittenOnce
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
    touch. `elsewhere` grows with every entry of the logs of people, clubs and the installation.
    """

    number: int
    everybody: int
    touched: dict[str, int]
    elsewhere: int = 0


def newest(event: str) -> int:
    """The number of the newest entry of an event's log, by the event's id; 0 of an empty one."""
    return next(iter(_newest(f"event:{event}")), 0)


@WrittenOnce
def _newest(scope: str) -> QuerySet[AuditEntry, int]:
    return AuditEntry.objects.filter(scope=scope).order_by("-number").values_list("number", flat=True)[:1]


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
        elsewhere = _elsewhere()
        if number is None:
            last = newest(str(event))
            return Entries(last, last, {}, elsewhere)
        rows = AuditEntry.objects.filter(scope=f"event:{event}", number__gt=number).order_by("number")
        told = rows.values_list("number", "intent", "subject_kind", "subject_id", "payload__after__phone")
        return _sorted(number, told, elsewhere)
    finally:
        request_finished.send(sender=since)


def _elsewhere() -> int:
    return sum(_heads())


@WrittenOnce
def _heads() -> QuerySet[AuditHead, int]:
    """How far the logs are that are no event's and of no log-in."""
    rows = AuditHead.objects.exclude(Q(scope__startswith="event:") | Q(scope__startswith="account:"))
    return rows.values_list("number", flat=True)


def _sorted(number: int, rows: Iterable[tuple[int, str, str, str, str | None]], elsewhere: int) -> Entries:
    everybody, touched = 0, dict[str, int]()
    for number, intent, kind, subject, phone in rows:
        if intent in _on_no_phone():
            continue
        of = _of(intent, kind, subject, phone)
        if of:
            touched[of] = number
        else:
            everybody = number
    return Entries(number, everybody, touched, elsewhere)


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
def _on_no_phone() -> frozenset[str]:
    return frozenset(intent for intent, known in REGISTRY.items() if known.needs in ELSEWHERE)
