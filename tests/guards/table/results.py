"""Results: versions, second persons, ties, undo."""

from __future__ import annotations

from tests.guards.guard import Guard, guard

RESULTS = "tdapp/desk/results/commands/results.py"
ROWS = "tdapp/desk/ledger/rows.py"
ENTRY = "tdapp/desk/ledger/result_entry.py"

GUARDS: tuple[Guard, ...] = (
    guard(
        "compare and swap",
        RESULTS,
        "if Table.objects.filter(pk=table.pk, version=seen).update",
        "if Table.objects.filter(pk=table.pk).update",
        "tests/desk/test_results.py",
    ),
    guard(
        "a table with a result takes no other",
        RESULTS,
        "    if current:\n        raise _already_in(ctx, table, current, entry)\n",
        "",
        "tests/desk/test_results.py",
    ),
    guard(
        "an entry on one's own game waits",
        RESULTS,
        "if at_once and not waiting and not plays_here(ctx, seats):",
        "if at_once and not waiting:",
        "tests/desk/test_results.py",
    ),
    guard(
        "nobody confirms alone",
        RESULTS,
        "    refuse_alone(ctx, table.round.division, current, seats)\n",
        "",
        "tests/desk/test_results.py",
    ),
    guard(
        "nobody confirms his own game",
        RESULTS,
        """    if plays_here(ctx, seats):
        raise _own_game()
    if division.confirm_policy != SINGLE and""",
        "    if division.confirm_policy != SINGLE and",
        "tests/desk/test_results.py",
    ),
    guard(
        "a correction of one's own first slip waits for the second",
        RESULTS,
        "return counted or not (_is_own(ctx, current) or _is_own_phone(ctx, current))",
        "return True",
        "tests/desk/test_results.py",
    ),
    guard(
        "nobody's own second slip on his own game",
        RESULTS,
        """    if plays_here(ctx, seats):
        raise _own_game()
    return _put_through""",
        "    return _put_through",
        "tests/desk/test_results.py",
        "tests/guards/test_refused.py",
    ),
    guard(
        "a correction waits for a second person",
        RESULTS,
        "waits = _let_count(ctx, table, row, seats, at_once)",
        "waits = _let_count(ctx, table, row, seats, True)",
        "tests/desk/test_results.py",
    ),
    guard(
        "a correction is asked about too",
        RESULTS,
        """    _ask(entry, seats, division, sure)
    at_once =""",
        "    at_once =",
        "tests/desk/test_results.py",
    ),
    guard(
        "only the newest counts",
        ROWS,
        "    row.table.results.filter(in_force=True).update(in_force=False)\n",
        "",
        "tests/desk/test_results.py",
    ),
    guard(
        "confirming moves the division's version",
        ROWS,
        '    Division.objects.filter(pk=row.table.round.division_id).update(version=F("version") + 1)\n',
        "",
        "tests/desk/test_results.py",
        "tests/desk/test_standings.py",
    ),
    guard(
        "undo is for one's own",
        RESULTS,
        " or not mine:",
        ":",
        "tests/desk/test_results.py",
    ),
    guard(
        "a tie stops",
        ENTRY,
        "return scores[-1] == scores[-2]",
        "return False",
        "tests/desk/test_results.py",
        "tests/desk/test_entry.py",
    ),
)
