"""`site EVENT --out FOLDER|FILE.zip [--base ADDRESS]`: the event's public pages as plain files."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from tdapp.events.cli import DeskCommand, event_named
from tdapp.kernel.refusals import Refusal
from tdapp.publishing.released import public_access
from tdapp.publishing.site import building, facts, folder, web_address
from tdapp.publishing.site.staging import stages
from tdapp.publishing.site.staging.on_disk import OnDisk


class Command(DeskCommand):
    help = "Write the public pages of an event as a folder or a ZIP for a web host, a stick, an archive."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event")
        parser.add_argument(
            "--out",
            required=True,
            help="a folder, of which only changed files are written again, or a file that ends in .zip",
        )
        parser.add_argument(
            "--base",
            default="",
            help="where it will be found, such as https://results.example.org: for previews, feeds and search engines",
        )
        parser.add_argument(
            "--on-a-server",
            action="store_true",
            help="links end in / and not in index.html: shorter addresses, but no page opens from a disk",
        )

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        event, out = event_named(options["event"]), Path(options["out"])
        told = {"event": event.slug, "out": options["out"]}
        base, on_disk = web_address.read(options["base"]), not options["on_a_server"]
        try:
            return told | (_zipped if out.suffix == ".zip" else _kept)(event.slug, out, base, on_disk)
        except OSError as error:
            why = {"path": error.filename or out, "why": error.strerror or error}
            raise Refusal("unwritable-file", _("%(path)s cannot be written: %(why)s.") % why) from error

    def say(self, result: dict[str, Any]) -> None:
        if "written" in result:
            told = _("%(out)s: %(written)s files written, %(unchanged)s unchanged, %(removed)s removed.")
        else:
            told = _("Written: %(out)s (%(files)s files).")
        self.stdout.write(told % result)


def _zipped(slug: str, out: Path, base: str, on_disk: bool) -> dict[str, int]:
    site = facts.read(slug, _languages(), base)
    files = building.build(site, on_disk=on_disk)
    folder.write(out, folder.zipped(files, site.made_at))
    return {"files": len(files)}


def _kept(slug: str, out: Path, base: str, on_disk: bool) -> dict[str, int]:
    place = OnDisk(out)
    if not stages.carry_out(slug, _languages(), place, base=base, on_disk=on_disk):
        raise public_access.nothing_here()
    done = place.done
    return {
        "files": len(place.holds()), "written": done.written, "unchanged": done.unchanged, "removed": done.removed
    }  # fmt: skip


def _languages() -> list[str]:
    return [code for code, _name in settings.LANGUAGES]
