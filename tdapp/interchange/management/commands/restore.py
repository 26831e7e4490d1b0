"""`restore FILE --yes`: the whole installation as a backup has it, after checking it on a copy."""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tdapp.events.cli import DeskCommand, installation_context
from tdapp.interchange.backups.restoring import restore


class Command(DeskCommand):
    help = "Replace everything by a backup. Stop ./td run first; the present data is kept aside."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--via", choices=["cli", "web"], default="cli", help="by which door it was asked for, for the log"
        )
        parser.add_argument(
            "--yes", action="store_true", help="really; without it the backup is only checked"
        )

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        ctx = replace(installation_context(options["user"]), via=options["via"])
        return restore(ctx, options["file"].expanduser().resolve(), sure=options["yes"])

    def say(self, result: dict[str, Any]) -> None:
        when = timezone.localtime(datetime.fromisoformat(result["restored"]))
        facts = {"when": when.strftime("%Y-%m-%d %H:%M"), "kept": result["kept"]}
        self.stdout.write(_("Restored the backup of %(when)s; what was there is kept in %(kept)s") % facts)
