"""The chain of a log: what each entry commits to, and what of it does not hold.

Entries of version 1 (before logs bore witness to rows) are read by the rule they were written by; a version never goes
back within a log.
"""

from __future__ import annotations

import hashlib
import operator
from collections.abc import Iterator
from datetime import UTC
from typing import Any

from django.utils.translation import gettext as _

from core import canonical
from tdapp.kernel.log import still
from tdapp.kernel.models import AuditEntry, AuditHead

OLD, VERSION = 1, 2
# Entries read at a time: one that took over an event whole holds megabytes.
AT_A_TIME = 100
ERASE, ERASED = "log.erase", "erased"
CONTENTS, NAME = "contents", "name"
Erased = dict[str, frozenset[int]]


def commitment(salt: str, payload: Any) -> str:
    """What the chain knows of contents: they can be erased without breaking the chain."""
    return hashlib.sha256((salt + canonical.dumps(payload)).encode()).hexdigest()


def contents(entry: AuditEntry) -> Any:
    """What an entry's commitment is over: all of it that may name people."""
    if entry.version == OLD:
        return entry.payload
    return [entry.payload, entry.target, entry.reason]


def link(entry: AuditEntry) -> str:
    """The chain value of an entry: over its own facts and the value before it."""
    # A database hands times back in UTC, whatever zone they were written in.
    at = entry.at.astimezone(UTC).isoformat()
    facts = [entry.previous, entry.scope, entry.number, at, entry.actor, entry.via]
    if entry.version == OLD:
        return canonical.digest(
            [*facts, entry.intent, entry.target, entry.refused, entry.reason, entry.commitment]
        )
    subject = [entry.subject_kind, entry.subject_id]
    told = [entry.request_id, entry.intent, entry.refused, *subject, entry.commitment, entry.name_commitment]
    return canonical.digest([entry.version, *facts, *told, canonical.digest(entry.facts)])


def entries(scope: str, **where: Any) -> Iterator[AuditEntry]:
    """A scope's entries in their order, a few at a time."""
    rows = AuditEntry.objects.filter(scope=scope, **where).order_by("number")
    yield from rows.iterator(chunk_size=AT_A_TIME)


def erased(scope: str) -> Erased:
    """The entries whose erasure is written down, by what was erased of them."""
    rows = AuditEntry.objects.filter(scope=scope, intent=ERASE, refused="", version__gt=OLD)
    found: dict[str, set[int]] = {CONTENTS: set(), NAME: set()}
    for number, told in rows.values_list("number", "facts"):
        for what, numbers in found.items():
            numbers |= {one for one in (told or {}).get(ERASED, {}).get(what, []) if one < number}
    return {what: frozenset(numbers) for what, numbers in found.items()}


def broken(scope: str) -> list[str]:
    """One sentence for each place where the scope's chain does not hold; empty when it does. Others may write meanwhile."""
    return still.look(scope, lambda: _broken(scope), operator.not_)


def _broken(scope: str) -> list[str]:
    blank = erased(scope)
    faults, previous, number, version = [], "", 0, OLD
    for entry in entries(scope):
        faults += _follows(entry, previous, number, version) + _whole(entry, blank)
        previous, number, version = entry.chained, entry.number, max(version, entry.version)
    head = AuditHead.objects.filter(pk=scope).first()
    if (head.number, head.chained) != (number, previous) if head else number:
        written = head.number if head else 0
        facts = {"n": number, "m": written}
        faults.append(_("The log ends at entry %(n)s but %(m)s were written.") % facts)
    return faults


def _follows(entry: AuditEntry, previous: str, number: int, version: int) -> list[str]:
    facts, faults = {"n": entry.number, "m": number}, []
    if entry.number != number + 1 or entry.previous != previous:
        faults.append(_("Entry %(n)s does not follow entry %(m)s.") % facts)
    if entry.version < version or entry.version not in (OLD, VERSION):
        faults.append(_("Entry %(n)s says that it is older than the entries before it.") % facts)
    if entry.chained != link(entry):
        faults.append(_("Entry %(n)s was changed after it was written.") % facts)
    return faults


def _whole(entry: AuditEntry, blank: Erased) -> list[str]:
    """Contents and name of an entry are what it committed to, or blank with their erasure written down."""
    return _contents(entry, entry.number in blank[CONTENTS]) + _name(entry, entry.number in blank[NAME])


def _contents(entry: AuditEntry, gone: bool) -> list[str]:
    if commitment(entry.salt, contents(entry)) == entry.commitment:
        return []
    if entry.salt or entry.payload is not None or (entry.version > OLD and (entry.target or entry.reason)):
        sentence = _("The contents of entry %(n)s were changed after it was written.")
    elif gone:
        return []
    else:
        sentence = _("The contents of entry %(n)s are blank, and no entry says who erased them.")
    return [sentence % {"n": entry.number}]


def _name(entry: AuditEntry, gone: bool) -> list[str]:
    if entry.version == OLD or commitment(entry.name_salt, entry.actor_name) == entry.name_commitment:
        return []
    if entry.name_salt or entry.actor_name:
        sentence = _("The name in entry %(n)s was changed after it was written.")
    elif gone:
        return []
    else:
        sentence = _("The name in entry %(n)s is blank, and no entry says who erased it.")
    return [sentence % {"n": entry.number}]
