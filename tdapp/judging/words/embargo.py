"""Says to the word room which editions are in play, and to whom they are closed: pinned by a division with a round being played.

Where players may look words up before they play (open dictionary, SAL:395), looking up is no challenge and nothing is closed.
"""

from __future__ import annotations

from uuid import UUID

from lexicon_admin.lists.embargo import Reader
from tdapp.events.access import event_context
from tdapp.events.models import Division, Round
from tdapp.events.rules import rulesets
from tdapp.judging.models import WordRules
from tdapp.judging.words.playing import plays, rules_of
from tdapp.kernel.models import User
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Missing


def in_play(edition: UUID, reader: Reader) -> bool:
    """Whether a round is being played by this edition or another of its list, whose event does not let this reader look.

    All editions of a list share all but a few words. Of several events the strictest counts.
    """
    playing = Division.objects.filter(rounds__status=Round.Status.PUBLISHED)
    by_it = playing.filter(pins__edition__lexicon__editions=edition).select_related("event").distinct()
    closed = [one for one in by_it if not rulesets.of_division(one).variants.open_dictionary]
    return any(not _let_in(reader, division) for division in closed)


def _let_in(reader: Reader, division: Division) -> bool:
    """Judges of the event and members of the list's committee, where the event says so and they do not play themselves."""
    if rules_of(division).in_play != WordRules.InPlay.OFFICIALS or not reader.actor.startswith("user:"):
        return False
    user = User.objects.filter(pk=reader.actor.removeprefix("user:"), is_active=True).first()
    if user is None:
        return False
    try:
        ctx = event_context(user, division.event, "web")
    except Missing:
        return reader.member and not plays(reader.person, division)
    return (reader.member or can(ctx, "judge.rule")) and not plays(ctx.person, division)
