"""The demo's word list: written for it, free for everybody, and small. Where it is missing a word, a judge decides."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from pathlib import Path

from django.db import transaction

from lexicon_admin.commands.imports import apply_import, start_import
from lexicon_admin.commands.lexicons import create_lexicon
from lexicon_admin.commands.list_reading import read_import
from lexicon_admin.committee.access import cli_context
from lexicon_admin.lists import storage
from lexicon_admin.models import Edition, Lexicon, ListImport
from tdapp.kernel.commands import Installation

LIST = Path(__file__).parents[1] / "written" / "words.txt"
SLUG, NAME, EDITION = "demo", "Demo: a few Filipino words", "1"
FACTS = {
    "source": "Written for the demo of this program", "licence": "CC0 1.0 (no rights reserved)", "attribution": "",
    "note": "A few words to try challenges with; no dictionary.",
}  # fmt: skip


def word_list(day: date) -> Edition:
    """The edition the demo's divisions go by, made once."""
    known = Edition.objects.filter(lexicon__slug=SLUG, status=Edition.Status.PUBLISHED).first()
    return known or _published(day)


def _published(day: date) -> Edition:
    outside = cli_context("", None)
    create_lexicon(outside, Installation(), slug=SLUG, name=NAME, ruleset="salitaan-competition")
    lexicon = Lexicon.objects.get(slug=SLUG)
    ctx, kept = cli_context("", lexicon), storage.keep([LIST.read_bytes()])
    made = start_import(ctx, lexicon, name=LIST.name, size=kept.size, content=kept.content, at_once=True)
    row = ListImport.objects.select_related("lexicon").get(pk=made["id"])
    seen = read_import(ctx, row)["sha256"]
    apply_import(ctx, row, seen=seen, name=EDITION, effective_from=day, public=True, **FACTS)
    return Edition.objects.select_related("lexicon").get(lexicon=lexicon, name=EDITION)


def away() -> None:
    """Take the list away, inside a transaction, unless a division that stays goes by it."""
    editions = Edition.objects.filter(lexicon__slug=SLUG)
    if editions.filter(pins__isnull=False).exists():
        return
    files = [storage.store_path(one) for one in editions.values_list("file_sha256", flat=True) if one]
    ListImport.objects.filter(lexicon__slug=SLUG).delete()
    editions.delete()
    Lexicon.objects.filter(slug=SLUG).delete()
    transaction.on_commit(lambda: _unlink(files))


def _unlink(files: Iterable[Path]) -> None:
    for one in files:
        one.unlink(missing_ok=True)
