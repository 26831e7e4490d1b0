"""One slip of the writer in a sheet: so many kinds, each at a random row."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from copy import deepcopy

from bench.engine.paper_games.writing import Row, Sheet

Dice = random.Random


def _rows(sheet: Sheet, key: str, kind: str = "play") -> list[Row]:
    return [row for row in sheet["turns"] if row["kind"] == kind and row.get(key)]


def _score(sheet: Sheet, dice: Dice) -> None:
    dice.choice(_rows(sheet, "score"))["score"] += dice.choice((-10, -2, -1, 1, 2, 9, 10, 20))


def _total(sheet: Sheet, dice: Dice) -> None:
    row = dice.choice(_rows(sheet, "total"))
    by = dice.choice((-10, -1, 1, 2, 10, 100))
    seen = False
    for one in sheet["turns"]:
        seen = seen or one is row
        if seen and one.get("seat") == row["seat"] and "total" in one:
            one["total"] += by


def _square(sheet: Sheet, dice: Dice) -> None:
    row = dice.choice(_rows(sheet, "position"))
    letter, number = re.sub(r"\d", "", row["position"]), int(re.sub(r"\D", "", row["position"]))
    across = row["position"][0].isdigit()
    if dice.random() < 0.5:
        number = max(1, number + dice.choice((-1, 1, 2)))
    else:
        letter = chr(max(65, ord(letter) + dice.choice((-1, 1, 2))))
    row["position"] = f"{number}{letter}" if across else f"{letter}{number}"


def _direction(sheet: Sheet, dice: Dice) -> None:
    row = dice.choice(_rows(sheet, "position"))
    letter, number = re.sub(r"\d", "", row["position"]), re.sub(r"\D", "", row["position"])
    row["position"] = f"{letter}{number}" if row["position"][0].isdigit() else f"{number}{letter}"


def _letter(sheet: Sheet, dice: Dice) -> None:
    row = dice.choice(_rows(sheet, "word"))
    tiles = re.findall(r"\[[^\]]*\]|\([^)]*\)|.", row["word"])
    at = dice.choice([at for at, tile in enumerate(tiles) if tile != "."])
    other = dice.choice([text for text in "AEIOUNTSLMPBG" if text != tiles[at].strip("[]()")])
    tiles[at] = other
    row["word"] = "".join(tiles)


def _swapped(sheet: Sheet, dice: Dice) -> None:
    row = dice.choice(_rows(sheet, "word"))
    tiles = re.findall(r"\[[^\]]*\]|\([^)]*\)|.", row["word"])
    at = [at for at in range(len(tiles) - 1) if tiles[at] != tiles[at + 1] and "." not in tiles[at : at + 2]]
    if at:
        one = dice.choice(at)
        tiles[one], tiles[one + 1] = tiles[one + 1], tiles[one]
    row["word"] = "".join(tiles)


def _blank(sheet: Sheet, dice: Dice) -> None:
    rows = [row for row in _rows(sheet, "word") if row["word"] != row["word"].upper()]
    if rows:
        row = dice.choice(rows)
        row["word"] = row["word"].upper()


def _seat(sheet: Sheet, dice: Dice) -> None:
    row = dice.choice(_rows(sheet, "word"))
    row["seat"] = row["seat"] % len(sheet["players"]) + 1


def _twice(sheet: Sheet, dice: Dice) -> None:
    at = sheet["turns"].index(dice.choice(_rows(sheet, "word")))
    sheet["turns"].insert(at, dict(sheet["turns"][at]))


def _missing(sheet: Sheet, dice: Dice) -> None:
    sheet["turns"].remove(dice.choice(_rows(sheet, "word")))


def _exchanged(sheet: Sheet, dice: Dice) -> None:
    at = [
        at
        for at, row in enumerate(sheet["turns"][:-1])
        if row["kind"] == sheet["turns"][at + 1]["kind"] == "play"
    ]
    if at:
        one = dice.choice(at)
        turns = sheet["turns"]
        turns[one], turns[one + 1] = turns[one + 1], turns[one]


def _rack(sheet: Sheet, dice: Dice) -> None:
    row = dice.choice(_rows(sheet, "rack"))
    tiles = re.findall(r"\[[^\]]*\]|[^ ]", row["rack"])
    tiles[dice.randrange(len(tiles))] = dice.choice("AEIOUNTSLM")
    row["rack"] = " ".join(tiles) if " " in row["rack"] else "".join(tiles)


def _unplayed(sheet: Sheet, dice: Dice) -> None:
    rows = [row for kind in ("rack", "out") for row in _rows(sheet, "score", kind)]
    if rows:
        dice.choice(rows)["score"] += dice.choice((-1, 1, 2))
    else:
        _final(sheet, dice)


def _final(sheet: Sheet, dice: Dice) -> None:
    sheet["totals"][dice.randrange(len(sheet["totals"]))] += dice.choice((-10, -1, 1, 5, 100))


def _before(sheet: Sheet, dice: Dice) -> None:
    if "before" in sheet:
        sheet["before"][dice.randrange(len(sheet["before"]))] += dice.choice((-10, -1, 1, 5))


def _winner(sheet: Sheet, dice: Dice) -> None:
    sheet["winners"] = [sheet["winners"][0] % len(sheet["players"]) + 1]


FAULTS: dict[str, Callable[[Sheet, Dice], None]] = {
    "score": _score,
    "total": _total,
    "square": _square,
    "direction": _direction,
    "letter": _letter,
    "letters swapped": _swapped,
    "blank as letter": _blank,
    "seat": _seat,
    "row twice": _twice,
    "row missing": _missing,
    "rows exchanged": _exchanged,
    "rack": _rack,
    "unplayed tiles": _unplayed,
    "final total": _final,
    "before": _before,
    "winner": _winner,
}


def faulty(sheet: Sheet, fault: str, dice: Dice) -> Sheet | None:
    """The sheet with that slip; None where it has no place for one."""
    found = deepcopy(sheet)
    if not _rows(found, "word"):
        return None
    FAULTS[fault](found, dice)
    return found if found != sheet else None
