"""Every command's door: who gets in, what is behind it, and that nothing sent to it breaks anything."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

import pytest
from django.db import transaction
from django.test import Client

from tdapp.api.commands import create_club_token, token_of
from tdapp.api.doors import operations, which
from tdapp.api.doors.answers import ANSWERS, MEANS
from tdapp.api.models import ApiToken
from tdapp.api.scopes import SCOPES
from tdapp.kernel import clock, jobs
from tdapp.kernel.commands import REGISTRY
from tdapp.kernel.models import Job
from tdapp.kernel.permissions import EVERYTHING, LOOK
from tdapp.people import officers
from tests import factories as f
from tests.api import bodies
from tests.api.checked import document, faults_of
from tests.api.hall import base, hall, post, program, token
from tests.api.test_whole_event import everywhere
from tests.kept import first

pytestmark = pytest.mark.django_db
whole, ready = first(hall)
NOBODYS = UUID("00000000-0000-4000-8000-000000000000")
# What the issue of the whole API names, by hand: a command that lost its door is missed here.
NAMED = """
event.create event.edit division.add division.edit roster.preview roster.examine roster.apply entrant.add
entrant.check_in entrant.check_in_together division.absent round.draft round.edit round.repair division.wishes
round.publish round.recall table.as_played result.enter result.confirm result.correct result.undo round.close
round.reopen round.show standings.release entrant.withdraw entrant.rejoin division.finalise prize.add prize.edit
prize.order prize.remove challenge.call ruling.make ruling.table incident.report incident.decide incident.appeal
sheet.upload sheet.write sheet.finish clock.start clock.pause clock.call clock.extend announcement.post
announcement.take_down ratings.rate ratings.take_off ratings.create_list player.merge player.separate club.page
club.member_add club.member_edit club.season_add club.season_edit event.export event.import event.import_archive
words.set_up
"""


def address(here: f.Hall, path: str) -> str:
    """An address of the description at a hall; ids are nobody's."""
    values = {
        "event": here.event.slug, "division": here.division.slug, "number": 2, "table": 1, "entrant": 1, "sheet": 1,
        "slug": "none", "player": "none", "club": "none",
    }  # fmt: skip
    return re.sub(r"\{(\w+)\}", lambda one: str(values.get(one[1], NOBODYS)), path)


def doors(here: f.Hall) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Each command's intent, its address at a hall, and what the description says of it."""
    for path, methods in document()["paths"].items():
        if "/commands/" in path:
            yield path.rpartition("/")[2], address(here, path), methods["post"]


def test_every_command_has_a_door_or_a_reason_and_every_permission_a_scope_or_none() -> None:
    found, none = operations.table()
    assert found.keys() | none.keys() == REGISTRY.keys()
    assert [intent for intent in NAMED.split() if intent not in found] == []
    assert [
        intent for intent in (*which.OWN_STEPS, *which.NOT_SAID, *which.OPEN) if intent not in REGISTRY
    ] == []
    assert {doors["post"]["operationId"] for path, doors in document()["paths"].items() if "/commands/" in path} == {
        one.id for one in found.values()
    }  # fmt: skip
    assert {intent for intent, one in found.items() if one.place.of is Job} == which.JOB_KINDS.keys()
    assert {kind for kinds in which.JOB_KINDS.values() for kind in kinds} <= jobs._kinds.keys()
    # What each answers is typed: an entry of a command that is gone, and a name that means nothing, are missed here.
    assert ANSWERS.keys() - found.keys() == set()
    assert {name for names in ANSWERS.values() for name in names} - MEANS.keys() == set()
    scoped = [name for names in SCOPES.values() for name in names]
    assert len(scoped) == len(set(scoped))
    assert set(scoped) <= EVERYTHING
    assert {one.needs for one in found.values()} <= set(scoped)
    shut = {name for name in which.AT_THE_DESK if name not in scoped}
    assert shut == which.AT_THE_DESK.keys() - {"installation.people"}


def test_a_door_opens_to_who_may_carry_its_command_out_and_to_nobody_else() -> None:
    """A role that may not: 403. A scope that does not reach it: 403. Another event's or club's: 404. Nobody: 401."""
    here, there = hall(), f.hall(2)
    home = f.club()
    officer = f.officer(home)
    looks = program(token(here.event, here.director, "viewer"))
    limited = program(token(here.event, here.director, "deputy", scopes=["read"]))
    foreign = program(token(there.event, there.director, "deputy"))
    ctx = officers.club_context(officer, home, "web")
    told = create_club_token(ctx, home, label="seasons", scopes=list(SCOPES))
    club = program(token_of(ApiToken.objects.get(pk=told["id"])))
    who = {"looks": looks, "limited": limited, "foreign": foreign, "club": club, "nobody": Client()}
    for intent, where, _said in doors(here):
        asked = {name: _status(client, where) for name, client in who.items()}
        if "/events/" in where:
            wanted = {"looks": 403, "limited": 403, "foreign": 404, "club": 404}
        elif "/clubs/" in where or "/webhooks/" in where:
            wanted = dict.fromkeys(("looks", "limited", "foreign", "club"), 404)
        else:
            wanted = dict.fromkeys(("looks", "limited", "foreign", "club"), 403)
        if operations.table()[0][intent].needs in LOOK and "/events/" in where:
            wanted |= {"looks": asked["looks"], "limited": asked["limited"]}
            assert {401, 403} & {asked["looks"], asked["limited"]} == set()
        assert asked.pop("nobody") in (401, 429), intent
        assert (intent, asked) == (intent, wanted)


def test_a_write_that_saw_nothing_is_428_and_one_that_names_nothing_that_is_there_422() -> None:
    """400 is for what is not as the description says."""
    here = hall()
    client, at = program(token(here.event, here.director, "deputy")), base(here)
    frames, move = f"{at}/commands/event.frames", f"{at}/divisions/open/entrants/1/commands/entrant.move"
    asked = (
        (frames, {"websites": ""}, 428, "nothing-seen"), (frames, {"seen": 1}, 400, "invalid"),
        (move, {"to": "nowhere"}, 422, "invalid"), (move, {"to": 7}, 400, "invalid"),
    )  # fmt: skip
    for where, body, status, code in asked:
        answer = post(client, where, body)
        assert (where, answer.status_code, answer.json()["code"]) == (where, status, code)


def _status(client: Client, where: str) -> int:
    return client.post(where, b"{}", content_type="application/json").status_code


@pytest.mark.parametrize(
    "cases", [pytest.param(2, id="short"), pytest.param(60, marks=pytest.mark.soak, id="ten thousand")]
)
def test_whatever_is_sent_to_a_door_or_asked_of_a_list_is_answered_as_described(cases: int) -> None:
    """No 5xx, no status, kind or shape that the description does not say; what was done is taken back each time."""
    here = hall()
    here.director.operator = True
    here.director.save()
    client = program(everywhere(here.director, *SCOPES))
    faults = []
    for seed in range(cases):
        # A minute later, for so much is one key's a minute.
        with clock.at(clock.now() + timedelta(minutes=2 * seed)):
            for path, methods in document()["paths"].items():
                for method, said in methods.items() if path.startswith("/api/v1/") else ():
                    chance = random.Random(f"{seed} {method} {path}")
                    faults += _sent(client, chance, method, address(here, path), said)
    assert "\n".join(faults) == ""


def _sent(client: Client, chance: random.Random, method: str, where: str, said: dict[str, Any]) -> list[str]:
    """One request by chance: what its answer has that is not described."""
    content = said.get("requestBody", {}).get("content", {}).get("application/json", {})
    schema = content.get("schema", {})
    if "$ref" in schema:
        schema = document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    body = bodies.body(chance, schema) if content else None
    asked = {
        one["name"]: bodies.value(chance, one["schema"])
        for one in said.get("parameters", ())
        if one["in"] == "query" and chance.random() < 0.5
    }
    with transaction.atomic():
        try:
            answer = client.generic(
                method.upper(), where + ("?" + urlencode(asked) if asked else ""),
                json.dumps(body) if body is not None else "", content_type="application/json",
            )  # fmt: skip
        except Exception as error:
            return [f"{method} {where} {json.dumps(body)[:300]}: {type(error).__name__}: {error}"]
        finally:
            transaction.set_rollback(True)
    content_ = b"" if answer.streaming else answer.content
    return faults_of(method, where, answer.status_code, answer.headers.get("Content-Type", ""), content_)
