"""What became of a list's entries, in words: the same on the page and on the command line."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils.translation import gettext as _

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
