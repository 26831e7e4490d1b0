"""Editions and their stores: which one is in force, opened once a process after its bytes were verified."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from pathlib import Path
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from lexicon_admin import rulesets
from lexicon_admin.lists import storage
from lexicon_admin.models import Edition, Lexicon
from lexicon_admin.refusals import refusing
from lexicon_admin.words.adjudicate import Layer
from lexicon_admin.words.printed import WithPrinted
from lexicon_admin.words.store import Difference, Store, difference, open_verified
from tdapp.kernel import clock
from tdapp.kernel.refusals import Missing, Refusal

OPEN_AT_ONCE = 32


@lru_cache(maxsize=OPEN_AT_ONCE)
def _opened(path: Path, file_sha256: str) -> Store:
    return open_verified(path, file_sha256)


def store_of(edition: Edition) -> Store:
    """The words of an edition that has been published (or taken back since); a refusal when its file is gone or changed."""
    if not edition.file_sha256:
        raise Refusal("no-words-yet", _("This edition is a draft: it has no words of its own yet."))
    with refusing():
        return _opened(storage.store_path(edition.file_sha256), edition.file_sha256)


def with_printed(edition: Edition) -> Store:
    """The words of an edition; of a dictionary with those the rulebook prints, which outrank every list (SAL:256-303)."""
    store = store_of(edition)
    own = edition.lexicon.kind == Lexicon.Kind.MAIN
    book = rulesets.printed_words(edition.ruleset) if own else frozenset()
    return WithPrinted(store, book) if book else store


def layer_of(edition: Edition) -> Layer:
    """An edition as a layer of a verdict, under its name and digest."""
    store = store_of(edition)
    return Layer(str(edition), store, edition.sha256, store.table.marks)


def published(lexicon: Lexicon) -> QuerySet[Edition]:
    """What was published and not taken back, newest first."""
    return (
        lexicon.editions.filter(status=Edition.Status.PUBLISHED).select_related("lexicon").order_by("-number")
    )


def newest(lexicon: Lexicon) -> Edition | None:
    """The edition the next one starts from."""
    return published(lexicon).first()


def in_force(lexicon: Lexicon, on: date | None = None, without: Edition | None = None) -> Edition | None:
    """The edition that counts on a day (today): of those effective by then the one that took effect last.

    `without`: as if this one had been taken back.
    """
    rows = published(lexicon).filter(effective_from__lte=on or clock.today())
    rows = rows.exclude(pk=without.pk) if without else rows
    return rows.order_by("-effective_from", "-number").first()


def not_counting(lexicon: Lexicon, effective_from: date | None) -> str:
    """Why an edition in force from this day would never count, in a sentence; "" where it would."""
    current = in_force(lexicon)
    if current is None or effective_from is None or current.effective_from is None:
        return ""
    if effective_from >= current.effective_from:
        return ""
    facts = {
        "day": effective_from.isoformat(),
        "edition": current.name,
        "since": current.effective_from.isoformat(),
    }
    return _("From %(day)s it will not count: %(edition)s is in force from %(since)s.") % facts


def all_in_force() -> dict[UUID, Edition]:
    """The edition in force today of each lexicon, by the lexicon's id; one query."""
    rows = Edition.objects.filter(status=Edition.Status.PUBLISHED, effective_from__lte=clock.today())
    return {row.lexicon_id: row for row in rows.order_by("effective_from", "number")}


def edition_named(name: str) -> Edition:
    """`lexicon/edition`, or a lexicon alone for the edition in force; Missing with a sentence that says what there is."""
    slug, _slash, edition = name.partition("/")
    lexicon = Lexicon.objects.filter(slug=slug).first()
    if lexicon is None:
        known = ", ".join(Lexicon.objects.values_list("slug", flat=True)) or "-"
        raise Missing(
            "unknown-lexicon",
            _("There is no lexicon %(name)s; known are %(known)s.") % {"name": slug, "known": known},
        )
    found = published(lexicon).filter(name=edition).first() if edition else in_force(lexicon)
    if found is None:
        known = ", ".join(published(lexicon).values_list("name", flat=True))
        if not known:
            sentence = _("%(lexicon)s has no published edition yet.")
        elif edition:
            sentence = _("%(lexicon)s has no published edition %(name)s; it has %(known)s.")
        else:
            sentence = _("No edition of %(lexicon)s is in force today; published are %(known)s.")
        raise Missing("unknown-edition", sentence % {"lexicon": slug, "name": edition, "known": known})
    return found


def broken() -> list[str]:
    """A sentence for each published edition, taken back or not, whose file is missing, was changed, or cannot be read.

    Reads every file anew: what this process opened before may have been changed on the disk since.
    """
    rows = Edition.objects.exclude(status=Edition.Status.DRAFT).select_related("lexicon")
    return [sentence for row in rows.order_by("lexicon__slug", "number") if (sentence := _fault(row))]


def _fault(edition: Edition) -> str:
    facts = {"edition": edition}
    try:
        with refusing():
            store = open_verified(storage.store_path(edition.file_sha256), edition.file_sha256)
    except Refusal as refusal:
        return f"{edition}: {refusal.sentences[0]}"
    except OSError as error:
        sentence = _("%(edition)s: its file cannot be read: %(why)s.")
        return sentence % {**facts, "why": error.strerror or error}
    if (store.facts.get("sha256"), len(store)) != (edition.sha256, edition.words):
        return _("%(edition)s: its file holds other words than were published.") % facts
    return ""


def changes(edition: Edition) -> Difference | None:
    """Addenda and delenda since the base; None for a first edition."""
    return difference(store_of(edition.base), store_of(edition)) if edition.base else None
