"""Whether a play was ruled on already: the same words of the same seat at the same table, unless it is another turn.

A play is ruled on once. A second ruling of it would cost the challenger a second turn, or use up one challenge more.
"""

from __future__ import annotations

from dataclasses import replace

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tdapp.events.models import Table
from tdapp.judging.models import Ruling
from tdapp.judging.rulings.ports import Written, newest_play
from tdapp.judging.rulings.ruling_request import Asked
from tdapp.judging.words.layers import marks_at
from tdapp.judging.words.words_of_play import keys_of
from tdapp.kernel.refusals import Conflict


def on_paper(asked: Asked, table: Table | None) -> Asked:
    """With row and turn of the newest play that forms the words, where nobody said a turn and a sheet is being written."""
    if asked.turn or asked.play:
        return asked
    found = newest_play(table, asked.words, asked.challenged, asked.challengers)
    if found is None or (asked.new_play and _is_ruled(found, table)):
        return asked
    return replace(asked, play=found.play, turn=found.turn)


def _is_ruled(play: Written, table: Table | None) -> bool:
    """Another play of the same words is not written yet: the one on the sheet was ruled on."""
    rows = Ruling.objects.filter(table=table, superseded_by=None)
    return any(row.play == play.play or row.turn == play.turn for row in rows)


def ruled_before(asked: Asked, table: Table | None) -> Ruling | None:
    """The newest ruling in force on this very play; None where somebody says it is another play of the same words."""
    if table is None or asked.new_play:
        return None
    rows = Ruling.objects.filter(table=table, superseded_by=None).order_by("-at")
    marks = marks_at(table)
    return next((row for row in rows if _is_same(row, asked, marks)), None)


def _is_same(row: Ruling, asked: Asked, marks: bool) -> bool:
    if keys_of(row.words, marks) != keys_of(asked.words, marks):
        return False
    if row.challenged and asked.challenged and row.challenged != asked.challenged:
        return False
    if row.turn and asked.turn:
        return row.turn == asked.turn
    return not (row.play and asked.play) or row.play == asked.play


def refuse_second(asked: Asked, table: Table | None) -> None:
    """A judge who rules again is shown the ruling there is, and how it is changed."""
    before = ruled_before(asked, table)
    if before:
        sentence = _(
            "This play was ruled on at %(time)s: %(verdict)s. Rule that one anew to change it;"
            " if it is another play of the same words, say so."
        )
        raise Conflict("ruled-before", sentence % verdict_facts(before), ruling=str(before.pk))


def verdict_facts(row: Ruling) -> dict[str, str]:
    """Time and verdict of a ruling, for sentences."""
    verdict = _("acceptable") if row.acceptable else _("unacceptable")
    return {"time": localtime(row.at).strftime("%H:%M"), "verdict": verdict}
