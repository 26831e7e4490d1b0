"""What the ratings refuse and no other test of them comes across: found by taking each guard away."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client

from tdapp.events.models import Division, Event
from tdapp.kernel.models import Job
from tdapp.people.models import Player, RatingList
from tdapp.ratings.exchange import rating_rows
from tdapp.ratings.identity.commands.identity import merge, separate
from tdapp.ratings.keeping.commands.lists import Standing, set_values
from tdapp.ratings.management.commands import rate_file
from tdapp.ratings.models import RatingRun
from tdapp.ratings.runs.commands import batches
from tdapp.ratings.runs.commands.runs import preview, take_off
from tests import factories as f
from tests.ratings.test_identity import player
from tests.ratings.test_runs import SYSTEM, do, give, new_list, played, players_of
from tests.refusing import refused

pytestmark = pytest.mark.django_db


def test_two_lists_have_two_addresses() -> None:
    new_list()
    refused("taken", new_list)
    assert RatingList.objects.count() == 1


def set_from_outside(rating_list: RatingList, *players: Player, seen: int | None = None) -> dict[str, Any]:
    values = [Standing(one, 1500) for one in players]
    version = rating_list.version if seen is None else seen
    told: dict[str, Any] = set_values(
        f.program(rating_list), rating_list, values=values, on=date(2026, 3, 1), note="x", seen=version
    )
    return told


def test_from_outside_come_some_values_and_one_a_player() -> None:
    rating_list, ana = new_list(), player("Ana", "Cruz", "1")
    refused("no-values", lambda: set_from_outside(rating_list))
    refused("twice", lambda: set_from_outside(rating_list, ana, ana))
    assert not RatingRun.objects.exists()


def test_a_long_work_on_a_list_that_changed_since_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    rating_list, division = new_list(), played(14)
    do(rating_list, division)
    monkeypatch.setattr(batches, "AT_ONCE", 0)
    rating_list.refresh_from_db()
    ana, stale = player("Ana", "Cruz", "1"), rating_list.version - 1
    refused("stale", lambda: set_from_outside(rating_list, ana, seen=stale))
    assert not Job.objects.exists()


def test_nothing_chosen_is_nothing_to_rate_and_what_is_off_the_list_is_not_taken_off() -> None:
    rating_list = new_list()
    refused("nothing-to-rate", lambda: preview(rating_list, []))
    seen = rating_list.version
    refused("gone", lambda: take_off(f.program(rating_list), rating_list, run=uuid4(), seen=seen, reason="x"))


def invented(division: Division, **facts: Any) -> Division:
    Event.objects.filter(pk=division.event.pk).update(**facts)
    return Division.objects.select_related("event").get(pk=division.pk)


def test_invented_results_are_on_no_list_but_the_demo_on_its_own() -> None:
    rating_list, division = new_list(), played(14)
    rehearsal = invented(played(15), extras={"notices": {"rehearsal": {"kind": "rehearsal"}}})
    refused("rehearsal", lambda: do(rating_list, rehearsal))
    demo = invented(played(16), demo=True)
    assert "demo's own list" in str(refused("demo", lambda: do(rating_list, demo)))
    RatingList.objects.update(demo=True)
    assert "list of your own" in str(refused("demo", lambda: do(rating_list, division)))
    assert do(rating_list, demo)["runs"]


def test_a_list_whose_formula_is_gone_rates_nobody_and_says_so() -> None:
    rating_list, division = new_list(), played(14)
    RatingList.objects.update(formula="abacus")
    assert "abacus" in str(refused("no-formula", lambda: do(rating_list, division)))


def test_nobody_is_merged_with_somebody_there_is_not_nor_into_who_was_merged_meanwhile() -> None:
    ana, anna, annie = (player("Ana", "Cruz", number) for number in "123")
    refused("no-player", lambda: merge(SYSTEM, ana, gone=uuid4(), reason="x"))
    looked_at = Player.objects.get(pk=anna.pk)
    merge(SYSTEM, ana, gone=anna.pk, reason="one person")
    refused("stale", lambda: merge(SYSTEM, looked_at, gone=annie.pk, reason="one person"))
    annie.refresh_from_db()
    assert annie.merged_into is None


def test_who_was_separated_meanwhile_is_not_separated_again_and_a_reason_is_wanted() -> None:
    ana, anna = (player("Ana", "Cruz", number) for number in "12")
    merge(SYSTEM, ana, gone=anna.pk, reason="one person")
    one, other = (Player.objects.select_related("merged_into").get(pk=anna.pk) for _look in range(2))
    refused("no-reason", lambda: separate(SYSTEM, one, reason=" "))
    separate(SYSTEM, one, reason="twins")
    refused("stale", lambda: separate(SYSTEM, other, reason="twins"))


def test_a_list_of_too_many_players_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = b"Number,Surname,Given name,Rating\n1,Cruz,Ana,1500\n2,Reyes,Ben,1400\n"
    assert len(rating_rows.parse(rows)[0]) == 2
    monkeypatch.setattr(rating_rows, "MOST_ROWS", 1)
    refused("too-long", lambda: rating_rows.parse(rows))


def test_neither_a_file_nor_a_pasted_list_is_told_on_the_page() -> None:
    new_list()
    keeper = Client()
    keeper.force_login(f.user("keeper", operator=True))
    answer = keeper.post("/ratings/national/import", {"text": " ", "on": "2026-03-10"})
    assert (answer.status_code, "Choose a file, or paste a list." in answer.content.decode()) == (422, True)


def test_the_command_line_takes_no_huge_file_and_no_unknown_formula(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rating_list, division = new_list(), played(14)
    give(rating_list, players_of(division), 1500)
    path = tmp_path / "a.t"
    path.write_bytes(b"Cruz, Ana 1500 2; 400\n")
    monkeypatch.setattr(rate_file, "MOST_BYTES", 5)
    for words, said in (
        (("rate_file", str(path)), "no division file"),
        (("rating_backtest", "--formula", "abacus"), "There is no formula “abacus”"),
    ):
        with pytest.raises(SystemExit) as stopped:
            call_command(*words)
        assert (stopped.value.code, said in capsys.readouterr().err) == (2, True)
