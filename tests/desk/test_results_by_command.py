"""Results by command: what is said of each line, many lines at once, taken back, corrected; and commands that name ways out."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from django.core.management import call_command

from tdapp.desk.models import Result
from tests import factories
from tests.desk.by_command import refused, run

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> factories.Hall:
    return factories.hall(players=8, rounds=1, confirm_policy="single")


def seated(hall: factories.Hall) -> list[tuple[int, list[str]]]:
    """Each table's number and its players, starter first."""
    tables = hall.division.rounds.get(number=1).tables.order_by("number")
    return [(one.number, [seat.entrant.listed for seat in one.seats.order_by("seat")]) for one in tables]


def test_each_line_says_who_won_who_did_not_come_what_was_unfinished_and_what_is_a_tie(
    hall: factories.Hall,
) -> None:
    (one, (ana, ben)), (two, (cora, dan)), (three, (eva, fe)), (four, (gil, hana)) = seated(hall)
    lines = [f"{one} 400 400 / 405 412", f"{two} f2", f"{three} u 300 280", f"{four} 400 400 / 400 400"]
    told = run("enter_result", hall, *lines).splitlines()
    assert told[0].startswith(f"Table {one}: {ben} 400 beat {ana} 400 ")
    assert told[1].startswith(f"Table {two}: {cora} by forfeit; {dan} did not come.")
    assert told[2].startswith(f"Table {three}: {eva} 300 beat {fe} 280 +20")
    assert "unfinished, 300–280" in told[2]
    assert told[3].startswith(f"Table {four}: {gil} 400 tied with {hana} 400 ")
    assert told[4] == "4 lines are in, 0 refused."


def test_lines_of_standard_input_are_kept_one_by_one_and_each_that_is_refused_has_its_sentence(
    hall: factories.Hall, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (one, _names), (two, _more), *_rest = seated(hall)
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{one} 412 388\n\n{two} 350\n{one} 399 388\n999 1 2\n"))
    said = refused(capsys, "enter_result", hall, "-").splitlines()
    assert [line.partition(":")[0] for line in said] == [
        f"Line 3 ({two} 350)",
        f"Line 4 ({one} 399 388)",
        "Line 5 (999 1 2)",
    ]
    assert "already has a result: 412–388" in said[1]
    assert said[1].endswith(f"To replace it: correct_result {hall.event.slug} --reason WHY {one} 399 388")
    assert Result.objects.count() == 1
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{one} 412 388\n{two} 350 340\n"))
    told = run("enter_result", hall, "-")  # the file once more, mended: what is in already is nothing to mend
    assert "already has the same result" in told
    assert told.endswith("2 lines are in, 0 refused.\n")
    assert Result.objects.count() == 2
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    assert "There is no line." in refused(capsys, "enter_result", hall, "-")
    monkeypatch.setattr("sys.stdin", io.StringIO("1 2 3\n" * 2001))
    assert "At most 2000 lines at a time." in refused(capsys, "enter_result", hall, "-")
    with pytest.raises(SystemExit):
        call_command("enter_result", hall.event.slug, f"{one} 1 2", f"{two} 350 340", "--json")
    told = json.loads(capsys.readouterr().out)
    assert ([row["line"] for row in told["entered"]], [row["code"] for row in told["refused"]]) == (
        [2],
        ["already-in"],
    )


def test_u_takes_back_the_last_entry_of_who_is_named_and_else_says_how(
    hall: factories.Hall, capsys: pytest.CaptureFixture[str]
) -> None:
    (one, _names), *rest = seated(hall)
    clerk = ("--as", hall.clerk.username)
    lines = [f"{number} 412 388" for number, _names in rest[:2]]
    for _again in range(2):
        assert "beat" in run(
            "enter_result", hall, *lines, "--key", "batch", *clerk
        )  # the same key: the same answer
    assert Result.objects.count() == 2
    run("enter_result", hall, str(one), "412", "388", *clerk)
    said = refused(capsys, "enter_result", hall, "u")
    assert "Say with --as whose last entry is meant." in said
    assert f"correct_result {hall.event.slug} --reason WHY TABLE SCORE SCORE" in said
    assert run("enter_result", hall, "u", *clerk) == f"Table {one} is pending again: 412–388 taken back.\n"
    assert Result.objects.filter(is_current=True).count() == 2


def test_a_correction_says_who_won_now_what_it_was_and_that_the_public_sees_the_old_standings(
    hall: factories.Hall, capsys: pytest.CaptureFixture[str]
) -> None:
    (one, (ana, ben)), *rest = seated(hall)
    run("enter_result", hall, *(f"{number} 412 388" for number, _names in [(one, ()), *rest]))
    fixed = (str(one), "388", "412", "--reason", "misread")
    told = run("correct_result", hall, *fixed)
    assert told.startswith(f"Table {one}: {ben} 412 beat {ana} 388 +24")
    assert "Corrected, version 2; before it was 412–388." in told
    assert "public" not in told
    run("close_round", hall)
    run("make_public", hall)
    again = run("correct_result", hall, str(one), "412", "380", "--reason", "again", "--round", "1")
    assert "the public still sees the standings from before." in again
    assert f"make_public {hall.event.slug} --division open" in again
    assert "A closed round is named: --round N." in refused(capsys, "correct_result", hall, *fixed)
    said = refused(capsys, "enter_result", hall, str(one), "412", "380")
    assert f"correct_result {hall.event.slug} --round N --reason WHY {one} 412 380" in said
    assert "To open it again: close_round" in refused(
        capsys, "enter_result", hall, str(one), "412", "380", "--round", "1"
    )


def test_entries_are_listed_with_the_numbers_commands_take(hall: factories.Hall) -> None:
    first = hall.division.entrants.order_by("number")[0]
    run("check_in", hall, "--all", "--out")
    run("check_in", hall, "--division", "open", str(first.number))
    told = run("entries", hall)
    assert f"{hall.division.name} (open)" in told
    assert f"{first.number:>4}  {first.listed}  " in told
    assert told.count("not here") == 7
    assert "8 entries." in told
    assert run("entries", hall, "--state", "missing", "--division", hall.division.name).count("not here") == 7
    assert run("entries", hall, "--state", "missing", "zzz").count("not here") == 0
    asked: dict[str, Any] = json.loads(run("entries", hall, first.surname, "--json"))
    assert [row["name"] for row in asked["entries"]] == [first.listed]


def test_whoever_reads_only_the_first_lines_of_an_answer_meets_no_error(
    hall: factories.Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Closed(io.StringIO):
        def write(self, _text: str) -> int:
            raise BrokenPipeError

    monkeypatch.setattr("sys.stdout", Closed())
    call_command("entries", hall.event.slug)


def test_what_is_posted_or_frozen_names_what_can_still_be_done(
    hall: factories.Hall, capsys: pytest.CaptureFixture[str]
) -> None:
    commands = f"recall_round {hall.event.slug} --reason WHY, or as_played {hall.event.slug}"
    assert commands in refused(capsys, "pair", hall, "--round", "1")
    said = refused(capsys, "post_round", hall, "--round", "1")
    assert said.startswith("Round 1 is already posted.")
    assert commands in said
    assert f"To pair it: pair {hall.event.slug}" in refused(capsys, "post_round", hall)
    assert "say --rated full" in refused(capsys, "set_rules", hall, "--set", "rating_kind=full")
    assert "it is changed on the page" in refused(capsys, "set_rules", hall, "--set", "room=Gym")
    assert "Rated: Unrated." in run("set_rules", hall, "--rated", "unrated")
    hall.division.refresh_from_db()
    assert hall.division.rating_kind == "unrated"


def test_a_draft_that_was_there_says_so_and_who_of_it_is_away_now(hall: factories.Hall) -> None:
    run("enter_result", hall, *(f"{number} 412 388" for number, _names in seated(hall)))
    assert "already" not in run("pair", hall)
    gone = hall.division.entrants.order_by("number")[0]
    run("withdraw", hall, str(gone.number))
    told = run("pair", hall)
    assert told.startswith("This draft was there already; --again throws it away and pairs anew.")
    assert f"{gone.listed} is on the draft but away now: pair again with --again." in told
    assert "away now" not in run("pair", hall, "--again")
