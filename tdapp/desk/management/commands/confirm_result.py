"""`confirm_result EVENT TABLE... | --all`: confirm what somebody else entered."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _

from tdapp.desk.ledger.pairing_adapter import out_tables
from tdapp.desk.ledger.rows import current_result
from tdapp.desk.results import intake
from tdapp.desk.results.commands.results import confirm_result
from tdapp.events.cli import DeskCommand, division_of, event_and_context, refuse_nameless
from tdapp.events.models import Event, Table
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Refusal


class Command(DeskCommand):
    is_intermixed = True
    help = "Confirm the results of tables."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event")
        parser.add_argument("tables", nargs="*", type=int)
        parser.add_argument("--division", default="")
        parser.add_argument("--round", type=int, default=0)
        parser.add_argument("--all", action="store_true", help="everything that is entered in the division")

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        event, ctx = event_and_context(options["event"], options["user"])
        tables = _all(event, options) if options["all"] else _named(event, options)
        for table in tables:
            refuse_nameless(options["user"], table.round.division)
        return {"confirmed": [_confirm(ctx, table) for table in tables]}

    def say(self, result: dict[str, Any]) -> None:
        self.stdout.write(_("%(count)s confirmed.") % {"count": len(result["confirmed"])})


def _all(event: Event, options: dict[str, Any]) -> list[Table]:
    if options["tables"]:
        raise Refusal("one-of-two", _("Name tables or say --all, not both."))
    rows = out_tables(division_of(event, options["division"]), 10_000)
    wanted = options["round"]
    return [row for row in rows if current_result(row) and wanted in (0, row.round.number)]


def _named(event: Event, options: dict[str, Any]) -> list[Table]:
    """Tables are unique in the hall, so a division is only needed with --all; one that is named must exist and fit."""
    if not options["tables"]:
        raise Refusal("no-table", _("Name the tables to confirm, or say --all."))
    division = division_of(event, options["division"]) if options["division"] else None
    return [
        intake.find_table(event, number, division=division, round_number=options["round"])
        for number in options["tables"]
    ]


def _confirm(ctx: Context, table: Table) -> int:
    current = current_result(table)
    confirm_result(ctx, table, seen=current.version if current else 0)
    return int(table.number)
