"""The page of a division's lists: what does not go together, and what was taken back since."""

from __future__ import annotations

import pytest
from django.test import Client

from lexicon_admin.commands.editions import revert_edition
from tdapp.events.models import Division
from tdapp.kernel import context
from tests import factories as f
from tests.judging.words import edition, pin

pytestmark = pytest.mark.django_db
IDLE, OPEN = "the theme list earns nothing", "what the players claim is believed"


def page(division: Division) -> str:
    client = Client()
    client.force_login(f.member(division.event, "director"))
    return client.get(f"/e/{division.event.slug}/{division.slug}/words/").content.decode()


@pytest.mark.parametrize(
    ("played", "listed", "said"), [(True, True, ""), (False, False, ""), (False, True, IDLE), (True, False, OPEN)]
)  # fmt: skip
def test_a_theme_and_its_list_go_together(played: bool, listed: bool, said: str) -> None:
    division = f.division(f.event(), overrides={"variants.theme": played})
    if listed:
        pin(division, edition(("PASKO",), kind="theme"))
    text = page(division)
    assert [sentence for sentence in (IDLE, OPEN) if sentence in text] == ([said] if said else [])


def test_an_edition_that_was_taken_back_since_is_marked() -> None:
    division, row = f.division(f.event()), edition(("ARAW",))
    pin(division, row)
    assert "taken back" not in page(division)
    revert_edition(context.system(row.scope_key), row, reason="the wrong file")
    assert "taken back" in page(division)
