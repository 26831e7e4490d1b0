"""The key of an event's copies: chosen by somebody, else made by itself, its words shown once."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tdapp.events.models import Event
from tdapp.interchange.copies import plans, sealed, spoken_words
from tdapp.interchange.models import CopyPlan
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Refusal

SHORTEST, FEWEST = 12, 6


@command("copy.passphrase", "passphrase of copies chosen", needs="event.edit", private=("passphrase",))
def choose_passphrase(ctx: Context, event: Event, *, passphrase: str) -> Change:
    """Copies are sealed with this passphrase from now on, which is stored nowhere; those made before keep their own."""
    typed = spoken_words.folded(passphrase)
    if len(typed) < SHORTEST or len(set(typed)) < FEWEST:
        sentence = _(
            "A passphrase has at least %(least)s letters or digits, not all alike; several words are best."
        )
        raise Refusal("weak-passphrase", sentence % {"least": SHORTEST})
    plan = plans.new_plan(event)
    plans.keep_key(plan, sealed.key_of(passphrase))
    plan.passphrase_at, plan.held, plan.fault, plan.words = clock.now(), "", "", ""
    plan.save()
    return Change({"chosen": True}, str(event), None, {"passphrase": "chosen"})


@command("copy.key", "key of copies made", needs="event.edit")
def make_key(ctx: Context, event: Event) -> Change:
    """Copies are sealed with a key of six new words from now on, which wait to be shown once; those made before keep
    their own.
    """
    plan = plans.new_plan(event)
    plans.invent_key(plan)
    plan.save()
    return Change({"made": True}, str(event), None, {"key": "made"})


@command("copy.key_shown", "key of copies shown", needs="event.edit")
def show_key(ctx: Context, event: Event) -> Change:
    """Forget the words of the key, which whoever called has read before. Refuses (409) when they were shown already."""
    if not CopyPlan.objects.filter(event=event).exclude(words="").update(words=""):
        raise shown_already()
    return Change({"shown": True}, str(event), None, {"key": "shown"})


def shown_already() -> Conflict:
    """Nobody can be told words that were forgotten."""
    sentence = _(
        "The words of this key were shown before, and are stored nowhere. If they are lost, make a new key."
    )
    return Conflict("key-shown", sentence)
