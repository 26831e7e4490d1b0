"""How the desk writes what only it shows: `{% load desk %}`."""

from __future__ import annotations

from django import template

from tdapp.events.models import Entrant
from tdapp.kernel.templatetags.td import MINUS, NONE

register = template.Library()


@register.filter
def tenths(value: int | None) -> str:
    """A number kept in tenths: 3987 is 398.7; an en dash for None."""
    if value is None:
        return NONE
    whole, rest = divmod(abs(value), 10)
    return f"{MINUS if value < 0 else ''}{whole}.{rest}"


@register.filter
def posted(entrant: Entrant) -> str:
    """The name on a sheet that hangs in the hall: "Surname, Given", or what the public may see of a guarded person."""
    return entrant.public_name if entrant.guarded else entrant.listed
