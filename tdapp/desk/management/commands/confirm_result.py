"""`confirm_result EVENT TABLE... | --all`: confirm what somebody else entered."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from tdapp.desk import intake
from tdapp.desk.commands.results import confirm_result
from tdapp.desk.engine import out_tables
from tdapp.desk.rows import current_result
from tdapp.events.cli import DeskCommand, division_of, event_and_context
from tdapp.events.models import Table


class Command(DeskCommand):
    help = "Confirm the results of tables."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event")
        parser.add_argument("tables", nargs="*", type=int)
        parser.add_argument("--division", default="")
        parser.add_argument("--round", type=int, default=0)
        parser.add_argument("--all", action="store_true", help="everything that is entered in the division")

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        event, ctx = event_and_context(options["event"], options["user"])
        if options["all"]:
            tables = [
                row
                for row in out_tables(division_of(event, options["division"]), 10_000)
                if current_result(row)
            ]
        else:
            tables = [intake.find_table(event, n, round_number=options["round"]) for n in options["tables"]]
        return {"confirmed": [_confirm(ctx, table) for table in tables]}

    def say(self, result: dict[str, Any]) -> None:
        self.stdout.write(f"{len(result['confirmed'])} confirmed.")


def _confirm(ctx: Any, table: Table) -> int:
    current = current_result(table)
    confirm_result(ctx, table, seen=current.version if current else 0)
    return int(table.number)
