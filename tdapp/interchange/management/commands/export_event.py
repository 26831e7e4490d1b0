"""`export_event SLUG --format xlsx|csv|json|tsh|t|tou|trf|trf26 --out PATH`."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from tdapp.events.cli import DeskCommand, division_of, event_and_context
from tdapp.interchange.commands.export import export_event, write_file
from tdapp.interchange.exports.render import FORMATS, PAPERS, Wish, render
from tdapp.interchange.exports.sheets import KINDS
from tdapp.kernel.refusals import Refusal


class Command(DeskCommand):
    help = (
        "Export an event as a workbook, CSV, a JSON archive, a tsh folder (a zip), a tsh .t file, AUPAIR's .tou, TRF16 or "
        "TRF26."
    )

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event")
        parser.add_argument("--format", required=True, choices=sorted(FORMATS))
        parser.add_argument("--out", required=True, help="file to write; an old one is replaced")
        parser.add_argument("--division", default="", help="default: all of them (.t: the only one)")
        parser.add_argument(
            "--after", type=int, default=0, help="up to this round; default: all published ones"
        )
        parser.add_argument("--sheet", default="standings", choices=sorted(KINDS), help="what a CSV holds")
        parser.add_argument("--paper", default="a4", choices=sorted(PAPERS))
        parser.add_argument("--full-names", action="store_true", help="names of guarded children too")
        parser.add_argument(
            "--private", action="store_true", help="json: birth dates, guardians and contacts too"
        )

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        event, ctx = event_and_context(options["event"], options["user"])
        names = ("format", "division", "after", "sheet", "paper", "full_names", "private")
        asked = {name: options[name] for name in names}
        if options["division"]:
            asked["division"] = division_of(event, options["division"]).slug
        wish = Wish(**asked)
        export_event(ctx, event, wish=wish)
        data = render(event, wish)
        _write(Path(options["out"]), data)
        return {"event": event.slug, "format": wish.format, "out": options["out"], "bytes": len(data)}

    def say(self, result: dict[str, Any]) -> None:
        self.stdout.write(_("Written: %(out)s (%(bytes)s bytes)") % result)


def _write(path: Path, data: bytes) -> None:
    try:
        if path.is_dir():
            raise IsADirectoryError(21, "it is a folder")
        write_file(path, data)
    except OSError as error:
        facts = {"path": path, "why": error.strerror or error}
        raise Refusal("unwritable-file", _("%(path)s cannot be written: %(why)s.") % facts) from error
