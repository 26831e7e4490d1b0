"""Bring the Filipino catalogues up to date and print what is not translated yet, each with the files it stands in.

python -m tdapp.kernel.catalogue            gather what is marked, compile, list what is missing and what fell out
python -m tdapp.kernel.catalogue --check    write nothing; end with 1 when something is missing
python -m tdapp.kernel.catalogue --compile  only the .mo files anew
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable

from babel.messages.catalog import Message

from tdapp.kernel.catalogue.keeping import check, compile_all, forms, gather


def main() -> int:
    """0 when nothing is missing, else 1."""
    options = _options()
    if options.compile:
        compile_all()
        return 0
    missing, gone = (check(), []) if options.check else gather()
    _print(missing, gone)
    return 1 if missing else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tdapp.kernel.catalogue", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--check", action="store_true", help="write nothing")
    which.add_argument("--compile", action="store_true", help="only the .mo files")
    return parser.parse_args()


def _print(missing: Iterable[Message], gone: Iterable[Message]) -> None:
    for message in gone:
        # Whoever changed an English sentence finds here what its Filipino was.
        said, was = (" | ".join(repr(text) for text in forms(one)) for one in (message.id, message.string))
        sys.stdout.write(f"No longer said, so taken out: {said}\n    {was}\n")
    lines = []
    for message in missing:
        places = " ".join(place for place, _line in message.locations)
        lines.append(f"{places}\n    {' | '.join(repr(text) for text in forms(message.id))}")
    sys.stdout.write("\n".join([*lines, f"Not translated: {len(lines)}.", ""]))


if __name__ == "__main__":
    sys.exit(main())
