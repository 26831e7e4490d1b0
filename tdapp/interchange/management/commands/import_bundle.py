"""`import_bundle FILE [--dry-run]`: an event as another installation sent it; the same file twice counts once."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _

from tdapp.events.cli import DeskCommand, installation_context
from tdapp.interchange import files
from tdapp.interchange.commands.federation import NEEDS, bring_bundle, look_at
from tdapp.interchange.federation.bundle import MOST_PACKED
from tdapp.kernel.commands import Installation
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import NotAllowed


class Command(DeskCommand):
    help = "Bring in an event from a federation bundle; --dry-run only says what it would do."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file")
        parser.add_argument("--dry-run", action="store_true", help="store nothing")

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        ctx = installation_context(options["user"])
        if not can(ctx, NEEDS):
            raise NotAllowed("not-allowed", _("Your role does not allow this."), needs=NEEDS)
        data = files.read(options["file"], MOST_PACKED)
        if not options["dry_run"]:
            return bring_bundle(ctx, Installation(), data=data)
        return look_at(ctx, data)

    def say(self, result: dict[str, Any]) -> None:
        people, corrected = result["people"], result["corrected"]
        changed = corrected if isinstance(corrected, int) else len(corrected)
        self.stdout.write(f"{result['name']} (/e/{result['slug']}/)")
        if result["made"]:
            said = _("  %(number)s known by number, %(name)s by name and club, %(new)s new")
            self.stdout.write(said % people)
        elif changed:
            self.stdout.write(_("  %(n)s results corrected") % {"n": changed})
        else:
            self.stdout.write(_("  here already; nothing changes"))
