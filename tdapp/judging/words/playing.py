"""Who plays by a division's words right now, and who may look single words up meanwhile, by the rule the event chose."""

from __future__ import annotations

from uuid import UUID

from lexicon_admin.lists.embargo import Reader, is_closed
from tdapp.events.models import Division, Round, Slot
from tdapp.judging.models import WordRules
from tdapp.judging.words.layers import pinned
from tdapp.kernel.context import Context
from tdapp.kernel.permissions import can


def plays(person: str, division: Division) -> bool:
    """Whether this player sits in the division's round that is being played."""
    if not person:
        return False
    playing = Slot.objects.filter(
        table__round__division=division, table__round__status=Round.Status.PUBLISHED
    )
    return playing.filter(entrant__player_id=UUID(person)).exists()


def plays_now(ctx: Context, division: Division) -> bool:
    """Whether the actor plays in the division's round that is being played: no single word is looked up for them."""
    return plays(ctx.person, division)


def single_words(ctx: Context, division: Division) -> bool:
    """Whether a judge hears of single words of a slip: who directs the division does, who plays does not, and between the
    two the rule of every event that plays by these lists decides.
    """
    if plays_now(ctx, division):
        return False
    if can(ctx, "division.edit"):
        return True
    reader = Reader(ctx.actor, ctx.person)
    return not any(is_closed(pin.edition, reader) for pin in pinned(division))


def rules_of(division: Division) -> WordRules:
    """How a division's words are decided and looked up, as it was chosen or as it stands by itself."""
    return WordRules.objects.filter(division=division).first() or WordRules(division=division)
