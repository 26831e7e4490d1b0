"""`export_edition LEXICON/EDITION --format txt|csv|xlsx|json --out PATH`: the words with source, licence and attribution."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from lexicon_admin.committee.access import cli_context, require_view
from lexicon_admin.lists.editions import edition_named
from lexicon_admin.lists.exports import FORMATS, write_export
from tdapp.kernel.cli import DeskCommand
from tdapp.kernel.refusals import Refusal


class Command(DeskCommand):
    help = "Export an edition with its attribution."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("edition", help="lexicon/edition, or a lexicon for the one in force")
        parser.add_argument("--format", required=True, choices=sorted(FORMATS))
        parser.add_argument("--out", required=True, help="file to write; an old one is replaced")

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        edition = edition_named(options["edition"])
        require_view(cli_context(options["user"], edition.lexicon), edition)
        size = _write(Path(options["out"]), edition, options["format"])
        return {"edition": str(edition), "format": options["format"], "out": options["out"], "bytes": size}

    def say(self, result: dict[str, Any]) -> None:
        self.stdout.write(_("Written: %(out)s (%(bytes)s bytes)") % result)


def _write(path: Path, edition: Any, format: str) -> int:
    """Whole or not at all."""
    part = path.with_name(f".{path.name}.part")
    try:
        if path.is_dir():
            raise IsADirectoryError(21, "it is a folder")
        with part.open("wb") as stream:
            write_export(edition, format, stream)
        os.replace(part, path)
        return path.stat().st_size
    except OSError as error:
        facts = {"path": path, "why": error.strerror or error}
        raise Refusal("unwritable-file", _("%(path)s cannot be written: %(why)s.") % facts) from error
    finally:
        part.unlink(missing_ok=True)
