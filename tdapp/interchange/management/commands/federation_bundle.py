"""`federation_bundle EVENT --out FILE --signed-by NAME`: the event in one file for the federation that rates it."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from tdapp.events.cli import DeskCommand, division_of, event_and_context
from tdapp.interchange.commands.export import write_file
from tdapp.interchange.commands.federation import bundle_of
from tdapp.interchange.federation.making import Signature, differing
from tdapp.kernel.refusals import Refusal


class Command(DeskCommand):
    help = "Write results, roster, attendance, rulings and the director's signature as one zip for the federation."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event")
        parser.add_argument("--out", required=True, help="file to write; an old one is replaced")
        parser.add_argument(
            "--signed-by", required=True, metavar="NAME", help="the director who stands behind it"
        )
        parser.add_argument(
            "--division", action="append", default=[], help="again for each; default: all of them"
        )
        parser.add_argument("--role", default="", help="as what he signs")
        parser.add_argument("--remarks", default="", help="incidents and remarks for the association")

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        event, ctx = event_and_context(options["event"], options["user"])
        divisions = tuple(division_of(event, one).slug for one in options["division"])
        signature = Signature(options["signed_by"], options["role"], options["remarks"], divisions)
        made = bundle_of(ctx, event, signature)
        path = Path(options["out"])
        try:
            write_file(path, made.data)
        except OSError as error:
            facts = {"path": path, "why": error.strerror or error}
            raise Refusal("unwritable-file", _("%(path)s cannot be written: %(why)s.") % facts) from error
        told = {"digest": made.digest, "fingerprint": made.fingerprint, "bytes": len(made.data)}
        return {"event": event.slug, "out": str(path), **told, "differing": differing(event)}

    def say(self, result: dict[str, Any]) -> None:
        for sentence in result["differing"]:
            self.stderr.write(sentence)
        self.stdout.write(_("Written: %(out)s (%(bytes)s bytes), fingerprint %(fingerprint)s") % result)
