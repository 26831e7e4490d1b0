"""The layers an event goes by, for `adjudicate --event`: events are above this room, so the judges' room says them."""

from __future__ import annotations

from collections.abc import Callable

from lexicon_admin.words.adjudicate import Layers
from tdapp.kernel.ports import Port

# The layers of a division by the slugs of its event and its own, "" for an event's only one.
LAYERS: Port[Callable[[str, str], Layers]] = Port("what words does a division go by")


def layers_at(event: str, division: str) -> Layers:
    """The layers a division goes by."""
    (find,) = LAYERS
    return find(event, division)
