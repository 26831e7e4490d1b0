"""Say something to the whole hall, and take it down again."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _

from tdapp.events.day import announcing
from tdapp.events.models import Event
from tdapp.events.models.hall import Announcement
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.refusals import Refusal

LONGEST, MOST, LONGEST_MINUTES = 200, 6, 24 * 60


@command("announcement.post", "announced", needs="hall.plan")
def post(
    ctx: Context, event: Event, *, text: str = "", text_fil: str = "", ready: str = "", minutes: int | None = None,
    place: str = Announcement.Place.BOTH, division: str = "",
) -> Change:  # fmt: skip
    """Announce a text, or the `ready` one of that code, for `minutes` (None: until it is taken down)."""
    said = _texts(text, text_fil, ready)
    if minutes is not None and not 1 <= minutes <= LONGEST_MINUTES:
        raise Refusal(
            "bad-minutes", _("An announcement stands for 1 to %(most)s minutes.") % {"most": LONGEST_MINUTES}
        )
    if place not in Announcement.Place.values:
        raise Refusal("bad-place", _("An announcement goes to screens, to phones or to both."))
    if announcing.standing(event).count() >= MOST:
        raise Refusal(
            "too-many", _("There are %(most)s announcements already; take one down first.") % {"most": MOST}
        )
    now = clock.now()
    row = Announcement.objects.create(
        event=event, division=find(event.divisions.all(), slug=division) if division else None, ready=ready, **said,
        place=place, posted_at=now, posted_by=ctx.actor_name, until=now + timedelta(minutes=minutes) if minutes else None,
    )  # fmt: skip
    told = {**said, "until": row.until, "place": place, "division": division}
    return Change({"id": row.pk, **told}, str(row), None, told)


def _texts(text: str, text_fil: str, ready: str) -> dict[str, Any]:
    if ready:
        if (known := announcing.BY_CODE.get(ready)) is None:
            raise Refusal(
                "bad-ready", _("There is no ready announcement called %(name)s.") % {"name": ready[:20]}
            )
        return {"text": known.en, "text_fil": known.fil}
    said = {"text": " ".join(text.split()), "text_fil": " ".join(text_fil.split())}
    if not said["text"]:
        raise Refusal("no-text", _("Write what is to be announced."))
    if max(len(one) for one in said.values()) > LONGEST:
        raise Refusal(
            "too-long",
            _("An announcement has at most %(most)s letters; people read it walking.") % {"most": LONGEST},
        )
    return said


@command("announcement.take_down", "announcement taken down", needs="hall.plan")
def take_down(ctx: Context, event: Event, *, announcement: str) -> Change:
    """Take an announcement down. One that is down already stays down."""
    row = find(Announcement.objects.filter(event=event), pk=announcement)
    gone = Announcement.objects.filter(pk=row.pk, taken_down_at=None).update(taken_down_at=clock.now())
    return Change({"id": row.pk, "taken_down": bool(gone)}, str(row), {"text": row.text}, None)
