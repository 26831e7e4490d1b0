"""`club_files CLUB --what copies|export --out FILE.zip`: what a club has here, as one file."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from tdapp.clubs import taking
from tdapp.clubs.commands.taking import NEEDS, take
from tdapp.events.cli import DeskCommand, user_named
from tdapp.kernel import context
from tdapp.kernel.permissions import require
from tdapp.kernel.refusals import Missing, Refusal
from tdapp.people.models import ClubHome
from tdapp.people.officers import club_context


class Command(DeskCommand):
    help = "The sealed copies of a club's events, or its data as open files, in one zip."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", help="its short name")
        parser.add_argument("--what", required=True, choices=[taking.COPIES, taking.EXPORT])
        parser.add_argument("--out", type=Path, required=True, help="file to write; an old one is replaced")

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        home = ClubHome.objects.select_related("club").filter(slug=options["club"]).first()
        if home is None:
            raise Missing("unknown-club", _("There is no club %(slug)s.") % {"slug": options["club"]})
        who = options["user"]
        ctx = club_context(user_named(who), home, "cli") if who else context.system(home.scope_key, via="cli")
        require(ctx, NEEDS)
        out = options["out"].expanduser().resolve()
        part = out.with_name(f".{out.name}.part")
        try:
            part.unlink(missing_ok=True)
            events = taking.write(home, options["what"], part, lambda *_at: None)
            os.replace(part, out)
        except OSError as error:
            facts = {"path": out, "why": error.strerror or error}
            raise Refusal("unwritable-file", _("%(path)s cannot be written: %(why)s.") % facts) from error
        finally:
            part.unlink(missing_ok=True)
        take(ctx, home, what=options["what"])
        return {"club": home.slug, "path": str(out), "events": events, "bytes": out.stat().st_size}

    def say(self, result: dict[str, Any]) -> None:
        self.stdout.write(_("Written: %(path)s (%(bytes)s bytes)") % result)
