"""The layers an event goes by, for `adjudicate --event`: events are above this room, so the judges' room says them.

`layers_by(find)` at its start; `find(event, division)` by their slugs, "" for an event's only division.
"""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _

from lexicon_admin.words.adjudicate import Layers
from tdapp.kernel.refusals import Refusal

Find = Callable[[str, str], Layers]
_finds: list[Find] = []


def layers_by(find: Find) -> Find:
    """Register what knows an event's layers; usable as a decorator."""
    if find not in _finds:
        _finds.append(find)
    return find


def layers_at(event: str, division: str) -> Layers:
    """The layers a division goes by."""
    if not _finds:
        raise Refusal("no-events", _("This installation has no events."))
    return _finds[-1](event, division)
