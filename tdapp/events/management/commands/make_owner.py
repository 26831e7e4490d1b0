"""`make_owner NAME [--take-away]`: who keeps the installation, its backups and its people."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _

from tdapp.events.cli import DeskCommand, installation_context
from tdapp.kernel.commands import Installation
from tdapp.kernel.signing_in.users import make_owner, take_owner


class Command(DeskCommand):
    help = "Make somebody an owner of this installation: owners alone make, download and restore its backups."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="who, by the name they sign in with")
        parser.add_argument("--take-away", action="store_true", help="they are an owner no longer")

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        change = take_owner if options["take_away"] else make_owner
        return change(installation_context(options["user"]), Installation(), username=options["username"])

    def say(self, result: dict[str, Any]) -> None:
        told = (
            _("%(name)s is an owner of this installation.")
            if result["owner"]
            else _("%(name)s is no owner of this installation.")
        )
        self.stdout.write(told % {"name": result["username"]})
