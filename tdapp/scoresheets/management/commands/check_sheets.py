"""`check_sheets EVENT`: what is wrong in its scoresheets? Exit 1 and a list when something is."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from tdapp.events.cli import DeskCommand, event_and_context
from tdapp.kernel.messages.sentences import translated
from tdapp.scoresheets.access import sheets
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.sheet.reading import figures_of, report_of, root_errors


class Command(DeskCommand):
    help = "Check every scoresheet of an event, as the rules are now; exit 1 when one has errors. Nothing is changed."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event")

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        event, _ctx = event_and_context(options["event"], options["user"])
        rows = sheets().filter(table__round__division__event=event)
        order = ("table__round__division__order", "table__round__number", "table__number", "number")
        told = [_sheet_row(sheet) for sheet in rows.order_by(*order)]
        self.exit_code = int(any(one["errors"] for one in told))
        return {"event": event.slug, "sheets": told}

    def say(self, result: dict[str, Any]) -> None:
        for one in result["sheets"]:
            self.stdout.write(
                "{division} round {round} table {table} sheet {sheet}: {verdict}, {status}".format(**one)
            )
            for error in one["errors"]:
                self.stdout.write(f"  {error['turn'] or '-'}: {error['message']}")
        wrong = sum(bool(one["errors"]) for one in result["sheets"])
        self.stdout.write(f"{result['event']}: {len(result['sheets'])} sheets, {wrong} with errors")

    def handle(self, *args: Any, **options: Any) -> None:
        super().handle(*args, **options)
        if self.exit_code:
            sys.exit(self.exit_code)


def _sheet_row(sheet: Sheet) -> dict[str, Any]:
    report, table = report_of(sheet), sheet.table
    errors = [
        {
            "code": one.code,
            "turn": None if one.turn is None else one.turn + 1,
            "message": translated(one.message),
        }
        for one in root_errors(report)
    ]
    return {
        "division": table.round.division.slug, "round": table.round.number, "table": table.number,
        "sheet": sheet.number, "status": sheet.status, "verdict": report.verdict,
        "totals": list(figures_of(report).totals), "errors": errors,
    }  # fmt: skip
