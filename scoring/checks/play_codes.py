"""Codes of findings about plays, their tiles, and racks: (severity, sentence, fields it rests on, book lines)."""

from __future__ import annotations

from collections.abc import Mapping

from core.messages import gettext_noop as _

Row = tuple[str, str, tuple[str, ...], str]
ERROR, UNVERIFIABLE, QUESTION, INFO = "error", "unverifiable", "question", "info"
_E, _U, _Q, _I = ERROR, UNVERIFIABLE, QUESTION, INFO
_LINE = "SAL:118-122 SET:30-35 BIS:26-27"


def row(severity: str, template: str, *fields: str, lines: str = "") -> Row:
    """One entry of the table."""
    return severity, template, fields, lines


PLAY_CODES: Mapping[str, Row] = {
    # plays: where they lie
    "bad_place": row(
        _E, _("“%(place)s” is no place on this board: write 8G for across, G8 for down."), "board.grid"
    ),
    "runs_off": row(_E, _("“%(word)s” at %(place)s runs off the board."), "board.grid"),
    "read_otherwise": row(
        _E, _("“%(word)s” at %(place)s does not agree with the tiles lying there."), lines=_LINE
    ),
    "nothing_there": row(
        _E, _("“%(word)s” stands for a tile already lying at %(square)s, but none lies there."), lines=_LINE
    ),
    "no_new_tile": row(_E, _("“%(word)s” at %(place)s lays no new tile."), lines=_LINE),
    "off_board": row(_E, _("%(tile)s would lie off the board."), "board.grid"),
    "on_tile": row(_E, _("%(square)s already holds %(there)s."), lines=_LINE),
    "used_twice": row(_E, _("%(square)s is used twice in one play."), lines=_LINE),
    "no_tiles": row(_E, _("No tile was laid."), lines=_LINE),
    "not_in_line": row(_E, _("The tiles do not lie in one row or one column."), lines=_LINE),
    "gap": row(_E, _("There is a gap at %(square)s."), lines=_LINE),
    "not_connected": row(_E, _("The tiles touch nothing on the board."), lines=_LINE),
    "off_start": row(_E, _("The first play must cover %(square)s."), "first_play.covers_start"),
    "too_few_tiles": row(
        _E, _("The first play needs at least %(least)s tiles, not %(laid)s."), "first_play.min_tiles"
    ),
    "word_not_whole": row(
        _Q, _("“%(word)s” was written, but the word on the board is “%(whole)s”."), lines=_LINE
    ),
    # plays: their tiles
    "no_such_tile": row(_E, _("“%(text)s”: “%(part)s” is no tile of this set."), "tiles.table"),
    "empty": row(_E, _("No word is written."), lines=_LINE),
    "too_long": row(_E, _("“%(text)s…” is too long to be a word on this board."), "board.grid"),
    "too_many": row(_U, _("“%(text)s” can be read in more than %(limit)s ways: write [NG] for one tile.")),
    "ambiguous": row(
        _U, _("“%(word)s” at %(place)s can be laid in more than one way: write [NG] for one tile.")
    ),
    "over_rack": row(_E, _("%(laid)s tiles were laid, but a rack holds %(size)s."), "rack.size"),
    "not_on_rack": row(
        _E, _("The rack written down does not hold %(tiles)s."), lines="SAL:118 SET:26-35 BIS:20"
    ),
    "over_set": row(_E, _("The tile set does not hold that many of %(tiles)s."), "tiles.table"),
    "bare_blank": row(_E, _("The blank at %(square)s needs a letter to stand for."), "tiles.blank_may_be"),
    "letter_missing": row(_U, _("A letter of the word at %(square)s is not written.")),
    "blank_as": row(
        _E,
        _("The blank at %(square)s may not stand for “%(letters)s” under these rules."),
        "tiles.blank_may_be",
    ),
    "rack_long": row(_E, _("%(held)s tiles are written on a rack of %(size)s."), "rack.size"),
    "rack_count": row(_Q, _("%(held)s tiles are written, but the player could hold only %(most)s.")),
    "rack_short": row(_I, _("On %(times)s turns only part of the rack is written.")),
    "rack_over_set": row(
        _E, _("Rack and board together hold more of %(tiles)s than the tile set."), "tiles.table"
    ),
    "rack_split": row(
        _E,
        _("The rack is written with %(held)s; while both bags have tiles it is %(split)s."),
        "bag.policy",
        "bag.split",
        "rack.size",
    ),
    "tiles_vanished": row(_Q, _("On the rack before and not played, but not on this rack: %(tiles)s.")),
    "on_two_racks": row(
        _Q, _("The set does not hold that many of %(tiles)s: another rack must still hold it."), "tiles.table"
    ),
    "rack_unreadable": row(_Q, _("The tiles “%(rack)s” cannot be read.")),
}
