"""`check_in EVENT [--division D] NUMBER... | --all`: who is in the hall."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _

from tdapp.events.cli import DeskCommand, division_of, event_and_context
from tdapp.events.entries.commands.presence import check_in
from tdapp.events.models import Entrant
from tdapp.kernel.refusals import Refusal


class Command(DeskCommand):
    is_intermixed = True
    help = "Check entrants in by number, or everybody."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event")
        parser.add_argument("numbers", nargs="*", type=int, help="as `entries EVENT` lists them")
        parser.add_argument("--division", default="")
        parser.add_argument("--all", action="store_true", help="everybody in the division")
        parser.add_argument("--out", action="store_true", help="take the check-in back")

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        event, ctx = event_and_context(options["event"], options["user"])
        division = division_of(event, options["division"])
        rows = list(division.entrants.select_related("club"))
        if not rows:
            raise Refusal("nobody-entered", _("Nobody is entered in %(name)s yet.") % {"name": division.name})
        wanted = rows if options["all"] else _named(rows, options["numbers"])
        done = [check_in(ctx, row, present=not options["out"]) for row in wanted]
        return {"checked_in": [row["number"] for row in done], "in": done[-1]["in"], "of": done[-1]["of"]}

    def say(self, result: dict[str, Any]) -> None:
        self.stdout.write(f"{result['in']} of {result['of']} are here.")


def _named(rows: list[Entrant], numbers: list[int]) -> list[Entrant]:
    known = {row.number: row for row in rows}
    if not numbers:
        raise Refusal("nobody-named", _("Name entrants by number, or say --all."))
    if unknown := [number for number in numbers if number not in known]:
        raise Refusal(
            "unknown-entrant", *(_("There is no entrant number %(n)s.") % {"n": n} for n in unknown)
        )
    return [known[number] for number in numbers]
