"""`copy_event SLUG --to DIR`: the event's newest sealed copy, made anew where something changed since."""

from __future__ import annotations

import shutil
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from tdapp.events.cli import DeskCommand, event_and_context
from tdapp.interchange.commands import copies
from tdapp.interchange.copies import places, plans
from tdapp.kernel.refusals import Missing


class Command(DeskCommand):
    help = (
        "Put an event's newest sealed copy into a folder; the words of its key open it on any installation."
    )

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event")
        parser.add_argument("--to", type=Path, required=True, help="folder; it is made if need be")

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        event, ctx = event_and_context(options["event"], options["user"])
        path = copies.up_to_date(ctx, event)
        if path is None:
            sentence = _("Another laptop runs %(name)s, and no copy of it is here.")
            raise Missing("no-copy", sentence % {"name": event.name})
        plan = plans.plan_of(event)
        copies.take_copy(ctx, event)
        folder = options["to"].expanduser().resolve()
        target = folder / plans.file_name(event, plan.told if plan else {})
        try:
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
        except OSError as error:
            raise places.unwritable(folder, error) from error
        return {"event": event.slug, "path": str(target), "bytes": target.stat().st_size}

    def say(self, result: dict[str, Any]) -> None:
        self.stdout.write(_("%(path)s, %(bytes)s bytes, sealed") % result)
