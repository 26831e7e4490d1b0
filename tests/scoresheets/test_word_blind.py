"""While a game may be going on nothing tells whether a word is in a lexicon: every answer there is, searched.

A lexicon without any word is put in: whatever looked at it would call each word unknown.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Container
from typing import Any

import pytest
from django.test import Client

from scoring.checks.finding_codes import CODES
from tdapp.events.models import Division
from tdapp.scoresheets.editor.commands.closing import finish
from tdapp.scoresheets.editor.commands.writing import create, write
from tdapp.scoresheets.sheet import words
from tests import factories as f
from tests.contracts.addresses import every_address
from tests.contracts.filling import path
from tests.contracts.matrix import MATRIX
from tests.contracts.worlds import World, world
from tests.kept import first
from tests.scoresheets.factories import FIRST, SECOND, Desk, add, browser, desk, written
from tests.sweeps import SOAK

pytestmark = pytest.mark.django_db
whole, ready = first(desk)
HINTS = re.compile(rb"word_unknown|lexicon|diksyonaryo|dictionary|not a word|no such word", re.IGNORECASE)
# How the finding of a word nobody knows reads; pages may speak of lexicons in general.
SENTENCE = CODES["word_unknown"][1].partition("%")[0].encode()
ADDRESSES = [a for a in every_address() if a.name in MATRIX and MATRIX[a.name].look]
# The director may look at most; who is not signed in at what is public. In the soak the others look, too: what is left out of
# their pages is in `tests/contracts/test_permission_matrix.py`.
ROLES = ("director", "judge", "viewer", "") if SOAK else ("director", "")
Seen = tuple[str, str]  # role, address
END = {"kind": "end", "reason": "agreed"}


@pytest.fixture
def empty_lexicon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "words_of", lambda division: frozenset())


def open_game() -> World:
    """The world of the contracts, its open sheet with two words in it."""
    here = world("blind")
    clerk = f.acting(here.who("clerk"), here.event)
    write(clerk, here.facts["sheet"], operations=[add(FIRST), add(SECOND)])
    return here


def hints(here: World, asked: Asked, only: Collection[Seen] | None = None) -> dict[Seen, int]:
    """How often each answer to each role (or `only` those) speaks of words being known or not."""
    found = {}
    for role in ROLES:
        client = Client()
        if role:
            client.force_login(here.who(role))
        for address in ADDRESSES:
            if only is None or (role, address.name) in only:
                asked.by = role, address.name
                text = content(client.get(path(address, here)))
                assert SENTENCE not in text, asked.by
                found[role, address.name] = len(HINTS.findall(text))
    return found


def content(answer: Any) -> bytes:
    return b"".join(answer.streaming_content) if answer.streaming else bytes(answer.content)


class Asked:
    """In place of the lexicon: who asked it while an answer was made. What did not ask cannot tell what it says."""

    def __init__(self, lexicon: Callable[[Division], Container[str] | None]) -> None:
        self.lexicon, self.by, self.those = lexicon, ("", ""), set[Seen]()

    def __call__(self, division: Division) -> Container[str] | None:
        self.those.add(self.by)
        return self.lexicon(division)


def test_no_address_says_more_of_words_with_a_lexicon_than_without_while_the_sheet_is_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here, asked = open_game(), Asked(words.words_of)
    monkeypatch.setattr(words, "words_of", asked)
    without = hints(here, asked)
    asked.lexicon = lambda division: frozenset()
    again = hints(here, asked, asked.those.copy())
    assert again == {seen: without[seen] for seen in again}


def codes(here: Desk) -> set[str]:
    """Every finding of a sheet's state."""
    told = browser(here.hall.director).get(here.address("state")).json()
    beside = [one for row in told["rows"] for one in row["findings"]]
    return {one["code"] for one in (*beside, *told["findings"])}


def ended(here: Desk) -> None:
    here.write(add(END))
    finish(here.hall.as_(here.hall.clerk), here.fresh(), seen=here.fresh().version)


def test_after_the_game_words_are_looked_at(empty_lexicon: None) -> None:
    here = written(FIRST, SECOND)
    ended(here)
    assert "word_unknown" in codes(here)


def test_what_writing_answers_tells_nothing_of_words(empty_lexicon: None) -> None:
    here = desk()
    body = json.dumps({"operations": [add(FIRST)]})
    answer = browser(here.hall.clerk).post(here.address("write"), body, content_type="application/json")
    assert answer.json()["rows"][0]["computed"]["words"] == ["BATA"]
    assert not HINTS.search(answer.content)


def test_finishing_a_sheet_in_the_middle_of_a_game_tells_nothing(empty_lexicon: None) -> None:
    here = written(FIRST, SECOND)
    finish(here.hall.as_(here.hall.clerk), here.fresh(), seen=3)
    assert "word_unknown" not in codes(here)


def test_a_finished_sheet_tells_nothing_while_another_of_its_table_is_written(empty_lexicon: None) -> None:
    here = written(FIRST, SECOND)
    create(here.hall.as_(here.hall.clerk), here.hall.table(1), kept_by=1)
    ended(here)
    assert "word_unknown" not in codes(here)


def test_in_a_closed_round_an_unfinished_game_may_be_looked_up(empty_lexicon: None) -> None:
    here = written(FIRST, SECOND)
    finish(here.hall.as_(here.hall.clerk), here.fresh(), seen=3)
    here.sheet.table.round.__class__.objects.update(status="closed")
    assert "word_unknown" in codes(here)


def test_without_a_lexicon_no_word_is_a_question() -> None:
    here = written(FIRST, SECOND)
    ended(here)
    assert "word_unknown" not in codes(here)
