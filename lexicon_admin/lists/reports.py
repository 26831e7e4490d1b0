"""What became of a list's entries, in words: the same on the page and on the command line."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from lexicon_admin.words.files.reading import Place
from lexicon_admin.words.sifting import COLLISION, DUPLICATE

ONCE = (DUPLICATE, COLLISION)


class Group(NamedTuple):
    """Entries of one kind: why they were left out, or what to look at. fate: kept, once (kept once), out."""

    title: str
    times: int
    fate: str
    examples: list[str]


class Sums(NamedTuple):
    """How the entries add up: `entries` are `words`, those left out, and those that were there before (kept once)."""

    entries: int
    words: int
    left_out: int
    once: int


def sums(report: dict[str, Any]) -> Sums:
    """The account of a report."""
    once = sum(report["noticed"].get(reason, 0) for reason in ONCE)
    return Sums(report["entries"], report["words"], sum(report["left_out"].values()), once)


def stopped(place: Place | None) -> str:
    """Where a reading was stopped, and what of it is kept (None: nothing yet)."""
    if place is None:
        return _("Stopped near the start; no edition was touched.")
    facts = {name: f"{value:,}" for name, value in place._asdict().items()}
    if not place.lines:
        return (
            _("Stopped at line %(line)s: %(entries)s entries are read and kept. No edition was touched.")
            % facts
        )
    sentence = _(
        "Stopped at line %(line)s of %(lines)s: %(entries)s entries are read and kept. No edition was touched."
    )
    return sentence % facts


def unmade(report: dict[str, Any]) -> str:
    """What a dictionary lost that came without its affix file; "" where nothing is missing."""
    count = report.get("unmade", 0)
    if not count:
        return ""
    sentence = ngettext(
        "This dictionary came without its .aff file: %(n)s word has flags, and its forms are missing. Send the list again "
        "together with the .aff, or in one zip with it; go on only if the words as they stand are all you want.",
        "This dictionary came without its .aff file: %(n)s words have flags, and their forms are missing. Send the list "
        "again together with the .aff, or in one zip with it; go on only if the words as they stand are all you want.",
        count,
    )
    return sentence % {"n": f"{count:,}"}


def groups(report: dict[str, Any]) -> list[Group]:
    """What was left out and what was noticed, the most first, with some examples."""
    titles = reason_titles()
    return [
        Group(titles.get(reason, reason), count, _fate(reason, kept), report["examples"].get(reason, []))
        for kept, counts in ((False, report.get("left_out", {})), (True, report.get("noticed", {})))
        for reason, count in sorted(counts.items(), key=lambda item: -item[1])
    ]


def _fate(reason: str, kept: bool) -> str:
    return ("once" if reason in ONCE else "kept") if kept else "out"


def fate_words() -> dict[str, str]:
    """What becomes of entries, in words."""
    return {"kept": _("kept"), "once": _("kept once"), "out": _("left out")}


def reason_titles() -> dict[str, str]:
    """Each reason in words."""
    return {
        "proper": _("proper nouns (a capital)"), "hyphen": _("with a hyphen"), "apostrophe": _("with an apostrophe"),
        "digits": _("with digits"), "phrase": _("several words"), "affix": _("affixes (a hyphen at the end)"),
        "signs": _("other signs"), "foreign": _("letters of another alphabet"),
        "long": _("longer than 60 letters"), "broken": _("broken characters"),
        "duplicate": _("written more than once"), "collision": _("made alike by hyphens taken off"),
        "no_tile": _("with a letter that has no tile"), "unplayable": _("nobody can lay them with this set"),
        "linker": _("linker forms whose base is listed"),
    }  # fmt: skip
