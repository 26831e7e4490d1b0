"""What every page of an event says before anything else: that it is a rehearsal, that another laptop runs it, that the
last copy failed, that the website is not sent. Kept with the event, because every page has read it already.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from tdapp.events.models import Event
from tdapp.kernel import fence
from tdapp.kernel.pages.shells import Notice

KEY = "notices"


def by_kind(event: Event) -> dict[str, Any]:
    """The event's notices, by kind."""
    found = (event.extras or {}).get(KEY, {})
    return found if isinstance(found, dict) else {}


def keep(event: Event, **new: Any) -> None:
    """Keep notices with the event; inside a command."""
    _store(event, by_kind(Event.objects.get(pk=event.pk)) | new)


def drop(event: Event, *kinds: str) -> None:
    """Forget notices; inside a command."""
    known = by_kind(Event.objects.get(pk=event.pk))
    if any(kind in known for kind in kinds):
        _store(event, {kind: value for kind, value in known.items() if kind not in kinds})


def _store(event: Event, told: dict[str, Any]) -> None:
    row = Event.objects.get(pk=event.pk)
    row.extras = {name: value for name, value in row.extras.items() if name != KEY} | (
        {KEY: told} if told else {}
    )
    row.save(update_fields=["extras"])
    event.extras = row.extras


def is_rehearsal(event: Event) -> bool:
    """Whether the event is a throw-away copy with invented results."""
    return bool(by_kind(event).get("rehearsal"))


def make_public(event: Event) -> None:
    """Turn the public pages on with what is shown there, inside a command; a rehearsal has none."""
    if not is_rehearsal(event):
        Event.objects.filter(pk=event.pk, public=False).update(public=True)


def of(event: Event) -> list[Notice]:
    """The notices as a desk page shows them."""
    told, found = by_kind(event), []
    url = f"/e/{event.slug}/copies/"
    if told.get("rehearsal"):
        text = _("Everything after the entries is invented. Nothing here is public and nobody is rated.")
        found.append(Notice("ask", _("Rehearsal"), text, url, _("Delete it")))
    if fenced := told.get("fenced"):
        found.append(
            Notice(
                "stop", _("Another laptop runs this event"), fence.standing(fenced), url, _("What differs")
            )
        )
    if fault := told.get("copy_fault"):
        found.append(Notice("ask", _("No copy after this round"), str(fault), url, _("Safety")))
    if names := told.get("push_fault"):
        text = _("The website there is not what is public now: %(names)s.") % {"names": names}
        found.append(
            Notice("ask", _("Website not sent"), text, f"/e/{event.slug}/website/places/", _("Look"))
        )
    return found
