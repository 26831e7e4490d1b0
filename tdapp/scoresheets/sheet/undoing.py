"""Which edit somebody would take back next."""

from __future__ import annotations

from uuid import UUID

from tdapp.kernel.context import Context
from tdapp.scoresheets.models import Sheet, SheetEdit


def writer_of(ctx: Context) -> UUID | None:
    """The user's id in a context, None for the program itself."""
    return UUID(ctx.actor.removeprefix("user:")) if ctx.actor.startswith("user:") else None


def last_own(ctx: Context, sheet: Sheet) -> SheetEdit | None:
    """The writer's newest edit that was not taken back; an undo is none."""
    own = sheet.edits.filter(by_id=writer_of(ctx), takes_back=None, taken_back_by=None)
    return own.order_by("-version").first()
