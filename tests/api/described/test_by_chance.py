"""What is sent to every operation by chance, at rows that exist: the sweep of every run, and its long form."""

from __future__ import annotations

import json
import random
from collections import Counter
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import transaction
from django.test import Client

from tdapp.api.scopes import SCOPES
from tdapp.kernel import clock
from tests.api import bodies
from tests.api.checked import document, faults_of
from tests.api.described.filling import Filling, body_at, said
from tests.api.described.small import stocked
from tests.api.hall import hall, program
from tests.api.test_doors import address
from tests.api.test_whole_event import everywhere

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "cases", [pytest.param(2, id="short"), pytest.param(60, marks=pytest.mark.soak, id="ten thousand")]
)
def test_whatever_is_sent_to_a_door_or_asked_of_a_list_is_answered_as_described(cases: int) -> None:
    """No 5xx, no status, kind or shape that the description does not say; what was done is taken back each time."""
    here = hall()
    rows = stocked(here)
    client = program(everywhere(here.director, *SCOPES))
    faults, told = [], Counter[int]()
    for seed in range(cases):
        filling = Filling(rows, seed)
        # A minute later, for so much is one key's a minute.
        with clock.at(clock.now() + timedelta(minutes=2 * seed)):
            for path, methods in document()["paths"].items():
                for method in methods if path.startswith("/api/v1/") else ():
                    spot, chance = filling.spot(path), random.Random(f"{seed} {method} {path}")
                    where = address(here, path) if spot is None else path.format(**said(spot[0]))
                    body = _body(filling, chance, method, path, spot)
                    faults += _sent(client, method, where + _asked(chance, method, path), body, told)
    assert "\n".join(faults) == ""
    # Rows are met, and a good part of what is asked for is done.
    assert sum(many for status, many in told.items() if status < 300) > 0.25 * told.total(), told


def _body(filling: Filling, chance: random.Random, method: str, path: str, spot: Any) -> Any:
    """A body by chance with what is there in it; None where none is sent."""
    content = document()["paths"][path][method].get("requestBody", {}).get("content", {})
    if "application/json" not in content:
        return None
    made = bodies.body(chance, body_at(path))
    return filling.body(path, made, spot or ({}, None)) if isinstance(made, dict) else made


def _asked(chance: random.Random, method: str, path: str) -> str:
    """Some of the parameters behind the address, by chance."""
    asked = {
        one["name"]: bodies.value(chance, one["schema"])
        for one in document()["paths"][path][method].get("parameters", ())
        if one["in"] == "query" and chance.random() < 0.5
    }
    return "?" + urlencode(asked) if asked else ""


def _sent(client: Client, method: str, where: str, body: Any, told: Counter[int]) -> list[str]:
    """One request: what its answer has that is not described."""
    data = json.dumps(body) if body is not None else ""
    with transaction.atomic():
        try:
            answer = client.generic(method.upper(), where, data, content_type="application/json")
        except Exception as error:
            return [f"{method} {where} {data[:300]}: {type(error).__name__}: {error}"]
        finally:
            transaction.set_rollback(True)
    told[answer.status_code] += 1
    content = b"" if answer.streaming else answer.content
    at = where.partition("?")[0]
    return faults_of(method, at, answer.status_code, answer.headers.get("Content-Type", ""), content)
