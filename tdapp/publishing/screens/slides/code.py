"""The code to the event's public pages: who scans it finds his table on his own phone."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tdapp.publishing.screens.kinds import Slide, kind
from tdapp.publishing.screens.scene import Scene


@kind("code", _("Code for phones"))
def code(scene: Scene) -> list[Slide]:
    """The one code, huge, with the address to type beside it."""
    facts = {"event": scene.event, "address": scene.address}
    return [Slide("code", gettext("Your table on your phone"), "publishing/screen/_code.html", facts)]
