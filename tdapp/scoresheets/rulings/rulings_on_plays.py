"""Judges' rulings laid over a sheet: each over the play that forms its words, never written into the rows.

A ruling whose turn was mistyped is laid over no play: the sheet asks, and the ruling is made anew with the right turn.
What the paper tells itself (its own challenge row) is not laid over twice; where it tells otherwise, that is asked too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring import Message, Remark, Scoresheet, Turn
from scoring import Ruling as Laid
from scoring.sheets.scoresheet import CHALLENGE, INVALID, VALID, WITHDRAWN
from tdapp.events.rules import rulesets
from tdapp.judging.models import Ruling
from tdapp.judging.words.layers import marks_at
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.rulings import ruled_doubts as doubts
from tdapp.scoresheets.rulings.ruled_plays import Paper, Play


@dataclass(frozen=True, slots=True)
class Found:
    """A ruling on one sheet. `play`: what it was laid over; `doubt`: why it was not, or what the paper says otherwise.

    `place`: the row the doubt is about; `meant`: the turn it may be about instead. Nothing at all: the play is not
    written yet, or the sheet has no words to compare.
    """

    ruling: Ruling
    play: Play | None = None
    doubt: Message | None = None
    place: int | None = None
    meant: int | None = None


@dataclass(frozen=True)
class Overlay:
    """Rulings for the fold, and what has to be asked about them."""

    rulings: tuple[Laid, ...] = ()
    remarks: tuple[Remark, ...] = ()
    found: tuple[Found, ...] = ()


def overlay_of(sheet: Sheet, content: Scoresheet) -> Overlay:
    """The table's rulings that stand, laid over this sheet; superseded ones do not count."""
    rows = list(Ruling.objects.filter(table=sheet.table_id, superseded_by=None).order_by("at"))
    if not rows:
        return Overlay()
    paper = Paper(rulesets.of_division(sheet.table.round.division), content, marks_at(sheet.table))
    return _laid(sheet, rows, paper)


def _laid(sheet: Sheet, rows: Sequence[Ruling], paper: Paper) -> Overlay:
    """Those that name a turn first: what they are about is nobody else's."""
    places = {row["id"]: place for place, row in enumerate(sheet.rows)}
    moves = paper.moves()
    found: list[Found] = []
    for row in sorted(rows, key=lambda row: not (row.turn or row.play)):
        place = places[row.play] if row.play in places else _named(row, moves, paper)
        one = (
            _at(row, place, paper)
            if place is not None
            else _anywhere(row, paper, found, _is_whole(sheet, paper))
        )
        found.append(_with_paper(one, paper))
    remarks = [Remark(one.doubt, one.place) for one in found if one.doubt]
    return Overlay(tuple(paper.laid), tuple(remarks), tuple(found))


def _named(row: Ruling, moves: Sequence[tuple[int, Turn]], paper: Paper) -> int | None:
    """The row a number means: the one that has it on the sheet, or the n-th move as a table without a sheet counts.

    Only rows that are no moves tell the two apart; the one whose play forms the words is meant, else the sheet's own.
    """
    number = row.turn or 0
    places = [place for place, _turn in moves if place == number - 1]
    places += [moves[number - 1][0]] if 0 < number <= len(moves) else []
    fitting = {play.place for play in paper.plays() if play.may_be(row) and play.words & paper.keys(row)}
    return next((place for place in places if place in fitting), next(iter(places), None))


def _is_whole(sheet: Sheet, paper: Paper) -> bool:
    """Whether nothing more will be written: a play that is missing now is missing."""
    return not sheet.is_open or paper.game.ended is not None


def _at(row: Ruling, place: int, paper: Paper) -> Found:
    """Where the ruling says; doubted when another word was played there, or another player played it."""
    plays = paper.plays()
    play = next((one for one in plays if one.place == place), None)
    if play and play.may_be(row) and play.words & paper.keys(row):
        return Found(row, play)
    if play is None and doubts.tells_no_word(paper.content.turns[place]):
        return Found(row, place=place)
    meant = _meant(row, plays, paper)
    return Found(row, None, doubts.elsewhere(row, play, place, meant), place, meant)


def _meant(row: Ruling, plays: Sequence[Play], paper: Paper) -> int | None:
    """The turn of the one play that forms all of the words, else of the one that forms any; None where that is open."""
    wanted = paper.keys(row)
    likely = [one for one in plays if one.may_be(row) and wanted & one.words]
    fitting = [one for one in likely if wanted <= one.words] or likely
    return fitting[0].turn if len(fitting) == 1 else None


def _anywhere(row: Ruling, paper: Paper, found: Sequence[Found], whole: bool) -> Found:
    """The one play that forms every word of the ruling and that no other ruling is about."""
    plays, taken = paper.plays(), {one.play.place for one in found if one.play}
    fitting = [one for one in plays if one.may_be(row) and paper.keys(row) <= one.words]
    free = [one for one in fitting if one.place not in taken]
    if not row.turn and len(free) == 1:
        return _typed(row, free[0], paper)
    if not row.turn and len(free) > 1:
        return Found(row, None, doubts.several(row, [one.turn for one in free]), free[-1].place)
    if not whole or not plays:
        return Found(row)
    meant = _meant(row, [one for one in plays if one.place not in taken], paper)
    return Found(row, None, doubts.nowhere(row, meant), None, meant)


def _typed(row: Ruling, play: Play, paper: Paper) -> Found:
    """Over the play that forms its words. Words typed at a kiosk before there was a sheet move no figure by themselves: nobody
    saw at which turn it was, and a play stands once the next is made (SAL:136).
    """
    if row.ruled_by != Ruling.By.KIOSK or _on_paper(paper.content, play.place):
        return Found(row, play)
    return Found(row, None, doubts.typed(row, play.turn), play.place, play.turn)


def _with_paper(one: Found, paper: Paper) -> Found:
    """Laid over its play, unless the paper has the challenge itself; a verdict it has otherwise is asked about."""
    if one.play is None:
        return one
    written, ruled = _on_paper(paper.content, one.play.place), VALID if one.ruling.acceptable else INVALID
    if not written:
        seats = tuple(seat - 1 for seat in one.ruling.challengers)
        words = tuple(sorted(paper.keys(one.ruling) & one.play.words))
        paper.lay(Laid(one.play.place, ruled, seats, words), taken_back=ruled == INVALID)
        return one
    differs = written != ruled
    return Found(one.ruling, one.play, doubts.differs(ruled, written), one.play.place) if differs else one


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
