"""The first event of a new list: warned of while most are new, and started from the ratings the entries brought."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from tdapp.events.models import Entrant
from tdapp.kernel import jobs
from tdapp.kernel.models import Job
from tdapp.kernel.refusals import Refusal
from tdapp.ratings.keeping.commands.lists import seed_list
from tdapp.ratings.keeping.seeding import starts_of
from tdapp.ratings.models import RatingRun
from tdapp.ratings.runs.commands.batches import FORESEE_JOB
from tests import factories as f
from tests.kept import first
from tests.ratings.test_runs import do, give, new_list, played, players_of, standing

pytestmark = pytest.mark.django_db
whole, ready = first(played, 7)


def test_a_new_list_starts_once_from_the_ratings_in_the_entries() -> None:
    rating_list, division = new_list(), played(7)
    entries = {row.player.number: row.rating for row in division.entrants.all() if row.player}
    assert starts_of(rating_list, [division]).most_are_new
    seed_list(f.program(rating_list), rating_list, divisions=[division.pk], seen=rating_list.version)
    assert standing(rating_list) == {number: (rating, 0) for number, rating in entries.items()}
    assert RatingRun.objects.get().on == date(2026, 3, 6)
    do(rating_list, division)
    moved = {number: abs(now - entries[number]) for number, (now, _games) in standing(rating_list).items()}
    assert max(moved.values()) < 100
    assert not starts_of(rating_list, [division]).new
    rating_list.refresh_from_db()
    with pytest.raises(Refusal, match="No player who is new"):
        seed_list(f.program(rating_list), rating_list, divisions=[division.pk], seen=rating_list.version)


def test_who_stands_on_the_list_keeps_their_rating_and_an_unrated_entry_stays_new() -> None:
    rating_list, division = new_list(), played(7)
    first, second, *_others = players_of(division)
    give(rating_list, [first], 1234)
    Entrant.objects.filter(player=second).update(rating=0)
    rating_list.refresh_from_db()
    starts = starts_of(rating_list, [division])
    assert (starts.of, starts.new, len(starts.ratings)) == (4, 3, 2)
    seed_list(f.program(rating_list), rating_list, divisions=[division.pk], seen=rating_list.version)
    told = standing(rating_list)
    assert told[first.number] == (1234, 100)
    assert second.number not in told


def test_the_preview_warns_while_more_than_half_are_new_and_offers_to_start_from_the_entries() -> None:
    rating_list, division = new_list(), played(7)
    keeper = Client()
    keeper.force_login(f.user("keeper", owner=True))
    where = f"/ratings/national/preview?division={division.pk}"
    page = keeper.get(where).content.decode()
    assert "4 of 4 players are new to this list" in page
    assert "Start 4 of them from their ratings in the entries" in page
    body = {"division": division.pk, "seen": rating_list.version}
    answer = keeper.post("/ratings/national/seed", body)
    assert answer["Location"] == where
    page = keeper.get(where).content.decode()
    assert "are new to this list" not in page
    assert "4 players start from their ratings in the entries" in page


def test_a_preview_the_worker_made_warns_of_them_too() -> None:
    new_list()
    division = played(7)
    keeper = Client()
    keeper.force_login(f.user("keeper", owner=True))
    where = keeper.post("/ratings/national/foresee", {"division": division.pk})["Location"]
    assert "are new to this list" not in keeper.get(where).content.decode()
    jobs.run(Job.objects.get(kind=FORESEE_JOB).pk)
    page = keeper.get(where).content.decode()
    assert "4 of 4 players are new to this list" in page
    assert f'name="division" value="{division.pk}"' in page


def test_half_new_is_no_warning() -> None:
    rating_list, division = new_list(), played(7)
    give(rating_list, players_of(division)[:2], 1234)
    rating_list.refresh_from_db()
    assert not starts_of(rating_list, [division]).most_are_new


def test_the_command_asks_where_most_newcomers_start_and_takes_entries_a_list_or_a_yes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rating_list, division = new_list(), played(7)
    args = ("rate_event", division.event.slug, "--list", "national")
    with pytest.raises(SystemExit) as stopped:
        call_command(*args)
    assert stopped.value.code == 2
    said = capsys.readouterr().err
    assert "is not over" in said
    assert "4 of 4 players are new to this list" in said
    assert "(--from-list FILE), or rate them as newcomers (--sure)" in said
    for more in ("--from-entries", "--from-list=none.csv"):
        with pytest.raises(SystemExit):
            call_command(*args, more)
        said = capsys.readouterr().err
        assert "is not over" in said
        assert "new to this list" not in said
        assert standing(rating_list) == {}
    path = tmp_path / "list.csv"
    rows = [f"{player.number},{1300 + at},40" for at, player in enumerate(players_of(division))]
    path.write_text("\n".join(["Number,Rating,Games", *rows]), encoding="utf-8")
    call_command(*args, f"--from-list={path}", "--sure")
    told = standing(rating_list)
    assert [games for _rating, games in told.values()] == [41] * 4
    assert all(abs(rating - 1301) < 40 for rating, _games in told.values())
    assert RatingRun.objects.filter(kind=RatingRun.Kind.VALUES).get().note == "list.csv"


def test_a_list_that_cannot_be_read_starts_nobody(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rating_list, division = new_list(), played(7)
    path = tmp_path / "list.csv"
    path.write_text("Number,Rating\nX-1,strong\n", encoding="utf-8")
    for name, said in ((path, "“strong” cannot be"), (tmp_path / "none.csv", "cannot be read")):
        with pytest.raises(SystemExit) as stopped:
            call_command(
                "rate_event", division.event.slug, "--list", "national", f"--from-list={name}", "--sure"
            )
        assert stopped.value.code == 2
        assert said in capsys.readouterr().err
    assert standing(rating_list) == {}
