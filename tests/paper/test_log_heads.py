"""The head of the log stands on what others hold: every sheet of a round, standings, the copy, the released page."""

from __future__ import annotations

import re
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse

from tdapp.desk.pairing.commands.release import release_standings
from tdapp.events.models import Round
from tdapp.kernel import audit
from tdapp.kernel.log import printed_heads
from tdapp.publishing.paper import rounds
from tdapp.publishing.paper.drawing.document import _Pages
from tests import factories as f

pytestmark = pytest.mark.django_db
HEAD = re.compile(r"\blog (\d+(?:-[0-9A-Z]{4}){4}-[0-9A-Z]{2})\b")


@pytest.fixture
def hall() -> f.Hall:
    return f.hall(players=8, rounds=1, played=1)


def held(hall: f.Hall, text: str) -> bool:
    """Whether every head in a text is one of this log."""
    found = HEAD.findall(text)
    return bool(found) and all(one.matches for one in printed_heads.hold(hall.event.scope_key, found))


def test_every_sheet_of_a_round_and_the_standings_carry_it_in_the_browser(hall: f.Hall) -> None:
    browser = Client()
    browser.force_login(hall.director)
    place = [hall.event.slug, hall.division.slug, 1]
    pages = [
        reverse("desk:print_sheet", args=[*place, what])
        for what in ("by-table", "by-name", "by-club", "call-out")
    ]
    for page in [*pages, reverse("desk:print_standings", args=place)]:
        text = browser.get(page).content.decode()
        assert held(hall, text), page
        assert audit.head(hall.event.scope_key) in text


def test_and_on_every_page_in_pdf_in_full(hall: f.Hall) -> None:
    row = Round.objects.select_related("division__event").get(division=hall.division)
    for what in ("by-table", "by-name", "call-out", "standings"):
        with patch.object(_Pages, "drawRightString") as drawn:
            rounds.render(row, what, "a4")
        feet = [call.args[2] for call in drawn.call_args_list]
        assert [held(hall, foot) for foot in feet] == [True], what


def test_public_standings_carry_the_head_of_their_release_and_it_does_not_move(hall: f.Hall) -> None:
    hall.event.public = True
    hall.event.save()
    release_standings(f.program(hall.event), hall.division, after=1)
    released = audit.head(hall.event.scope_key)
    page = f"/t/{hall.event.slug}/{hall.division.slug}/"
    assert HEAD.findall(Client().get(f"{page}standings/").content.decode()) == [released]
    f.member(hall.event, "judge")
    audit.write(f.program(hall.event), "anything.else", "what nobody outside is told of")
    text = Client().get(f"{page}standings/").content.decode()
    assert HEAD.findall(text) == [released]
    assert audit.head(hall.event.scope_key) not in text
