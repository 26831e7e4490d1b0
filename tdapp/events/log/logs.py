"""The logs that are of no event: which there are, and what each is of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Model, QuerySet
from django.utils.translation import gettext_lazy as _

from tdapp.events.titles import Title
from tdapp.kernel.context import INSTALLATION
from tdapp.kernel.models import AuditEntry, AuditHead
from tdapp.people.models import Club, RatingList

EVENTS = "event:"
# How a scope begins, and what its log is of.
KINDS: tuple[tuple[str, Title], ...] = (
    (INSTALLATION, _("the installation")),
    ("account:", _("an account")),
    ("club:", _("a club")),
    ("lexicon:", _("a word list")),
    (RatingList.SCOPE, _("a rating list")),
)
NAMED: dict[str, type[Model]] = {"club:": Club, RatingList.SCOPE: RatingList}


def beside_events() -> QuerySet[AuditEntry]:
    """Every entry of a log that is of no event."""
    scopes = AuditHead.objects.exclude(scope__startswith=EVENTS).values("scope")
    return AuditEntry.objects.filter(scope__in=scopes)


def name(lines: Iterable[dict[str, Any]]) -> None:
    """Say on each line what its log is of: `line["of"]`, a kind, and `line["name"]`, where it has one. Two queries."""
    rows = list(lines)
    named: dict[str, str] = {}
    for start, model in NAMED.items():
        scopes = [scope for line in rows if (scope := line["entry"].scope).startswith(start)]
        found = model._default_manager.filter(pk__in={scope.removeprefix(start) for scope in scopes})
        named |= {f"{start}{pk}": called for pk, called in found.values_list("pk", "name")}
    for line in rows:
        scope = line["entry"].scope
        line["of"] = next((title for start, title in KINDS if scope.startswith(start)), scope)
        line["name"] = named.get(scope, "")
