"""The worker is done while a page of the draft is made: nobody is left on a page that waits for nothing."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from lexicon_admin.models import Edition, Lexicon
from lexicon_admin.views import draft
from tdapp.kernel import jobs
from tdapp.kernel.models import Job
from tests.lexicon import making as m
from tests.lexicon.pages import at, browser, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def here() -> Lexicon:
    row = m.lexicon()
    m.edition(row, "salita,kahulugan\nbahay,house\nang,\n", public=True)
    return row


def given_to_the_worker(here: Lexicon) -> tuple[Edition, Client, str]:
    """A draft that the secretary has just published, who did it, and where the answer sends them."""
    m.accepted(here, "add", "pusa")
    found, secretary = m.drafted(here), browser(m.member(here, role="secretary"))
    page = text(secretary.get(at("publish_draft", here.slug)))
    seen = re.findall(r'name="seen" value="(\w+)"', page)[0]
    facts = {"seen": seen, "effective_from": "2026-03-01", "source": "x", "licence": "y", "public": "on"}
    return (
        found,
        secretary,
        secretary.post(at("publish_draft", here.slug), {**facts, "sure": "on"})["Location"],
    )


def published_when(monkeypatch: pytest.MonkeyPatch, asked: str) -> None:
    """The worker is done just when a page asks for the draft, or for its job."""
    ask: Callable[[object], object] = getattr(draft, asked)

    def between(row: object) -> object:
        jobs.run(Job.objects.get(kind="lexicon.publish").pk)
        return ask(row)

    monkeypatch.setattr(draft, asked, between)


ASKED = pytest.mark.parametrize("asked", ["draft_of", "_job"])


@ASKED
def test_a_draft_published_while_its_page_is_made_is_not_shown_as_a_draft(
    here: Lexicon, asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, secretary, _waits = given_to_the_worker(here)
    assert "Making the edition" in text(secretary.get(at("draft", here.slug)))
    published_when(monkeypatch, asked)
    page = text(secretary.get(at("draft", here.slug)))
    assert Edition.objects.get(pk=found.pk).status == "published"
    assert "Nothing was accepted since the last edition." in page
    assert "Look at it and publish" not in page


@ASKED
def test_who_published_goes_on_to_an_edition_that_is_made_while_the_page_is(
    here: Lexicon, asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, secretary, waits = given_to_the_worker(here)
    published_when(monkeypatch, asked)
    assert secretary.get(waits)["Location"] == at("changes", here.slug, found.name)
