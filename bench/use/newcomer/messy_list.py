"""A newcomer's own list, as clubs send them: two sheets, two spellings of the headings, and all else that goes wrong."""

from __future__ import annotations

import io
from collections.abc import Sequence

import openpyxl

OPEN, NOVICE = 24, 17
PLAYERS = OPEN + NOVICE
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
CLUBS = ("Cebu", "Davao City", "Iloilo", "U.P. Diliman")

# Namesakes (two Juan dela Cruz), siblings whose initials collide (Abad), accents, particles, ratings as text, "?" and "n/a".
OPEN_NAMES = (
    "Abad, Maria", "ABAD, MIGUEL", "dela Cruz, Juan", "Dela Cruz, Juan ", "Núñez, José", "Peña, Ana Liza", "de los Santos, Rey",
    "Tan,Kevin", "Lim, Wei Jie", "Reyes, Bea", "Santos, Carlo", "Garcia, Dina", "Mendoza, Elmer", "Torres, Fe", "Castillo, Gil",
    "Flores, Hannah", "Ramos, Ivan", "Bautista, Joy", "Villanueva, Karl", "Aquino, Liza", "Salazar, Mario", "Ñedo, Nena",
    "Ocampo, Oscar", "Pascual, Pia",
)  # fmt: skip
NOVICE_NAMES = (
    "Carla Abueva", "Bong Alcantara", "Cely Buenaventura", "Dan Cabrera", "Ella Dizon", "Fred Enriquez", "Grace Fajardo",
    "Henry Gonzaga", "Ising Hidalgo", "Jun Ignacio", "Kim Jacinto", "Lito Katigbak", "Mila Lacson", "Nonoy Magno",
    "Olive Natividad", "Pedro Orosa", "Queenie Panganiban",
)  # fmt: skip


def workbook() -> bytes:
    """The file: titles, empty rows, remarks, a row of headings in the middle, totals."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    _fill(book.create_sheet("OPEN DIV."), _open_rows())
    _fill(book.create_sheet("Novice"), _novice_rows())
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _fill(sheet: object, rows: Sequence[Sequence[object]]) -> None:
    for row in rows:
        sheet.append(list(row))  # type: ignore[attr-defined]


def _open_rows() -> list[list[object]]:
    """Numbers typed as text, clubs in one column, an empty row and the headings again after half of them."""
    heads: list[object] = ["No.", "NAME OF PLAYER", "School / Club", "Rtg.", "Cell no.", "Paid?"]
    rows: list[list[object]] = [["BAYAN OPEN 2026 - OPEN DIVISION"], [], heads]
    for at, name in enumerate(OPEN_NAMES):
        if at == OPEN // 2:
            rows += [[], heads]
        rows.append(
            [str(at + 1), name, CLUBS[at % 4], _rating(at), f"0917 555 {1000 + at}", "" if at % 5 else "ok"]
        )
    return [*rows, [], ["TOTAL", f"{OPEN} players"]]


def _rating(at: int) -> object:
    """Most are whole numbers, some are text, one is not known and one not at all."""
    if at in (9, 17):
        return "?" if at == 9 else "n/a"
    value = 1920 - 23 * at
    return str(value) if at % 3 else value


def _novice_rows() -> list[list[object]]:
    """First name first, other words for the same headings, most without a rating."""
    rows: list[list[object]] = [["Player", "Club", "Rating"], []]
    for at, name in enumerate(NOVICE_NAMES):
        rows.append(
            [
                name,
                CLUBS[(at + 1) % 4].upper(),
                "N/A" if at % 4 == 3 else ("" if at % 4 == 1 else 1180 - 15 * at),
            ]
        )
    return [*rows, [], ["Total:", len(NOVICE_NAMES)]]
