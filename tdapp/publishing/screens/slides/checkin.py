"""Who has come and who is still missing, by public name. Only where the director put the roll call on a screen."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tdapp.events.models import Entrant
from tdapp.publishing.released.board import persons
from tdapp.publishing.released.public_access import DivisionDoor
from tdapp.publishing.screens.kinds import Slide, kind
from tdapp.publishing.screens.scene import Scene
from tdapp.publishing.screens.slides import people


def stamp(scene: Scene) -> str:
    """Changes with everybody who comes or goes, and with what is known of them."""
    return repr((sorted(scene.roll), [(door.stamp, scene.live.came.get(door.id)) for door in scene.doors]))


@kind("checkin", _("Check-in"), stamp=stamp)
def checkin(scene: Scene) -> list[Slide]:
    """Who is missing first, then who is here; nothing of a division whose roll call is on no screen."""
    return [slide for door in scene.doors if door.slug in scene.roll for slide in _of(scene, door)]


def _of(scene: Scene, door: DivisionDoor) -> Iterator[Slide]:
    rows = expected(door)
    here = [row for row in rows if row.checked_in_at]
    missing = [row for row in rows if not row.checked_in_at]
    count = gettext("%(here)s of %(all)s are here") % {"here": len(here), "all": len(rows)}
    for name, title, which in (
        ("missing", gettext("Not here yet: come to the desk"), missing),
        ("here", gettext("Checked in"), here),
    ):
        if which:
            yield Slide(
                f"{name}:{door.slug}", title, "publishing/screen/_people.html", {"people": people.in_order(persons(which))},
                scene.of(door, count),
            )  # fmt: skip


def expected(door: DivisionDoor) -> list[Entrant]:
    """Whoever is to play the next round: neither house players nor whoever is taken out of it."""
    following = door.shown + 1
    rows = Entrant.objects.filter(division=UUID(door.id), house=False)
    rows = rows.select_related("club", "division__event").prefetch_related("absences")
    return [row for row in rows if not any(away.covers(following) for away in row.absences.all())]
