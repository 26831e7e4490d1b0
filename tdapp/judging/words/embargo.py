"""Says to the word room which editions are in play: pinned by a division with a round being played.

Where players may look words up before they play (open dictionary, SAL:395), looking up is no challenge and nothing is closed.
"""

from __future__ import annotations

from uuid import UUID

from tdapp.events.models import Division, Round
from tdapp.events.rules import rulesets


def in_play(edition: UUID) -> bool:
    """Whether a round is being played by this edition or another of its list: they share all but a few words."""
    playing = Division.objects.filter(rounds__status=Round.Status.PUBLISHED)
    by_it = playing.filter(pins__edition__lexicon__editions=edition).distinct()
    return any(not rulesets.of_division(division).variants.open_dictionary for division in by_it)
