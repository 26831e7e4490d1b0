"""What the overview says of files after an event's last round: the results sent, the archive taken, the newest copy."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Max
from django.urls import reverse
from django.utils.translation import gettext as _

from tdapp.desk.overview.after import DONE, DUE, OFFERED, WAITS, Later
from tdapp.desk.prizes import overtaken
from tdapp.events.day import notices
from tdapp.events.models import Event
from tdapp.interchange.copies import newest, plans
from tdapp.kernel.context import Context
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.permissions import can
from tdapp.kernel.templatetags.td import ago

FINAL, SIGNED, TAKEN = "division.finalise", "event.sign", "event.export"


def steps(ctx: Context, event: Event, final: bool) -> Iterable[Later]:
    """To send the results, which is only offered, and to take the archive."""
    if notices.is_rehearsal(event):
        return
    files = _files(event, final)
    # Invented results go to no federation.
    if can(ctx, "event.edit") and not event.demo:
        yield _send(event, final, files[SIGNED])
    if can(ctx, "export.run"):
        yield _export(event, final, files[TAKEN] == HOLDS)


NEVER, OLD, HOLDS = range(3)


def _files(event: Event, final: bool) -> dict[str, int]:
    """Whether a file of each kind was taken, and holds what is final now; one query of the log, one of the results."""
    rows = AuditEntry.objects.filter(scope=event.scope_key, intent__in=(FINAL, SIGNED, TAKEN), refused="")
    found = rows.order_by().values_list("intent").annotate(number=Max("number"), at=Max("at"))
    last = {intent: (number, at) for intent, number, at in found}
    newest = max(overtaken.newest_results(event).values(), default=None) if last else None
    called = last.get(FINAL, (0, None))[0]
    return {
        kind: NEVER if kind not in last
        else HOLDS if final and last[kind][0] > called and (newest is None or last[kind][1] >= newest)
        else OLD
        for kind in (SIGNED, TAKEN)
    }  # fmt: skip


def _send(event: Event, final: bool, sent: int) -> Later:
    label, url = _("For the federation"), reverse("interchange:bundle", args=[event.slug])
    if sent == HOLDS:
        return Later("send", label, _("The results are signed and taken as a file."), DONE, _("Look"), url)
    if not final:
        return Later("send", label, _("When every division is final."), WAITS)
    if sent == OLD:
        said = _("The last signed file is from before what is final now: sign and send again.")
        return Later("send", label, said, "ask", _("Sign again"), url)
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


def copy(ctx: Context, event: Event) -> Iterable[Later]:
    """The newest copy: late when there is none of the rounds, or an older one than what was decided last. Beside it the
    key that opens it, as long as nobody has seen it, whatever the copy is like.
    """
    if not can(ctx, "event.edit") or plans.is_thrown_away(event):
        return
    found, url = newest.of_event(event), reverse("copies:page", args=[event.slug])
    yield _newest(found, url)
    if found.key_unseen:
        said = _("Nobody has seen it: without its words no other laptop opens the copies.")
        yield Later("key", _("Key of the copies"), said, "ask", _("Print the key"), url)


def _newest(found: newest.NewestCopy, url: str) -> Later:
    if found.at is None:
        return Later("copy", _("Copy"), _("There is no copy of this event yet."), "ask", _("Safety"), url)
    facts = {"when": ago(found.at)}
    if found.state == newest.OLDER:
        said = _(
            "The newest copy is older than the last closed round, correction or final standings: %(when)s."
        )
        return Later("copy", _("Copy"), said % facts, "ask", _("Safety"), url)
    if found.state == newest.MAKING:
        return Later("copy", _("Copy"), _("A newer copy is being made."), WAITS, _("Safety"), url)
    return Later("copy", _("Copy"), _("The newest copy: %(when)s.") % facts, DONE, _("Safety"), url)
