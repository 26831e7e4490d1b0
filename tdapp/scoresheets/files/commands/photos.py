"""Attach a photo of the paper to a sheet, take it away again. The row of a photo stays; its file goes."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.pages import photos
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.signing_in.owning import refuse_others
from tdapp.scoresheets.editor.commands.writing import str_sheet
from tdapp.scoresheets.models import Photo, Sheet

MOST_PHOTOS = 8


@command(
    "sheet.photo",
    "photo of a scoresheet kept",
    needs="sheet.write",
    private=("data",),
    ahead={"data": photos.made_anew},
)
def attach(ctx: Context, sheet: Sheet, *, data: photos.Picture, note: str = "") -> Change:
    """Keep a picture of the sheet's paper, made anew before the transaction: upright, smaller, without place and time.

    Refuses: 413 too large; 422 not-a-photo, photo-damaged, too-many; 507 when it cannot be written.
    """
    if sheet.photos.filter(removed_at=None).count() >= MOST_PHOTOS:
        raise Refusal("too-many", _("A sheet has at most %(most)s photos.") % {"most": MOST_PHOTOS})
    photos.keep(data)
    row = Photo.objects.create(
        sheet=sheet, sha256=data.sha256, width=data.width, height=data.height, at=clock.now(),
        note=" ".join(note.split())[:200], by_name=ctx.actor_name[:150], made_by=ctx.actor,
    )  # fmt: skip
    told = {"photo": row.pk, "sha256": row.sha256, "width": row.width, "height": row.height}
    return Change(told, str_sheet(sheet), None, {**told, "note": row.note})


@command("sheet.photo_remove", "photo of a scoresheet taken away", needs="sheet.write")
def remove(ctx: Context, photo: Photo, *, reason: str = "") -> Change:
    """Take a photo away: nobody sees it any more and its file goes, once no other sheet shows the same one.

    Who attached it may, and who decides on sheets.
    """
    refuse_others(ctx, photo.made_by, "sheet.decide")
    changed = Photo.objects.filter(pk=photo.pk, removed_at=None).update(removed_at=clock.now())
    if not changed:
        raise Refusal("removed", _("This photo is taken away already."))
    transaction.on_commit(lambda: photos.forget(photo.sha256))
    told = {"photo": photo.pk, "sha256": photo.sha256}
    return Change(told, str_sheet(photo.sheet), told, None, reason)


def still_shown(sha256: str) -> bool:
    """Whether a row here still shows the picture with this digest."""
    return Photo.objects.filter(sha256=sha256, removed_at=None).exists()
