"""Scenarios 17 to 20 and 24: what a day brings. An event put away, a late correction, who leaves, odd fields, stale pages."""

from __future__ import annotations

from collections import Counter

from tdapp.desk.ledger import pairing_adapter
from tdapp.desk.models import PairingRun, Result
from tdapp.desk.pairing.commands.release import close_round
from tdapp.desk.rehearsal import simulation
from tdapp.events.models import Division, Entrant, Event, Round, Slot
from tdapp.kernel.models import AuditEntry
from tests import factories
from tests.faults.clerk import Answer, Clerk
from tests.faults.halls import Scene
from tests.faults.scenario import Tally, World, scenario
from tests.faults.scenarios.two_people import crashed
from tests.faults.under_entry import line, scores

STALE = "Paired on older results"
REFUSED = 422
CONFLICT = 409


@scenario(
    17,
    "An event with results is put away, and brought back",
    guards=("an event that was put away is gone",),
)
def put_away(world: World) -> Tally:
    """Only with its name typed; it is gone from the pages, and comes back with every result and its log."""
    tally = Tally()
    for _time in range(world.size(quick=1, whole=20)):
        with world.scene(players=8) as scene:
            _enter_all(scene, scene.clerk(0))
            director, here, was = scene.director(), f"/e/{scene.event.slug}/", _held(scene)
            director.post(f"{here}settings/away", typed_name=f"{scene.event.name}?", reason="a slip")
            tally.lost += _is_away(scene)
            answers = [director.post(f"{here}settings/away", typed_name=scene.event.name, reason="over")]
            tally.errors += not _is_away(scene)
            tally.errors += director.browser.tried("GET", here).status != 404
            answers.append(director.post(f"{here}back"))
            tally.tried += len(was)
            tally.errors += crashed(answers) + _is_away(scene)
            tally.lost += len([row for row in was if row not in _held(scene)])
            tally.check(scene.event)
    return tally


def _held(scene: Scene) -> list[object]:
    """Every result and every entry of the log there is at the event."""
    results = Result.objects.filter(table__round__division=scene.division)
    log = AuditEntry.objects.filter(scope=scene.event.scope_key)
    return [*results.order_by("pk").values_list("pk", "version"), *log.values_list("number", "commitment")]


def _is_away(scene: Scene) -> bool:
    return Event.objects.filter(pk=scene.event.pk, deleted_at__isnull=False).exists()


def _enter_all(scene: Scene, who: Clerk) -> None:
    for table in scene.tables():
        who.enter(line(table), f"table-{table}")


@scenario(
    18,
    "A result is corrected after the next round was paired on it",
    guards=("a round paired on older results says so",),
)
def corrected_late(world: World) -> Tally:
    """The standings follow, the pairings stay, and the round says that it was paired on older results."""
    tally = Tally()
    for _time in range(world.size(quick=1, whole=20)):
        with world.scene(players=8) as scene:
            director, table = scene.director(), scene.tables()[0]
            _enter_all(scene, scene.clerk(0))
            second = _second_round(scene)
            was, page = _seats(second), f"/e/{scene.event.slug}/{scene.division.slug}/round/2/"
            tally.errors += STALE in director.browser.tried("GET", page).text
            answer = _correct(scene, director, table, version=1)
            shown = director.browser.tried("GET", page).text
            tally.tried += 1
            tally.errors += crashed([answer])
            tally.lost += not pairing_adapter.is_stale(_round(scene, 2)) or STALE not in shown
            tally.lost += _current(scene, table) != list(reversed(scores(table)))
            tally.doubled += _seats(second) != was
            tally.check(scene.event)
    return tally


def _second_round(scene: Scene) -> Round:
    program = factories.program(scene.event)
    close_round(program, _round(scene, 1))
    return simulation.pair_and_publish(program, _fresh(scene.division), 2)


def _correct(scene: Scene, who: Clerk, table: int, version: int) -> Answer:
    first, second = scores(table)
    where = f"/e/{scene.event.slug}/{scene.division.slug}/round/1/table/{table}/correct"
    return who.post(where, line=f"{second} {first}", reason="slip read wrongly", seen=str(version), sure="on")


def _current(scene: Scene, table: int) -> list[int | None]:
    rows = Result.objects.filter(table__round__division=scene.division, table__round__number=1)
    row = rows.get(table__number=table, is_current=True)
    return list(row.lines.order_by("slot__seat").values_list("score", flat=True))


def _round(scene: Scene, number: int) -> Round:
    rounds = Round.objects.select_related("division__event")
    return rounds.get(division=scene.division, number=number)


def _fresh(division: Division) -> Division:
    return Division.objects.select_related("event").get(pk=division.pk)


def _seats(round_: Round) -> list[object]:
    return sorted(Slot.objects.filter(round=round_).values_list("entrant__number", "table__number", "seat"))


@scenario(
    19,
    "Players leave, or do not come, after their round was paired",
    guards=("whoever is paired does not leave that round",),
)
def leaving(world: World) -> Tally:
    """Whoever is paired is settled at the table, as a forfeit; afterwards they are no more paired."""
    tally = Tally()
    with world.scene(players=world.size(quick=8, whole=40)) as scene:
        director, who, tables = scene.director(), scene.clerk(0), scene.tables()
        gone = list(Slot.objects.filter(table__number__lte=tables[1], seat=2, round__division=scene.division))
        for slot in gone:
            tally.tried += 1
            early = _withdraw(scene, director, slot.entrant_id, 1)
            tally.errors += early.status != REFUSED
            who.enter(f"{slot.table.number} f2", f"table-{slot.table.number}")
            tally.errors += crashed([_withdraw(scene, director, slot.entrant_id, 2)])
        for table in tables[2:]:
            who.enter(line(table), f"table-{table}")
        second = _second_round(scene)
        away = second.slots.filter(entrant__in=[slot.entrant_id for slot in gone])
        tally.doubled += away.filter(kind__in=("seat", "bye")).count()
        tally.lost += second.slots.count() != Entrant.objects.filter(division=scene.division).count()
        tally.check(scene.event)
    return tally


def _withdraw(scene: Scene, who: Clerk, entrant: object, first: int) -> Answer:
    where = f"/e/{scene.event.slug}/entries/{entrant}/withdraw"
    return who.post(where, from_round=str(first), intent="forfeit", reason="went home")


@scenario(
    20,
    "Fields of 1 to 60 players, odd and even",
    controls=("tests/pairings/test_check.py::test_a_second_bye_is_named_with_somebody_who_had_fewer",),
)
def odd_fields(world: World) -> Tally:
    """Exactly one bye where the field is odd, nobody twice in a round, no second bye while it is avoidable."""
    tally = Tally()
    sizes = (1, 2, 3, 5, 8, 13) if world.quick else range(1, 61)
    with world.scene(players=4) as scene:
        director = scene.director()
        for size in sizes:
            division = factories.division(scene.event, f"Field {size}", plan="swiss 1-3", rounds_planned=3)
            factories.entrants(division, size)
            for number in range(1, min(3, size) + 1):
                tally.tried += 1
                if not _paired(scene, director, division, number):
                    tally.notes.append(f"{size} players, round {number}: refused")
                    tally.errors += size > number
                    break
            _count_byes(tally, division, size)
        tally.check(scene.event)
    return tally


def _paired(scene: Scene, director: Clerk, division: Division, number: int) -> bool:
    """Round `number` drafted and published over HTTP, and played; whether it was."""
    where = f"/e/{scene.event.slug}/{division.slug}/round/{number}/"
    director.post(f"{where}draft")
    run = PairingRun.objects.filter(round__division=division, round__number=number, status="draft")
    director.post(f"{where}publish", seen=str(run[0].version) if run else "1", sure="on")
    round_ = Round.objects.select_related("division__event").filter(
        division=division, number=number, status="published"
    )
    if not round_:
        return False
    factories.play(round_[0])
    close_round(factories.program(scene.event), round_[0])
    return True


def _count_byes(tally: Tally, division: Division, size: int) -> None:
    slots = Slot.objects.filter(round__division=division)
    byes = Counter(slots.filter(kind="bye").values_list("entrant", flat=True))
    tally.doubled += sum(times > 1 for times in byes.values()) * (size > 1)
    for round_ in division.rounds.filter(status__in=("published", "closed")):
        held = list(round_.slots.values_list("entrant", "kind"))
        tally.lost += len({entrant for entrant, _kind in held}) != size
        tally.doubled += len(held) - len({entrant for entrant, _kind in held})
        tally.errors += [kind for _entrant, kind in held].count("bye") != size % 2


@scenario(
    24,
    "A page left open: somebody was faster, or the log-in ended meanwhile",
    controls=(
        "tests/races/test_two_clerks.py::test_negative_control_without_the_guards_two_clerks_do_store_two_results",
    ),
)
def stale_pages(world: World) -> Tally:
    """The second is told what the first did and keeps what was typed; without a log-in nothing is stored until it is back."""
    tally = Tally()
    with world.scene(players=world.size(quick=8, whole=80)) as scene:
        who, director = scene.clerk(0), scene.director()
        for table in scene.tables():
            tally.tried += 1
            session = who.browser.cookies.pop("sessionid", "")
            told = who.send(line(table), f"table-{table}")
            tally.doubled += told.status not in (401, 403) or _stored(scene, table) > 0
            who.browser.cookies["sessionid"] = session
            who.enter(line(table), f"table-{table}")
            tally.errors += crashed([_correct(scene, director, table, version=1)])
            late = _correct(scene, director, table, version=1)
            tally.doubled += late.status != CONFLICT or _stored(scene, table) != 2
            first, second = scores(table)
            tally.lost += f"{second} {first}" not in late.text or "slip read wrongly" not in late.text
        tally.check(scene.event)
    return tally


def _stored(scene: Scene, table: int) -> int:
    return Result.objects.filter(table__round__division=scene.division, table__number=table).count()
