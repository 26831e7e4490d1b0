"""Tokens: shown once, kept as a hash, of one event, ended by expiry, revocation or their maker's leaving."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from tdapp.api.models import ApiToken
from tdapp.events.models import Membership
from tdapp.kernel import clock
from tdapp.kernel.models import AuditEntry
from tests import factories as f
from tests.api.hall import base, hall, post, program, signed_in, token
from tests.kept import first

pytestmark = pytest.mark.django_db
whole, ready = first(hall)


def test_a_token_is_shown_once_and_stored_as_a_hash() -> None:
    here = hall()
    client = signed_in(here.director)
    made = post(client, f"{base(here)}/tokens", {"label": "wall", "roles": ["viewer"]}).json()
    secret = made["token"]
    assert secret.startswith("td_")
    assert len(secret) >= 46
    assert secret not in client.get(f"{base(here)}/tokens").content.decode()
    with connection.cursor() as cursor:
        for model in (ApiToken, AuditEntry):
            cursor.execute(f"SELECT * FROM {model._meta.db_table}")
            assert secret not in repr(cursor.fetchall())
    assert program(secret).get(base(here)).status_code == 200


def test_a_token_acts_in_its_own_roles_whatever_its_maker_is() -> None:
    here = hall()
    told = program(token(here.event, here.director, "viewer")).get(base(here)).json()
    assert told["roles"] == ["viewer"]


def test_a_revoked_token_stops_at_once() -> None:
    here = hall()
    client, secret = signed_in(here.director), token(here.event, here.director)
    row = ApiToken.objects.get()
    assert client.delete(f"{base(here)}/tokens/{row.pk}").json() == {"id": str(row.pk), "revoked": True}
    answer = program(secret).get(base(here))
    assert (answer.status_code, answer["Content-Type"]) == (401, "application/problem+json")
    assert answer["WWW-Authenticate"].startswith("Bearer")


def test_no_token_of_an_older_secret_of_the_installation_opens_anything(settings: Any) -> None:
    here = hall()
    secret = token(here.event, here.director)
    assert program(secret).get(base(here)).status_code == 200
    settings.SECRET_KEY = "another one, chosen after a stranger may have seen the first"
    assert program(secret).get(base(here)).status_code == 401


def test_a_token_ends_with_its_term() -> None:
    here = hall()
    secret = token(here.event, here.director, "viewer", days=1)
    with clock.at(clock.now() + timedelta(hours=23)):
        assert program(secret).get(base(here)).status_code == 200
    with clock.at(clock.now() + timedelta(hours=25)):
        assert program(secret).get(base(here)).status_code == 401


@pytest.mark.parametrize("fate", ["role taken", "switched off"])
def test_a_token_falls_with_its_maker(fate: str) -> None:
    here = hall()
    secret = token(here.event, here.director)
    if fate == "role taken":
        Membership.objects.filter(user=here.director).update(role="viewer")
    else:
        here.director.is_active = False
        here.director.save()
    assert program(secret).get(base(here)).status_code == 401


def test_a_token_cannot_make_or_see_tokens() -> None:
    here = hall()
    client = program(token(here.event, here.director, "deputy"))
    for answer in (client.get(f"{base(here)}/tokens"), post(client, f"{base(here)}/tokens", {})):
        assert answer.json()["code"] == "not_authenticated"


@pytest.mark.parametrize(
    "body",
    [
        {"label": "x", "roles": ["director"]},
        {"label": "x", "roles": []},
        {"label": "x", "roles": ["king"]},
        {"label": " ", "roles": ["viewer"]},
        {"label": "x", "roles": ["viewer"], "days": 0},
        {"label": "x", "roles": ["viewer"], "days": 10**12},
        {"roles": ["viewer"]},
    ],
)
def test_what_a_token_cannot_be_is_said(body: dict[str, object]) -> None:
    here = hall()
    answer = post(signed_in(here.director), f"{base(here)}/tokens", body)
    assert answer.status_code in (400, 422)
    assert answer.json()["sentences"]
    assert not ApiToken.objects.exists()


@pytest.mark.parametrize("secret", ["", "td_", "td_" + "a" * 43, "x" * 10_000, "td_ñ"])
def test_what_is_no_token_opens_nothing(secret: str) -> None:
    here = hall()
    assert program(secret.encode().decode("latin-1")).get(base(here)).status_code == 401


def test_using_a_token_is_noted_at_most_once_a_minute() -> None:
    here = hall()
    secret, begin = token(here.event, here.director, "viewer"), clock.now()
    for seconds in (0, 30, 70):
        with clock.at(begin + timedelta(seconds=seconds)):
            program(secret).get(base(here))
    assert ApiToken.objects.get().last_used_at == begin + timedelta(seconds=70)


def test_strangers_are_slowed_down_by_address_and_callers_by_token() -> None:
    here = hall()
    secret = token(here.event, here.director, "viewer")
    with clock.at(clock.now()):
        answers = [program("td_wrong").get(base(here)).status_code for _ in range(61)]
    assert answers.count(401) == 60
    assert answers[-1] == 429
    assert program(secret).get(base(here)).status_code == 200


def test_too_many_requests_say_when_to_come_back() -> None:
    here = hall()
    client = program("td_wrong")
    with clock.at(clock.now()):
        answer = [client.get(base(here)) for _ in range(61)][-1]
    assert int(answer["Retry-After"]) > 0
    assert answer.json()["code"] == "throttled"


def test_making_and_revoking_is_in_the_log() -> None:
    here = hall()
    token(here.event, here.director)
    signed_in(here.director).delete(f"{base(here)}/tokens/{ApiToken.objects.get().pk}")
    intents = AuditEntry.objects.filter(scope=here.event.scope_key, intent__startswith="token.").order_by(
        "number"
    )
    assert list(intents.values_list("intent", flat=True)) == ["token.create", "token.revoke"]
    assert f.Event.objects.count() == 1
