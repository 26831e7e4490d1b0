"""The teams as of the release, and no others."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tdapp.publishing.released import teams as released_teams
from tdapp.publishing.released.public_access import DivisionDoor
from tdapp.publishing.screens.kinds import Slide, kind
from tdapp.publishing.screens.scene import Scene


@kind("teams", _("Teams"))
def teams(scene: Scene) -> list[Slide]:
    """The team standings of each division that has teams and released standings."""
    found = [_slide(scene, door) for door in scene.doors if door.released]
    return [slide for slide in found if slide.facts["teams"]]


def _slide(scene: Scene, door: DivisionDoor) -> Slide:
    board = scene.board(door)
    rows = released_teams.of_board(board)
    sub = scene.of(door, gettext("after round %(round)s") % {"round": board.after})
    facts = {"teams": rows, "whole": any(one.row.whole for one in rows)}
    return Slide(f"teams:{door.slug}", gettext("Teams"), "publishing/screen/_teams.html", facts, sub)
