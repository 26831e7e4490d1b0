"""Logos of sponsors, kept in the database."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tdapp.desk.models import Sponsor
from tdapp.events.models import Event
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Refusal
from tdapp.publishing.look.pictures import Logo, made_anew

MOST_LOGOS = 6


@command(
    "sponsor.add", "logo of a sponsor added", needs="prize.edit", private=("data",), ahead={"data": made_anew}
)
def add_sponsor(ctx: Context, event: Event, *, name: str, data: Logo) -> Change:
    """Keep a sponsor's logo, made anew before the transaction. Refuses as `made_anew`, and more than six."""
    if not name.strip():
        raise Refusal("no-name", _("Say whose logo it is."))
    if Sponsor.objects.filter(event=event).count() >= MOST_LOGOS:
        raise Refusal("too-many", _("At most %(n)s logos fit on a certificate.") % {"n": MOST_LOGOS})
    row = Sponsor.objects.create(
        event=event, name=" ".join(name.split())[:80], picture=data.png, width=data.width, height=data.height
    )
    told = {"name": row.name, "width": data.width, "height": data.height, "bytes": len(data.png)}
    return Change({"sponsor": str(row.pk), **told}, str(event), None, told)


@command("sponsor.remove", "logo of a sponsor removed", needs="prize.edit")
def remove_sponsor(ctx: Context, sponsor: Sponsor) -> Change:
    """Take a logo away."""
    told = {"name": sponsor.name}
    Sponsor.objects.filter(pk=sponsor.pk).delete()
    return Change({"removed": 1}, str(sponsor.event), told, None)
