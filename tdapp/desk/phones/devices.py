"""Devices that report: which is whose, who had its code before their eyes, and why a report may be weak.

A device is only a cookie. What its reports are worth is decided when they are made; docs/adr/0006-phones.md says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tdapp.desk.models import Claim, CodeShowing, PhoneBinding, PhoneDevice
from tdapp.desk.phones import codes
from tdapp.events.models import Entrant, Event, Round, Table
from tdapp.kernel import clock
from tdapp.kernel.context import Context
from tdapp.kernel.running.written_once import WrittenOnce

# Told apart when they are read aloud: no I, O, Q.
LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"
# A round has one table for a player; two are a family with one phone.
MANY_TABLES = 3
Weak = Claim.Weak


def find_device(event: Event, cookie: UUID | None) -> PhoneDevice | None:
    """The device of a cookie, if it ever was anybody's or reported anything here."""
    return PhoneDevice.objects.filter(event=event, cookie=cookie).first() if cookie else None


def registered(event: Event, cookie: UUID) -> PhoneDevice:
    """The device of a cookie, with a name from now on. Inside a command: the event's turn keeps names apart."""
    if found := find_device(event, cookie):
        return found
    place = PhoneDevice.objects.filter(event=event).count()
    label = f"{LETTERS[place % len(LETTERS)]}{place // len(LETTERS) + 1}"
    return PhoneDevice.objects.create(event=event, cookie=cookie, label=label, at=clock.now())


def bound(slug: str, cookie: UUID | None) -> PhoneBinding | None:
    """Whose phone a cookie is at an event; None when it is nobody's, or its code was made anew. Two queries."""
    if cookie is None:
        return None
    found = next(iter(_bound(slug, cookie)), None)
    if found is None or codes.renewals([found.entrant]).get(found.entrant_id, 0) != found.renewed:
        return None
    return found


@WrittenOnce
def _bound(slug: str, cookie: UUID) -> QuerySet[PhoneBinding]:
    rows = PhoneBinding.objects.filter(device__cookie=cookie, device__event__slug=slug, left_at=None)
    rows = rows.select_related(
        "device", "entrant__division__event", "entrant__division__phone_rule", "entrant__club"
    )
    return rows.reverse()[:1]


def bind(device: PhoneDevice, entrant: Entrant, how: str) -> PhoneBinding:
    """Make a device an entrant's, inside a command. Reports of one that was another player's are weak from now on."""
    renewed = codes.renewals([entrant]).get(entrant.pk, 0)
    mine = PhoneBinding.objects.filter(entrant=entrant, renewed=renewed, left_at=None)
    if same := mine.filter(device=device).first():
        return same
    device.bindings.filter(left_at=None).update(left_at=clock.now())
    showings = CodeShowing.objects.filter(entrant=entrant, renewed=renewed).values_list("pk", flat=True)
    row = PhoneBinding.objects.create(
        device=device, entrant=entrant, renewed=renewed, how=how, known_to=[str(pk) for pk in showings],
        second=mine.exists(), at=clock.now(),
    )  # fmt: skip
    if _is_shared(device):
        device.claims.filter(state=Claim.State.STANDS).update(weak=Weak.SHARED)
    return row


def _is_shared(device: PhoneDevice) -> bool:
    return device.bindings.order_by().values("entrant").distinct().count() > 1


def showings(bindings: Iterable[PhoneBinding], how: str = "") -> list[CodeShowing]:
    """To whom the codes of these bindings had been shown, or for whom they were printed, before they were given."""
    wanted = {pk for row in bindings for pk in row.known_to}
    rows = CodeShowing.objects.filter(pk__in=wanted)
    return list(rows.filter(how=how) if how else rows)


def names(rows: Iterable[CodeShowing]) -> str:
    """Who that was, each once. Names of people hold commas."""
    return "; ".join(dict.fromkeys(row.by_name for row in rows))


def weakness(binding: PhoneBinding, seen: Sequence[CodeShowing]) -> str:
    """Why a report by this phone never makes a result count beside another phone's; "" when it does."""
    if _is_shared(binding.device):
        return Weak.SHARED
    if seen:
        return Weak.SEEN
    return Weak.SECOND if binding.second else ""


def in_words(claim: Claim) -> str:
    """Why a report is weak, for the desk; "" for one that is not."""
    told = {
        Weak.SHARED: _("this phone has been several players"),
        Weak.SEEN: _("the code had been shown to %(names)s") % {"names": claim.seen_by},
        Weak.SECOND: _("another phone had come by this card before"),
        Weak.OLD: _("the code was made anew since"),
    }
    return told.get(Weak(claim.weak), "") if claim.weak else ""


def sound(claims: Iterable[Claim]) -> list[Claim]:
    """The reports of players that make a result count: of each seat and each device one, none of them weak."""
    found: list[Claim] = []
    for one in claims:
        known = any(one.seat == other.seat or one.device_id == other.device_id for other in found)
        if one.device_id and not one.weak and not known:
            found.append(one)
    return found


def knows(ctx: Context, claim: Claim) -> bool:
    """Whether who acts has had the code before their eyes by which this report was made: then the two may be one person."""
    return ctx.actor.removeprefix("user:") in {str(one.by_id) for one in showings(_bindings(claim))}


def _bindings(claim: Claim) -> Iterable[PhoneBinding]:
    return PhoneBinding.objects.filter(device=claim.device_id, entrant=claim.entrant_id)


def printed_for(claim: Claim) -> list[CodeShowing]:
    """For whom the card was printed that a report came by."""
    return showings(_bindings(claim), CodeShowing.How.PRINTED) if claim.seat else []


def oddities(device: PhoneDevice, table: Table) -> list[str]:
    """What the desk is rung for: one device at both seats of a table, or at many tables of the rounds being played."""
    facts = {"phone": device.label}
    found = []
    seats = device.claims.filter(table=table).exclude(seat=0).values_list("seat", flat=True).distinct()
    if len(set(seats)) > 1:
        found.append(_("Phone %(phone)s reported for more than one seat of this table.") % facts)
    here = device.claims.filter(table__round__status=Round.Status.PUBLISHED)
    tables = sorted(set(here.values_list("table__number", flat=True)))
    if len(set(here.values_list("table", flat=True))) >= MANY_TABLES:
        said = ", ".join(map(str, tables))
        found.append(_("Phone %(phone)s reported for many tables: %(tables)s.") % {**facts, "tables": said})
    return found
