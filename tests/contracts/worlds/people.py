"""Links, helpers and keys of an event."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tdapp.api.commands import create_token
from tdapp.api.models import ApiToken, Webhook, WebhookMessage
from tdapp.events.members.commands import members
from tdapp.events.models import JoinLink
from tdapp.kernel import clock
from tests import factories as f
from tests.contracts.worlds.here import World

PIN = "471193"


def invited(here: World) -> None:
    director = f.acting(here.who("director"), here.event)
    link = JoinLink.objects.get(pk=members.invite(director, here.event, role="clerk")["id"])
    other = f.member(here.event, "viewer", f"other-{here.event.slug}")
    helper = f.member(here.event, "clerk", f"helper-{here.event.slug}")
    f.pin(helper, here.event, PIN)
    outsider = f.user(f"outsider-{here.event.slug}")
    here.facts |= {
        "link": link, "token": members.token_of(link), "member": other.memberships.get(), "other": other,
        "helper": helper,
        "outsider": outsider,
    }  # fmt: skip


def tokens(here: World) -> None:
    director = f.acting(here.who("director"), here.event)
    made = create_token(director, here.event, label="screen", roles=["viewer"])
    here.facts["api_token"] = ApiToken.objects.get(pk=made["id"])
    who, how = here.who("organiser"), {"expires_at": clock.now() + timedelta(days=7), "scopes": ["read"]}
    club = here.facts["home"].club
    here.facts["wide_token"] = _row("wide", here, user=who, **how)
    here.facts["club_token"] = _row("club", here, user=who, club=club, **how)
    here.facts |= webhooks(who)


def webhooks(who: Any) -> dict[str, Any]:
    """A webhook of the installation that was told of one thing."""
    row = Webhook.objects.create(
        user=who,
        name="app",
        address="https://example.org/told",
        topics=["results"],
    )
    body = {"kind": "result.enter", "title": "result entered", "at": "2026-08-01T09:30:00+08:00"}
    message = WebhookMessage.objects.create(webhook=row, intent="result.enter", body=body, status="done")
    return {"webhook": row, "webhook_message": message}


def _row(name: str, here: World, **values: Any) -> ApiToken:
    """A key beyond one event, which nobody holds: only what is shown and revoked of it matters here."""
    return ApiToken.objects.create(
        label=name, prefix="td_none", token_hash=f"{name}-{here.event.slug}", **values
    )
