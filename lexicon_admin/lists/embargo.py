"""Words nobody may look up now: an edition is closed while a round that pins it is being played, by the rule that event chose.

Rounds are above this room, so the judges' room says it, through a port. One rule holds for the public, for members of the
list's committee and for judges; who looks after the list (its secretary, the operator) has the file anyway.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _

from lexicon_admin.models import Edition, Lexicon
from tdapp.kernel.context import Context
from tdapp.kernel.permissions import can
from tdapp.kernel.ports import Port
from tdapp.kernel.refusals import Refusal


class Reader(NamedTuple):
    """Who looks: as the log names them ("" the public), which player they are, whether they sit in the list's committee."""

    actor: str = ""
    person: str = ""
    member: bool = False


PUBLIC = Reader()
# Whether the edition with this id is in play and closed to this reader.
IN_PLAY: Port[Callable[[UUID, Reader], bool]] = Port("is an edition in play")


def reader_of(ctx: Context) -> Reader:
    """The reader a context is at a list."""
    return Reader(ctx.actor, ctx.person, can(ctx, "lexicon.vote"))


def is_closed(edition: Edition, reader: Reader = PUBLIC) -> bool:
    """Whether somebody plays by this edition right now, and this reader may not look it up meanwhile."""
    return any(closed(edition.pk, reader) for closed in IN_PLAY)


def is_list_closed(lexicon: Lexicon, ctx: Context) -> bool:
    """Whether any edition of this list is closed to who asks: then what its draft and its notes say of single words is too."""
    if can(ctx, "lexicon.edit"):
        return False
    reader = reader_of(ctx)
    return any(is_closed(edition, reader) for edition in lexicon.editions.all())


def refuse_closed(edition: Edition, ctx: Context) -> None:
    """Refuse (403) while the edition is in play, whoever the event's rule does not let in."""
    if not can(ctx, "lexicon.edit") and is_closed(edition, reader_of(ctx)):
        sentence = _("%(edition)s is in play now. It can be searched again when the round is over.")
        raise Refusal("edition-in-play", sentence % {"edition": edition}, status=403)
