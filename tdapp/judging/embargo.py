"""Says to the word room which editions are in play: pinned by a division with a round being played."""

from __future__ import annotations

from uuid import UUID

from lexicon_admin.embargo import closed_by
from tdapp.events.models import Round
from tdapp.judging.models import Pin


@closed_by
def in_play(edition: UUID) -> bool:
    """Whether a round is being played by this edition or another of its list: they share all but a few words."""
    pins = Pin.objects.filter(division__rounds__status=Round.Status.PUBLISHED)
    return pins.filter(edition__lexicon__editions=edition).exists()
