"""Both catalogues beside what is marked now: what stays, what is new, what nobody says any more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from tdapp.kernel.catalogue.borrowed import borrowed
from tdapp.kernel.catalogue.marked import ROOT, marked

INSIDE = Path("fil") / "LC_MESSAGES" / "django.po"
# One line a string, so that a change is one line.
WIDTH = 1_000_000


@dataclass(frozen=True, slots=True)
class Catalogue:
    """A folder of LOCALE_PATHS and what belongs into it."""

    folder: Path
    strings: Callable[[], Catalog]

    @property
    def po(self) -> Path:
        return self.folder / INSIDE

    @property
    def mo(self) -> Path:
        return self.po.with_suffix(".mo")

    def read(self) -> Catalog:
        """What is translated, as it is written."""
        with open(self.po, encoding="utf-8") as lines:
            return read_po(lines, abort_invalid=True)

    def merged(self) -> Catalog:
        """What is marked now, with the translations that are kept; that of a string whose shape changed is fuzzy."""
        catalog = self.read()
        catalog.update(self.strings(), no_fuzzy_matching=True, update_creation_date=False)
        return catalog

    def write(self, catalog: Catalog) -> None:
        """Both files."""
        self.po.write_bytes(written(catalog))
        self.mo.write_bytes(compiled(catalog))


OWN = Catalogue(ROOT / "tdapp" / "locale", marked)
BORROWED = Catalogue(ROOT / "tdapp" / "kernel" / "borrowed", borrowed)
CATALOGUES = (OWN, BORROWED)


def written(catalog: Catalog) -> bytes:
    """The .po file. Babel's marks for gettext's programs (`python-format`) are left out: our tests compare placeholders."""
    for message in catalog:
        message.flags &= {"fuzzy"}
    file = BytesIO()
    write_po(file, catalog, width=WIDTH, ignore_obsolete=True)
    return file.getvalue()


def compiled(catalog: Catalog) -> bytes:
    """The .mo file: what is not translated, or fuzzy, is left out, so that it is shown in English."""
    file = BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def forms(text: str | Sequence[str] | None) -> tuple[str, ...]:
    """An id or a translation: one text, or the two of a plural."""
    return (text or "",) if text is None or isinstance(text, str) else tuple(text)


def lacking(catalog: Catalog) -> list[Message]:
    """What is not translated in all its forms, or fuzzy."""
    return [one for one in catalog if one.id and (one.fuzzy or not all(forms(one.string)))]


def gather() -> tuple[list[Message], list[Message]]:
    """Bring every file up to date; what is not translated yet, and what nobody says any more and falls out."""
    missing: list[Message] = []
    gone: list[Message] = []
    for catalogue in CATALOGUES:
        catalog = catalogue.merged()
        gone += catalog.obsolete.values()
        catalogue.write(catalog)
        missing += lacking(catalog)
    return missing, gone


def check() -> list[Message]:
    """What is marked and not translated, or fuzzy; nothing is written."""
    return [message for catalogue in CATALOGUES for message in lacking(catalogue.merged())]


def compile_all() -> None:
    """The .mo files anew from the .po files as they are."""
    for catalogue in CATALOGUES:
        catalogue.mo.write_bytes(compiled(catalogue.read()))
