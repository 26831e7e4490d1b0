"""Judges' rulings laid over a sheet: found by the play they are about, never written into its rows.

What the paper tells itself (its own challenge row) is not laid over twice; where it tells otherwise, that is remarked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring import Message, Remark, Ruling, Scoresheet, Turn
from scoring.scoresheet import CHALLENGE, INVALID, PLAY, VALID, WITHDRAWN
from tdapp.judging.models import Ruling as Ruled
from tdapp.scoresheets.models import Sheet

DIFFERS = "The judge ruled this play %(ruled)s; the sheet says %(written)s."


@dataclass(frozen=True)
class Overlay:
    """Rulings for the fold, and what the paper says otherwise."""

    rulings: tuple[Ruling, ...] = ()
    remarks: tuple[Remark, ...] = ()


def overlay_of(sheet: Sheet, content: Scoresheet) -> Overlay:
    """The table's rulings that belong to rows of this sheet; superseded ones do not count."""
    rows = list(Ruled.objects.filter(table=sheet.table_id, superseded_by=None).order_by("at"))
    if not rows:
        return Overlay()
    places = {row["id"]: place for place, row in enumerate(sheet.rows)}
    rulings, remarks = [], []
    for row in rows:
        place = places.get(row.play, _nth_move(content, row.turn))
        if place is None or content.turns[place].kind != PLAY:
            continue
        written, ruled = _on_paper(content, place), VALID if row.acceptable else INVALID
        if not written:
            rulings.append(_as_ruling(row, place, ruled))
        elif written != ruled:
            facts = {"ruled": ruled, "written": written}
            remarks.append(Remark(Message("ruling_differs", DIFFERS, facts), turn=place))
    return Overlay(tuple(rulings), tuple(remarks))


def _as_ruling(row: Ruled, place: int, verdict: str) -> Ruling:
    """Seats count from 0 in the fold."""
    challengers = tuple(seat - 1 for seat in row.challengers)
    return Ruling(place, verdict, challengers, tuple(str(word).upper() for word in row.words))


def _nth_move(content: Scoresheet, number: int | None) -> int | None:
    """The row of the n-th move (from 1), as it was told at the table."""
    moves = [place for place, turn in enumerate(content.turns) if turn.is_move]
    return moves[number - 1] if number and number <= len(moves) else None


def _on_paper(content: Scoresheet, place: int) -> str:
    """What the sheet itself says of a challenge of this play, "" for nothing."""
    said = (_verdict(turn) for turn in _until_next_move(content, place))
    return next((verdict for verdict in said if verdict), "")


def _until_next_move(content: Scoresheet, place: int) -> Sequence[Turn]:
    rest = content.turns[place + 1 :]
    end = next((at for at, turn in enumerate(rest) if turn.is_move), len(rest))
    later = [turn for turn in rest[end:] if turn.kind == CHALLENGE and turn.of == place]
    return [*rest[:end], *later]


def _verdict(turn: Turn) -> str:
    if turn.kind == WITHDRAWN:
        return INVALID
    return turn.verdict if turn.kind == CHALLENGE else ""
