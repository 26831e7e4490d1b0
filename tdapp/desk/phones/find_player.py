"""Who stands behind a number or a public name and six digits, or behind a card's QR code; wrong tries are held back.

The whole hall sits behind one address, so addresses count nothing; and nobody may lock a player's name, so names count
nothing either. Counted are the device that is known, and all devices never seen before as one. When their tries are used
up they are asked for the card's QR code, which no program can guess: it is always taken.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tdapp.desk.models import PhoneBinding, PhoneDevice, PhoneRule
from tdapp.desk.phones import codes, devices
from tdapp.events.models import Entrant, Event, give_divisions
from tdapp.kernel import audit, clock, fence
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import NotAllowed, Refusal
from tdapp.kernel.signing_in import tries
from tdapp.kernel.signing_in.tries import Budget
from tdapp.people.names import fold

# docs/adr/0006-phones.md works out what these leave to chance.
NEW, NEW_EVERY = 150, timedelta(days=1) / 400
PER_DEVICE, DEVICE_EVERY = 5, timedelta(minutes=3)
PER_PLAYER, PLAYER_EVERY = 20, timedelta(days=1) / 20
MOST_TYPED, MOST_ALIKE = 80, 4


def find(event: Event, who: str, code: str, cookie: UUID | None, division: str = "") -> Entrant:
    """The entrant whose number or public name and code were typed. Refuses (422) one sentence, whoever it was;
    429 after too many wrong tries; as a command where another laptop runs the event.

    A device that came by the code as it is now is let in again without a look at any counter.
    """
    fence.check(fence.state(event.scope_key))
    wanted, typed = alike(event, who, division), "".join(code.split())
    renewed = codes.renewals(wanted)
    device = devices.find_device(event, cookie)
    past = list(device.bindings.all()) if device else []
    if mine := _own(wanted, renewed, past, typed):
        return mine
    if not wanted:
        raise _wrong()
    limits = _of_device(device, past) if device and past else of_new_devices(event)
    # Every code that is compared is a try: a name that fits four players is four.
    if tries.take(limits, len(wanted)):
        raise _too_many(bool(past))
    fitting = [row for row in wanted if codes.fits(row, renewed.get(row.pk, 0), typed)]
    if not fitting:
        _note(event, wanted, device)
        raise _wrong()
    tries.give_back(limits, len(wanted))
    if len(fitting) > 1:
        raise Refusal("several", _("Two players fit. Choose your division too."))
    return fitting[0]


def by_card(event: Event, card: str) -> Entrant:
    """The entrant whose card it is. Refuses (410) every other one in the same sentence; counts nothing."""
    fence.check(fence.state(event.scope_key))
    whose = codes.named_by(card)
    row = next(iter(_read(event, _with_phones(event).filter(pk=whose))), None) if whose else None
    if row is None or not codes.card_fits(row, codes.renewals([row]).get(row.pk, 0), card):
        sentence = _("This card opens nothing here, or not any more. Ask the desk for a new one.")
        raise Refusal("card-over", sentence, status=410)
    return row


def _own(
    wanted: list[Entrant], renewed: dict[UUID, int], past: list[PhoneBinding], typed: str
) -> Entrant | None:
    """The one of them whose present code this device already came by, and who typed it again."""
    given = {(row.entrant_id, row.renewed) for row in past}
    known = [row for row in wanted if (row.pk, renewed.get(row.pk, 0)) in given]
    return next((row for row in known if codes.fits(row, renewed.get(row.pk, 0), typed)), None)


def _with_phones(event: Event) -> QuerySet[Entrant]:
    rows = Entrant.objects.filter(event=event, house=False)
    return rows.select_related("club").exclude(division__phone_rule__mode=PhoneRule.Mode.OFF)


def _read(event: Event, rows: QuerySet[Entrant]) -> list[Entrant]:
    """Entrants with their divisions, each of these made once; two queries."""
    give_divisions(found := list(rows), event.divisions.select_related("phone_rule"))
    return found


def alike(event: Event, who: str, division: str = "") -> list[Entrant]:
    """Entrants of that number, or whose public name holds exactly the words typed; none when it could be anybody."""
    words = _words(who[:MOST_TYPED])
    rows = _with_phones(event)
    rows = rows.filter(division__slug=division) if division else rows
    if len(words) == 1 and words[0].isdecimal():
        return _read(event, rows.filter(number=int(words[0][:4])))
    found = [row for row in _read(event, rows) if words and set(words) <= set(_words(row.public_name))]
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


def of_new_devices(event: Event) -> list[Budget]:
    """What all devices together have that never gave a right code here: a new cookie gains nothing."""
    return [Budget(tries.key_of("phone-new", str(event.pk)), NEW, NEW_EVERY)]


def _of_device(device: PhoneDevice, past: Collection[PhoneBinding]) -> list[Budget]:
    """A device slows itself; all that came by one player's code share that player's day, so that cookies gain nothing."""
    first = min(past, key=lambda row: row.at)
    return [
        Budget(tries.key_of("phone-device", str(device.pk)), PER_DEVICE, DEVICE_EVERY),
        Budget(tries.key_of("phone-player", str(first.entrant_id)), PER_PLAYER, PLAYER_EVERY),
    ]


def closed_until(event: Event) -> datetime | None:
    """Until when new devices are asked for the QR code of a card; None while codes may be typed."""
    left = tries.wait(of_new_devices(event))
    return clock.now() + left if left else None


def _wrong() -> Refusal:
    sentence = _("That is not the number or name with this code. Look at your card, or ask the desk.")
    return Refusal("wrong-code", sentence)


def _too_many(known: bool) -> NotAllowed:
    sentence = _(
        "Too many wrong codes were typed on new phones. Scan the QR code on your card: that always works. Or ask the desk."
    )
    if known:
        sentence = _(
            "Too many wrong codes from this phone. Scan the QR code on your card: that always works. Or wait 15 minutes."
        )
    return NotAllowed("too-many-tries", sentence, status=429)


@transaction.atomic
def _note(event: Event, wanted: list[Entrant], device: PhoneDevice | None) -> None:
    """A wrong code in the log: whose it was meant to be, from which phone. The code typed is never kept."""
    name = _("Phone %(phone)s") % {"phone": device.label} if device else _("A phone")
    for row in wanted:
        ctx = Context(f"phone:{row.pk}", name, event.scope_key, frozenset(), "web")
        audit.write(ctx, "phone.wrong_code", str(row))
