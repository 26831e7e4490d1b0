"""Links between public pages: `{% at "player" event.slug board.slug number %}`.

The same templates make the pages of the hall and the files of the public site: in the hall a link is an address of the
program, in the site the way from one file to another (`links` in the context, `tdapp.publishing.site.addresses`).
"""

from __future__ import annotations

from django import template
from django.template import Context
from django.urls import reverse

register = template.Library()


@register.simple_tag(takes_context=True)
def at(context: Context, page: str, *args: str | int, by: str = "") -> str:
    """The address of a public page of this name, in an order (`by`); "" where there is none, as in a file on a stick."""
    if links := context.get("links"):
        return str(links.to(page, *args, by=by))
    address = reverse(f"publishing:{page}", args=args)
    return f"{address}?by={by}" if by else address
