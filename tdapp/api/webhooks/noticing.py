"""What happened since a webhook was last looked at, found in the log as a website to be sent is (ADR 24): by looking, not by
hooks in every command. The numbers of a log have no gap and no order but one, so nothing is missed and nothing told twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.db import transaction

from tdapp.api.models import Webhook, WebhookMessage
from tdapp.api.webhooks import outcomes, reach, telling, topics
from tdapp.events.day import notices
from tdapp.events.models import Event
from tdapp.kernel import clock
from tdapp.kernel.models import AuditEntry, AuditHead
from tdapp.people.models import ClubHome

KEPT = timedelta(days=30)
# So many entries of a log at a time, and so many messages waiting: what is beyond stays in the log and comes later.
MOST_AT_ONCE, MOST_WAITING = 200, 2000
Heads = dict[str, int]


def tick() -> int:
    """Make messages of what happened; how many. A handful of queries when nothing did."""
    return sum(_noticed(row, behind) for row, behind in _behind())


def heads_of(scopes: set[str]) -> Heads:
    """The number of the newest entry of each log."""
    return dict(AuditHead.objects.filter(scope__in=scopes).values_list("scope", "number"))


def _behind() -> Iterator[tuple[Webhook, Heads]]:
    """The webhooks some of whose logs went on, with the heads of those logs."""
    rows = list(Webhook.objects.filter(off_at=None))
    scopes = {row.pk: reach.scopes_of(row) if row.event_id is None else {row.scope_key} for row in rows}
    heads = heads_of(set().union(*scopes.values())) if rows else {}
    for row in rows:
        behind = {s: heads[s] for s in scopes[row.pk] & heads.keys() if heads[s] > row.seen.get(s, 0)}
        if behind:
            yield row, behind


def _noticed(seen: Webhook, behind: Heads) -> int:
    """The messages of one webhook, made once however many look."""
    with transaction.atomic():
        rows = Webhook.objects.select_for_update(of=("self",)).select_related("event", "club__home", "user")
        row = rows.filter(pk=seen.pk, off_at=None).first()
        if row is None:
            return 0
        if not reach.is_trusted(row):
            outcomes.turn_off(row, {"code": "nobodys", "facts": {}})
            return 0
        WebhookMessage.objects.filter(webhook=row, made_at__lt=clock.now() - KEPT).delete()
        made: list[WebhookMessage] = []
        waiting = row.messages.filter(status=WebhookMessage.Status.WAITING).count()
        for scope, head in sorted(behind.items()):
            if waiting + len(made) >= MOST_WAITING:
                break
            made += _of_scope(row, scope, head)
        WebhookMessage.objects.bulk_create(made)
        Webhook.objects.filter(pk=row.pk).update(seen=row.seen)
        return len(made)


def _of_scope(row: Webhook, scope: str, head: int) -> list[WebhookMessage]:
    """What is to be told of one log; notes in the row how far it was looked at."""
    entries = AuditEntry.objects.filter(
        scope=scope, number__gt=row.seen.get(scope, 0), number__lte=head, refused="",
        intent__in=topics.intents(row.topics),
    )  # fmt: skip
    if scope not in row.seen:
        entries = entries.filter(at__gte=row.made_at)
    found = list(entries.order_by("number")[:MOST_AT_ONCE])
    row.seen[scope] = found[-1].number if len(found) == MOST_AT_ONCE else head
    event, club = _place(scope)
    if event is not None and notices.is_rehearsal(event):
        return []
    return [
        WebhookMessage(webhook=row, scope=scope, number=entry.number, intent=entry.intent, body=body)
        for entry, body in zip(found, telling.bodies(found, event, club), strict=True)
    ]


def _place(scope: str) -> tuple[Event | None, ClubHome | None]:
    kind, _colon, key = scope.partition(":")
    if kind == "event":
        return Event.objects.filter(pk=key).first(), None
    return None, ClubHome.objects.filter(club_id=key).first() if kind == "club" else None


def up_to_now(row: Webhook) -> dict[str, Any]:
    """What a new webhook has seen: everything there is, so that it is told of what comes."""
    return dict(heads_of(reach.scopes_of(row)))
