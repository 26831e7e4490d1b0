"""What printed certificates say that is no longer final: which ones of a file, and of one of them what has changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from core import canonical
from tdapp.desk.models import Certificate
from tdapp.events.models import Event
from tdapp.kernel.models import Job
from tdapp.publishing.certificates import facts
from tdapp.publishing.certificates.facts import Data, Key, key_of, owners


def wording(says: Mapping[str, Any]) -> Data:
    """What a certificate says to whoever reads it: without the number of the final version it was made from."""
    plain: Data = canonical.plain({name: value for name, value in says.items() if name != "version"})
    return plain


def now(event: Event) -> dict[Key, Data]:
    """What every certificate of an event would say if it were made now, by whose it is."""
    return {one.key: wording(one.says) for one in owners(event)}


def says_so(row: Certificate, known: Mapping[Key, Data]) -> bool:
    """Whether what it says is final still."""
    return known.get(key_of(row.entrant_id, row.school, row.says)) == wording(row.says)


def of_jobs(event: Event, jobs: Iterable[Job]) -> dict[Any, int]:
    """How many certificates of each file say what is no longer final, by the job's id; files that are right are not in it."""
    rows = list(jobs)
    wanted = {pk for job in rows for pk in job.params["ids"]}
    if not wanted:
        return {}
    known = now(event)
    printed = Certificate.objects.filter(event=event, pk__in=wanted)
    old = {str(row.pk) for row in printed if not says_so(row, known)}
    found = {job.pk: sum(pk in old for pk in job.params["ids"]) for job in rows}
    return {pk: count for pk, count in found.items() if count}


def changes(row: Certificate, new: Data | None) -> list[str]:
    """What a certificate says otherwise than what is final now, one sentence each."""
    if new is None:
        return [_("It is no longer given.")]
    old = wording(row.says)
    return [*_places(old, new), *_titles(old, new)]


def _places(old: Data, new: Data) -> Iterable[str]:
    pairs = [(part(old), part(new)) for part in (facts.place_of, facts.record_of)]
    for before, after in pairs:
        if before != after:
            facts_ = {"before": before or _("no place"), "after": after or _("no place")}
            yield _("It was printed with %(before)s; now it is %(after)s.") % facts_


def _titles(old: Data, new: Data) -> Iterable[str]:
    before, after = facts.titles_of(old), facts.titles_of(new)
    for one in before:
        if one not in after:
            yield _("No longer: %(title)s.") % {"title": one}
    for one in after:
        if one not in before:
            yield _("New: %(title)s.") % {"title": one}
