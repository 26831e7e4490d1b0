"""Scenarios 1 to 4: two people, or one person twice, do the same thing at the same moment, over HTTP."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from tdapp.desk.models import PairingRun, Result
from tdapp.desk.pairing.commands.release import close_round
from tdapp.desk.rehearsal import simulation
from tdapp.events.models import Division, Round, Slot, Table
from tdapp.kernel.models import AuditEntry
from tests import factories
from tests.faults.clerk import Answer, Clerk
from tests.faults.halls import Scene
from tests.faults.scenario import Tally, World, scenario

PATIENCE_SECONDS = 120


def together(calls: Sequence[Callable[[], Answer]]) -> list[Answer]:
    """The answers of requests that start at the same moment."""
    gate = Barrier(len(calls))

    def one(call: Callable[[], Answer]) -> Answer:
        gate.wait(PATIENCE_SECONDS)
        return call()

    with ThreadPoolExecutor(len(calls)) as pool:
        asked = [pool.submit(one, call) for call in calls]
        return [answer.result(PATIENCE_SECONDS) for answer in asked]


def crashed(answers: Sequence[Answer]) -> int:
    """Answers that are no answer: nothing at all, or 5xx."""
    return sum(answer.status == 0 or answer.status >= 500 for answer in answers)


def doubled_tables(scene: Scene) -> int:
    """Tables of the event's open round with more than one current result, and players seated twice."""
    current = Result.objects.filter(table__round__division=scene.division, is_current=True)
    tables = Counter(current.values_list("table", flat=True))
    seats = Counter(Slot.objects.filter(round__division=scene.division).values_list("round", "entrant"))
    return sum(times > 1 for times in (*tables.values(), *seats.values()))


@scenario(
    1,
    "Two clerks enter the same table with different scores",
    controls=(
        "tests/races/test_two_clerks.py::test_negative_control_without_the_guards_two_clerks_do_store_two_results",
    ),
)
def two_clerks(world: World) -> Tally:
    """At each table one of two is stored; the other's scores are kept as a refused attempt."""
    tally = Tally()
    with world.scene(players=2 * world.size(quick=8, whole=500)) as scene:
        first, second = scene.clerk(0), scene.clerk(1)
        for table in scene.tables():
            tally.tried += 1
            answers = together(
                [
                    lambda table=table: first.send(f"{table} 401 377", f"first-{table}"),
                    lambda table=table: second.send(f"{table} 399 380", f"second-{table}"),
                ]
            )
            tally.errors += crashed(answers)
            statuses = sorted(answer.status for answer in answers)
            tally.lost += statuses != [200, 409]
        refused = AuditEntry.objects.filter(scope=scene.event.scope_key, intent="result.enter").exclude(
            refused=""
        )
        tally.lost += tally.tried - refused.count()
        tally.doubled = doubled_tables(scene)
        tally.check(scene.event)
    return tally


@scenario(
    2,
    "One key sent five times, and a line that breaks after sending",
    guards=("a key is claimed", "the answer to a key is kept"),
    controls=("tests/kernel/test_commands.py::test_without_a_key_the_same_order_twice_is_carried_out_twice",),
)
def one_key_many_times(world: World) -> Tally:
    """A key is one result and one answer, however often it comes."""
    tally = Tally()
    with world.scene(players=2 * world.size(quick=5, whole=200)) as scene:
        hands = [scene.clerk(0), *(_again(scene) for _more in range(4))]
        for table in scene.tables():
            tally.tried += 1
            hands[0].hang_up(f"{table} 410 390", f"key-{table}")
            answers = together(
                [lambda who=who, table=table: who.send(f"{table} 410 390", f"key-{table}") for who in hands]
            )
            tally.errors += crashed(answers)
            bodies = {json.dumps(answer.data(), sort_keys=True) for answer in answers if answer.status == 200}
            tally.lost += len(bodies) != 1
        stored = Counter(
            Result.objects.filter(table__round__division=scene.division).values_list("table", flat=True)
        )
        tally.lost += len(scene.tables()) - len(stored)
        tally.doubled = sum(times > 1 for times in stored.values())
        tally.check(scene.event)
    return tally


def _again(scene: Scene) -> Clerk:
    """The same clerk once more: a second tab, with a connection of its own."""
    return scene.clerk(0)


@scenario(
    3,
    "Pair and Publish pressed eight times by two directors",
    controls=("tests/races/test_rounds.py",),
)
def pair_pressed_twice(world: World) -> Tally:
    """One set of pairings a round, whoever pressed how often; everybody is answered."""
    tally = Tally()
    for _time in range(world.size(quick=1, whole=50)):
        with world.scene(players=8) as scene:
            where = f"/e/{scene.event.slug}/{scene.division.slug}/round/2/"
            hands = [scene.director() for _one in range(2)]
            _finish_the_round(scene)
            for button, asked in (("draft", {}), ("publish", {"seen": "1"})):
                calls = [lambda who=who, to=where + button, a=asked: who.post(to, **a) for who in hands * 4]
                tally.errors += crashed(together(calls))
            sets = PairingRun.objects.filter(
                round__division=scene.division, round__number=2, status="published"
            )
            tally.tried += 1
            tally.lost += not sets.exists()
            tally.doubled += max(0, sets.count() - 1) + doubled_tables(scene)
            tally.check(scene.event)
    return tally


def _finish_the_round(scene: Scene) -> None:
    """Every result of the open round, and the round closed, as the program itself does it."""
    factories.play(scene.division.rounds.get(number=1))
    round_ = Round.objects.select_related("division__event").get(division=scene.division, number=1)
    close_round(factories.program(scene.event), round_)


@scenario(
    4,
    "A round recalled and paired again while results are entered",
    controls=("tests/races/test_rounds.py",),
)
def recalled_under_entry(world: World) -> Tally:
    """Either the recall is refused, or every entry was for a table that is no longer there: no result without a table."""
    tally = Tally()
    for turn in range(world.size(quick=2, whole=100)):
        with world.scene(players=8) as scene:
            where = f"/e/{scene.event.slug}/{scene.division.slug}/round/2/"
            director, who = scene.director(), scene.clerk(0)
            _finish_the_round(scene)
            simulation.pair_and_publish(factories.program(scene.event), _fresh(scene), 2)
            table = scene.tables()[0]
            calls = [
                lambda d=director, w=where: d.post(f"{w}recall", reason="a player came late"),
                lambda c=who, t=table: c.send(f"{t} 400 390", "entered"),
            ]
            answers = together(calls if turn % 2 else calls[::-1])
            stands = Table.objects.filter(round__division=scene.division, round__number=2).exists()
            results = Result.objects.filter(table__round__division=scene.division, table__round__number=2)
            acknowledged = any(answer.status == 200 and "table" in answer.text[:400] for answer in answers)
            tally.tried += 1
            tally.errors += crashed(answers)
            tally.lost += acknowledged and stands and not results.exists()
            tally.check(scene.event)
    return tally


def _fresh(scene: Scene) -> Division:
    return Division.objects.select_related("event").get(pk=scene.division.pk)
