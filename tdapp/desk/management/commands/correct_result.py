"""`correct_result EVENT --round N --reason WHY 7 412 389`: replace a result, with a reason."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext_lazy

from tdapp.desk.ledger.rows import current_result
from tdapp.desk.results import intake
from tdapp.desk.results.commands.results import correct_result
from tdapp.events.cli import DeskCommand, division_of, event_and_context, refuse_nameless, with_names


class Command(DeskCommand):
    help = "Correct a result; published pairings stay, standings follow."

    hints = {"ask": gettext_lazy("If it is right as it stands, say --sure.")}

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--division", default="")
        parser.add_argument("--round", type=int, default=0)
        parser.add_argument("--reason", required=True)
        parser.add_argument("--sure", action="store_true", help="keep what is unusual")
        parser.add_argument("event")
        parser.add_argument("line", nargs="+", help="table score score [score score]")

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        event, ctx = event_and_context(options["event"], options["user"])
        division = division_of(event, options["division"]) if options["division"] else None
        table, entry = intake.read(
            event, " ".join(options["line"]), division=division, round_number=options["round"]
        )
        refuse_nameless(options["user"], table.round.division)
        current = current_result(table)
        seen = current.version if current else 0
        told = correct_result(
            ctx, table, entry=entry, seen=seen, reason=options["reason"], sure=options["sure"]
        )
        return with_names(table, told)

    def say(self, result: dict[str, Any]) -> None:
        names = " - ".join(seat["name"] for seat in result["seats"])
        scores = " - ".join(map(str, result["scores"])) or result["kind"]
        done = f"table {result['table']} corrected, version {result['version']}"
        self.stdout.write(f"{done}: {names}: {scores}" if names else done)
