"""Attach a picture to an incident, take it away again. The row of a picture stays; its file goes."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from tdapp.judging.models.incidents import Incident, IncidentPhoto
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.pages import photos
from tdapp.kernel.refusals import Refusal

MOST_PHOTOS = 8


@command(
    "incident.photo",
    "photo added to an incident",
    needs="incident.report",
    private=("data",),
    ahead={"data": photos.made_anew},
)
def attach(ctx: Context, incident: Incident, *, data: photos.Picture) -> Change:
    """Keep a picture, made anew without place and time before the transaction. Refuses as `photos.made_anew` and
    `photos.keep`, and too-many.
    """
    if incident.photos.filter(removed_at=None).count() >= MOST_PHOTOS:
        raise Refusal("too-many", _("An incident has at most %(most)s photos.") % {"most": MOST_PHOTOS})
    photos.keep(data)
    row = IncidentPhoto.objects.create(
        incident=incident, sha256=data.sha256, width=data.width, height=data.height, at=clock.now(),
        by_name=ctx.actor_name[:150],
    )  # fmt: skip
    return Change({"photo": row.pk}, str(incident), None, {"photo": row.pk, "sha256": row.sha256})


@command("incident.photo_remove", "photo of an incident taken away", needs="incident.decide")
def remove(ctx: Context, photo: IncidentPhoto, *, reason: str = "") -> Change:
    """Take a picture away: nobody sees it any more, and its file goes once no room shows it."""
    if not IncidentPhoto.objects.filter(pk=photo.pk, removed_at=None).update(removed_at=clock.now()):
        raise Refusal("removed", _("This photo is taken away already."))
    transaction.on_commit(lambda: photos.forget(photo.sha256))
    told = {"photo": photo.pk, "sha256": photo.sha256}
    return Change(told, str(photo.incident), told, None, " ".join(reason.split())[:300])


def still_shown(sha256: str) -> bool:
    """Whether a row here still shows the picture with this digest."""
    return IncidentPhoto.objects.filter(sha256=sha256, removed_at=None).exists()
