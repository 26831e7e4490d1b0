"""Who stands behind a number or a public name and four digits; wrong tries are held back.

The whole hall sits behind one address, so addresses count nothing. Counted are the player somebody wants to be, the
phone it is tried from, and, against a program with a new cookie each time, the event as a whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from tdapp.desk import codes
from tdapp.desk.models import PhoneRule
from tdapp.events.models import Entrant, Event
from tdapp.kernel import audit, clock, fence
from tdapp.kernel.context import Context
from tdapp.kernel.models import WrongTries
from tdapp.kernel.refusals import NotAllowed, Refusal
from tdapp.people.names import fold

SHORT, LONG = timedelta(minutes=15), timedelta(hours=24)
PER_PLAYER, PER_PLAYER_A_DAY, PER_PHONE, PER_EVENT = 5, 20, 10, 100
MOST_TYPED, MOST_ALIKE = 80, 4


@dataclass(frozen=True, slots=True)
class Limit:
    """One counter: how many wrong tries are too many within which time."""

    key: str
    most: int
    within: timedelta


def find(event: Event, who: str, code: str, phone: str, division: str = "") -> Entrant:
    """The entrant whose number or public name and code were typed. Refuses (422) one sentence, whoever it was;
    429 after too many wrong tries; as a command where another laptop runs the event.
    """
    fence.check(fence.state(event.scope_key))
    wanted = alike(event, who, division)
    renewed = codes.renewals(wanted)
    limits = [limit for row in wanted for limit in _of_player(row, renewed.get(row.pk, 0))]
    limits += _of_place(event, phone)
    _refuse_many(limits)
    fitting = [row for row in wanted if codes.fits(row, renewed.get(row.pk, 0), code.strip())]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise Refusal("several", _("Two players fit. Choose your division too."))
    _note(event, limits, wanted)
    raise Refusal(
        "wrong-code", _("That is not the number or name with this code. Look at your card, or ask the desk.")
    )


def alike(event: Event, who: str, division: str = "") -> list[Entrant]:
    """Entrants of that number, or whose public name holds exactly the words typed; none when it could be anybody."""
    words = _words(who[:MOST_TYPED])
    rows = Entrant.objects.filter(event=event, house=False).select_related("division__event", "club")
    rows = rows.exclude(division__phone_rule__mode=PhoneRule.Mode.OFF)
    rows = rows.filter(division__slug=division) if division else rows
    if len(words) == 1 and words[0].isdecimal():
        return list(rows.filter(number=int(words[0][:4])))
    found = [row for row in rows if words and set(words) <= set(_words(row.public_name))]
    whole = [row for row in found if _name_only(row) == words] or found
    return whole if len(whole) <= MOST_ALIKE else []


def _words(text: str) -> list[str]:
    """Ñ as N: not every phone has the letter, and the code tells two players apart."""
    return (
        fold(text)
        .replace("~", "")
        .replace("(", " ")
        .replace(")", " ")
        .replace(",", " ")
        .replace(".", " ")
        .split()
    )


def _name_only(row: Entrant) -> list[str]:
    name = row.public_name
    return _words(name.removesuffix(f" ({row.club.name})") if row.club else name)


def _of_player(row: Entrant, renewed: int) -> list[Limit]:
    """A new code starts counting anew."""
    known = f"{row.pk}:{renewed}"
    return [
        Limit(_key("player", known), PER_PLAYER, SHORT),
        Limit(_key("player-day", known), PER_PLAYER_A_DAY, LONG),
    ]


def _of_place(event: Event, phone: str) -> list[Limit]:
    """Phones without a cookie are one phone: browsers have theirs from the page with the form."""
    return [
        Limit(_key("phone", f"{event.pk}:{phone}"), PER_PHONE, SHORT),
        Limit(_key("event", str(event.pk)), _per_event(event), SHORT),
    ]


def _per_event(event: Event) -> int:
    """A large hall mistypes more: a thousand who come at once must not hold each other back."""
    return max(PER_EVENT, event.entrants.count() // 4)


def _key(kind: str, what: str) -> str:
    return salted_hmac("td.phone-tries", f"{kind}:{what}", algorithm="sha256").hexdigest()


def _refuse_many(limits: list[Limit]) -> None:
    most = {limit.key: limit.most for limit in limits}
    rows = WrongTries.objects.filter(key__in=most, until__gt=clock.now()).values_list("key", "count")
    if any(count >= most[key] for key, count in rows):
        raise NotAllowed(
            "too-many-tries", _("Too many wrong codes. Wait 15 minutes, or ask the desk."), status=429
        )


@transaction.atomic
def _note(event: Event, limits: list[Limit], wanted: list[Entrant]) -> None:
    """Count one wrong try at everything it was tried at; what ran out is forgotten. The code typed is never kept."""
    now: datetime = clock.now()
    WrongTries.objects.filter(until__lte=now).delete()
    rows = [WrongTries(key=limit.key, until=now + limit.within) for limit in limits]
    WrongTries.objects.bulk_create(rows, ignore_conflicts=True)
    WrongTries.objects.filter(key__in=[limit.key for limit in limits]).update(count=F("count") + 1)
    for row in wanted:
        ctx = Context(f"phone:{row.pk}", _("A phone"), event.scope_key, frozenset(), "web")
        audit.write(ctx, "phone.wrong_code", str(row))
