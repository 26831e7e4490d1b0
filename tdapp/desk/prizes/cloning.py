"""What the desk hangs on an event that is held again: prizes with their rules, what is kept back, what phones may do."""

from __future__ import annotations

from tdapp.desk.models import Freeze, PhoneRule, Prize, PrizeGiving
from tdapp.desk.prizes.commands.prizes import COPIED
from tdapp.events.models import Event
from tdapp.events.setup.cloning import Carry, Twins, again

GIVING = ("protest_minutes", "most_each", "withdrawn_win", "currency", "signer", "signer_title")


def _prizes(source: Event, event: Event, twins: Twins) -> int:
    """The lines of prizes; who was named by hand last year is not named again."""
    again(PrizeGiving.objects.filter(event=source), GIVING, twins, event)
    return again(Prize.objects.filter(event=source), ("order", *COPIED), twins, event)


def _freezes(source: Event, event: Event, twins: Twins) -> int:
    return again(Freeze.objects.filter(division__event=source), ("last",), twins)


def _phones(source: Event, event: Event, twins: Twins) -> int:
    return again(PhoneRule.objects.filter(division__event=source), ("mode",), twins)


CARRIED: dict[str, Carry] = {"prizes": _prizes, "rounds kept back": _freezes, "phones": _phones}
