"""How a player is written, for everybody who knows them: lists, clubs, events to come."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.people import registry
from tdapp.people.models import Player
from tdapp.people.names import listed_name
from tdapp.ratings.identity.commands.identity import NEEDS


@command(
    "player.correct_name", "name of a player corrected", needs=NEEDS, private=("given", "surname", "seen")
)
def correct_name(
    ctx: Context, player: Player, *, given: str = "", surname: str, reason: str, seen: str
) -> Change:
    """Correct how a player is written; entries keep the name they have. `seen` is the name the editor saw (409).

    The log has the number and the reason: a junior's name would stand there for ever. Refuses 422 without a reason.
    """
    if not reason.strip():
        raise Refusal("no-reason", _("Say why the name is corrected."))
    before = listed_name(player.given, player.surname)
    if not registry.respell(player, given=given, surname=surname, seen=seen):
        sentence = _(
            "Somebody else corrected this name meanwhile. Nothing was saved; send it again to keep yours."
        )
        raise Conflict("stale", sentence, stored={"name": before})
    return Change({"number": player.number}, str(player.number), reason=reason)
