"""`backup --open [--to DIR]`: the whole installation in one verified file, while it runs."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from tdapp.events.cli import DeskCommand, installation_context
from tdapp.interchange.backups.making import make_backup, refuse_unsaid


class Command(DeskCommand):
    help = "Back up database, media and lexicons to one verified file; the program may be running."

    def arguments(self, parser: ArgumentParser) -> None:
        told = "you know that the file is open: whoever has it reads everything in it"
        parser.add_argument("--open", action="store_true", help=told)
        parser.add_argument("--to", type=Path, help="folder; default: backups in the data folder")

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        refuse_unsaid(options["open"], "--open")
        return make_backup(installation_context(options["user"]), options["to"])

    def say(self, result: dict[str, Any]) -> None:
        self.stdout.write(_("%(path)s, %(bytes)s bytes, %(rows)s rows, read back and verified") % result)
        self.stdout.write(f"sha256 {result['sha256']}")
