"""The job kinds of this room, registered where the worker looks for them."""

from __future__ import annotations

from tdapp.publishing.paper.making import draw_pack

__all__ = ["draw_pack"]
