"""A play is ruled on once at the kiosk: what was ruled or asked at the same turn of a table, and what follows for more of it."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Q
from django.utils.translation import gettext as _

from tdapp.events.models import Table
from tdapp.judging.models import Call, Ruling
from tdapp.judging.rulings.ports import AtStake
from tdapp.judging.rulings.ruling_request import Asked
from tdapp.judging.words.layers import marks_at
from tdapp.judging.words.words_of_play import keys_of
from tdapp.kernel import clock
from tdapp.kernel.refusals import Refusal

# Without a sheet nobody can say whether the next challenge is about the next play. A turn takes two minutes (SAL:242):
# within five of one ruling a judge rules on the next.
SOON = timedelta(minutes=5)


def ruled_here(asked: Asked, table: Table, stake: AtStake | None) -> Ruling | None:
    """The ruling there is on this very play. Refuses words of a play that was ruled on, or that a judge was asked about.

    At a turn of a sheet everything ruled on that turn counts; where no sheet tells the turn, every word of this game does.
    The sentence is one for all: it tells nothing of a word.
    """
    rows = Ruling.objects.filter(table=table).select_related("superseded_by").order_by("-at")
    marks = marks_at(table)
    rulings = [row for row in rows if _meets(row, asked, stake, marks)]
    standing = (row for row in rulings if not hasattr(row, "superseded_by"))
    if found := next((row for row in standing if _is_whole(row, asked, marks)), None):
        return found
    if rulings or any(_asked_about(call, asked, stake, marks) for call in table.calls.all()):
        sentence = _(
            "This table had a ruling on words of this play. A play is ruled on once, whole, and not in parts: ask a judge."
        )
        raise Refusal("ruled-once", sentence)
    return None


def soon_after(table: Table) -> bool:
    """Whether something was ruled or asked at this table within minutes."""
    since = clock.now() - SOON
    asked = Q(calls__called_at__gt=since) | Q(rulings__at__gt=since)
    return Table.objects.filter(asked, pk=table.pk).exists()


def _meets(row: Ruling, asked: Asked, stake: AtStake | None, marks: bool) -> bool:
    if stake is not None and (row.play or row.turn):
        return row.play == stake.play or row.turn == stake.turn
    return bool(keys_of(row.words, marks) & keys_of(asked.words, marks))


def _asked_about(call: Call, asked: Asked, stake: AtStake | None, marks: bool) -> bool:
    if stake is not None and call.play:
        return call.play == stake.play
    return bool(keys_of(call.words, marks) & keys_of(asked.words, marks))


def _is_whole(row: Ruling, asked: Asked, marks: bool) -> bool:
    """The same words of the same player: what was ruled, and not a part of it."""
    whose = {row.challenged, asked.challenged} - {None}
    return len(whose) < 2 and keys_of(row.words, marks) == keys_of(asked.words, marks)
