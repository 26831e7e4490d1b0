"""`standings EVENT [--division D] [--after N]`: the ranked table."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _

from tdapp.desk.ledger import division_standings
from tdapp.events.cli import DeskCommand, division_of, event_and_context
from tdapp.kernel.refusals import Refusal


class Command(DeskCommand):
    help = "Print the standings after a round."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event")
        parser.add_argument("--division", default="")
        parser.add_argument(
            "--after", type=int, default=None, help="round; default: the newest published one"
        )

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        event, _ctx = event_and_context(options["event"], options["user"])
        division = division_of(event, options["division"])
        last = division_standings.last_round(division)
        after = last if options["after"] is None else options["after"]
        if not 0 <= after <= last:
            raise Refusal("bad-round", _("Choose a round from 0 to %(last)s.") % {"last": last})
        rows = [
            {**row, "wins": row["wins"] / 2, "losses": row["losses"] / 2}
            for row in division_standings.as_rows(division, after, public=False)
        ]
        return {"event": event.slug, "division": division.slug, "after": after, "standings": rows}

    def say(self, result: dict[str, Any]) -> None:
        self.stdout.write(f"{result['division']} after round {result['after']}")
        for row in result["standings"]:
            rank = row["rank"] or "-"
            self.stdout.write(
                f"{rank:>3}  {row['name']:<32} {row['wins']:g}-{row['losses']:g} {row['spread']:+d}"
            )
