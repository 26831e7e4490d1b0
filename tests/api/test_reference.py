"""The API to read: every door of the description, in both languages, made once."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from tdapp.api.doors import operations
from tdapp.api.management.commands import api_texts
from tdapp.api.reference import pages, reading, serving, speaking, words
from tdapp.api.scopes import SCOPES
from tdapp.api.telling import sentences
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
    for told in ("challenge.call", "judging", "challengers", "BAGTING", "Halimbawa", "Ang isinasagot nito"):
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


def test_the_description_is_served_in_the_language_asked_for_and_made_once_a_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By its address, by the choice of the browser, by its wish; a program that wishes nothing gets English."""
    client, made = signed_in(f.user()), list[str]()
    monkeypatch.setattr(serving, "MADE", {})
    real = serving.document
    monkeypatch.setattr(serving, "document", lambda language: (made.append(language), real(language))[1])
    told = {
        how: client.get(f"/api/schema/{query}", headers={"accept": kind, **headers})
        for kind in ("application/vnd.oai.openapi+json",)
        for how, query, headers in (
            ("address", "?lang=fil", {}), ("cookie", "", {"cookie": f"{_cookie(client)}; django_language=fil"}),
            ("wish", "", {"accept-language": "fil,en;q=0.5"}), ("nothing", "", {}),
            ("over the wish", "?lang=en", {"accept-language": "fil"}),
        )
    }  # fmt: skip
    assert {how: answer.headers["Content-Language"] for how, answer in told.items()} == {
        "address": "fil", "cookie": "fil", "wish": "fil", "nothing": "en", "over the wish": "en",
    }  # fmt: skip
    assert sorted(made) == ["en", "fil"]
    assert all("Accept-Language" in answer.headers["Vary"] for answer in told.values())
    english, filipino = (json.loads(told[how].content) for how in ("nothing", "address"))
    assert english["paths"].keys() == filipino["paths"].keys()
    assert filipino["paths"]["/api/v1/events"]["get"]["tags"] == ["Mga paligsahan"]
    # Values and names of fields are data: nothing but texts and groups differs.
    assert _without_texts(english) == _without_texts(filipino)
    assert client.get("/api/schema/?lang=de").status_code == 400


def test_the_pages_speak_the_language_their_address_names_and_their_links_carry_it_on() -> None:
    client = signed_in(f.user())
    for address in ("/api/docs/", "/api/docs/tables/", "/api/docs/try/"):
        assert '<html lang="fil"' in _read(client, f"{address}?lang=fil"), address
        assert '<html lang="en"' in _read(client, f"{address}?lang=de"), address
    assert 'href="/api/docs/tables/?lang=fil#' in _read(client, "/api/docs/?lang=fil")
    assert 'href="/api/docs/?lang=fil"' in _read(client, "/api/docs/try/?lang=fil")
    assert "?lang=" not in _read(client, "/api/docs/")


def test_code_in_a_text_of_the_description_is_code_on_its_page() -> None:
    assert reading.coded("`seen` <or> `x") == "<code>seen</code> &lt;or&gt; `x"
    assert reading.coded("no code") == "no code"
    text = _read(signed_in(f.user()), "/api/docs/divisions/")
    assert "`" not in re.sub(r"<(script|pre)\b.*?</\1>", "", text, flags=re.DOTALL)


def _cookie(client: Client) -> str:
    return "; ".join(f"{name}={one.value}" for name, one in client.cookies.items())


def _without_texts(value: Any, names: bool = False) -> Any:
    if isinstance(value, list):
        return [_without_texts(one) for one in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _without_texts(one, key in ("properties", "schemas")) for key, one in value.items()
        if names or key not in (*speaking.TEXTS, "tags")
    }  # fmt: skip


def test_the_list_of_texts_that_the_catalogue_reads_is_what_the_description_says() -> None:
    """Red after a command or its docstring changed: `./td manage --data build/scratch api_texts`, then the catalogue."""
    assert api_texts.TEXTS.read_text(encoding="utf-8") == api_texts.gathered(), "./td manage api_texts"


def test_a_docstring_is_told_as_a_sentence_and_the_rest_with_what_it_needs_apart() -> None:
    told: dict[str, Any] = {}
    sentences.tell(told, "Take it\nback. Refuses 409.\n\nAs before. Needs `pair.draft`.")
    assert told == {
        "summary": "Take it back.", "description": "Refuses 409.\n\nAs before.\n\nNeeds `pair.draft`.",
        "x-permission": "pair.draft",
    }  # fmt: skip
