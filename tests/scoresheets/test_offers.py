"""Repairs and squares for a sheet being written: as operations that clear the sheet, are taken back whole, and ask no lexicon."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import Message, Scoresheet, repaired, sheet_to_data
from scoring.mending.repairs import Change, Repair
from tdapp.scoresheets.editor.commands.closing import finish
from tdapp.scoresheets.editor.commands.writing import undo
from tdapp.scoresheets.editor.offers import operations_of
from tdapp.scoresheets.sheet import words
from tdapp.scoresheets.sheet.reading import judged_report
from tests.scoresheets.factories import Desk, browser, desk, written

pytestmark = pytest.mark.django_db
SURE = {"board.confirmed": True, "tiles.confirmed": True}
GAME: tuple[dict[str, Any], ...] = (
    {"kind": "play", "seat": 1, "position": "10H", "word": "BATA", "score": 11, "total": 11},
    {"kind": "play", "seat": 2, "position": "H10", "word": "BUHAY", "score": 21, "total": 21},
    {"kind": "exchange", "seat": 1, "number": 3, "total": 11},
    {"kind": "play", "seat": 2, "position": "14F", "word": "SAYAW", "score": 24, "total": 45},
    {"kind": "play", "seat": 1, "position": "K10", "word": "AKIN", "score": 5, "total": 16},
)


def offered(here: Desk) -> dict[str, Any]:
    found: dict[str, Any] = browser(here.hall.clerk).get(here.address("offers")).json()
    return found


def with_slip(number: int, **cells: Any) -> Desk:
    """The game with other cells in one row, on a board that is confirmed."""
    turns = [{**turn, **cells} if at == number else turn for at, turn in enumerate(GAME, 1)]
    kept = ({name: value for name, value in turn.items() if value is not None} for turn in turns)
    return written(*kept, overrides=SURE)


SLIPS: dict[str, tuple[int, dict[str, Any]]] = {
    "another direction": (2, {"position": "10H"}),
    "another square": (2, {"position": "I10"}),
    "digits of a score": (2, {"score": 12}),
    "the other player's row": (2, {"seat": 1, "total": 32}),
    "letters changed round": (4, {"word": "SAAYW"}),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_repair_taken_leaves_no_error_and_one_undo_brings_the_paper_back(slip: str) -> None:
    number, cells = SLIPS[slip]
    here = with_slip(number, **cells)
    before = [row["turn"] for row in here.fresh().rows]
    (offer,) = offered(here)["offers"]
    assert offer["row"] == here.row(number)["id"]
    here.write(*offer["choices"][0]["operations"])
    assert [row["turn"] for row in here.fresh().rows] == list(GAME)
    assert judged_report(here.fresh())[0].verdict == "holds"
    undo(here.hall.as_(here.hall.clerk), here.fresh(), seen=here.fresh().version)
    assert [row["turn"] for row in here.fresh().rows] == before


def test_what_follows_from_a_slip_hangs_under_it_and_the_headline_counts_one() -> None:
    here = with_slip(2, seat=1, total=32)
    told = offered(here)
    errors = [one for row in told["rows"].values() for one in row if one["severity"] == "error"]
    assert len(errors) > 1
    assert [one["root"] for one in errors].count(True) == 1
    assert told["headline"]["text"].startswith("1 to fix.")


def test_squares_of_a_sheet_without_any_are_found_from_words_and_scores() -> None:
    bare = [{name: value for name, value in turn.items() if name != "position"} for turn in GAME]
    here = written(*bare, overrides=SURE)
    told = offered(here)
    by_row = {one["row"]: [choice["label"] for choice in one["choices"]] for one in told["offers"]}
    for row, turn in zip(here.fresh().rows, GAME, strict=True):
        assert turn["kind"] != "play" or turn["position"] in by_row[row["id"]]
    assert "mirrored" in told["all"]["text"]
    here.write(*told["all"]["operations"])
    assert here.row(2)["turn"] == GAME[1]
    undo(here.hall.as_(here.hall.clerk), here.fresh(), seen=here.fresh().version)
    assert "position" not in here.row(2)["turn"]


def test_a_clean_sheet_and_a_finished_one_are_offered_nothing() -> None:
    here = written(*GAME, overrides=SURE)
    assert offered(here)["offers"] == []
    here = with_slip(2, score=12)
    finish(here.hall.as_(here.hall.clerk), here.fresh(), seen=here.fresh().version)
    assert offered(here) == {"version": here.fresh().version}
    assert browser(here.hall.viewer).get(here.address("offers")).status_code == 403


TEXT = Message("x", "x")
# Each way a repair can change rows: the operations make of the stored sheet what `repaired` makes of the read one.
REPAIRS = {
    "cells": Repair("x", 0, TEXT, (Change(1, "seat", 1, 0), Change(1, "total", 21, None))),
    "gone": Repair("x", 1, TEXT, deleted=1),
    "moved down": Repair("x", 0, TEXT, moved=(0, 3)),
    "moved up": Repair("x", 4, TEXT, moved=(4, 1)),
    "exchanged": Repair("x", 0, TEXT, (Change(0, "score", 11, 12),), exchanged=(0, 4)),
    "final total": Repair("x", None, TEXT, (Change(None, "totals", 16, 17, 0),)),
}


def as_stored(sheet: Scoresheet) -> Any:
    return sheet_to_data(sheet)["turns"]


@pytest.mark.parametrize("kind", REPAIRS)
def test_operations_do_to_the_stored_rows_what_the_repair_does_to_the_sheet(kind: str) -> None:
    here = written(*GAME, overrides=SURE)
    here.write({"op": "head", "seen": here.fresh().head_version, "head": {"totals": [16, 45]}})
    report, _overlay = judged_report(here.fresh())
    wanted = repaired(report.sheet, REPAIRS[kind])
    here.write(*operations_of(here.fresh(), report, REPAIRS[kind]))
    assert [row["turn"] for row in here.fresh().rows] == as_stored(wanted)
    assert here.fresh().head["totals"] == list(wanted.totals)


def test_a_row_that_comes_is_put_in_its_place() -> None:
    here = written(*GAME, overrides=SURE)
    report, _overlay = judged_report(here.fresh())
    repair = Repair("x", 2, TEXT, inserted=(2, report.sheet.turns[2]))
    here.write(*operations_of(here.fresh(), report, repair))
    assert [row["turn"]["kind"] for row in here.fresh().rows] == [
        "play", "play", "exchange", "exchange", "play", "play",
    ]  # fmt: skip


def test_offers_ask_no_lexicon(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(division: object) -> None:
        raise AssertionError("a lexicon was asked")

    monkeypatch.setattr(words, "words_of", asked)
    assert offered(with_slip(2, score=12))["offers"]
    assert desk().fresh().rows == []
