"""Taking over a desk by PIN: who may be chosen, how often a PIN may be tried, who is told."""

from __future__ import annotations

from itertools import pairwise

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from tdapp.events import access
from tdapp.events.models import DeskPin, Event
from tdapp.events.models.pins import TRIES
from tdapp.kernel import audit, clock, fence
from tdapp.kernel.commands import Change, command, subject_of
from tdapp.kernel.context import Context
from tdapp.kernel.models import User
from tdapp.kernel.permissions import EVENT_ROLES, granted
from tdapp.kernel.refusals import NotAllowed, Refusal

LENGTHS = range(6, 13)
AT_THE_DESK = tuple(role for role in EVENT_ROLES if "desk.switch" in granted(frozenset({role})))


def at_the_desk(event: Event) -> list[DeskPin]:
    """Whose PIN takes over a desk of the event, by name: who works there and has a PIN. Those who only look have none."""
    here = access.people_of(event, *AT_THE_DESK)
    rows = DeskPin.objects.filter(event=event, user__is_active=True, user__in=here).exclude(pin_hash="")
    return sorted(rows.select_related("user"), key=lambda row: row.user.shown_as.casefold())


def check_pin(ctx: Context, event: Event, pin: DeskPin, typed: str) -> None:
    """Refuse unless `typed` is the PIN. Five tries a person and desk, then the password or the director.

    The try is taken before the PIN is looked at, in one statement: of many sent at once no more than five are looked at.
    """
    if not _take_try(pin):
        raise NotAllowed("pin-closed", *_closed_sentences(), status=429)
    if pin.fits(typed):
        DeskPin.objects.filter(pk=pin.pk).update(tries=0, used_at=clock.now())
        return
    left = _note_wrong(ctx, event, pin)
    if left <= 0:
        raise NotAllowed("pin-closed", *_closed_sentences(), status=429)
    raise NotAllowed("wrong-pin", _("That is not this person's PIN. Tries left: %(n)s.") % {"n": left})


def _closed_sentences() -> list[str]:
    return [
        _("This PIN is closed: it was tried too often."),
        _("Log in with the password, or ask a director to let you in again under People."),
    ]


def _take_try(pin: DeskPin) -> bool:
    rows = DeskPin.objects.filter(pk=pin.pk, pin_hash=pin.pin_hash, tries__lt=TRIES)
    return bool(rows.update(tries=F("tries") + 1))


@transaction.atomic
def _note_wrong(ctx: Context, event: Event, pin: DeskPin) -> int:
    """Tell the person and the log; returns how many tries are left."""
    DeskPin.objects.filter(pk=pin.pk).update(tried_at=clock.now())
    # The tries count everywhere; the log of an event that another laptop runs is closed here.
    if not fence.state(event.scope_key).fenced:
        told = {"tried_for": pin.user.shown_as}
        audit.write(ctx, "member.wrong_pin", pin.user.username, after=told, subject=subject_of(pin.user))
    taken = DeskPin.objects.filter(pk=pin.pk).values_list("tries", flat=True).first()
    return TRIES - (taken or 0)


@command("member.take_over", "took over by PIN", needs="desk.switch")
def take_over(ctx: Context, event: Event, *, previous: str, address: str = "") -> Change:
    """Note that the actor took over a shared device from `previous` (a name); the PIN is checked before."""
    before, after = {"person": previous}, {"person": ctx.actor_name, "address": address}
    return Change({"actor": ctx.actor}, str(event), before, after)


@command("member.set_pin", "PIN set", needs="pin.own", private=("pin",))
def set_pin(ctx: Context, event: Event, *, pin: str) -> Change:
    """Set one's own PIN for taking over a desk of this event; what the old one opened ends."""
    user = _own(ctx)
    _refuse_weak(pin)
    row = DeskPin.objects.filter(event=event, user=user).first() or DeskPin(event=event, user=user)
    row.set(pin)
    row.save()
    return Change({"user": user.username}, str(event), None, {"pin": "set"})


@command("member.drop_pin", "PIN taken away", needs="pin.own")
def drop_pin(ctx: Context, event: Event) -> Change:
    """Have no PIN any more; what it opened ends."""
    user = _own(ctx)
    DeskPin.objects.filter(event=event, user=user).delete()
    return Change({"user": user.username}, str(event), None, {"pin": "none"})


def _own(ctx: Context) -> User:
    """Who sets a PIN: volunteers have none, they are let in again by the director."""
    user = User.objects.get(pk=ctx.actor.removeprefix("user:"))
    if not user.has_usable_password():
        sentence = _(
            "A PIN is for those who log in with a password. The director lets you in again under People."
        )
        raise NotAllowed("no-password", sentence)
    return user


def _refuse_weak(digits: str) -> None:
    """6 to 12 digits, not one pattern over and over and not a plain run."""
    if not (digits.isdecimal() and digits.isascii() and len(digits) in LENGTHS):
        raise Refusal("bad-pin", _("A PIN is 6 to 12 digits."))
    steps = {(int(after) - int(before)) % 10 for before, after in pairwise(digits)}
    if len(steps) == 1 or any(digits == digits[:n] * (len(digits) // n) for n in (2, 3)):
        raise Refusal("weak-pin", _("This PIN is too easy to guess; choose another."))


def news(user: User) -> list[DeskPin]:
    """The person's PINs that were used or typed wrong since they were last told."""
    rows = DeskPin.objects.filter(user=user).select_related("event").order_by("event__name")
    return [row for row in rows if row.has_news]


@command("pin.told", "told what happened to the PIN", needs="session.own")
def note_password(ctx: Context, user: User) -> Change:
    """Note that the person typed the password: closed PINs are open again, and they were told what happened to them."""
    rows = DeskPin.objects.filter(user=user)
    count = rows.update(tries=0, told_at=clock.now())
    return Change({"pins": count}, ctx.actor, None, {"pins": count})
