"""The round clock, as large as the screen. It counts in the browser (`td/clock.js`) by the server's own seconds."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tdapp.publishing.screens.kinds import Slide, kind
from tdapp.publishing.screens.scene import Scene


@kind("clock", _("Round clock"))
def clock(scene: Scene) -> list[Slide]:
    """One for each division whose shown round is being played."""
    found = ((door, scene.live.clocks.get(door.slug)) for door in scene.doors)
    return [
        Slide(
            f"clock:{door.slug}", row.label, "publishing/screen/_clock.html", {"clock": row}, scene.of(door), stay=20
        )
        for door, row in found
        if row
    ]  # fmt: skip
