"""What a play that was ruled off changes in the rows below it: asked about there, and nothing is put right.

Its tiles go back on the rack (SAL:136), so the next rack of that seat holds them; who went out by it did not; and a play
that leaned on it may have been written wrong, or the ruling may be about another row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.utils.timezone import localtime

from core.messages import gettext_noop
from scoring import Message, Remark, Report, read_rack
from scoring.board.tiles import Piece, count_tiles
from scoring.checks.findings import ERROR, UNVERIFIABLE
from scoring.game.state import OUT_OF_TILES
from scoring.sheets.scoresheet import OUT
from tdapp.scoresheets.rulings.rulings_on_plays import Found, Overlay

_TILES = gettext_noop(
    "The ruling of %(time)s on turn %(turn)s put %(tiles)s back on this rack; the rack written here does not hold them."
)
_OUT = gettext_noop(
    "Seat %(seat)s went out with turn %(turn)s, which the ruling of %(time)s took back. Did the game go on, and who went out?"
)
_LEANS = gettext_noop(
    "This row fits only while turn %(turn)s stands, and the ruling of %(time)s took it back. Is the ruling about another turn?"
)


def asked_later(overlay: Overlay, unruled: Callable[[], Report], after: Report) -> tuple[Remark, ...]:
    """`unruled`: the sheet without the rulings, looked at only where a play fell; `after`: with them."""
    fallen = [
        one
        for one in overlay.found
        if one.play and not one.ruling.acceptable and one.play.place in after.game.taken_back
    ]
    before = unruled() if fallen else after
    return tuple(remark for one in fallen for remark in _asked(one, before, after))


def _asked(one: Found, before: Report, after: Report) -> Iterator[Remark]:
    place = one.play.place if one.play else 0
    facts = {"turn": place + 1, "time": localtime(one.ruling.at).strftime("%H:%M")}
    if (row := _without_tiles(after, place)) is not None:
        tiles = "".join(piece.text for piece in _laid(after, place))
        yield Remark(Message("ruling_tiles_back", _TILES, {**facts, "tiles": tiles}), row)
    ended = before.game.ended
    if ended and ended.why == OUT_OF_TILES and ended.number == place:
        closing = next(
            (at for at, turn in enumerate(after.sheet.turns) if at > place and turn.kind == OUT), place
        )
        yield Remark(Message("ruling_went_out", _OUT, {**facts, "seat": (ended.seat or 0) + 1}), closing)
    if (row := _leaning(place, before, after)) is not None:
        yield Remark(Message("ruling_leaned_on", _LEANS, facts), row)


def _laid(report: Report, place: int) -> list[Piece]:
    placed = report.game.steps[place].placed
    return [piece for _square, piece in placed.placements] if placed else []


def _without_tiles(report: Report, place: int) -> int | None:
    """The next row of that seat with a rack written, if the rack lacks a tile that came back; None: nothing to ask."""
    seat, later = report.game.steps[place].seat, report.game.steps[place + 1 :]
    row = next((one for one in later if one.seat == seat and one.turn.rack), None)
    held = read_rack(row.turn.rack or "", report.ruleset.tile_set).pieces if row else None
    if row is None or held is None:
        return None
    there = count_tiles(held)
    laid = count_tiles(_laid(report, place))
    return row.number if any(there.get(tile, 0) < number for tile, number in laid.items()) else None


def _leaning(place: int, before: Report, after: Report) -> int | None:
    """The first later row that is wrong only because the play was taken back."""
    for row in range(place + 1, len(after.sheet.turns)):
        if _wrong(after, row) and not _wrong(before, row):
            return row
    return None


def _wrong(report: Report, row: int) -> bool:
    return any(
        one.severity in (ERROR, UNVERIFIABLE) and "total" not in one.code for one in report.of_turn(row)
    )
