"""Editions for judging tests: small lists with real stores in the test's data folder."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from lexicon_admin.lists import storage
from lexicon_admin.models import Edition, Lexicon
from lexicon_admin.words.building import write
from lexicon_admin.words.sifting import Row
from lexicon_admin.words.tiles import TileTable
from tdapp.events.models import Division
from tdapp.judging.words.commands.setup import set_words
from tests import counting
from tests import factories as f


def edition(words: Iterable[str], kind: str = "main", name: str = "") -> Edition:
    """A published edition of these words."""
    number = counting.number()
    blocks = "other" if kind == "block" else ""
    lexicon = Lexicon.objects.create(
        slug=f"l{number}", name=name or f"List {number}", kind=kind, blocks=blocks
    )
    aside = storage.made_aside(f"made{number}")
    made = write((Row(word, word.lower(), "") for word in sorted(set(words))), TileTable(), aside)
    storage.put_in_place(f"made{number}", made.file_sha256)
    return Edition.objects.create(
        lexicon=lexicon, number=1, name="2026", status="published", effective_from=date(2026, 1, 1),
        sha256=made.sha256, file_sha256=made.file_sha256, words=made.words, published_at=f.clock.now(),
        made_by="system", made_name="",
    )  # fmt: skip


def pin(division: Division, *editions: Edition, mode: str = "list") -> None:
    """Let a division go by these editions; before its first round."""
    set_words(f.program(division.event), division, mode=mode, editions=[row.pk for row in editions])
