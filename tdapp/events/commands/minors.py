"""What it means that a player's age is not known at an event: asked once, kept with who answered and when."""

from __future__ import annotations

from django.db.models import F
from django.utils.translation import gettext as _

from tdapp.events.models import Event
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Refusal

ANSWERS = ("yes", "no")


@command("event.minors", needs="event.edit")
def say_minors(ctx: Context, event: Event, *, minors: str, reason: str = "") -> Change:
    """Say whether there are minors among players of unknown age: yes, they are shown as children are; no, in full.

    A second answer needs a reason: names that were shown are hidden, or the other way round.
    """
    if minors not in ANSWERS:
        raise Refusal("bad-minors", _("Whether there are minors among them is answered by yes or no."))
    event.refresh_from_db()
    before = event.guards_unknown
    if before and before != minors and not reason.strip():
        sentence = _("%(who)s answered this already. To change it, say why.")
        raise Refusal("no-reason", sentence % {"who": event.guards_unknown_by})
    note_minors(ctx, event, minors)
    return Change({"minors": minors}, str(event), {"minors": before}, {"minors": minors}, reason)


def note_minors(ctx: Context, event: Event, minors: str) -> None:
    """Keep the answer with who gave it and when; inside a command. Public names follow at once."""
    event.guards_unknown, event.guards_unknown_by, event.guards_unknown_at = (
        minors,
        ctx.actor_name[:150],
        clock.now(),
    )
    event.save(update_fields=["guards_unknown", "guards_unknown_by", "guards_unknown_at"])
    event.divisions.update(version=F("version") + 1)
