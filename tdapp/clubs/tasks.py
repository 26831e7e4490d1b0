"""The job kinds of this room, registered where the worker looks for them."""

from __future__ import annotations

from tdapp.clubs.commands.taking import make

__all__ = ["make"]
