"""The fence: an event that another laptop took over is not written to here, by whatever door.

It is asked inside the transaction, with the scope's turn taken: a write either came before the fence, and is in what
the other side is shown, or it is refused.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from tdapp.kernel.audit import lock
from tdapp.kernel.models import AuditHead
from tdapp.kernel.refusals import Fenced


def check(head: AuditHead) -> None:
    """Refuse (Fenced) when another installation runs this scope."""
    if head.fenced:
        raise Fenced("fenced", sentence(head.fenced), **head.fenced)


def sentence(told: dict[str, Any]) -> str:
    """Who runs it now, as the refusals say it."""
    facts = _runner(told)
    if facts["address"]:
        return _("Nothing was saved: %(name)s runs this event now, at %(address)s. Work there.") % facts
    return _("Nothing was saved: %(name)s runs this event now. Work there.") % facts


def standing(told: dict[str, Any]) -> str:
    """The same on top of every page, where nobody has tried to write yet."""
    facts = _runner(told)
    if facts["address"]:
        return _("%(name)s runs this event now, at %(address)s. Work there: nothing is written here.") % facts
    return _("%(name)s runs this event now. Work there: nothing is written here.") % facts


def _runner(told: dict[str, Any]) -> dict[str, str]:
    return {"name": told.get("name") or _("another laptop"), "address": told.get("address", "")}


def order(term: int, holder: str) -> tuple[int, str]:
    """Which of two takings over counts: the later term; of two from the same copy the one whose name sorts last, so that
    both sides decide alike.
    """
    return term, holder


def raise_fence(scope: str, told: dict[str, Any]) -> AuditHead:
    """Put the fence up, inside a transaction; `told` has term, holder, name, address and at. An older one changes nothing."""
    head = lock(scope)
    known = head.fenced or {"term": head.term, "holder": head.holder}
    if order(told["term"], told["holder"]) <= order(known["term"], known["holder"]):
        return head
    head.fenced = told
    head.save(update_fields=["fenced"])
    return head


def begin_term(scope: str, term: int, holder: str) -> AuditHead:
    """This installation runs the scope from now on, in this term; a fence that stood here is gone."""
    head = lock(scope)
    head.term, head.holder, head.fenced = term, holder, None
    head.save(update_fields=["term", "holder", "fenced"])
    return head


def state(scope: str) -> AuditHead:
    """Term and fence of a scope as they stand; an unsaved row before its first write."""
    return AuditHead.objects.filter(scope=scope).first() or AuditHead(scope=scope)
