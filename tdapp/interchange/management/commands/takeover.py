"""`takeover FILE`: this laptop runs an event from its copy. The passphrase is asked for, or read from a file."""

from __future__ import annotations

import getpass
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import IO, Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.events.cli import DeskCommand, installation_context
from tdapp.events.models import Event
from tdapp.interchange import files
from tdapp.interchange.copies import results, take_over
from tdapp.kernel.refusals import Refusal

LONGEST = 400


class Command(DeskCommand):
    help = "Run an event here from its copy; the laptop it came from stops when both see each other."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the copy (.tdcopy)")
        parser.add_argument(
            "--passphrase-file", default="", help="read the passphrase here; - is standard input"
        )

        parser.add_argument(
            "--kept-key",
            action="store_true",
            help="the key this installation keeps of the event: its own copy, after a restore from before it",
        )

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        passphrase = None if options["kept_key"] else _passphrase(options["passphrase_file"])
        ctx = installation_context(options["user"])
        with _opened(options["file"]) as stream:
            return take_over.take_over(ctx, stream, passphrase)

    def say(self, result: dict[str, Any]) -> None:
        when = take_over.local_time(result["copied_at"])
        facts = {"name": result["name"], "when": when, "slug": result["slug"]}
        self.stdout.write(_("This laptop runs %(name)s now, from a copy of %(when)s: /e/%(slug)s/") % facts)
        count = len(result["out"])
        sentence = ngettext(
            "%(n)s table was out then; look at its slip again:",
            "%(n)s tables were out then; look at their slips again:",
            count,
        )
        if count:
            self.stdout.write(sentence % {"n": count})
        for one in results.were_out(Event.objects.get(pk=result["id"]), result["out"]):
            facts = {"division": one.division, "round": one.round, "table": one.table}
            place = _("%(division)s, round %(round)s, table %(table)s: %(names)s")
            self.stdout.write("  " + place % {**facts, "names": " – ".join(one.names)})


def _opened(path: str) -> IO[bytes]:
    try:
        return Path(path).open("rb")
    except OSError as error:
        facts = {"path": path, "why": error.strerror or error}
        raise Refusal("unreadable-file", _("%(path)s cannot be read: %(why)s.") % facts) from error


def _passphrase(path: str) -> str:
    if path:
        return files.read(path, LONGEST).decode("utf-8", "replace").strip()
    if not sys.stdin.isatty():
        raise Refusal(
            "no-passphrase",
            _("Say where the passphrase is: --passphrase-file FILE, or - for standard input."),
        )
    return getpass.getpass(_("Passphrase: "))
