"""A scoresheet as a workbook that can be filled in and read back: real numbers, lists to choose from, no formulas.

A name, a word or a note can never become a formula: text is written as text whatever it starts with.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from openpyxl import Workbook
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.properties import PageSetupProperties

from core.formulas import is_risky
from scoring import Player, Ruleset, Scoresheet, sheet_to_data
from scoring.sheets.scoresheet import INVALID, REASONS, VALID
from tdapp.kernel.tabular import column_letters
from tdapp.kernel.tabular.writing import CELL_LIMIT, NOT_IN_XML
from tdapp.scoresheets.files.columns import (
    HEAD,
    KINDS,
    NOTHING,
    NUMBERS,
    PLAYERS,
    Heading,
    Place,
    columns_of,
    kinds_of,
)

BLANK_ROWS = 80
# The columns a player's name takes, and the one for the winner.
NAME, WINNER = (2, 5), 8
LARGEST = 100_000
_THIN = Side(style="thin", color="999999")
_BOX = Border(left=_THIN, right=_THIN, top=_THIN, bottom=_THIN)
_SHADE = PatternFill("solid", fgColor="E8EEF4")
_BOLD = Font(bold=True)


def write_template(ruleset: Ruleset, place: Place) -> bytes:
    """An empty scoresheet of a ruleset, with seats in turn for two players and lists to choose from."""
    players = tuple(Player("") for _seat in range(ruleset.players.most))
    return _workbook(Scoresheet(players, ruleset=ruleset.id), ruleset, place, BLANK_ROWS)


def write_xlsx(sheet: Scoresheet, ruleset: Ruleset, place: Place) -> bytes:
    """A sheet as a workbook that `read_xlsx` gives back unchanged; a few empty rows follow the last turn."""
    return _workbook(sheet, ruleset, place, 10)


def _workbook(sheet: Scoresheet, ruleset: Ruleset, place: Place, blank: int) -> bytes:
    book = Workbook()
    page = book.active
    page.title = _("Scoresheet")[:31]
    _Page(page, sheet, ruleset, place).fill(blank)
    _tiles(book.create_sheet(_("Tiles")[:31]), ruleset)
    _legend(book.create_sheet(_("Legend")[:31]), ruleset)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


class _Page:
    """The sheet with head, players and turns, filled from the top."""

    def __init__(self, page: Any, sheet: Scoresheet, ruleset: Ruleset, place: Place) -> None:
        self.page, self.sheet, self.ruleset, self.place, self.row = page, sheet, ruleset, place, 0
        self.columns = columns_of(ruleset, sheet)
        self.data: dict[str, Any] = sheet_to_data(sheet)

    def fill(self, blank: int) -> None:
        self._head()
        self._players()
        self.row += 1
        self._turns(blank)
        _set_up(self.page, self.columns, self.heading)

    def _head(self) -> None:
        place = self.place
        facts = (place.event, place.division, place.round, place.table, self.sheet.ruleset)
        for name, value in zip(("event", "division", "round", "table", "ruleset"), facts, strict=True):
            self._fact(name, value or None)
        if self.sheet.ruleset:
            _put(self.page.cell(self.row, 6), self.ruleset.name)
        self._fact("starter", self.data.get("starter"))
        self._choose(self.page.cell(self.row, 3), _seats(self.sheet))
        self._fact("complete", {True: "yes", False: "no"}.get(self.data.get("complete")))  # type: ignore[arg-type]
        self._choose(self.page.cell(self.row, 3), ("yes", "no"))
        if self.sheet.turns:
            self._fact("source", self.sheet.source)
        for key, text in self.data.get("about", ()):
            self._fact("about", key, text)

    def _fact(self, name: str, *values: Any) -> None:
        """A label that takes two columns, and what is said of it."""
        self.row += 1
        _put(self.page.cell(self.row, 1), str(HEAD[name])).font = _BOLD
        for column, value in enumerate(values, 3):
            _put(self.page.cell(self.row, column), value).alignment = Alignment(horizontal="left")

    def _players(self) -> None:
        self.row += 2
        self._row_of_players({heading.key: str(heading.label) for heading in PLAYERS}, _as_heading)
        for seat, player in enumerate(self.sheet.players):
            self.row += 1
            self._row_of_players(_player(self.sheet, seat, player), _as_player)
            self._choose(self.page.cell(self.row, WINNER), ("yes",))

    def _row_of_players(self, values: Mapping[str, Any], style: Callable[[Any], None]) -> None:
        for heading in PLAYERS:
            style(_put(self.page.cell(self.row, heading.at), values[heading.key]))
        for column in range(NAME[0] + 1, NAME[1] + 1):
            style(self.page.cell(self.row, column))
        self.page.merge_cells(start_row=self.row, end_row=self.row, start_column=NAME[0], end_column=NAME[1])

    def _turns(self, blank: int) -> None:
        self.row += 1
        self.heading = self.row
        self.looks: dict[str, Any] = {}
        for column, heading in enumerate(self.columns, 1):
            _as_heading(_put(self.page.cell(self.row, column), str(heading.label)))
        rows: Sequence[dict[str, Any]] = self.data["turns"]
        seats = min(self.sheet.seats, self.ruleset.players.fewest)
        empty = ({"seat": number % seats + 1} if not rows else {} for number in range(blank))
        for number, turn in enumerate([*rows, *empty], 1):
            self.row += 1
            self._turn(number, turn)
        self._validate()

    def _turn(self, number: int, turn: dict[str, Any]) -> None:
        for column, heading in enumerate(self.columns, 1):
            value = number if heading.key == "turn" else _shown(turn.get(heading.key))
            cell = self.page.cell(self.row, column)
            self._dress(cell, "0" if heading.key in NUMBERS else "@")
            _put(cell, value)

    def _dress(self, cell: Any, number_format: str) -> None:
        """Box and format, looked up once: done for each of a thousand cells it was half of the workbook's time."""
        if number_format not in self.looks:
            cell.border, cell.number_format = _BOX, number_format
            self.looks[number_format] = copy(cell._style)
        cell._style = copy(self.looks[number_format])

    def _validate(self) -> None:
        lists = {
            "seat": _seats(self.sheet), "kind": kinds_of(self.ruleset), "verdict": (VALID, INVALID),
            "hold": ("yes",), "reason": REASONS,
        }  # fmt: skip
        for column, heading in enumerate(self.columns):
            cells = f"{column_letters(column)}{self.heading + 1}:{column_letters(column)}{self.row}"
            if heading.key in lists:
                self._add(_list(lists[heading.key]), cells)
            elif heading.key in ("score", "total"):
                self._add(_whole(-LARGEST), cells)
            elif heading.key in ("seconds", "number"):
                self._add(_whole(0), cells)

    def _choose(self, cell: Any, options: Iterable[object]) -> None:
        self._add(_list(options), cell.coordinate)

    def _add(self, rule: DataValidation, cells: str) -> None:
        rule.add(cells)
        self.page.add_data_validation(rule)


def _list(options: Iterable[object]) -> DataValidation:
    text = ",".join(map(str, options))
    return DataValidation("list", formula1=f'"{text}"', allow_blank=True, showErrorMessage=True)


def _whole(lowest: int) -> DataValidation:
    return DataValidation(
        "whole", operator="between", formula1=str(lowest), formula2=str(LARGEST), allow_blank=True,
        showErrorMessage=True, error=_("Write a whole number."),
    )  # fmt: skip


def _seats(sheet: Scoresheet) -> tuple[int, ...]:
    return tuple(range(1, sheet.seats + 1))


def _player(sheet: Scoresheet, seat: int, player: Player) -> dict[str, Any]:
    return {
        "seat": seat + 1, "name": player.name, "nick": player.nick, "racks": _tiles_text(_at(sheet.racks, seat)),
        "winners": "yes" if seat in sheet.winners else None, "before": _at(sheet.before, seat),
        "totals": _at(sheet.totals, seat),
    }  # fmt: skip


def _as_player(cell: Any) -> None:
    cell.border = _BOX
    cell.number_format = "0" if cell.column in (1, 9, 10) else "@"


def _at(values: Sequence[Any], seat: int) -> Any:
    return values[seat] if seat < len(values) else None


def _tiles_text(tiles: str | None) -> str | None:
    return NOTHING if tiles == "" else tiles


def _shown(value: Any) -> Any:
    """A field of a turn as its cell holds it: numbers stay numbers, lists are separated by blanks."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(map(str, value))
    return NOTHING if value == "" else value


def _put(cell: Any, value: Any) -> Any:
    """Write a value; text stays text whatever it starts with, also when somebody edits it."""
    if not isinstance(value, str):
        cell.value = value
        return cell
    cell.value = NOT_IN_XML.sub("", value)[:CELL_LIMIT] or None
    if cell.value is not None:
        cell.data_type = "s"
    if is_risky(value):
        cell.quotePrefix = True
    return cell


def _as_heading(cell: Any) -> None:
    cell.font, cell.fill, cell.border = _BOLD, _SHADE, _BOX
    cell.alignment = Alignment(wrap_text=True, vertical="top")


def _set_up(page: Any, columns: Sequence[Heading], heading: int) -> None:
    for column, one in enumerate(columns):
        page.column_dimensions[column_letters(column)].width = one.width + 2
    page.print_title_rows = f"{heading}:{heading}"
    page.page_setup.orientation = "landscape"
    page.page_setup.paperSize = 9
    page.page_setup.fitToWidth, page.page_setup.fitToHeight = 1, 0
    page.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)


def _tiles(page: Any, ruleset: Ruleset) -> None:
    """Every tile with its value and count, as real numbers."""
    for column, text in enumerate((_("Tile"), _("Value"), _("Count")), 1):
        _as_heading(_put(page.cell(1, column), text))
    for row, tile in enumerate(ruleset.tile_set.tiles, 2):
        for column, value in enumerate((tile.shown or "?", tile.value, tile.count), 1):
            _put(page.cell(row, column), value)
    page.freeze_panes = "A2"


def _legend(page: Any, ruleset: Ruleset) -> None:
    """What each kind of row means, and how tiles and places are written."""
    rows = [(kind, str(KINDS[kind])) for kind in kinds_of(ruleset)]
    rows += [
        (pgettext("square on the board", "Place"), _("8G is across, from row 8, column G; G8 is down.")),
        (
            _("Word"),
            _("The whole word on the board. A blank is a small letter. One tile of two letters: [NG]."),
        ),
        (_("Rack"), _("The tiles before the play; ? is a blank, - no tile.")),
        (_("Seat"), _("1 goes first. A player's name does as well.")),
        (_("Turn"), _("Rows with nothing but turn and seat are left out.")),
    ]
    for column, text in enumerate((_("Kind"), _("What it is")), 1):
        _as_heading(_put(page.cell(1, column), text))
    for row, values in enumerate(rows, 2):
        for column, value in enumerate(values, 1):
            _put(page.cell(row, column), value)
    page.column_dimensions["A"].width, page.column_dimensions["B"].width = 14, 90
