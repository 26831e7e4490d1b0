"""A hall with people of every role, and how a program speaks to it."""

from __future__ import annotations

import json
from typing import Any

from django.test import Client

from tdapp.api.commands import create_token, token_of
from tdapp.api.models import ApiToken
from tdapp.events.models import Event
from tdapp.kernel.permissions import EVENT_ROLES
from tests import factories as f
from tests.kept import stocked

ROLES = EVENT_ROLES


@stocked
def hall(players: int = 8, **values: Any) -> f.Hall:
    """One division, round 1 played, round 2 open, round 3 not published."""
    return f.hall(players, rounds=2, played=1, **values)


def base(here: f.Hall) -> str:
    return f"/api/v1/events/{here.event.slug}"


def table(here: f.Hall, number: int = 1, round_number: int = 2) -> str:
    return f"{base(here)}/divisions/{here.division.slug}/rounds/{round_number}/tables/{number}"


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def token(at: Event, by: Any, *roles: str, **values: Any) -> str:
    """A working token in these roles, made by a director."""
    told = create_token(f.acting(by, at), at, label="scoreboard", roles=roles or ("clerk",), **values)
    return token_of(ApiToken.objects.get(pk=told["id"]))


def program(secret: str) -> Client:
    return Client(headers={"authorization": f"Bearer {secret}"})


def post(client: Client, address: str, body: Any = None, **headers: str) -> Any:
    """POST JSON; bytes go as they are."""
    data = body if isinstance(body, bytes) else json.dumps({} if body is None else body)
    return client.post(address, data, content_type="application/json", headers=headers)
