"""Webhooks for programs: those of an event, a club or the installation, and what was sent."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from tdapp.api.access import at_club, at_event, at_installation
from tdapp.api.base import Endpoint
from tdapp.api.docs import paged
from tdapp.api.models import Webhook, WebhookMessage
from tdapp.api.shapes import shapes
from tdapp.api.webhooks import commands, outcomes
from tdapp.api.webhooks.places import webhook_at
from tdapp.api.webhooks.reach import NEEDS
from tdapp.api.webhooks.topics import TOPICS

ROWS = Webhook.objects.select_related("event", "club__home")


class WebhookShape(s.Serializer[object]):
    id = s.UUIDField()
    name = s.CharField()
    event = s.CharField(allow_null=True, help_text="short name; null: of a club or of the installation")
    club = s.CharField(allow_null=True)
    host = s.CharField(help_text="the address itself is shown nowhere again")
    topics = s.ListField(child=s.ChoiceField(choices=list(TOPICS)))
    on = s.BooleanField()
    made_at = s.DateTimeField()
    sent_at = s.DateTimeField(allow_null=True, help_text="when a message was last taken")
    next_at = s.DateTimeField(allow_null=True, help_text="when it is tried again")
    failures = s.IntegerField(help_text="tries in vain, in a row")
    fault = s.CharField(help_text="what went wrong last, as a sentence; empty: nothing")


class SubjectShape(s.Serializer[object]):
    kind = s.CharField()
    id = s.CharField()


class BodyShape(s.Serializer[object]):
    """What is sent of one thing that happened; a try-out has no more than the first three."""

    kind = s.CharField(help_text="what the command is called, as in the log: result.enter")
    title = s.CharField(help_text="the same in English words")
    at = s.DateTimeField()
    number = s.IntegerField(required=False, help_text="of the log it stands in; grows by time there")
    event = s.CharField(required=False, allow_null=True)
    club = s.CharField(required=False, allow_null=True)
    division = s.CharField(required=False, allow_null=True)
    round = s.IntegerField(required=False, allow_null=True)
    table = s.IntegerField(required=False, allow_null=True)
    entrant = s.IntegerField(required=False, allow_null=True, help_text="number in the division")
    subject = SubjectShape(required=False, allow_null=True)
    read = s.CharField(required=False, allow_null=True, help_text="the address of this API that tells more")


class MessageShape(s.Serializer[object]):
    id = s.UUIDField(help_text="the `webhook-id` it is sent under, each time the same")
    status = s.CharField(help_text="waiting, done or failed")
    tries = s.IntegerField()
    made_at = s.DateTimeField()
    tried_at = s.DateTimeField(allow_null=True)
    answer = s.CharField(help_text="what went wrong at the last try, as a sentence; empty: nothing")
    body = BodyShape()


def told(row: Webhook) -> dict[str, Any]:
    """A webhook as programs see it."""
    return {
        "id": row.pk, "name": row.name, "event": row.event.slug if row.event else None,
        "club": row.club.home.slug if row.club else None, "host": commands.host_of(row), "topics": row.topics,
        "on": row.off_at is None, "made_at": row.made_at, "sent_at": row.sent_at, "next_at": row.next_at,
        "failures": row.failures, "fault": outcomes.why_off(row) or outcomes.sentence(row.fault),
    }  # fmt: skip


def message(row: WebhookMessage) -> dict[str, Any]:
    """A message as programs see it."""
    return {
        "id": row.pk, "status": row.status, "tries": row.tries, "made_at": row.made_at, "tried_at": row.tried_at,
        "answer": outcomes.sentence(row.answer), "body": row.body,
    }  # fmt: skip


class OfEvent(Endpoint):
    @extend_schema(operation_id="webhooks", tags=["Webhooks"], **paged(WebhookShape))
    def get(self, request: Request, event: str) -> Response:
        """The webhooks of an event. Needs `webhook.edit`, as everything about them."""
        _ctx, row = at_event(request, event, NEEDS)
        return self.paged(ROWS.filter(event=row), ("name", "id"), told)


class OfClub(Endpoint):
    @extend_schema(operation_id="club_webhooks", tags=["Webhooks"], **paged(WebhookShape))
    def get(self, request: Request, club: str) -> Response:
        """The webhooks of a club."""
        _ctx, home = at_club(request, club, NEEDS)
        return self.paged(ROWS.filter(club=home.club_id), ("name", "id"), told)


class OfInstallation(Endpoint):
    @extend_schema(operation_id="wide_webhooks", tags=["Webhooks"], **paged(WebhookShape))
    def get(self, request: Request) -> Response:
        """The webhooks of the installation."""
        at_installation(request, NEEDS)
        return self.paged(ROWS.filter(event=None, club=None), ("name", "id"), told)


class One(Endpoint):
    @extend_schema(
        operation_id="webhook", tags=["Webhooks"], responses={200: WebhookShape, "4XX": shapes.Problem}
    )
    def get(self, request: Request, pk: UUID) -> Response:
        """One webhook."""
        _ctx, row = webhook_at(request, NEEDS, pk)
        return Response(told(row))


class Messages(Endpoint):
    @extend_schema(operation_id="webhook_messages", tags=["Webhooks"], **paged(MessageShape))
    def get(self, request: Request, pk: UUID) -> Response:
        """What a webhook was sent in the last 30 days, or will be; newest first."""
        _ctx, row = webhook_at(request, NEEDS, pk)
        return self.paged(row.messages.all(), ("-made_at", "id"), message)
