"""The job kinds of this room, registered where the worker looks for them."""

from __future__ import annotations

from tdapp.publishing.certificates.making import draw
from tdapp.publishing.paper.making import draw_pack
from tdapp.publishing.site.download.making import build_site
from tdapp.publishing.site.push.pushing import push

__all__ = ["build_site", "draw", "draw_pack", "push"]
