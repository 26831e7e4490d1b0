"""What whoever keeps the installation says on its first page: written by operators, read in either language."""

from __future__ import annotations

import pytest
from django.test import Client

from tdapp.events.models import FrontText
from tdapp.events.setup.commands.front import write_front
from tdapp.kernel import context
from tdapp.kernel.commands import Installation
from tests import factories as f
from tests.refusing import refused

pytestmark = pytest.mark.django_db
TYPED = {
    "name": "Word Game Federation",
    "english": "Play with us.\n\nhttps://example.org/join\n<script>alert(1)</script>",
    "filipino": "Maglaro tayo.",
    "seen": 1,
}


def operator() -> Client:
    client = Client()
    client.force_login(f.user(operator=True))
    return client


def front(language: str) -> str:
    return Client(headers={"accept-language": language}).get("/").content.decode()


def test_visitors_read_it_in_their_language_and_nothing_in_it_is_markup() -> None:
    assert '<h1><a href="/">Tournament desk</a></h1>' in front("en")
    assert operator().post("/front", TYPED).status_code == 303
    english, filipino = front("en"), front("fil")
    assert '<h1><a href="/">Word Game Federation</a></h1>' in english
    assert '<a href="https://example.org/join" rel="nofollow">' in english
    assert "<script>alert" not in english
    assert "Maglaro tayo." in filipino
    assert "Play with us." not in filipino


def test_where_one_language_is_blank_the_other_says_which_it_is() -> None:
    FrontText.objects.create(english="Play with us.")
    assert '<div class="stack break-word" lang="en"><p>Play with us.' in front("fil")
    assert '<div class="stack break-word"><p>Play with us.' in front("en")


def test_the_second_of_two_sees_both_and_what_is_too_long_is_told() -> None:
    one = operator()
    one.post("/front", TYPED)
    late = one.post("/front", {**TYPED, "english": "Other"})
    assert (late.status_code, "Somebody else changed this page" in late.content.decode()) == (409, True)
    assert one.post("/front", {**TYPED, "seen": 2, "name": "x" * 81}).status_code == 422
    said = {"name": "x" * 81, "english": "", "filipino": "", "seen": 2}
    refused("too-long", lambda: write_front(context.system(), Installation(), **said))
    assert FrontText.objects.get().name == "Word Game Federation"


def test_only_operators_write_it() -> None:
    client = Client()
    client.force_login(f.member(f.event(), "director"))
    assert (client.get("/front").status_code, client.post("/front", TYPED).status_code) == (403, 403)
    assert 'href="/front"' in operator().get("/").content.decode()
