"""Bring the Filipino catalogues up to date and print what is not translated yet, each with the files it stands in.

python -m tdapp.kernel.catalogue            gather what is marked, compile, list what is missing
python -m tdapp.kernel.catalogue --check    write nothing; end with 1 when something is missing
python -m tdapp.kernel.catalogue --compile  only the .mo files anew
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable

from tdapp.kernel.catalogue.keeping import compile_all, gather, lacking
from tdapp.kernel.catalogue.po import Entry


def main() -> int:
    """0 when nothing is missing, else 1."""
    options = _options()
    if options.compile:
        compile_all()
        return 0
    missing = list(lacking() if options.check else gather())
    _print(missing)
    return 1 if missing else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tdapp.kernel.catalogue", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--check", action="store_true", help="write nothing")
    which.add_argument("--compile", action="store_true", help="only the .mo files")
    return parser.parse_args()


def _print(missing: Iterable[Entry]) -> None:
    lines = []
    for entry in missing:
        plural = f" | {entry.plural}" if entry.plural else ""
        lines.append(f"{' '.join(entry.places)}\n    {entry.text!r}{plural}")
    sys.stdout.write("\n".join([*lines, f"Not translated: {len(lines)}.", ""]))


if __name__ == "__main__":
    sys.exit(main())
