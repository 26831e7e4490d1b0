"""`import_event FILE... --slug S`: a whole event from tsh .t files, one division a file."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from tdapp.events.cli import DeskCommand, installation_context
from tdapp.events.presets import PRESETS
from tdapp.interchange import files
from tdapp.interchange.tsh.importing import import_event
from tdapp.interchange.tsh.reading import MOST_BYTES
from tdapp.kernel.commands import Installation
from tdapp.kernel.refusals import Refusal


class Command(DeskCommand):
    help = "Create an event from tsh .t files with pairings and results, one division a file."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="file")
        parser.add_argument("--slug", required=True, help="short name of the new event")
        parser.add_argument("--name", default="", help="its name; default: the short name")
        parser.add_argument("--starts", default="", help="first day, YYYY-MM-DD; default: today")
        parser.add_argument("--preset", default="pspa-open", help=", ".join(PRESETS))
        parser.add_argument("--ruleset", default="", help="default: the preset's")

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        found = [(files.name_of(path), files.read(path, MOST_BYTES)) for path in options["files"]]
        return import_event(
            installation_context(options["user"]), Installation(), files=found, slug=options["slug"],
            name=options["name"] or options["slug"], starts_on=_day(options["starts"]), preset=options["preset"],
            ruleset=options["ruleset"],
        )  # fmt: skip

    def say(self, result: dict[str, Any]) -> None:
        self.stdout.write(f"{result['name']} is at /e/{result['slug']}/")
        for row in result["divisions"]:
            facts = {"division": row["division"], "players": row["players"], "rounds": row["rounds"]}
            self.stdout.write(_("  %(division)s: %(players)s players, %(rounds)s rounds") % facts)


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise Refusal("bad-date", _("%(text)s is not a date; write YYYY-MM-DD.") % {"text": text}) from None
