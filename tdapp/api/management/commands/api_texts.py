"""`./td manage api_texts`: the texts of the API's description as a list, from which the catalogue takes them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from tdapp.api.docs import Generator
from tdapp.api.reference import speaking

TEXTS = Path(speaking.__file__).with_name("texts.json")


def gathered() -> str:
    """The file as it should be."""
    found = speaking.texts(Generator().get_schema(None, public=True))
    return json.dumps(found, indent=0, ensure_ascii=False) + "\n"


class Command(BaseCommand):
    help = "Write down the texts of the API's description for the catalogue: after a command or its docstring changed."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Write the file, and say where."""
        TEXTS.write_text(gathered(), encoding="utf-8")
        self.stdout.write(str(TEXTS))
