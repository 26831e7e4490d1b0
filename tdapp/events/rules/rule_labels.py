"""What the fields of a ruleset are called in a form; what their values mean is told as on the rule sheet."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.rules.value_sentences import SENTENCES

GAP = "…"
# Fields that choose between sentences need a name of their own.
LABELS: Mapping[str, object] = {
    "players.order": _("Order of turns"),
    "tiles.blank_may_be": _("A blank may be"),
    "tiles.digraph_from_singles": _("Two tiles for one of two letters"),
    "bag.policy": _("Bags"),
    "bag.when_empty": _("When one of two bags is empty"),
    "premiums.counted": _("Premium squares count"),
    "premiums.two_words": _("Two word squares in one word"),
    "first_play.covers_start": _("Where the first play lies"),
    "first_play.word_multiplier": _("The first word counts … times"),
    "exchange.allowed": _("Exchanging"),
    "exchange.order": _("How tiles are exchanged"),
    "exchange.opener_may": _("The first turn"),
    "passing.allowed": _("Passing"),
    "end.when_out": _("Going out"),
    "end.lost_turns": _("Lost turns and passes"),
    "end.nobody_can_move": _("When nobody can move"),
    "adjustment.deduct_own": _("Own unplayed tiles"),
    "adjustment.out_gains": _("Who went out"),
    "challenge.allowed": _("Challenges"),
    "challenge.window": _("How long"),
    "challenge.hold": _("Holding"),
    "challenge.invalid_play": _("An invalid play"),
    "challenge.wrong": _("A wrong challenge"),
    "challenge.challengers": _("Who is at risk"),
    "challenge.scope": _("What is judged"),
    "challenge.quota_counts": _("What counts towards the limit"),
    "challenge.decided_by": _("Who decides"),
    "timer.kind": _("Timer"),
    "timer.overrun": _("Running over"),
    "timer.stops_at": _("What stops the timer"),
    "tie.rule": _("Equal scores"),
    "starter.blank_first": _("A blank in the draw for the start"),
    "variants.open_dictionary": _("Open dictionary"),
    "variants.theme": _("Theme"),
    "variants.recycled_blanks": _("Recycled blanks"),
    "words.length_in": _("Length of a word"),
    "words.printed_list_outranks": _("The printed list"),
    "words.unchallenged_stands": _("A word nobody challenges"),
}


def label(name: str) -> str:
    """The name of a field, or the sentence of the rule sheet with a gap for its value."""
    if name in LABELS:
        return str(LABELS[name])
    templates = SENTENCES[name]
    template = templates if isinstance(templates, str) else str(templates.get("*", ""))
    return gettext(template) % {"value": GAP} if template else name


def option(name: str, value: object) -> str:
    """A value as the sentence of the rule sheet; where that has none, the plain word."""
    templates = SENTENCES[name]
    template = templates.get(value, "") if isinstance(templates, Mapping) else ""
    words = {
        True: gettext("yes"),
        False: gettext("no"),
        "never": gettext("never"),
        "draw_nothing": gettext("draw nothing more"),
    }
    return gettext(template) if template else str(words.get(value, value))
