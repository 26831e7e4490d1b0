"""Hold a log against heads that were printed: is what came before them still what it was?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tdapp.kernel.log import heads
from tdapp.kernel.log.heads import Head
from tdapp.kernel.models import AuditEntry


@dataclass(frozen=True, slots=True)
class Held:
    """One printed head and what the log says to it."""

    head: str
    matches: bool
    sentence: str


def hold(scope: str, typed: Sequence[str]) -> list[Held]:
    """Each head against the log, by number; a typing mistake is refused (see `heads.read`)."""
    asked = sorted({heads.read(one) for one in typed}, key=lambda head: head.number)
    rows = AuditEntry.objects.filter(scope=scope)
    chained = dict(rows.filter(number__in=[h.number for h in asked]).values_list("number", "chained"))
    last = rows.order_by("-number").values_list("number", flat=True).first() or 0
    found, good = [], 0
    for head in asked:
        fits = head.number in chained and head.fits(chained[head.number])
        good = head.number if fits else good
        found.append(Held(heads.of(head), fits, _sentence(head, fits, good, last)))
    return found


def _sentence(head: Head, fits: bool, good: int, last: int) -> str:
    facts = {"n": head.number, "good": good, "last": last, "from": good + 1}
    if fits:
        return _("The log up to entry %(n)s is the one that was printed.") % facts
    if head.number > last:
        sentence = _(
            "The print knows entry %(n)s, but this log ends at entry %(last)s: its end was cut off, "
            "or the print is of another log."
        )
        return sentence % facts
    sentence = _(
        "Entry %(n)s is not the one that was printed: the log was written anew somewhere from entry %(from)s to %(n)s, "
        "or the print is of another log."
    )
    return sentence % facts
