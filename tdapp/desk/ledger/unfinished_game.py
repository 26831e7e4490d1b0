"""A game that was not finished when time was called, by the division's own rule (`Division.unfinished_rule`).

* as-they-stand: the leader wins with the scores as they stand; nothing more is asked.
* racks-deducted: each side loses the tiles left on its rack, so both pairs of scores are needed, in either order.
* equal-turns: both have had equally many turns first; the clerk is asked once whether these are those scores.
"""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _

from tdapp.desk.ledger.entry_line import Entry
from tdapp.desk.models import Result
from tdapp.events.models import Division
from tdapp.kernel.refusals import Refusal

RACKS, TURNS = "racks-deducted", "equal-turns"


def by_rule(entry: Entry, division: Division) -> Entry:
    """The entry as the division counts it: of a game with racks deducted the lower scores, with the higher as `before`.

    Refuses (422) `racks-missing` with the scores typed, and `bad-racks` when tiles would add to a score.
    """
    if entry.kind != Result.Kind.UNFINISHED or division.unfinished_rule != RACKS or not entry.scores:
        return entry
    if not entry.before:
        sentence = _(
            "Tiles left on the racks come off an unfinished game here. Type both scores once more, without them."
        )
        raise Refusal("racks-missing", sentence, scores=list(entry.scores))
    return _lower_first(entry)


def _lower_first(entry: Entry) -> Entry:
    """Tiles only take off, so which pair is which shows by itself."""
    pairs = list(zip(entry.scores, entry.before, strict=False))
    if all(score <= before for score, before in pairs):
        return entry
    if all(score >= before for score, before in pairs):
        return replace(entry, scores=entry.before, before=entry.scores)
    sentence = _("Tiles left on a rack only take off: one of these scores grew, the other fell.")
    raise Refusal("bad-racks", sentence)


def questions(entry: Entry, division: Division) -> list[dict[str, str]]:
    """What is asked once of an unfinished game here: `{"code", "sentence"}` each."""
    if entry.kind != Result.Kind.UNFINISHED or division.unfinished_rule != TURNS:
        return []
    sentence = _("An unfinished game counts after equal turns here. Are these the scores then?")
    return [{"code": TURNS, "sentence": sentence}]
