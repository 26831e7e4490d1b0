"""Give a screen to the players, and take it back."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tdapp.events.models import Division
from tdapp.judging.models import Kiosk
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Refusal


@command("kiosk.open", needs="division.edit")
def open_kiosk(ctx: Context, division: Division, *, label: str = "") -> Change:
    """A new kiosk for a division; the session of the browser that asked becomes the kiosk's, and nobody's."""
    if not ctx.actor.startswith("user:"):
        raise Refusal("no-person", _("A kiosk is opened by a director at that screen."))
    row = Kiosk.objects.create(
        division=division, opened_at=clock.now(), seen_at=clock.now(),
        opened_by_id=ctx.actor.removeprefix("user:"), opened_name=ctx.actor_name[:150], label=label.strip()[:40],
    )  # fmt: skip
    return Change({"kiosk": row.pk}, str(division), None, {"label": row.label})


@command("kiosk.close", needs="division.edit")
def close_kiosk(ctx: Context, kiosk: Kiosk) -> Change:
    """End a kiosk: its browser is an ordinary one again, signed out."""
    Kiosk.objects.filter(pk=kiosk.pk, closed_at=None).update(closed_at=clock.now())
    return Change({"kiosk": kiosk.pk}, str(kiosk.division), None, {"label": kiosk.label})
