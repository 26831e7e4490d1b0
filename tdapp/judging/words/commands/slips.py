"""A judge checks a slip of words; the log remembers who asked what."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tdapp.events.models import Division
from tdapp.events.rules import rulesets
from tdapp.judging.words.layers import keeps_marks, layers_of
from tdapp.judging.words.playing import plays_now, single_words
from tdapp.judging.words.slip import checked, once_each, words_on
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import NotAllowed


@command("words.slip", "slip of words checked", needs="judge.rule")
def check_slip(ctx: Context, division: Division, *, text: str) -> Change:
    """All words of a slip by the division's layers; nothing is ruled. Refuses who plays in the round that is being played."""
    if plays_now(ctx, division):
        raise NotAllowed(
            "plays", _("You play in this round: no word is looked up for you before it is over.")
        )
    words = words_on(text)
    asked = once_each(words, rulesets.of_division(division), keeps_marks(division.pins.all()))
    single = single_words(ctx, division)
    told = checked(asked, layers_of(division), single=single) | {
        "twice": len(words) - len(asked),
        "single": single,
    }
    logged = {"words": asked, "state": told["state"], "single": single}
    return Change(told, str(division), None, logged)
