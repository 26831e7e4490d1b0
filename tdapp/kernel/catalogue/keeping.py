"""Both catalogues beside what is marked now: what stays, what is new, what nobody says any more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tdapp.kernel.catalogue.borrowed import borrowed
from tdapp.kernel.catalogue.marked import ROOT, marked
from tdapp.kernel.catalogue.po import Entry, compiled, read, written

INSIDE = Path("fil") / "LC_MESSAGES" / "django.po"


@dataclass(frozen=True, slots=True)
class Catalogue:
    """A folder of LOCALE_PATHS and what belongs into it."""

    folder: Path
    strings: Callable[[], list[Entry]]

    @property
    def po(self) -> Path:
        return self.folder / INSIDE

    @property
    def mo(self) -> Path:
        return self.po.with_suffix(".mo")

    def merged(self) -> list[Entry]:
        """What is marked now, with the translations that are kept; a string whose shape changed has none."""
        known = {entry.key: entry for entry in read(self.po)}
        return [_kept(entry, known.get(entry.key)) for entry in self.strings()]

    def write(self, entries: list[Entry]) -> None:
        """Both files."""
        self.po.parent.mkdir(parents=True, exist_ok=True)
        self.po.write_text(written(entries), encoding="utf-8", newline="\n")
        self.mo.write_bytes(compiled(entries))


OWN = Catalogue(ROOT / "tdapp" / "locale", marked)
BORROWED = Catalogue(ROOT / "tdapp" / "kernel" / "borrowed", borrowed)
CATALOGUES = (OWN, BORROWED)


def _kept(entry: Entry, known: Entry | None) -> Entry:
    if known and bool(known.plural) == bool(entry.plural):
        entry.told, entry.fuzzy = known.told, known.fuzzy
    return entry


def gather() -> list[Entry]:
    """Bring every file up to date; what is not translated yet."""
    missing = []
    for catalogue in CATALOGUES:
        entries = catalogue.merged()
        catalogue.write(entries)
        missing += [entry for entry in entries if not entry.whole]
    return missing


def lacking() -> Iterator[Entry]:
    """What is marked and not translated, or fuzzy; nothing is written."""
    for catalogue in CATALOGUES:
        yield from (entry for entry in catalogue.merged() if entry.fuzzy or not entry.whole)


def compile_all() -> None:
    """The .mo files anew from the .po files as they are."""
    for catalogue in CATALOGUES:
        catalogue.mo.write_bytes(compiled(read(catalogue.po)))
