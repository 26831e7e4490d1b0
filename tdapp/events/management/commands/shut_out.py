"""`shut_out NAME [--take-back]`: an account that a stranger may have is closed at once, whoever is logged in by it."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.events.cli import DeskCommand, installation_context
from tdapp.kernel.commands import Installation
from tdapp.kernel.signing_in.users import shut_out, take_back


class Command(DeskCommand):
    help = (
        "Close an account at once: its sessions end, it logs in by no door, its keys to the API open nothing."
    )

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="who, by the name they sign in with")
        parser.add_argument("--take-back", action="store_true", help="let them in again")

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        change = take_back if options["take_back"] else shut_out
        return change(installation_context(options["user"]), Installation(), username=options["username"])

    def say(self, result: dict[str, Any]) -> None:
        if result["may_log_in"]:
            self.stdout.write(_("%(name)s may log in again.") % {"name": result["username"]})
            return
        ended = ngettext("%(n)s session has ended.", "%(n)s sessions have ended.", result["ended"])
        told = _("%(name)s is shut out.") % {"name": result["username"]}
        self.stdout.write(f"{told} {ended % {'n': result['ended']}}")
