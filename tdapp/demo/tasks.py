"""The job kinds of this room, registered where the worker looks for them."""

from __future__ import annotations

from tdapp.demo.commands import make_in_background

__all__ = ["make_in_background"]
