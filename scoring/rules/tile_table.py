"""The tile table of a ruleset file: rows `{ id = "NG", value = 5, count = 5 }`, or the same as text."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from scoring.board.tiles import BLANK_TEXT, Tile
from scoring.marks import Mark
from scoring.rules.value_kinds import BadValue, Kind, whole_number
from scoring.rules.written_values import mark_of

KEYS = ("id", "shown", "letters", "value", "count", "bag")
MIDDLE_DOT = "·"
MAX_KINDS, MAX_COUNT, MAX_VALUE, MAX_LETTERS = 100, 200, 100, 4


class TileTable(Kind):
    """Rows with `id`, `value`, `count`, `bag`, and where they differ from the id `shown` and `letters`."""

    expected = (
        f'a list of 2 to {MAX_KINDS} tiles such as {{ id = "NG", value = 5, count = 5 }}: each id once, values '
        f"0 to {MAX_VALUE}, counts 1 to {MAX_COUNT}, 1 to {MAX_LETTERS} capital letters (a middle dot may "
        f"stand between them), the blank “?” worth 0"
    )

    def read(self, raw: object) -> object:
        if not isinstance(raw, list | tuple):
            return self.wrong_type()
        tiles = tuple(self._tile(row) for row in raw)
        wrong = [f"{number}: {tile}" for number, tile in enumerate(tiles, 1) if isinstance(tile, str)]
        if wrong:
            return BadValue("out_of_range", f"{self.expected} (row {'; row '.join(wrong[:5])})")
        return tiles if 2 <= len(tiles) <= MAX_KINDS and _distinct(tiles) else self.out_of_range()

    def _tile(self, row: object) -> Tile | str:
        """The tile, or what is wrong with its row."""
        if not isinstance(row, Mapping):
            return "not a table"
        data = {key: value for key, value in row.items() if key in KEYS}
        mark, problem = mark_of({key: value for key, value in row.items() if key not in KEYS})
        return problem or _bad_texts(data) or _bad_numbers(data) or _build(data, mark)

    def from_text(self, text: str) -> object:
        """`A 1 27 blue; NG 5 5 blue; ? 0 3`: id, value, count, bag; one tile a line or between semicolons."""
        rows = [line.split() for line in text.replace(";", "\n").splitlines() if line.strip()]
        names = ("id", "value", "count", "bag")
        return [dict(zip(names, [row[0], *_numbers(row[1:3]), *row[3:4]], strict=False)) for row in rows]

    def plain(self, value: object) -> object:
        return [plain_tile(tile) for tile in value] if isinstance(value, tuple) else value


def plain_tile(tile: Tile) -> dict[str, object]:
    """A tile as its row in a file."""
    row: dict[str, object] = {key: getattr(tile, key) for key in KEYS}
    return {**row, **tile.mark.as_data()} if tile.mark else row


def _numbers(words: list[str]) -> list[object]:
    return [whole_number(word) for word in words]


def _bad_texts(data: Mapping[str, object]) -> str:
    if not isinstance(data.get("id"), str) or not data["id"]:
        return "the id is missing"
    texts = [data[key] for key in ("shown", "letters", "bag") if key in data]
    if not all(isinstance(text, str) and len(text) <= 20 for text in texts):
        return "shown, letters and bag are short texts"
    return ""


def _bad_numbers(data: Mapping[str, object]) -> str:
    for key, low, high in (("value", 0, MAX_VALUE), ("count", 1, MAX_COUNT)):
        number = data.get(key)
        if not isinstance(number, int) or isinstance(number, bool) or not low <= number <= high:
            return f"{key} must be a whole number from {low} to {high}"
    return ""


def _build(data: Mapping[str, object], mark: Mark | None) -> Tile | str:
    id_ = unicodedata.normalize("NFC", str(data["id"]))
    letters = unicodedata.normalize("NFC", str(data.get("letters", "" if id_ == BLANK_TEXT else id_)))
    value, count = data["value"], data["count"]
    if not isinstance(value, int) or not isinstance(count, int):
        return "value and count must be whole numbers"
    if problem := bad_letters(letters) or ("the blank is worth 0" if not letters and value else ""):
        return problem
    return Tile(id_, str(data.get("shown", id_)), letters, value, count, str(data.get("bag", "")), mark)


def bad_letters(letters: str) -> str:
    """What is wrong with the letters of a tile or of an alphabet entry; "" for none (and for the blank)."""
    if len(letters) > MAX_LETTERS:
        return f"at most {MAX_LETTERS} letters on a tile"
    # Catalan L·L: the dot belongs to the two letters it stands between.
    parts = letters.split(MIDDLE_DOT)
    if len(parts) > 1 and not all(parts):
        return "a middle dot stands between two letters"
    letters = "".join(parts)
    single = all(sign.isalpha() and len(sign.lower()) == 1 == len(sign.upper()) for sign in letters)
    if not single or any(sign != sign.upper() or sign == sign.lower() for sign in letters):
        return "letters must be capital letters that have a lower case"
    return ""


def _distinct(tiles: tuple[Tile | str, ...]) -> bool:
    kinds = [tile for tile in tiles if isinstance(tile, Tile)]
    return len({tile.id for tile in kinds}) == len(kinds) == len({tile.letters for tile in kinds})
