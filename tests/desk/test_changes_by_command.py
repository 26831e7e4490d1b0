"""What a round's page does by pressing, by command: recall it, record the actual pairings, take the last entry back."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from tdapp.desk.models import Result
from tdapp.events.models import Division, Round
from tdapp.kernel.models import AuditEntry
from tests import factories
from tests.desk.by_command import refused, run

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> factories.Hall:
    return factories.hall(players=4, rounds=1, confirm_policy="single")


def seats(hall: factories.Hall) -> dict[int, list[int]]:
    """Each table's players by number, starter first."""
    tables = hall.division.rounds.get(number=1).tables.order_by("number")
    return {
        one.number: list(one.seats.order_by("seat").values_list("entrant__number", flat=True))
        for one in tables
    }


def test_a_posted_round_is_recalled_by_command_as_by_the_page(
    hall: factories.Hall, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "Say why the round is recalled. It is said with --reason." in " ".join(
        refused(capsys, "recall_round", hall).split("\n")
    )
    told = run("recall_round", hall, "--reason", "wrong plan", "--as", hall.director.username)
    assert "open round 1 is recalled; its prints are void." in told
    assert f"pair {hall.event.slug} --division open" in told
    assert Round.objects.get(division=hall.division, number=1).status == "planned"
    entry = AuditEntry.objects.filter(intent="round.recall").latest("number")
    assert (entry.via, entry.actor_name, entry.reason) == ("cli", hall.director.shown_as, "wrong plan")
    assert "No round of Open is open." in refused(capsys, "recall_round", hall, "--reason", "again")


def test_a_round_with_a_result_is_not_recalled_and_the_way_out_is_a_command(
    hall: factories.Hall, capsys: pytest.CaptureFixture[str]
) -> None:
    table = min(seats(hall))
    run("enter_result", hall, f"{table} 412 388")
    said = refused(capsys, "recall_round", hall, "--round", "1", "--reason", "wrong plan")
    assert f"Round 1 cannot be recalled: results are in for tables {table}. " in said
    assert f'as_played {hall.event.slug} "TABLE NUMBER NUMBER" --reason WHY' in said
    assert "role does not allow" in refused(
        capsys, "recall_round", hall, "--reason", "x", "--as", hall.clerk.username
    )
    said = refused(capsys, "post_round", hall, "--round", "1")
    assert f"recall_round {hall.event.slug} --reason WHY" in said


def test_actual_pairings_are_recorded_in_the_pages_lines(
    hall: factories.Hall, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (one, (ana, ben)), (two, (cora, dan)) = seats(hall).items()
    lines = [f"{one} {ana} {cora}", f"{two} {dan} {ben}"]
    assert "Say why the table differs" in refused(capsys, "as_played", hall, *lines)
    told = run("as_played", hall, *lines, "--reason", "sat down wrongly")
    assert "open round 1 is recorded as played." in told
    names = {row.number: row.listed for row in hall.division.entrants.all()}
    assert f"{one}  {names[ana]} #{ana} - {names[cora]} #{cora}" in told
    assert seats(hall) == {one: [ana, cora], two: [dan, ben]}
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{two}\nbye {dan}\nabsent {ben} forfeit\n"))
    told = run("as_played", hall, "-", "--reason", "went home", "--sure")
    assert f"forfeit  {names[ben]} #{ben}" in told
    assert list(seats(hall)) == [one]
    run("as_played", hall, str(one), str(cora), str(ana), "--reason", "who went first")
    assert seats(hall) == {one: [cora, ana]}


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["ONE 1 77"], "There is no entrant number 77."),
        (["ONE x y"], "is no place; write a table and its players, like 7 12 5."),
        (["ONE 1"], "needs 2 to 4 players."),
        (["bye 1"], "loses a place and gets none: seat, bye or absent?"),
        (["-"], "Say who sat where: a table and its players"),
        (["-", "long"], "send at most 8,000 letters"),
    ],
)
def test_what_is_no_pairing_is_refused_in_the_pages_sentences(
    lines: list[str], said: str, hall: factories.Hall, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    before = seats(hall)
    monkeypatch.setattr("sys.stdin", io.StringIO("bye 1\n" * 2000 if "long" in lines else " \n"))
    typed = [line.replace("ONE", str(min(before))) for line in lines if line != "long"]
    assert said in refused(capsys, "as_played", hall, *typed, "--reason", "why")
    assert seats(hall) == before


def test_who_acts_alone_without_a_name_takes_back_what_the_program_entered_and_nothing_else(
    hall: factories.Hall, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two = seats(hall)
    run("enter_result", hall, f"{one} 412 388", "--as", hall.clerk.username)
    said = refused(capsys, "undo_result", hall)
    assert said.startswith("There is no entry of yours to take back in the rounds that are open.")
    assert "Say with --as whose last entry is meant." in said
    run("enter_result", hall, f"{two} 350 340")
    assert run("undo_result", hall) == f"Table {two} is pending again: 350–340 taken back.\n"
    run("enter_result", hall, f"{two} 351 340")
    assert run("enter_result", hall, "u") == f"Table {two} is pending again: 351–340 taken back.\n"
    reported = Result.objects.get(is_current=True)  # by a phone: no user, and not the program
    Result.objects.filter(pk=reported.pk).update(entered_by=None, entered_name="Phone")
    assert "no entry of yours" in refused(capsys, "undo_result", hall)
    Result.objects.filter(pk=reported.pk).update(entered_by=hall.clerk, entered_name="clerk")
    told: dict[str, Any] = json.loads(run("undo_result", hall, "--as", hall.clerk.username, "--json"))
    assert (told["table"], told["undone"]) == (one, True)
    assert not Result.objects.filter(is_current=True).exists()


def test_where_a_result_takes_two_nobody_takes_one_back_without_a_name(
    hall: factories.Hall, capsys: pytest.CaptureFixture[str]
) -> None:
    run("enter_result", hall, f"{min(seats(hall))} 412 388")
    Division.objects.filter(pk=hall.division.pk).update(confirm_policy="two-people")
    assert "In Open nobody alone makes a result" in refused(capsys, "undo_result", hall)
    assert "In Open nobody alone makes a result" in refused(capsys, "enter_result", hall, "u")
    Result.objects.update(confirmed_by=hall.checker, confirmed_name="Checker")
    Division.objects.filter(pk=hall.division.pk).update(confirm_policy="single")
    said = refused(capsys, "undo_result", hall)
    assert "Checker has confirmed this; it can only be corrected now." in said
    assert f"correct_result {hall.event.slug} --reason WHY" in said
