"""The prize giving, as the desk steps through it. Public names only."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tdapp.desk.prizes import ceremony
from tdapp.publishing.screens.kinds import Slide, kind
from tdapp.publishing.screens.scene import Scene


def stamp(scene: Scene) -> str:
    """Changes with every step, and when a newer final overtakes the cards."""
    giving = ceremony.current(scene.event.id)
    if giving is None:
        return ""
    return f"{giving.version}:old" if ceremony.is_outdated(giving) else f"{giving.version}"


def running(scene: Scene) -> bool:
    """While a ceremony runs the automatic screen shows nothing else."""
    return ceremony.current(scene.event.id) is not None


@kind("ceremony", _("Ceremony"), stamp=stamp, takes_over=running)
def show(scene: Scene) -> list[Slide]:
    """The card the desk is at; nothing while no ceremony runs. No name of a final that was overtaken is shown."""
    giving = ceremony.current(scene.event.id)
    if giving is None or not giving.cards:
        return []
    if ceremony.is_outdated(giving):
        waiting = "publishing/screen/_ceremony_waits.html"
        return [Slide(f"ceremony:{giving.version}-old", gettext("Prize giving"), waiting, {})]
    card = ceremony.card(giving)
    facts = {"card": card, "event": scene.event}
    named = card.kind in (ceremony.LINE, ceremony.AWARD)
    title, sub = (card.title, card.sub) if named else (gettext("Prize giving"), "")
    return [Slide(f"ceremony:{giving.version}", title, "publishing/screen/_ceremony.html", facts, sub)]
