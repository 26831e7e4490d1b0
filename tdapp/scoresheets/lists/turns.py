"""A turn in words, for lists and comparisons."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from scoring import Turn
from scoring.sheets.scoresheet import PLAY

KINDS: Mapping[str, object] = {
    "play": _("play"),
    "exchange": _("exchange"),
    "pass": _("pass"),
    "lost": _("turn lost"),
    "score": _("score only"),
    "withdrawn": _("taken back"),
    "challenge": _("challenge"),
    "bonus": _("challenge points"),
    "theme": _("theme points"),
    "recycle": _("blank taken"),
    "time": _("time points"),
    "out": _("others' tiles"),
    "rack": _("unplayed tiles"),
    "end": _("end"),
}
VALUES: Mapping[str, object] = {
    "valid": _("the play stands"),
    "invalid": _("the play falls"),
    "nobody_can_move": _("nobody can move"),
    "time_called": _("time called"),
    "agreed": _("agreed"),
}


def turn_words(turn: Turn) -> str:
    """`10E MABAIT`, `exchange 3`, `challenge: the play falls`."""
    if turn.kind == PLAY:
        return f"{turn.position} {turn.word}".strip() or str(KINDS[PLAY])
    told = turn.verdict or turn.reason
    more = str(VALUES.get(told, told)) or turn.tiles or " ".join(turn.words) or str(turn.number or "")
    between = ":" if turn.verdict else ""
    return f"{KINDS[turn.kind]}{between} {more}".rstrip()
