"""The look of an event: its colour chosen, its logo kept or taken away."""

from __future__ import annotations

from base64 import b64encode

from django.db.models import F
from django.utils.translation import gettext as _

from tdapp.events.models import Event
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Refusal
from tdapp.publishing.look import tones
from tdapp.publishing.look.pictures import Logo, made_anew
from tdapp.publishing.models import EventLook


@command("event.colour", "colour of the event chosen", needs="event.edit")
def set_colour(ctx: Context, event: Event, *, colour: str) -> Change:
    """Choose the colour (`#0b5d7a`), "" for none. Every colour will do: tones that can be read are made of it.

    Refuses 422 what is no colour.
    """
    chosen = tones.read(colour) if colour.strip() else ""
    if colour.strip() and not chosen:
        raise Refusal(
            "no-colour", _("“%(text)s” is no colour: write # and six digits, such as #0b5d7a.") % {"text": colour.strip()[:40]}
        )  # fmt: skip
    row = _row(event)
    before = row.colour
    _save(row, colour=chosen)
    return Change({"colour": chosen}, str(event), {"colour": before}, {"colour": chosen})


@command(
    "event.logo", "logo of the event kept", needs="event.edit", private=("data",), ahead={"data": made_anew}
)
def set_logo(ctx: Context, event: Event, *, data: Logo) -> Change:
    """Keep the logo, made anew before the transaction. Refuses as `made_anew`."""
    row = _row(event)
    _save(row, logo=b64encode(data.png).decode(), width=data.width, height=data.height)
    told = {"width": data.width, "height": data.height, "bytes": len(data.png)}
    return Change(told, str(event), None, told)


@command("event.logo_off", "logo of the event removed", needs="event.edit")
def remove_logo(ctx: Context, event: Event) -> Change:
    """Take the logo away; without one nothing happens."""
    row = _row(event)
    told = {"width": row.width, "height": row.height}
    _save(row, logo="", width=0, height=0)
    return Change({"removed": int(bool(row.width))}, str(event), told, None)


def _row(event: Event) -> EventLook:
    return EventLook.objects.get_or_create(event=event)[0]


def _save(row: EventLook, **facts: object) -> None:
    EventLook.objects.filter(pk=row.pk).update(version=F("version") + 1, **facts)
