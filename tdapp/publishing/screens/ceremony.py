"""The prize giving, as the desk steps through it. Public names only."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tdapp.desk import ceremony
from tdapp.publishing.screens.kinds import Slide, kind
from tdapp.publishing.screens.scene import Scene


def stamp(scene: Scene) -> str:
    """Changes with every step."""
    giving = ceremony.current(scene.event.id)
    return f"{giving.version}" if giving else ""


def running(scene: Scene) -> bool:
    """While a ceremony runs the automatic screen shows nothing else."""
    return ceremony.current(scene.event.id) is not None


@kind("ceremony", _("Ceremony"), stamp=stamp, takes_over=running)
def show(scene: Scene) -> list[Slide]:
    """The card the desk is at; nothing while no ceremony runs."""
    giving = ceremony.current(scene.event.id)
    if giving is None or not giving.cards:
        return []
    card = ceremony.card(giving)
    facts = {"card": card, "event": scene.event}
    named = card.kind in (ceremony.LINE, ceremony.AWARD)
    title, sub = (card.title, card.sub) if named else (gettext("Prize giving"), "")
    return [Slide(f"ceremony:{giving.version}", title, "publishing/screen/_ceremony.html", facts, sub)]
