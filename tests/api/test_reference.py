"""The API to read: every door of the description, in both languages, made once."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from tdapp.api.doors import operations
from tdapp.api.reference import pages, reading, words
from tdapp.api.scopes import SCOPES
from tests import factories as f
from tests.api.checked import document
from tests.api.hall import signed_in
from tests.contracts.matrix import MATRIX
from tests.contracts.matrix.row import MEMBER

pytestmark = pytest.mark.django_db
BY_TITLE = re.compile(r"<h2>([^<]+)</h2>")


def _read(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.headers)
    return answer.content.decode()


def test_every_door_stands_in_a_room_with_its_need_its_body_and_its_answer_in_both_languages() -> None:
    client = signed_in(f.user())
    said: dict[str, set[str]] = {}
    for language in ("en", "fil"):
        client.cookies["django_language"] = language
        index = _read(client, "/api/docs/")
        texts = {slug: _read(client, f"/api/docs/{slug}/") for _tag, slug, _title in words.ROOMS}
        said[language] = {title for text in texts.values() for title in BY_TITLE.findall(text)}
        for methods in document()["paths"].values():
            for operation in methods.values():
                name = operation["operationId"]
                homes = [slug for slug, text in texts.items() if f'id="{name}"' in text]
                assert len(homes) == 1, name
                assert f"/api/docs/{homes[0]}/#{name}" in index
        for text in (index, *texts.values()):
            assert '<script src="http' not in text
            assert "http://" not in text.replace("http://www.w3.org", "")
    # Each door has a title of its own in the second language.
    assert len(said["en"] & said["fil"]) < len(said["en"]) // 10, said["en"] & said["fil"]
    call = texts["tables"].partition('id="challenge_call"')[2].partition("</section>")[0]
    for told in ("challenge.call", "judging", "challengers", "QI", "Halimbawa", "Ang isinasagot nito"):
        assert told in call
    assert client.get("/api/docs/nowhere/").status_code == 404
    counts = []
    for _time in range(2):
        with CaptureQueriesContext(connection) as told_:
            client.get("/api/docs/events/")
        counts.append(len(told_))
    assert counts[0] == counts[1] <= 6
    with translation.override("fil"):
        assert pages.made() is pages.made()


def test_what_a_door_needs_is_what_the_matrix_asks_for() -> None:
    """Said by hand only of what is no command; `event.view` is what every role has."""
    asked = {name.removeprefix("api:"): row for name, row in MATRIX.items() if name.startswith("api:")}
    for room in reading.rooms(document()):
        for door in room.doors:
            command = operations.by_id().get(door.id)
            assert command is None or door.needs == command.needs
            assert not door.scope or door.needs in SCOPES[door.scope]
            if command is None and door.id in asked and door.id in words.NEEDS and "webhook" not in door.id:
                row = asked[door.id]
                wanted = row.look if door.method == "GET" else row.change
                wanted = "event.view" if wanted == MEMBER else wanted
                # Of several kinds of jobs each has its own; the first is told.
                assert wanted == door.needs or door.id == "jobs_wide", door.id
