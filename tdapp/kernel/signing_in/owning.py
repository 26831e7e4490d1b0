"""Whose a thing is: who made it ends it, or a role that may end anybody's."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tdapp.kernel.context import Context
from tdapp.kernel.permissions import can, held, needs_password
from tdapp.kernel.refusals import NotAllowed


def may_end(ctx: Context, made_by: str, over: str) -> bool:
    """Whether the actor made it, or holds the permission that reaches over everybody's."""
    return ctx.actor == made_by or can(ctx, over)


def refuse_others(ctx: Context, made_by: str, over: str) -> None:
    """Refuse (403) to end what somebody else made; tells who may. Who came in by PIN is asked for the password."""
    if may_end(ctx, made_by, over):
        return
    if over in held(ctx):
        raise needs_password(over)
    sentence = _("Somebody else made this: they may do that, or somebody in charge of it.")
    raise NotAllowed("not-yours", sentence, needs=over)
