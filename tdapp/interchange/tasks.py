"""The job kinds of this room, registered where the worker looks for them."""

from __future__ import annotations

from tdapp.interchange.backups.copies import make_copy
from tdapp.interchange.commands.backups import check, make
from tdapp.interchange.commands.copies import make_copy as make_event_copy
from tdapp.interchange.commands.entering import apply_large
from tdapp.interchange.commands.export import make_workbook
from tdapp.interchange.commands.rehearsals import make_rehearsal
from tdapp.interchange.commands.roster import read_large

__all__ = [
    "apply_large",
    "check",
    "make",
    "make_copy",
    "make_event_copy",
    "make_rehearsal",
    "make_workbook",
    "read_large",
]
