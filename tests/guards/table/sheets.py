"""Scoresheets: against results, and blind to words while the game goes on."""

from __future__ import annotations

from tests.guards.guard import Guard, guard

RESULTS = "tdapp/desk/results/commands/results.py"
SHEETS = "tdapp/desk/results/commands/sheets.py"
CHECKED = ("tests/desk/test_sheet_check.py",)

GUARDS: tuple[Guard, ...] = (
    guard(
        "nothing is confirmed past a sheet that differs",
        RESULTS,
        "    sheet_check.refuse_open(table, current)\n",
        "",
        *CHECKED,
        "tests/races/test_sheets.py",
    ),
    guard(
        "an entry that contradicts a sheet does not count at once",
        RESULTS,
        "if at_once and not waiting and",
        "if at_once and",
        *CHECKED,
        "tests/races/test_sheets.py",
    ),
    guard(
        "a round does not close over a sheet that differs",
        "tdapp/desk/pairing/commands/release.py",
        "if waiting := sheet_check.of_round(round_):",
        "if waiting := ():",
        *CHECKED,
    ),
    guard(
        "nobody decides between slip and sheet of his own game",
        SHEETS,
        "if plays_here(ctx, seats_of(table)):",
        "if False:",
        *CHECKED,
    ),
    guard(
        "a decision is about the sheet that was looked at",
        SHEETS,
        "if sheet.version != seen:",
        "if False:",
        *CHECKED,
    ),
    guard(
        "a decision is about the result that was looked at",
        SHEETS,
        "if current is None or current.version != result:",
        "if current is None:",
        *CHECKED,
    ),
    guard(
        "what changed since the decision is open again",
        "tdapp/desk/ledger/sheet_check.py",
        "if (one.sheet_version, one.result_id) == (sheet.version, result.pk)",
        "if True",
        *CHECKED,
    ),
    guard(
        "an event's check knows of sheets",
        "tdapp/desk/rehearsal/invariants.py",
        "if finished and any(moment > finished for moment in after):",
        "if False:",
        *CHECKED,
        "tests/races/test_sheets.py",
    ),
    guard(
        "words of a sheet are looked at only when the game is over",
        "tdapp/scoresheets/sheet/words.py",
        "    if not is_over(sheet, report):\n",
        "    if False:\n",
        "tests/scoresheets/test_theme.py",
        "tests/scoresheets/test_word_blind.py",
    ),
    guard(
        "no game is over while a sheet of its table is written",
        "tdapp/scoresheets/sheet/words.py",
        "    if sheet.is_open or Sheet.objects",
        "    if False and Sheet.objects",
        "tests/scoresheets/test_word_blind.py",
    ),
    guard(
        "what both sheets have and write differently is not written over",
        "tdapp/scoresheets/lists/taking_over.py",
        'if name in mine and theirs.get(name) in (None, "", [])',
        "if name in mine",
        "tests/scoresheets/test_taking_over.py",
    ),
    guard(
        "a finished sheet is offered nothing",
        "tdapp/scoresheets/editor/views/offers.py",
        "offers_of(row) if row.is_open else",
        "offers_of(row) if row else",
        "tests/scoresheets/test_offers.py",
    ),
    guard(
        "of a play that does not lie as it is written no score is expected",
        "tdapp/scoresheets/editor/expecting.py",
        "step.computed if fits and not any(issue.squares for issue in step.issues) else None",
        "step.computed",
        "tests/scoresheets/test_expected.py",
    ),
)
