"""Words nobody outside may look up now: an edition is closed to the public while a round that pins it is being played.

Rounds are above this room, so the judges' room says it, through a port.
"""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.utils.translation import gettext as _

from lexicon_admin.models import Edition, Lexicon
from tdapp.kernel.ports import Port
from tdapp.kernel.refusals import Refusal

# Whether the edition with this id is in play.
IN_PLAY: Port[Callable[[UUID], bool]] = Port("is an edition in play")


def is_closed(edition: Edition) -> bool:
    """Whether somebody plays by this edition right now."""
    return any(plays(edition.pk) for plays in IN_PLAY)


def is_list_closed(lexicon: Lexicon) -> bool:
    """Whether somebody plays by any edition of this list: then what its draft and its notes say of single words is closed too."""
    return any(is_closed(edition) for edition in lexicon.editions.all())


def refuse_closed(edition: Edition) -> None:
    """Refuse the public (403) while the edition is in play."""
    if is_closed(edition):
        sentence = _("%(edition)s is in play now. It can be searched again when the round is over.")
        raise Refusal("edition-in-play", sentence % {"edition": edition}, status=403)
