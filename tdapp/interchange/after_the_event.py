"""What the overview says of files after an event's last round: the results sent, the archive taken, the newest copy."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Max
from django.urls import reverse
from django.utils.translation import gettext as _

from tdapp.desk.overview.after import DONE, DUE, OFFERED, WAITS, Later
from tdapp.events.day import notices
from tdapp.events.models import Event
from tdapp.interchange.copies import newest, plans
from tdapp.kernel.context import Context
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.permissions import can
from tdapp.kernel.templatetags.td import ago

FINAL, SIGNED, TAKEN = "division.finalise", "event.sign", "event.export"


def steps(ctx: Context, event: Event, final: bool) -> Iterable[Later]:
    """To send the results, which is only offered, and to take the archive; one query of the log."""
    if notices.is_rehearsal(event):
        return
    done = _last_time(event)
    # Invented results go to no federation.
    if can(ctx, "event.edit") and not event.demo:
        yield _send(event, final, done.get(SIGNED, 0) > done.get(FINAL, 0))
    if can(ctx, "export.run"):
        yield _export(event, final, done.get(TAKEN, 0) > done.get(FINAL, 0))


def _last_time(event: Event) -> dict[str, int]:
    """The number of the newest entry of the log of each kind."""
    rows = AuditEntry.objects.filter(scope=event.scope_key, intent__in=(FINAL, SIGNED, TAKEN), refused="")
    return dict(rows.order_by().values_list("intent").annotate(last=Max("number")))


def _send(event: Event, final: bool, sent: bool) -> Later:
    label, url = _("For the federation"), reverse("interchange:bundle", args=[event.slug])
    if sent:
        return Later("send", label, _("The results are signed and taken as a file."), DONE, _("Look"), url)
    if not final:
        return Later("send", label, _("When every division is final."), WAITS)
    return Later(
        "send",
        label,
        _("Signed results in one file, if the federation rates them."),
        OFFERED,
        _("Sign results"),
        url,
    )


def _export(event: Event, final: bool, taken: bool) -> Later:
    label, url = _("Export"), reverse("interchange:export", args=[event.slug])
    if taken:
        return Later("export", label, _("Taken as a file since it was final."), DONE, _("Once more"), url)
    if not final:
        return Later("export", label, _("When every division is final."), WAITS)
    return Later("export", label, _("Keep the event as a file of your own."), DUE, _("Export"), url)


def copy(ctx: Context, event: Event) -> Later | None:
    """The newest copy: late when there is none of the rounds, an older one than the last closed round, or nobody has
    seen the key that opens it.
    """
    if not can(ctx, "event.edit") or plans.is_thrown_away(event):
        return None
    found, url = newest.of_event(event), reverse("copies:page", args=[event.slug])
    if found.at is None:
        return Later("copy", _("Copy"), _("There is no copy of this event yet."), "ask", _("Safety"), url)
    facts = {"when": ago(found.at)}
    if found.state == newest.OLDER:
        said = _("The newest copy is older than the last closed round: %(when)s.") % facts
        return Later("copy", _("Copy"), said, "ask", _("Safety"), url)
    if found.state == newest.MAKING:
        said = _("The copy of the round that was closed just now is being made.")
        return Later("copy", _("Copy"), said, WAITS, _("Safety"), url)
    if found.key_unseen:
        said = _("Nobody has seen the key of the copies: without its words no other laptop opens them.")
        return Later("copy", _("Copy"), said, "ask", _("Print the key"), url)
    return Later("copy", _("Copy"), _("The newest copy: %(when)s.") % facts, DONE, _("Safety"), url)
