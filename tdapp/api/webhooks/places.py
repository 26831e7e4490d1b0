"""Where a webhook has its address in the API: at its id, wherever it belongs; who may not see it there meets none."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from tdapp.api.access import at_club, at_event, at_installation
from tdapp.api.models import Webhook, WebhookMessage
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find


def webhook_at(request: Request, needs: str, pk: Any) -> tuple[Context, Webhook]:
    """The caller's context where a webhook belongs, and the webhook; Missing, or NotAllowed without `needs`."""
    row = find(Webhook.objects.select_related("event", "club__home", "user"), pk=pk)
    if row.event is not None:
        return at_event(request, row.event.slug, needs)[0], row
    if row.club is not None:
        return at_club(request, row.club.home.slug, needs)[0], row
    return at_installation(request, needs), row


def message_at(request: Request, needs: str, pk: Any, message: Any) -> tuple[Context, WebhookMessage]:
    """The same for one of its messages."""
    ctx, row = webhook_at(request, needs, pk)
    return ctx, find(WebhookMessage.objects.select_related("webhook"), webhook=row, pk=message)
