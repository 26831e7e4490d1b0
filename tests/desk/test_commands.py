"""The command line: who acts, what is refused, in one sentence and with exit 2."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.management import call_command, load_command_class
from django.test import Client

from tdapp.desk.models import Result
from tdapp.kernel import context
from tdapp.kernel.commands import Installation
from tdapp.ratings.keeping.commands.lists import create_list
from tests import factories
from tests.kept import first

pytestmark = pytest.mark.django_db
whole, ready = first(factories.hall, players=4, rounds=1, confirm_policy="single")
EXIT_REFUSED = 2


def refused(capsys: pytest.CaptureFixture[str], *words: Any) -> str:
    with pytest.raises(SystemExit) as left:
        call_command(*(str(word) for word in words))
    assert left.value.code == EXIT_REFUSED
    return capsys.readouterr().err


def test_a_whole_round_by_commands(capsys: pytest.CaptureFixture[str]) -> None:
    hall = factories.hall(players=4, rounds=0, confirm_policy="two-people")
    slug = hall.event.slug
    call_command("pair", slug, "--as", hall.director.username)
    call_command("post_round", slug, "--as", hall.director.username)
    for number in (hall.division.table_first, hall.division.table_first + 1):
        call_command("enter_result", slug, str(number), "412", "388", "--as", hall.clerk.username)
    assert "role does not allow" in refused(
        capsys, "confirm_result", slug, "--all", "--as", hall.clerk.username
    )
    call_command("confirm_result", slug, "--all", "--as", hall.checker.username)
    capsys.readouterr()
    call_command("standings", slug, "--json")
    told = json.loads(capsys.readouterr().out)
    assert [row["wins"] for row in told["standings"]] == [1.0, 1.0, 0.0, 0.0]
    call_command(
        "correct_result",
        slug,
        str(hall.division.table_first),
        "388",
        "412",
        "--reason",
        "slip misread",
        "--json",
        "--as",
        hall.director.username,
    )
    call_command("check_event", slug)
    assert "all invariants hold" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("enter_result", "SLUG", "7", "412"), "needs 2 scores"),
        (("enter_result", "SLUG", "99", "412", "388"), "Nobody is paired at table 99."),
        (("enter_result", "SLUG", "1", "412", "388", "--as", ""), "--as needs a username"),
        (("enter_result", "SLUG", "1", "412", "388", "--as", "nobody"), "There is no user nobody."),
        (("standings", "SLUG", "--after", "99999999999999999999"), "from 0 to 1"),
        (("standings", "SLUG", "--after=-1"), "from 0 to 1"),
        (("standings", "nowhere"), "There is no event nowhere."),
        (("standings", "SLUG", "--division", "nope"), "There is no division nope"),
        (("pair", "SLUG", "--round", "2"), "result pending"),
        (("publish_round", "SLUG"), "There is no draft to post"),
        (("check_in", "SLUG", "77"), "There is no entrant number 77."),
        (("create_event", "X", "--preset", "none"), "is not a preset"),
        (("create_event", "X", "--starts", "tomorrow"), "is not a date"),
        (("create_event", "X", "--division", "Open;luck=7"), "is not FIELD=VALUE"),
    ],
)
def test_what_is_refused_is_said_in_a_sentence(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    hall = factories.hall(players=4)
    typed = [hall.event.slug if word == "SLUG" else word for word in words]
    typed = [str(hall.division.table_first) if word == "7" else word for word in typed]
    assert said in refused(capsys, *typed)


def closed_by_command(hall: factories.Hall) -> None:
    """Round 1 is entered, confirmed and closed."""
    for table in hall.division.rounds.get(number=1).tables.all():
        call_command("enter_result", hall.event.slug, str(table.number), "412", "388")
    call_command("close_round", hall.event.slug, "--as", hall.director.username)


def test_standings_made_public_before_all_results_count_are_said_to_be_without_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    hall = factories.hall(players=4, rounds=1, confirm_policy="two-people")
    first, slug = hall.division.table_first, hall.event.slug
    call_command("enter_result", slug, str(first), "412", "388", "--as", hall.clerk.username)
    capsys.readouterr()
    call_command("make_public", slug, "--after", "1")
    said = capsys.readouterr().out
    assert (
        "open: the standings after round 1 are public.\n2 tables of round 1 are pending or not confirmed"
        in said
    )
    call_command("confirm_result", slug, str(first), "--as", hall.checker.username)
    capsys.readouterr()
    call_command("make_public", slug, "--after", "1", "--json")
    waits = json.loads(capsys.readouterr().out)["waits_for"]
    assert waits.startswith(
        "1 table of round 1 is pending or not confirmed: the public sees the standings without it."
    )
    desk = Client()
    desk.force_login(hall.director)
    page = desk.post(f"/e/{slug}/open/release", {"after": "1"}, follow=True).content.decode()
    assert "Standings after round 1 are public. 1 table of round 1 is pending" in page


def test_a_round_is_closed_and_released_by_commands(capsys: pytest.CaptureFixture[str]) -> None:
    hall = factories.hall(players=4, rounds=1, confirm_policy="single")
    slug = hall.event.slug
    said = refused(capsys, "close_round", slug)
    assert "Round 1 cannot close: tables" in said
    assert "No round of Open is closed yet." in refused(capsys, "release", slug)
    closed_by_command(hall)
    assert "open round 1 is closed." in capsys.readouterr().out
    assert "No round of Open is open." in refused(capsys, "close_round", slug)
    call_command("release", slug, "--json")
    assert json.loads(capsys.readouterr().out) == {"division": "open", "released": 1}
    call_command("make_public", slug, "--after", "1")
    assert capsys.readouterr().out.splitlines()[-1] == "open: the standings after round 1 are public."
    call_command("make_public", slug, "--pairings", "1")
    assert "the pairings of round 1 are public." in capsys.readouterr().out
    call_command("release", slug, "--after", "0")
    assert "no standings are public any more" in capsys.readouterr().out
    call_command("close_round", slug, "--reopen", "--reason", "a slip turned up")
    assert "open round 1 is open again." in capsys.readouterr().out


def test_somebody_is_taken_out_and_brought_back_by_commands(capsys: pytest.CaptureFixture[str]) -> None:
    hall = factories.hall(players=4, rounds=1, confirm_policy="single")
    slug = hall.event.slug
    said = refused(capsys, "withdraw", slug, 1, "--from", 1)
    assert "is already paired in round 1" in said
    call_command("withdraw", slug, "1", "--counts-as", "forfeit", "--reason", "ill", "--json")
    told = json.loads(capsys.readouterr().out)
    assert (told["number"], told["from"], told["to"], told["counts_as"]) == (1, 2, None, "forfeit")
    call_command("withdraw", slug, "1", "--rejoin", "--from", "3")
    assert "is back from round 3 on." in capsys.readouterr().out
    absence = hall.division.entrants.get(number=1).absences.get()
    assert (absence.first, absence.last) == (2, 2)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("withdraw", "SLUG", "99"), "There is no entrant number 99 in Open."),
        (("withdraw", "SLUG", "1", "--division", "nope"), "There is no division nope; known are open."),
        (("withdraw", "SLUG", "1", "--as", "nobody"), "There is no user nobody."),
        (("close_round", "SLUG", "--round", "9"), "Open has no round 9 yet."),
        (("close_round", "SLUG", "--reopen"), "No round of Open is closed."),
        (("release", "SLUG", "--after", "9"), "Choose a round from 0 to 1."),
        (("release", "SLUG", "--pairings", "9"), "Open has no round 9 yet."),
        (("release", "SLUG", "--pairings", "1", "--after", "1"), "not both"),
        (("release", "SLUG", "--hide"), "--hide goes with --pairings"),
        (("confirm_result", "SLUG", "1", "--division", "nope"), "There is no division nope; known are open."),
        (("confirm_result", "SLUG"), "Name the tables to confirm, or say --all."),
        (("confirm_result", "SLUG", "1", "--all"), "Name tables or say --all, not both."),
        (("enter_result", "SLUG", "1", "1912", "388"), "If it is right as it stands, say --sure."),
    ],
)  # fmt: skip
def test_every_step_refuses_in_a_sentence(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    hall = factories.hall(players=4, rounds=1, confirm_policy="single")
    assert said in refused(capsys, *(word.replace("SLUG", hall.event.slug) for word in words))


def test_a_clerk_closes_releases_and_withdraws_nothing_by_command(capsys: pytest.CaptureFixture[str]) -> None:
    hall = factories.hall(players=4, rounds=1, confirm_policy="single")
    for words in (("close_round",), ("release", "--after", "1"), ("release", "--pairings", "1")):
        said = refused(capsys, words[0], hall.event.slug, *words[1:], "--as", hall.clerk.username)
        assert "Your role does not allow this." in said
    outsider = factories.user("from-elsewhere")
    assert "no such event" in refused(capsys, "withdraw", hall.event.slug, 1, "--as", outsider.username)


@pytest.mark.parametrize("policy", ["two-people", "two-slips"])
def test_where_nobody_alone_makes_a_result_every_command_asks_who_it_is(
    policy: str, capsys: pytest.CaptureFixture[str]
) -> None:
    hall = factories.hall(players=2, confirm_policy=policy)
    slug, table = hall.event.slug, str(hall.division.table_first)
    line = (slug, table, "412", "388")
    asks = "In Open nobody alone makes a result: say with --as who enters it"
    assert asks in refused(capsys, "enter_result", *line)
    assert not Result.objects.exists()
    call_command("enter_result", *line, "--as", hall.clerk.username)
    assert asks in refused(capsys, "enter_result", *line, "--sure")
    assert asks in refused(capsys, "confirm_result", slug, table)
    assert asks in refused(capsys, "confirm_result", slug, "--all")
    assert asks in refused(capsys, "correct_result", slug, table, "388", "412", "--reason", "misread")
    assert not Result.objects.filter(in_force=True).exists()
    call_command("confirm_result", slug, "--all", "--as", hall.checker.username)
    assert Result.objects.get(in_force=True).confirmed_by_id == hall.checker.pk


def test_where_one_person_may_the_program_may_too() -> None:
    hall = factories.hall(players=2, confirm_policy="single")
    call_command("enter_result", hall.event.slug, str(hall.division.table_first), "412", "388")
    assert Result.objects.get().in_force


def test_rating_an_event_that_is_not_rated_says_so_and_what_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    hall = factories.hall(players=2, played=1, rating_kind="casual")
    create_list(context.system(), Installation(), slug="national", facts={"name": "National"})
    for more in ((), ("--preview",), ("--sure",)):
        said = refused(capsys, "rate_event", hall.event.slug, "--list", "national", *more)
        assert said.startswith(f"Nothing of {hall.event.name} is rated: Open (Casual).")


def test_a_line_of_words_that_is_no_command_is_told_as_json_where_that_was_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = ["manage.py", "correct_result", "lipa", "1", "300", "310", "--json"]
    monkeypatch.setattr("sys.argv", typed)
    with pytest.raises(SystemExit) as stop:
        load_command_class("tdapp.desk", "correct_result").run_from_argv(typed)
    assert stop.value.code == 2
    assert json.loads(capsys.readouterr().out)["sentences"] == [
        "the following arguments are required: --reason"
    ]
