"""How a link to a page looks in a chat, and which address of it counts: `{% load previews %}{% link_preview title told %}`."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context

from tdapp.kernel.pages.shells import root_of

register = template.Library()


@register.inclusion_tag("td/shell/_preview.html", takes_context=True)
def link_preview(context: Context, title: str, told: str, picture: str = "") -> dict[str, Any]:
    """Of the page that is being shown; `picture`: its path. A page further on of a long list counts by itself, no other
    question does. Pages that are nothing for search engines ask for none.
    """
    request = context["request"]
    root, page = root_of(request), request.GET.get("page", "")
    further = f"?page={page}" if page.isascii() and page.isdecimal() and page != "1" else ""
    return {
        "title": title, "told": " ".join(told.split()), "address": root and f"{root}{request.path}{further}",
        "picture": f"{root}{picture}" if picture else "",
    }  # fmt: skip
