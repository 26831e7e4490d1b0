"""Every system through the desk: planned, drafted, published, played, drafted again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pairings.rounds.parameters import SYSTEMS
from tdapp.desk.models import PairingRun
from tdapp.desk.pairing.commands import drafting, publishing
from tdapp.desk.rehearsal import simulation
from tdapp.desk.rehearsal.invariants import broken
from tdapp.events.models import Division, Entrant
from tests import factories as f
from tests.kept import kept

pytestmark = pytest.mark.django_db
BY_HAND = frozenset({"manual"})


def division(system: str, players: int = 12) -> Division:
    row = f.division(f.event(), "Open", plan=f"{system} 1-3", rounds_planned=3)
    for at, one in enumerate(f.entrants(row, players)):
        Entrant.objects.filter(pk=one.pk).update(team="AB"[at % 2])
    return Division.objects.select_related("event").get(pk=row.pk)


@pytest.mark.parametrize("system", sorted(set(SYSTEMS) - BY_HAND))
def test_two_rounds_of_it_are_paired_and_every_table_says_why(system: str) -> None:
    row = division(system)
    ctx = f.program(row.event)
    simulation.play(ctx, simulation.pair_and_publish(ctx, row, 1), 1)
    told = drafting.draft_round(ctx, row, number=2)
    assert told["check"]["valid"], told["check"]["sentence"]
    assert all(table["why"] for table in told["boards"]["tables"])
    run = PairingRun.objects.select_related("round__division__event").get(pk=told["id"])
    publishing.publish_round(ctx, run, seen=1)
    assert broken(row.event) == []


@pytest.fixture(scope="module")
def swiss(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any
) -> Iterator[Division]:
    """A division that is to play the Swiss system, its first round played."""
    with kept(request, django_db_blocker):
        row = division("swiss")
        ctx = f.program(row.event)
        simulation.play(ctx, simulation.pair_and_publish(ctx, row, 1), 1)
        yield row


@pytest.mark.parametrize("system", sorted(set(SYSTEMS) - BY_HAND))
def test_it_can_replace_the_planned_one_for_a_single_round(swiss: Division, system: str) -> None:
    row = Division.objects.select_related("event").get(pk=swiss.pk)
    ctx = f.program(row.event)
    told = drafting.draft_round(ctx, row, number=2, system=system)
    assert told["check"]["valid"], told["check"]["sentence"]
    assert PairingRun.objects.get(pk=told["id"]).request["system"] == system


def test_a_house_player_who_is_not_needed_plays_nothing_and_the_round_is_published() -> None:
    row = division("swiss", 8)
    f.entrant(row, 9, house=True)
    round_ = simulation.pair_and_publish(f.program(row.event), row, 1)
    assert [slot.entrant.number for slot in round_.slots.filter(kind="unscored")] == [9]
