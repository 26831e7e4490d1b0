"""Wishes about a division's pairings, and what it plays for."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tdapp.events.entries import wishes
from tdapp.events.models import Division
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Refusal


@command("division.wishes", "wishes and prizes changed", needs="division.edit")
def set_wishes(ctx: Context, division: Division, *, seen: str = "", **typed: str) -> Change:
    """Keep what was typed (`wishes.FIELDS`); 422 with a sentence for each mistake, 409 when somebody else was faster.

    It counts from the next pairing on; a published round stays as it is. Caps on the spread count at once, in every round.
    """
    division.refresh_from_db()
    if seen and seen != wishes.fingerprint(division):
        sentence = _(
            "Somebody else changed these wishes meanwhile. Look again; what you typed is still here."
        )
        raise Conflict("stale", sentence, stored=wishes.written(division))
    found, faults = wishes.read(division, typed)
    if faults:
        raise Refusal("bad-wishes", *faults)
    before, division.wishes = division.wishes, found
    division.version += 1
    division.save(update_fields=["wishes", "version"])
    return Change({"slug": division.slug}, str(division), {"wishes": before}, {"wishes": found})
