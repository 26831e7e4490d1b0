"""The first event of a new list: warned of while most are new, and started from the ratings the entries brought."""

from __future__ import annotations

from datetime import date

import pytest
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
from tests.ratings.test_runs import SYSTEM, do, give, new_list, played, players_of, standing

pytestmark = pytest.mark.django_db
whole, ready = first(played, 7)


def test_a_new_list_starts_once_from_the_ratings_in_the_entries() -> None:
    rating_list, division = new_list(), played(7)
    entries = {row.player.number: row.rating for row in division.entrants.all() if row.player}
    assert starts_of(rating_list, [division]).most_are_new
    seed_list(SYSTEM, rating_list, divisions=[division.pk], seen=rating_list.version)
    assert standing(rating_list) == {number: (rating, 0) for number, rating in entries.items()}
    assert RatingRun.objects.get().on == date(2026, 3, 6)
    do(rating_list, division)
    moved = {number: abs(now - entries[number]) for number, (now, _games) in standing(rating_list).items()}
    assert max(moved.values()) < 100
    assert not starts_of(rating_list, [division]).new
    rating_list.refresh_from_db()
    with pytest.raises(Refusal, match="No player who is new"):
        seed_list(SYSTEM, rating_list, divisions=[division.pk], seen=rating_list.version)


def test_who_stands_on_the_list_keeps_their_rating_and_an_unrated_entry_stays_new() -> None:
    rating_list, division = new_list(), played(7)
    first, second, *_others = players_of(division)
    give(rating_list, [first], 1234)
    Entrant.objects.filter(player=second).update(rating=0)
    rating_list.refresh_from_db()
    starts = starts_of(rating_list, [division])
    assert (starts.of, starts.new, len(starts.ratings)) == (4, 3, 2)
    seed_list(SYSTEM, rating_list, divisions=[division.pk], seen=rating_list.version)
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
