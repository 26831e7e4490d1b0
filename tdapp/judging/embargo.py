"""Says to the word room which editions are in play: pinned by a division with a round being played."""

from __future__ import annotations

from uuid import UUID

from lexicon_admin.embargo import closed_by
from tdapp.events.models import Round
from tdapp.judging.models import Pin


@closed_by
def in_play(edition: UUID) -> bool:
    """Whether a round is being played by this edition."""
    return Pin.objects.filter(edition=edition, division__rounds__status=Round.Status.PUBLISHED).exists()
