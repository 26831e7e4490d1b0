"""`takeover FILE`: an event runs here from its copy. The passphrase is asked for, or read from a file.

`takeover FOLDER --kept-key`: every event goes on from its newest copy there, after a restore of everything from before it.
"""

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
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Refusal

LONGEST = 400


class Command(DeskCommand):
    help = "Run an event here from its copy; the laptop it came from stops when both see each other."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", help="the copy (.tdcopy); with --kept-key also a folder: each event's newest copy there"
        )
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
        if (folder := Path(options["file"])).is_dir():
            return self._every(ctx, folder, passphrase)
        with _opened(options["file"]) as stream:
            return take_over.take_over(ctx, stream, passphrase)

    def _every(self, ctx: Context, folder: Path, passphrase: str | None) -> dict[str, Any]:
        if passphrase is not None:
            raise Refusal("one-at-a-time", _("A folder is for --kept-key; with a passphrase name one copy."))
        told = take_over.take_over_newest(ctx, sorted(folder.glob("*.tdcopy")))
        self.exit_code = 1 if told["faults"] else 0
        return told

    def say(self, result: dict[str, Any]) -> None:
        if "taken" not in result:
            self._say_one(result)
            return
        for one in result["taken"]:
            self._say_one(one)
        for one in [*result["known"], *result["faults"]]:
            self.stdout.write(f"{one['file']}: {one['sentence']}")
        facts = {
            "taken": len(result["taken"]),
            "known": len(result["known"]),
            "faults": len(result["faults"]),
        }
        self.stdout.write(
            _("Brought forward: %(taken)s. Known here already: %(known)s. Could not be used: %(faults)s.")
            % facts
        )

    def _say_one(self, result: dict[str, Any]) -> None:
        when = take_over.local_time(result["copied_at"])
        facts = {"name": result["name"], "when": when, "slug": result["slug"]}
        self.stdout.write(_("%(name)s runs here now, from a copy of %(when)s: /e/%(slug)s/") % facts)
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
