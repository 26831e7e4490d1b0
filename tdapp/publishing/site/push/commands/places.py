"""A place the website is sent to: added, changed, its key confirmed, sent to now, taken down, removed."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _

from tdapp.events.day import notices
from tdapp.events.models import Event
from tdapp.kernel import clock, jobs
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.models import Job
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.publishing.models import PushPlace
from tdapp.publishing.site import web_address
from tdapp.publishing.site.push import fingerprints, holds, kinds, sealing
from tdapp.publishing.site.push.commands import outcomes

NEEDS, SENDS = "event.edit", "standings.release"
MOST = 10
# Who stops it wants quiet for a while; what is public waits, and goes on from there.
REST = timedelta(minutes=30)
DUE: dict[str, Any] = {"asked": True, "next_at": None, "fault": {}, "failures": 0, "failing_since": None}


@command("push.add", "place of the website added", needs=NEEDS, private=("secret",))
def add_place(
    ctx: Context, event: Event, *, name: str, kind: str, where: dict[str, Any], base: str = "", secret: str = "",
    on_disk: bool = False, by_itself: bool = True,
) -> Change:  # fmt: skip
    """The website goes to this place too, for the first time at once. Refuses 422 what leads nowhere, and a rehearsal."""
    if notices.is_rehearsal(event):
        raise Refusal("rehearsal", _("This is a rehearsal: its results are invented, and go to nobody."))
    if PushPlace.objects.filter(event=event).count() >= MOST:
        raise Refusal("too-many-places", _("An event is sent to %(n)s places at most.") % {"n": MOST})
    place = PushPlace(
        event=event, kind=kind, where=kinds.checked(kind, where), **_said(name, base, on_disk, by_itself)
    )
    _refuse_twice(place)
    _seal(place, secret)
    _refuse_secretless(place)
    place.asked = True
    place.save(force_insert=True)
    told = _told(place)
    return Change({"place": str(place.pk), "name": place.name}, str(place), None, told)


@command("push.change", "place of the website changed", needs=NEEDS, private=("secret",))
def change_place(
    ctx: Context, place: PushPlace, *, seen: int, name: str, where: dict[str, Any], base: str = "", secret: str = "",
    on_disk: bool = False, by_itself: bool = True,
) -> Change:  # fmt: skip
    """What is said of a place from now on; an empty `secret` keeps the one it has. Refuses (409) what somebody else changed
    meanwhile, and 422 to lead elsewhere what still holds the website.
    """
    row = PushPlace.objects.select_related("event").get(pk=place.pk)
    if row.version != seen:
        raise Conflict("stale", _("Somebody else changed this place meanwhile. Look again, then repeat."))
    before, asked = _told(row), kinds.checked(row.kind, where)
    if kinds.is_elsewhere(row, asked):
        _refuse_held(row)
        holds.forget(row.pk)  # another place is looked at before anything is written there
        if (row.where.get("host"), row.where.get("port")) != (asked.get("host"), asked.get("port")):
            row.host_key = row.offered_key = ""
    row.where = asked
    for field, value in {**_said(name, base, on_disk, by_itself), **DUE, "version": row.version + 1}.items():
        setattr(row, field, value)
    _refuse_twice(row)
    _seal(row, secret)
    _refuse_secretless(row)
    row.save()
    outcomes.tell(row.event)
    return Change({"place": str(row.pk), "name": row.name}, str(row), before, _told(row))


@command("push.confirm", "key of a web host confirmed", needs=NEEDS)
def confirm_key(ctx: Context, place: PushPlace, *, fingerprint: str) -> Change:
    """The host is the one whose fingerprint somebody compared. Refuses (409) when it shows another one by now."""
    row = PushPlace.objects.select_related("event").get(pk=place.pk)
    if not row.offered_key or fingerprints.of(row.offered_key) != fingerprint:
        raise Conflict("other-key", _("The host shows another key by now. Compare its fingerprint again."))
    before = fingerprints.of(row.host_key)
    rows = PushPlace.objects.filter(pk=row.pk)
    rows.update(host_key=row.offered_key, offered_key="", version=F("version") + 1, **DUE)
    outcomes.tell(row.event)
    return Change(
        {"fingerprint": fingerprint}, str(row), {"fingerprint": before}, {"fingerprint": fingerprint}
    )


@command("push.now", "website sent by hand", needs=SENDS)
def push_now(ctx: Context, place: PushPlace, *, everything: bool = False) -> Change:
    """Send what changed, soon and whatever went wrong before; `everything`: also what the place says it has. What was taken
    down stands there again.
    """
    if everything:
        holds.Holds(place.pk).forget_digests()
    PushPlace.objects.filter(pk=place.pk).update(
        down=False, waiting_since=place.waiting_since or clock.now(), **DUE
    )
    return Change({"asked": True}, str(place), None, {"everything": everything})


@command("push.down", "website taken down at a place", needs=NEEDS)
def take_down(ctx: Context, place: PushPlace) -> Change:
    """Everything of ours goes away there, and nothing is sent until somebody sends it again."""
    PushPlace.objects.filter(pk=place.pk).update(
        down=True, waiting_since=place.waiting_since or clock.now(), **DUE
    )
    return Change({"down": True}, str(place), {"down": place.down}, {"down": True})


@command("push.remove", "place of the website removed", needs=NEEDS)
def remove_place(ctx: Context, place: PushPlace) -> Change:
    """Nothing is sent there any more, and its secret is forgotten. What lies there stays."""
    if place.job:
        jobs.cancel(place.job)
    PushPlace.objects.filter(pk=place.pk).delete()
    outcomes.tell(place.event)
    holds.forget(place.pk)
    return Change({"removed": place.name}, str(place), _told(place), None)


@command("push.cancel", "sending of the website stopped", needs=SENDS)
def cancel_push(ctx: Context, place: PushPlace) -> Change:
    """Stop after the files that are on their way; it goes on from there when it is sent again."""
    if place.job and (row := Job.objects.filter(pk=place.job).first()):
        jobs.cancel(row.pk)
    PushPlace.objects.filter(pk=place.pk).update(asked=False, next_at=clock.now() + REST)
    return Change({"cancelled": True}, str(place))


def _said(name: str, base: str, on_disk: bool, by_itself: bool) -> dict[str, Any]:
    if not name.strip():
        raise Refusal("no-name", _("Give the place a name, such as Club website."))
    return {
        "name": name.strip()[:60],
        "base": web_address.read(base),
        "on_disk": on_disk,
        "by_itself": by_itself,
    }


def _refuse_twice(place: PushPlace) -> None:
    rows = PushPlace.objects.filter(event=place.event).exclude(pk=place.pk)
    if rows.filter(name__iexact=place.name).exists():
        raise Refusal("name-taken", _("There is a place of this name already."))
    for row in rows.filter(kind=place.kind):
        if not kinds.is_elsewhere(row, place.where):
            raise Refusal("place-taken", _("%(name)s leads to the same place already.") % {"name": row.name})


def _refuse_held(place: PushPlace) -> None:
    if holds.Holds(place.pk).files:
        sentence = _(
            "The website still lies at %(where)s, and nobody would take it away there. Take it down first, or add a second place."
        )
        raise Refusal("still-there", sentence % {"where": kinds.shown(place)})


def _seal(place: PushPlace, secret: str) -> None:
    """The secret sealed for this place; for SFTP a key of our own is made, once."""
    text = sealing.opened(place.pk, place.sealed) if place.sealed else None
    kept = json.loads(text) if text else {}
    if secret:
        kept["secret"] = secret
    if place.kind in (PushPlace.Kind.SFTP, PushPlace.Kind.INBOX) and "key" not in kept:
        kept["key"], place.public_key = sealing.new_key()
    place.sealed = sealing.sealed(place.pk, json.dumps(kept)) if kept else ""


def _refuse_secretless(place: PushPlace) -> None:
    wants = (
        place.kind in (PushPlace.Kind.S3, PushPlace.Kind.INBOX) or place.where.get("sign") == kinds.PASSWORD
    )
    if wants and "secret" not in kinds.secrets_of(place):
        raise Refusal(
            "no-secret", _("Type the password or the secret of the key: without it nobody lets us in.")
        )


def _told(place: PushPlace) -> dict[str, Any]:
    """What the log keeps of a place: nothing secret."""
    return {
        "name": place.name, "kind": place.kind, "where": kinds.shown(place), "base": place.base, "by_itself": place.by_itself,
    }  # fmt: skip
