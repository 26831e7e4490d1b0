"""Why a ruling was laid over no play of a sheet: one sentence each, with the ruling, the turn and the word."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.timezone import localtime

from core.messages import gettext_noop
from scoring import Message, Turn
from scoring.sheets.scoresheet import LOST, SCORE
from tdapp.judging.models import Ruling
from tdapp.scoresheets.rulings.ruled_plays import Play

DIFFERS = gettext_noop("The judge ruled this play %(ruled)s; the sheet says %(written)s.")
_WORD = gettext_noop(
    "The ruling of %(time)s on %(words)s names turn %(turn)s, where %(word)s was played."
    " Nothing was taken back or charged. %(mend)s"
)
_SEAT = gettext_noop(
    "The ruling of %(time)s on %(words)s names turn %(turn)s, a play of seat %(seat)s, which was not challenged."
    " Nothing was taken back or charged. %(mend)s"
)
_NO_PLAY = gettext_noop(
    "The ruling of %(time)s on %(words)s names turn %(turn)s, where no word was played."
    " Nothing was taken back or charged. %(mend)s"
)
_SEVERAL = gettext_noop(
    "%(words)s was played in turns %(turns)s, and the ruling of %(time)s says no turn."
    " Nothing was taken back or charged. %(mend)s"
)
_TYPED = gettext_noop(
    "The kiosk ruled on %(words)s at %(time)s, before a sheet said which turn it was."
    " Nothing was taken back or charged. %(mend)s"
)
_NOWHERE = gettext_noop(
    "No play of this sheet is the one ruled on at %(time)s: %(words)s. Nothing was taken back or charged. %(mend)s"
)
_MEANT = gettext_noop("These words were played in turn %(turn)s: replace the ruling with that turn.")
_ANEW = gettext_noop("Mend the row, or replace the ruling with the right turn.")


def elsewhere(row: Ruling, play: Play | None, place: int, meant: int | None) -> Message:
    """The turn it names is another play."""
    facts = {**_facts(row, meant), "turn": place + 1}
    if play is None:
        return Message("ruling_no_play", _NO_PLAY, facts)
    if not play.may_be(row):
        return Message("ruling_other_seat", _SEAT, {**facts, "seat": play.seat})
    return Message("ruling_other_word", _WORD, {**facts, "word": play.shown})


def several(row: Ruling, turns: Sequence[int]) -> Message:
    """More than one play would do."""
    return Message("ruling_several", _SEVERAL, {**_facts(row, None), "turns": ", ".join(map(str, turns))})


def typed(row: Ruling, meant: int) -> Message:
    """The words were typed at a kiosk, and one play of the sheet may be meant."""
    return Message("ruling_typed", _TYPED, _facts(row, meant))


def nowhere(row: Ruling, meant: int | None) -> Message:
    """The sheet is whole and has no such play."""
    return Message("ruling_nowhere", _NOWHERE, _facts(row, meant))


def differs(ruled: str, written: str) -> Message:
    """The paper has a verdict of its own."""
    return Message("ruling_differs", DIFFERS, {"ruled": ruled, "written": written})


def tells_no_word(turn: Turn) -> bool:
    """Rows nothing can be compared with: points alone, or the turn lost in place of the play taken back."""
    return turn.kind in (SCORE, LOST)


def _facts(row: Ruling, meant: int | None) -> dict[str, object]:
    mend = Message("meant", _MEANT, {"turn": meant}) if meant else Message("anew", _ANEW)
    words = ", ".join(str(word).upper() for word in row.words)
    return {"time": localtime(row.at).strftime("%H:%M"), "words": words, "mend": mend}
