"""Links between public pages: `{% at "player" event.slug board.slug number %}`.

The same templates make the pages of the hall and the files of the public site: in the hall a link is an address of the
program, in the site the way from one file to another (`links` in the context, `tdapp.publishing.site.addresses`).
"""

from __future__ import annotations

from datetime import datetime

from django import template
from django.template import Context
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

register = template.Library()
NEWEST = {"pairings_text", "pairings_picture"}
OF_ITS_ROUND = {"standings_text", "standings_picture"}


@register.simple_tag(takes_context=True)
def at(context: Context, page: str, *args: str | int, by: str = "") -> str:
    """The address of a public page of this name, in an order (`by`); "" where there is none, as in a file on a stick.

    On the page of one round (`of_round`) the orders are those of that round, and nothing shares the newest in its place: of
    standings what is shared is that round's.
    """
    if links := context.get("links"):
        return str(links.to(page, *args, by=by))
    if number := context.get("of_round"):
        if page in NEWEST:
            return ""
        if page in OF_ITS_ROUND:
            return f"{reverse(f'publishing:{page}', args=args)}?round={number}"
        page, args = ("round_pairings", (*args, number)) if page == "pairings" else (page, args)
    address = reverse(f"publishing:{page}", args=args)
    return f"{address}?by={by}" if by else address


@register.simple_tag(takes_context=True)
def moment(context: Context, at: datetime | None) -> str:
    """When something came out, with its day: a page of the hall is read again next week, a file for years."""
    if at is None:
        return ""
    form = "j F Y, H:i" if context.get("links") else "j M, H:i"
    return str(date_format(timezone.localtime(at), form))
