"""Indexes of editions: made by the worker where one is missing, opened once a process. They belong to no backup.

A small edition's is made by who asks for it first. What two large editions share is found by the worker too: a file
`<one>.<other>.asked` beside the indexes asks for it.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from uuid import uuid4

from django.conf import settings

from lexicon_admin import rulesets
from lexicon_admin.lists import editions, index_jobs
from lexicon_admin.models import Edition, Lexicon
from lexicon_admin.refusals import refusing
from lexicon_admin.words.building import Step, quiet
from lexicon_admin.words.finding import bits
from lexicon_admin.words.finding.index import Index
from lexicon_admin.words.finding.making import FORMAT, make
from lexicon_admin.words.tiles import TileTable

SMALL = 5_000
OPEN_AT_ONCE = 32
PAIRS_AT_HAND = 256
MOST_ASKED = 50


def folder() -> Path:
    """Where they are."""
    return Path(settings.DATA_DIR) / "lexicon-index"


def path_of(edition: Edition) -> Path:
    """Where the index of an edition is: other words in the rulebook, or another format, are another file."""
    book = rulesets.printed_words(edition.ruleset) if edition.lexicon.kind == Lexicon.Kind.MAIN else ()
    told = hashlib.sha256("\n".join((FORMAT, *sorted(book))).encode()).hexdigest()
    return folder() / f"{edition.file_sha256[:32]}-{told[:12]}.index"


@lru_cache(maxsize=OPEN_AT_ONCE)
def _opened(path: Path, table: TileTable) -> Index:
    return Index(path, table)


def index_of(edition: Edition) -> Index:
    """The index of an edition. Refuses (503) while that of a large one is on its way."""
    path = path_of(edition)
    if not path.is_file():
        if edition.words > SMALL:
            raise index_jobs.not_ready(edition)
        make_index(edition)
    with refusing():
        return _opened(path, editions.store_of(edition).table)


def make_index(edition: Edition, step: Step = quiet) -> None:
    """Make the index of an edition, with the words its rulebook prints."""
    with refusing():
        make(editions.with_printed(edition), path_of(edition), step)


def published() -> Iterable[Edition]:
    """Every edition somebody may search."""
    rows = Edition.objects.exclude(status=Edition.Status.DRAFT).exclude(file_sha256="")
    return rows.select_related("lexicon", "base__lexicon").order_by("-number")


def missing() -> list[Edition]:
    """Editions without an index."""
    return [row for row in published() if not path_of(row).is_file()]


def tidy() -> None:
    """Remove what belongs to no edition that is there."""
    wanted = {path_of(row).name for row in published()}
    kept = {name.removesuffix(".index") for name in wanted}
    for path in folder().iterdir():
        if path.suffix in (".pair", ".asked"):
            one, _dot, other = path.stem.partition(".")
            stays = {one, other} <= kept
        else:
            stays = path.name in wanted or path.suffix == ".part"
        if not stays:
            path.unlink(missing_ok=True)


def shared(one: Edition, other: Edition) -> int:
    """Every row of the words of an edition that another one has too.

    Two small editions are compared at once, others by the worker: until then this refuses (503) and asks for it.
    """
    index, beside = index_of(one), index_of(other)
    if not _pair(index, beside).is_file() and max(one.words, other.words) > SMALL:
        _ask(index, beside)
        raise index_jobs.not_compared(one, other)
    return _shared(index, beside)


def compare(one: Edition, other: Edition) -> None:
    """Find what two editions share, however long it takes, and keep it."""
    index, beside = index_of(one), index_of(other)
    _shared(index, beside)
    _asked_file(index, beside).unlink(missing_ok=True)


def asked() -> list[tuple[Edition, Edition]]:
    """The editions somebody waits to see compared."""
    names = [path.stem.partition(".") for path in folder().glob("*.asked")]
    known = {path_of(row).stem: row for row in published()} if names else {}
    return [(known[one], known[other]) for one, _dot, other in names if one in known and other in known]


def is_waiting(edition: Edition) -> bool:
    """Whether an edition waits for its index, or to be compared with another."""
    path = path_of(edition)
    return not path.is_file() or any(folder().glob(f"{path.stem}.*.asked"))


def _ask(index: Index, beside: Index) -> None:
    """Ask the worker to compare two; at most so many at a time."""
    if len(list(folder().glob("*.asked"))) < MOST_ASKED:
        _asked_file(index, beside).touch()


def _asked_file(index: Index, beside: Index) -> Path:
    return _pair(index, beside).with_suffix(".asked")


def _pair(index: Index, beside: Index) -> Path:
    return folder() / f"{index.path.stem}.{beside.path.stem}.pair"


@lru_cache(maxsize=PAIRS_AT_HAND)
def _shared(index: Index, beside: Index) -> int:
    path = _pair(index, beside)
    if path.is_file():
        return bits.unpacked(path.read_bytes())
    found = index.among(beside.keys())
    part = path.with_name(f"{uuid4().hex}.part")
    try:
        part.write_bytes(bits.packed(found))
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
    return found
