"""For the judges' room below: which play of a table forms these words, and where a ruling stands on its sheets."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from scoring.sheets.scoresheet import PLAY, SCORE
from tdapp.events.models import Table
from tdapp.judging.models import Ruling
from tdapp.judging.rulings.ports import AtStake, OnSheet, Written
from tdapp.judging.words.layers import marks_at
from tdapp.judging.words.words_of_play import keys_of
from tdapp.kernel.messages.sentences import translated
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.rulings.ruled_plays import Paper, Play, seats_fit
from tdapp.scoresheets.rulings.rulings_on_plays import Found, overlay_of
from tdapp.scoresheets.sheet.reading import as_scoresheet, ruleset_of
from tdapp.scoresheets.sheet.state import address


def _sheets(table: Table) -> QuerySet[Sheet]:
    """The desk's own sheet first."""
    rows = Sheet.objects.select_related("table__round__division__event")
    return rows.filter(table=table).order_by(F("kept_by").asc(nulls_first=True), "number")


def newest(
    table: Table, words: Sequence[str], challenged: int | None, challengers: Sequence[int]
) -> Written | None:
    """The newest play that forms every one of these words, on a sheet that is being written.

    Of each seat's last move only: a sheet that is a play behind must not lend an old play of the same words.
    """
    marks = marks_at(table)
    wanted = keys_of(words, marks)
    for sheet in _sheets(table).filter(status=Sheet.Status.OPEN):
        paper = Paper(ruleset_of(sheet), as_scoresheet(sheet), marks)
        least = len(paper.moves()) - paper.content.seats
        plays = [one for one in paper.plays() if one.move > least and wanted <= one.words]
        found = [one for one in plays if seats_fit(one.seat, challenged, challengers)]
        if found:
            return Written(str(sheet.rows[found[-1].place]["id"]), found[-1].turn)
    return None


def last_turn(table: Table) -> AtStake | None:
    """The last turn of the first sheet of a table on which a turn is written, rulings laid over it."""
    for sheet in _sheets(table):
        content = as_scoresheet(sheet)
        paper = Paper(ruleset_of(sheet), content, marks_at(table), list(overlay_of(sheet, content).rulings))
        if moves := paper.moves():
            return _at_stake(sheet, paper, moves[-1][0])
    return None


def _at_stake(sheet: Sheet, paper: Paper, place: int) -> AtStake:
    step = next(one for one in paper.game.steps if one.number == place)
    words = tuple(word.spelling for word in step.placed.judged.words) if step.placed else ()
    is_play = step.turn.kind == SCORE or (step.turn.kind == PLAY and bool(step.turn.word))
    followed = len(paper.content.turns) > place + 1
    seat = None if step.seat is None else step.seat + 1
    return AtStake(
        str(sheet.rows[place]["id"]), place + 1, seat, words, sheet.is_open and is_play and not followed
    )


def on_sheets(ruling: Ruling) -> list[OnSheet]:
    """One line for each sheet of the table; nothing where the ruling was superseded."""
    rows = _sheets(ruling.table) if ruling.table else ()
    told = ((sheet, _found(sheet, ruling)) for sheet in rows)
    return [_line(sheet, one) for sheet, one in told if one]


def _found(sheet: Sheet, ruling: Ruling) -> Found | None:
    overlay = overlay_of(sheet, as_scoresheet(sheet))
    return next((one for one in overlay.found if one.ruling.pk == ruling.pk), None)


def _line(sheet: Sheet, one: Found) -> OnSheet:
    name = _("Sheet %(number)s") % {"number": sheet.number}
    url = address(sheet)
    if one.doubt:
        return OnSheet(name, url, translated(one.doubt), laid=one.play is not None, asks=True, turn=one.meant)
    if one.play:
        return OnSheet(name, url, _laid_over(one.play), laid=True, turn=one.play.turn)
    if one.place is not None:
        return OnSheet(name, url, _("No word is written in that turn; the ruling is laid over nothing."))
    return OnSheet(name, url, _("The play is not written yet; the ruling will be laid over it."))


def _laid_over(play: Play) -> str:
    facts = {"turn": play.turn, "word": play.shown, "seat": play.seat or "?"}
    return _("Laid over turn %(turn)s: %(word)s, seat %(seat)s.") % facts
