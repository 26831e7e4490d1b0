"""The released standings, and no others."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tdapp.publishing.released import rows
from tdapp.publishing.released.public_access import DivisionDoor
from tdapp.publishing.screens.kinds import Slide, kind
from tdapp.publishing.screens.scene import Scene


@kind("standings", _("Standings"))
def standings(scene: Scene) -> list[Slide]:
    """The released standings of each division that has some."""
    return [_slide(scene, door) for door in scene.doors if door.released and scene.board(door).lines]


def _slide(scene: Scene, door: DivisionDoor) -> Slide:
    board = scene.board(door)
    lines = [{"row": row, "line": row.who.line, "person": row.who.person} for row in rows.ranking(board)]
    title = gettext("Final standings") if board.final else gettext("Standings")
    sub = scene.of(door, gettext("after round %(round)s") % {"round": board.after})
    facts = {"lines": lines, "by_points": board.by_points}
    return Slide(f"standings:{door.slug}", title, "publishing/screen/_standings.html", facts, sub)
