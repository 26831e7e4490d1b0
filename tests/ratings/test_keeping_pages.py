"""Who keeps a list: makes it, sets its numbers, sees who would move, rates, takes off; merges and separates."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tdapp.events.models import Division, Event
from tdapp.kernel import jobs
from tdapp.kernel.models import Job
from tdapp.people.models import Player, RatingList
from tdapp.ratings.keeping import overview
from tdapp.ratings.models import RatingRun
from tdapp.ratings.runs.commands import batches
from tests import factories as f
from tests.ratings.test_runs import correct, do, give, new_list, played, players_of, standing

pytestmark = pytest.mark.django_db
KEEP = "/ratings/national"
FACTS = {
    "name": "National", "kind": "national", "formula": "naspa", "partial_formula": "naspa-club", "provisional_games": 50,
    "inactive_days": 730, "public": "on",
}  # fmt: skip


@pytest.fixture
def keeper() -> Client:
    client = Client()
    client.force_login(f.user("keeper", owner=True))
    return client


def html_of(answer: Any, status: int = 200) -> str:
    assert answer.status_code == status, answer.content[:600]
    text: str = answer.content.decode()
    return text


def messages_of(client: Client, answer: HttpResponse) -> str:
    return html_of(client.get(answer["Location"]))


def test_a_list_is_made_with_a_name_and_an_address(keeper: Client) -> None:
    answer = keeper.post("/ratings/new", {**FACTS, "slug": "club-list", "formula": "elo"})
    assert answer["Location"] == "/ratings/club-list/runs/"
    assert RatingList.objects.get().formula == "elo"
    assert "Nothing to rate yet" in html_of(keeper.get(answer["Location"]))


@pytest.mark.parametrize("taken", ["people", "new"])
def test_a_list_cannot_have_the_address_of_a_page(keeper: Client, taken: str) -> None:
    page = html_of(keeper.post("/ratings/new", {**FACTS, "slug": taken}), 422)
    assert "taken by a page" in page
    assert RatingList.objects.count() == 0


def test_numbers_of_the_formula_are_set_and_taken_back(keeper: Client) -> None:
    row = new_list()
    page = html_of(keeper.get(f"{KEEP}/settings"))
    assert "assumed for PSPA" in page
    assert "30, 24, 15 (assumed)" in page
    sent = {**FACTS, "set-floor": "100", "set-k_new": "32, 24, 16", "set-split": "no", "seen": row.version}
    keeper.post(f"{KEEP}/settings", sent)
    row.refresh_from_db()
    assert row.settings == {"floor": 100, "k_new": [32, 24, 16], "split": False}
    assert 'value="32, 24, 16"' in html_of(keeper.get(f"{KEEP}/settings"))
    keeper.post(f"{KEEP}/settings", {**FACTS, "seen": row.version})
    row.refresh_from_db()
    assert row.settings == {}


def test_another_formula_starts_with_its_own_numbers(keeper: Client) -> None:
    row = new_list(settings={"floor": 100})
    keeper.post(f"{KEEP}/settings", {**FACTS, "formula": "coco", "set-floor": "100", "seen": row.version})
    row.refresh_from_db()
    assert (row.formula, row.settings) == ("coco", {})


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"set-k_new": "many"}, "no row of numbers"),
        ({"set-k_new": "30"}, "cannot be set so"),
        ({"seen": 99}, "changed meanwhile"),
    ],
)
def test_a_number_that_cannot_be_is_told_and_kept(keeper: Client, wrong: dict[str, Any], words: str) -> None:
    row = new_list()
    answer = keeper.post(f"{KEEP}/settings", {**FACTS, "seen": row.version, **wrong})
    assert answer.status_code in (409, 422)
    assert words in answer.content.decode()
    row.refresh_from_db()
    assert row.settings == {}


def test_what_waits_is_looked_at_and_rated(keeper: Client) -> None:
    rating_list, division = new_list(), played(14)
    give(rating_list, players_of(division), 1500)
    played(20, rating_kind="unrated")
    assert list(overview.waiting(rating_list)) == [division]
    listed = html_of(keeper.get(f"{KEEP}/runs/"))
    assert division.event.name in listed
    to_come = f"of {division.rounds_planned} rounds posted"
    assert (to_come in listed, f'value="{division.pk}" checked' in " ".join(listed.split())) == (True, False)
    Division.objects.filter(pk=division.pk).update(rounds_planned=1)
    listed = html_of(keeper.get(f"{KEEP}/runs/"))
    assert ("rounds posted" in listed, f'value="{division.pk}" checked' in " ".join(listed.split())) == (
        False,
        True,
    )
    page = html_of(keeper.get(f"{KEEP}/preview?division={division.pk}"))
    assert "4 ratings change" in page
    assert "+15" in page
    assert set(standing(rating_list).values()) == {(1500, 100)}
    rating_list.refresh_from_db()
    answer = keeper.post(f"{KEEP}/rate", {"division": division.pk, "seen": rating_list.version, "sure": "on"})
    assert "1 rating update is in force" in messages_of(keeper, answer)
    assert {value for value, _ in standing(rating_list).values()} == {1515, 1490}
    assert not overview.waiting(rating_list).exists()


def test_a_division_with_open_tables_waits_and_cannot_be_chosen(keeper: Client) -> None:
    new_list()
    division = f.division(f.event())
    f.entrants(division, 4)
    f.published(division)
    page = html_of(keeper.get(f"{KEEP}/runs/"))
    assert "2 tables open" in page
    assert "disabled" in page
    answer = keeper.get(f"{KEEP}/preview?division={division.pk}")
    assert "no confirmed result yet" in messages_of(keeper, answer)


def test_a_run_whose_results_changed_is_marked_and_rated_again(keeper: Client) -> None:
    rating_list, division = new_list(), played(14)
    do(rating_list, division)
    assert "results changed since" not in html_of(keeper.get(f"{KEEP}/runs/"))
    correct(division.rounds.get().tables.order_by("number")[0], 300, 500)
    page = html_of(keeper.get(f"{KEEP}/runs/"))
    assert "results changed since" in page
    assert f"preview?division={division.pk}" in page
    do(rating_list, division)
    assert "results changed since" not in html_of(keeper.get(f"{KEEP}/runs/"))


def test_a_run_is_taken_off_with_a_reason_after_seeing_who_moves(keeper: Client) -> None:
    rating_list, division = new_list(), played(14)
    give(rating_list, players_of(division), 1500)
    do(rating_list, division)
    run = RatingRun.objects.get(kind="event")
    assert "4 ratings change" in html_of(keeper.get(f"{KEEP}/runs/{run.pk}/off"))
    html_of(keeper.post(f"{KEEP}/runs/{run.pk}/off", {"seen": rating_list.version, "reason": ""}), 422)
    rating_list.refresh_from_db()
    keeper.post(f"{KEEP}/runs/{run.pk}/off", {"seen": rating_list.version, "reason": "rated twice"})
    assert set(standing(rating_list).values()) == {(1500, 100)}


def test_whoever_keeps_the_list_reads_what_was_taken_off_by_whom_and_why_and_nobody_else_does(
    keeper: Client,
) -> None:
    rating_list, division = new_list(), played(14)
    give(rating_list, players_of(division), 1500)
    do(rating_list, division)
    rating_list.refresh_from_db()
    run = RatingRun.objects.get(kind="event")
    keeper.post(f"{KEEP}/runs/{run.pk}/off", {"seen": rating_list.version, "reason": "rated twice"})
    page = html_of(keeper.get(f"{KEEP}/log", {"intent": "ratings.take_off"}))
    assert [word for word in ("taken off the rating list", "Keeper", "rated twice") if word not in page] == []
    assert f"{division.event.name}, {division.name}" in page
    assert f'href="{KEEP}/log"' in html_of(keeper.get(f"{KEEP}/runs/"))
    public = Client()
    assert public.get(f"{KEEP}/log").status_code == 302
    seen = html_of(public.get(f"{KEEP}/")) + html_of(public.get(f"{KEEP}/clubs/"))
    assert ("rated twice" in seen, f'href="{KEEP}/log"' in seen) == (False, False)


def test_what_somebody_else_changed_meanwhile_is_not_rated_over(keeper: Client) -> None:
    rating_list, division = new_list(), played(14)
    answer = keeper.post(
        f"{KEEP}/rate", {"division": division.pk, "seen": rating_list.version + 5, "sure": "on"}
    )
    assert "changed meanwhile" in messages_of(keeper, answer)
    assert RatingRun.objects.count() == 0


def test_a_long_stretch_is_a_job_with_a_page_and_a_way_to_stop_it(
    keeper: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "AT_ONCE", 1)
    rating_list, one = new_list(), played(14)
    two = played(20, players_of(one))
    sent = {"division": [one.pk, two.pk], "seen": rating_list.version, "sure": "on"}
    answer = keeper.post(f"{KEEP}/rate", sent)
    job = Job.objects.get(kind=batches.RATE_JOB)
    assert answer["Location"] == f"{KEEP}/jobs/{job.pk}/"
    assert "waiting" in html_of(keeper.get(answer["Location"]))
    assert "hx-get" in html_of(keeper.get(f"{KEEP}/runs/"))
    keeper.post(f"{KEEP}/jobs/{job.pk}/cancel")
    job.refresh_from_db()
    assert job.status == "cancelled"
    keeper.post(f"{KEEP}/rate", sent)
    later = Job.objects.exclude(pk=job.pk).get(kind=batches.RATE_JOB)
    jobs.run(later.pk)
    answer = keeper.get(f"{KEEP}/jobs/{later.pk}/progress")
    assert answer["HX-Refresh"] == "true"
    assert RatingRun.objects.filter(state="current").count() == 2


def test_a_very_long_stretch_says_how_long_it_is_instead_of_who_moves(
    keeper: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "FORESEEN", 0)
    division = played(14) if new_list() else None
    assert division
    assert "1 rating updates are made anew" in html_of(keeper.get(f"{KEEP}/preview?division={division.pk}"))


def test_two_numbers_of_one_person_are_seen_merged_and_separated(keeper: Client) -> None:
    rating_list, one = new_list(), played(14)
    two = played(20)
    do(rating_list, one, two)
    keep, gone = players_of(one)[0], players_of(two)[0]
    Player.objects.filter(pk__in=[keep.pk, gone.pk]).update(
        surname="Salonga", given="Fe", key="salonga fe", club=None
    )
    page = html_of(keeper.get("/ratings/people/"))
    assert "same name, same club" in page
    asked = keeper.get(f"/ratings/people/?keep={keep.number}&gone={gone.number}")
    assert asked["Location"] == f"/ratings/people/{keep.pk}/{gone.pk}/"
    assert "They are one" in html_of(keeper.get(asked["Location"]))
    was = standing(rating_list)
    html_of(keeper.post(asked["Location"], {"reason": ""}), 422)
    keeper.post(asked["Location"], {"reason": "same member"})
    assert gone.number not in standing(rating_list)
    assert "Merged" in html_of(keeper.get("/ratings/people/"))
    keeper.post(f"/ratings/people/{gone.pk}/separate", {"reason": "cousins"})
    assert standing(rating_list) == was


def test_numbers_nobody_has_and_two_who_met_are_one_sentence(keeper: Client) -> None:
    one, other = players_of(played(14))[:2]
    answer = keeper.get("/ratings/people/?keep=nobody&gone=none")
    assert "no player of one of these numbers" in messages_of(keeper, answer)
    answer = keeper.get(f"/ratings/people/{one.pk}/{other.pk}/")
    assert "two people" in messages_of(keeper, answer)


def test_the_runs_page_asks_no_more_for_twenty_runs_than_for_two(keeper: Client) -> None:
    rating_list, first = new_list(), played(1)
    counts = []
    for days in (range(2, 3), range(3, 21)):
        divisions = [played(day, players_of(first)) for day in days]
        do(rating_list, *divisions)
        keeper.get(f"{KEEP}/runs/")
        with CaptureQueriesContext(connection) as caught:
            html_of(keeper.get(f"{KEEP}/runs/"))
        counts.append(len(caught))
    assert counts[0] == counts[1] <= 14


def test_events_in_the_bin_do_not_wait(keeper: Client) -> None:
    rating_list, division = new_list(), played(14)
    Event.objects.filter(pk=division.event_id).update(deleted_at="2026-03-15T00:00:00Z")
    assert not overview.waiting(rating_list).exists()
    assert keeper.get(f"{KEEP}/preview?division={division.pk}").status_code == 404
    assert Division.objects.count() == 1


@pytest.mark.parametrize("what", ["division", "without"])
@pytest.mark.parametrize("wrong", ["x", "00000000-0000-4000-8000-000000000000"])
def test_asking_who_would_move_by_what_does_not_exist_is_no_fault(
    keeper: Client, what: str, wrong: str
) -> None:
    new_list()
    answer = keeper.post(f"{KEEP}/foresee", {what: wrong})
    if answer.status_code == 303:
        assert "Choose divisions that exist" in messages_of(keeper, answer)
    else:
        assert answer.status_code == 404
    assert not Job.objects.exists()
    assert keeper.post(f"{KEEP}/rate", {"division": "x", "seen": 1}).status_code == 404
