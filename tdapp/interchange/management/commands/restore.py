"""`restore FILE --yes`: the whole installation as a backup has it, after checking it on a copy."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from tdapp.events.cli import DeskCommand, installation_context
from tdapp.interchange.backups.restoring import restore


class Command(DeskCommand):
    help = "Replace everything by a backup. Stop ./td run first; the present data is kept aside."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--yes", action="store_true", help="really; without it the backup is only checked"
        )

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        ctx = installation_context(options["user"])
        return restore(ctx, options["file"].expanduser().resolve(), sure=options["yes"])

    def say(self, result: dict[str, Any]) -> None:
        self.stdout.write(_("Restored the backup of %(restored)s; what was there is in %(kept)s") % result)
