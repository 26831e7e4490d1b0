"""Every command's door: who gets in, what is behind it, and that nothing sent to it breaks anything."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from jsonschema import Draft202012Validator

from tdapp.api.commands import create_club_token, token_of
from tdapp.api.doors import operations, which
from tdapp.api.doors.answers import ANSWERS, MEANS
from tdapp.api.models import ApiToken
from tdapp.api.scopes import SCOPES
from tdapp.kernel import jobs
from tdapp.kernel.commands import REGISTRY
from tdapp.kernel.models import Job
from tdapp.kernel.permissions import EVERYTHING, LOOK
from tdapp.people import officers
from tests import factories as f
from tests.api.checked import document
from tests.api.hall import base, hall, post, program, token
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
        (f"{at}/divisions/open/commands/division.rules", {"values": {"\x00": "1"}}, 400, "invalid"),
    )  # fmt: skip
    for where, body, status, code in asked:
        answer = post(client, where, body)
        assert (where, answer.status_code, answer.json()["code"]) == (where, status, code)
    said = operations.table()[0]["division.rules"].takes["values"].schema
    assert not Draft202012Validator(said).is_valid({"\x00": "1"})
    # A header that is no ETag is told so, also where the body says what was seen.
    for header in ("R", "", "0.5", '"\u00b2"', "{}"):
        answer = post(client, frames, {"websites": "", "seen": 1}, **{"if-match": header})
        assert (header, answer.status_code) == (header, 400)


def _status(client: Client, where: str) -> int:
    return client.post(where, b"{}", content_type="application/json").status_code
