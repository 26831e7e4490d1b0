"""What judging refuses and no other test of it comes across: found by taking each guard away."""

from __future__ import annotations

from typing import Any

import pytest

from tdapp.events.models import Division
from tdapp.judging.incidents import incident_list
from tdapp.judging.incidents.commands import incidents as register
from tdapp.judging.incidents.commands.incidents import Ruling as Decision
from tdapp.judging.kiosk.commands.kiosks import open_table
from tdapp.judging.models import Call, Kiosk, Ruling, WordOverride
from tdapp.judging.rulings.commands.calls import call_judge
from tdapp.judging.rulings.commands.rulings import rule_at
from tdapp.judging.rulings.ruling_request import Asked
from tdapp.judging.words.commands.setup import override_word, set_words
from tdapp.judging.words.layers_by_slug import layers_named
from tdapp.kernel.context import Context
from tests import factories as f
from tests.judging.kiosks import opened
from tests.judging.test_rulings import WORDS, judge, kiosk, playing
from tests.judging.words import edition, pin
from tests.refusing import refused

pytestmark = pytest.mark.django_db


def sitting(hall: f.Hall, seat: int) -> Context:
    """A judge who plays at table 1."""
    player = hall.seats(1)[seat - 1].entrant.player
    assert player is not None
    return judge(hall, player=player)


def test_who_sits_at_the_table_decides_nothing_there_though_it_is_about_the_other() -> None:
    hall = playing()
    told = register.report(
        hall.as_(hall.clerk), hall.event, kind="exposed", text="Two tiles.", table=hall.table(1),
        entrants=[hall.seats(1)[0].entrant],
    )  # fmt: skip
    row = incident_list.rows().get(number=told["incident"])
    decide: dict[str, Any] = {"ruling": Decision("x"), "seen": row.version, "neutral": True}
    said = refused("own-game", lambda: register.decide(sitting(hall, 2), row, **decide))
    assert "play at this table" in str(said)


def test_a_kiosk_opens_no_table_of_a_round_that_is_not_played_now() -> None:
    hall = playing()
    opened(hall)
    before = hall.table(1)
    people = list(hall.division.entrants.order_by("number"))
    f.play(before.round)
    f.published(hall.division, [people[:2], people[2:]])
    row = Kiosk.objects.select_related("division__event").get()
    refused("no-table", lambda: open_table(kiosk(hall), row, table=before))
    assert Kiosk.objects.get().table is None


def test_where_the_rules_know_no_challenge_nobody_is_called_and_nothing_ruled() -> None:
    hall = playing()
    Division.objects.update(overrides={"challenge.allowed": False}, ruleset_frozen=None)
    refused("no-challenges", lambda: call_judge(hall.as_(hall.clerk), hall.table(1)))
    asked = Asked(("bahay",), challengers=(2,), challenged=1)
    refused("no-challenges", lambda: rule_at(judge(hall), hall.table(1), asked=asked))
    assert not Call.objects.exists()
    assert not Ruling.objects.exists()


def test_a_judge_who_plays_names_the_dictionary_also_for_a_word_that_a_list_has() -> None:
    hall = playing("judge")
    player = hall.seats(2)[0].entrant.player
    assert player is not None
    asked = Asked(("bahay",), challengers=(2,), challenged=1, decided={"BAHAY": True})
    refused("no-source", lambda: rule_at(judge(hall, player=player), hall.table(1), asked=asked))
    assert not Ruling.objects.exists()


def test_words_are_decided_in_two_ways_and_by_one_theme_list() -> None:
    division = f.division(f.event())
    program = f.program(division.event)
    refused("bad-mode", lambda: set_words(program, division, mode="vote", editions=[]))
    refused("two-themes", lambda: pin(division, edition(WORDS, "theme"), edition(("ISDA",), "theme")))
    assert not division.pins.exists()


@pytest.mark.parametrize(
    ("code", "what"), [("bad-verdict", {"verdict": "perhaps"}), ("no-reason", {"reason": " "})]
)
def test_a_word_is_decided_for_the_event_with_a_verdict_and_a_reason(code: str, what: dict[str, str]) -> None:
    event = f.event()
    asked = {"word": "araw", "verdict": "acceptable", "reason": "committee", **what}
    refused(code, lambda: override_word(f.program(event), event, **asked))
    assert not WordOverride.objects.exists()


def test_a_division_that_is_not_there_has_no_lists() -> None:
    hall = playing()
    refused("missing", lambda: layers_named(hall.event.slug, "juniors"))
    refused("missing", lambda: layers_named("no-event", ""))
