"""What an event that is held again takes over of how its words are decided; lists that were taken back stay behind."""

from __future__ import annotations

from lexicon_admin.models import Edition
from tdapp.events.models import Event
from tdapp.events.setup.cloning import Carry, Twins, again
from tdapp.judging.models import Pin, WordRules


def _rules(source: Event, event: Event, twins: Twins) -> int:
    return again(WordRules.objects.filter(division__event=source), ("mode", "in_play", "judges"), twins)


def _pins(source: Event, event: Event, twins: Twins) -> int:
    """The same editions: a newer one of the same list is chosen by somebody, before round 1."""
    pins = Pin.objects.filter(division__event=source, edition__status=Edition.Status.PUBLISHED)
    return again(pins, ("edition_id", "layer", "place"), twins)


CARRIED: dict[str, Carry] = {"who decides words": _rules, "word lists": _pins}
