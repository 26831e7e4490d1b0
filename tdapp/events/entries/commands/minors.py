"""What it means that a player's age is not known at an event: asked once, kept with who answered and when."""

from __future__ import annotations

from django.db.models import F
from django.utils.translation import gettext as _

from tdapp.events.models import Event
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Refusal
from tdapp.people.names import UNKNOWN

ANSWERS = ("yes", "no")


@command("event.minors", "unknown ages decided", needs="event.edit")
def say_minors(ctx: Context, event: Event, *, minors: str, reason: str = "") -> Change:
    """Say whether there are minors among players of unknown age: yes, they are shown as children are; no, in full.

    A second answer needs a reason: names that were shown are hidden, or the other way round.
    """
    if not minors:
        raise bad_answer()
    refuse_unreadable(minors)
    event.refresh_from_db()
    before = event.guards_unknown
    if before and before != minors and not reason.strip():
        sentence = _("%(who)s answered this already. To change it, say why.")
        raise Refusal("no-reason", sentence % {"who": event.guards_unknown_by})
    note_minors(ctx, event, minors)
    return Change({"minors": minors}, str(event), {"minors": before}, {"minors": minors}, reason)


def note_minors(ctx: Context, event: Event, minors: str) -> None:
    """Keep the answer with who gave it and when; inside a command. Public names follow at once."""
    _keep(ctx, event, minors)
    event.divisions.update(version=F("version") + 1)


def settle_minors(ctx: Context, event: Event, minors: str) -> None:
    """Keep the answer that came with files, if one did, inside the command that makes their event valid.

    Divisions are not told: nobody saw this event before.
    """
    refuse_other_answer(event, minors)
    if minors and not event.guards_unknown:
        _keep(ctx, event, minors)


def _keep(ctx: Context, event: Event, minors: str) -> None:
    event.guards_unknown, event.guards_unknown_by, event.guards_unknown_at = (
        minors,
        ctx.actor_name[:150],
        clock.now(),
    )
    event.save(update_fields=["guards_unknown", "guards_unknown_by", "guards_unknown_at"])


def unasked(event: Event) -> int:
    """How many players are shown as children only because nobody said yet whether there are any among them."""
    if event.school or event.guards_unknown:
        return 0
    rows = event.entrants.filter(age=UNKNOWN, display_consent=False, house=False)
    return rows.filter(division__school=False).count()


def bad_answer() -> Refusal:
    """What is said of an answer that is neither yes nor no."""
    return Refusal("bad-minors", _("Whether there are minors among them is answered by yes or no."))


def refuse_unreadable(minors: str) -> None:
    """Refuse (422) an answer that is neither yes nor no; none at all is left for later."""
    if minors not in ("", *ANSWERS):
        raise bad_answer()


def refuse_other_answer(event: Event, minors: str) -> None:
    """Refuse (422) an answer that comes with a list or files where the event has another one."""
    refuse_unreadable(minors)
    if minors and event.guards_unknown and minors != event.guards_unknown:
        sentence = _("This event's answer about players of unknown age is another one already; change it under "
                     "Settings, with a reason.")  # fmt: skip
        raise Refusal("minors-said", sentence)
