"""What is announced to the hall: on a screen of its own, as well as in the line at the foot of every other."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tdapp.publishing.screens.kinds import Slide, kind
from tdapp.publishing.screens.scene import Scene


@kind("announcements", _("Announcements"))
def announcements(scene: Scene) -> list[Slide]:
    """One slide for each announcement that stands, newest first."""
    return [
        Slide(
            f"said-{place}",
            gettext("Announcement"),
            "publishing/screen/_said.html",
            {"said": said},
            said.division,
        )
        for place, said in enumerate(scene.live.said)
    ]
