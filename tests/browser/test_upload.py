"""A file about somebody else's game is asked about, and the answer goes out without choosing the file again."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.urls import reverse
from playwright.sync_api import FilePayload, expect

from scoring import Player, load_ruleset, write_sheet
from tdapp.scoresheets.models import Sheet
from tests import factories as f
from tests.browser.conftest import Arrive
from tests.scoring.hand_games import GAMES

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def foreign() -> FilePayload:
    """A game of the English set between two people who are not at the table, as GCG."""
    game = next(
        one for one in GAMES if one.ruleset == "set-words-club" and one.players == 2 and not one.small
    )
    sheet = replace(game.sheet(), ruleset="", players=(Player("Nobody Known"), Player("Else Where")))
    text = write_sheet(sheet, "gcg", load_ruleset("set-words-club").tile_set)[0]
    return {"name": "theirs.gcg", "mimeType": "text/plain", "buffer": text.encode()}


def test_the_question_about_a_file_is_answered_on_the_page(arrive: Arrive) -> None:
    here = f.hall(4)
    person = arrive(here.event.slug)
    person.sign_in(here.clerk)
    person.go(
        reverse("scoresheets:upload", args=[here.event.slug, here.division.slug, 1, here.table(1).number])
    )
    page = person.page
    page.get_by_label("Scoresheet file").set_input_files(foreign())
    page.get_by_role("button", name="Read the file").click()
    expect(page.get_by_text("It looks like another game")).to_be_visible()
    page.get_by_label("Who of the file sits where").select_option("2 1")
    page.get_by_label("Take it all the same").check()
    page.get_by_role("button", name="Take it so").click()
    expect(page).to_have_url(re.compile(r"/sheet/1/$"))
    assert Sheet.objects.count() == 1
