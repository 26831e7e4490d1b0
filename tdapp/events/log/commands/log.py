"""The log itself: begin to tell of rows in an event from before logs did; erase what names a person, and say so."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _

from tdapp.events.models import Event, Membership
from tdapp.kernel import audit
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.log import chain, facts, gathering
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import Refusal


@command("log.begin", "log begins to tell of rows", needs="event.edit")
def begin(ctx: Context, event: Event, *, rows: gathering.Ready | None = None) -> Change:
    """Write down every row of the event as it stands: what is there is taken as found, what follows is checked. `rows`:
    those of an event that nobody else could change since they were made ready.
    """
    if audit.begun(event.scope_key):
        raise Refusal("log-begun", _("This event's log tells of its rows already."))
    if rows is None:
        facts.note_all(event.scope_key)
    else:
        facts.note_ready(event.scope_key, rows, Event, Membership)
    return Change({"event": event.slug}, str(event))


@command(chain.ERASE, "erased from the log", needs="member.manage")
def erase(
    ctx: Context, event: Event, *, entries: Collection[int], names: Collection[int], reason: str
) -> Change:
    """Blank the contents of entries, and the actor's name in others, for good. This entry says who did, when and why.

    What the rows were stored as stays: it names nobody, but what stood there as a digest can be checked no more.
    """
    if not reason.strip():
        raise Refusal("no-reason", _("Say why it is erased."))
    wanted = {*entries, *names}
    if not wanted:
        raise Refusal("nothing-named", _("Say which entries of the log."))
    found = AuditEntry.objects.filter(scope=event.scope_key, number__in=wanted).exclude(intent=chain.ERASE)
    if unknown := sorted(wanted - set(found.values_list("number", flat=True))):
        raise Refusal("unknown-entry", *(_("Entry %(n)s cannot be erased.") % {"n": n} for n in unknown))
    told = {chain.CONTENTS: sorted(entries), chain.NAME: sorted(names)}
    audit.blank(event.scope_key, contents=entries, names=names)
    gathering.tell(chain.ERASED, told)
    return Change({"event": event.slug, **told}, str(event), None, told, reason.strip())
