"""Works too long for a request: taken off, brought in, merged, parted and foreseen by a job, all or nothing."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tdapp.kernel import jobs
from tdapp.kernel.context import INSTALLATION
from tdapp.kernel.models import Job
from tdapp.kernel.refusals import Conflict
from tdapp.people.models import Player, RatingList
from tdapp.ratings import jobs as works
from tdapp.ratings.identity.commands.identity import merge, separate
from tdapp.ratings.keeping.commands.lists import Standing, set_values
from tdapp.ratings.models import RatingRun
from tdapp.ratings.runs import replay, storing
from tdapp.ratings.runs.commands import batches
from tdapp.ratings.runs.commands.runs import take_off
from tdapp.ratings.runs.results import counted
from tests import factories as f
from tests.ratings.test_runs import SYSTEM, correct, do, give, new_list, played, players_of, standing

pytestmark = pytest.mark.django_db
KEEP = "/ratings/national"


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> tuple[RatingList, list[Player]]:
    """A list of four players with three events on it; every work of more than one run is long from here on."""
    rating_list, one = new_list(), played(10)
    players = players_of(one)
    give(rating_list, players, 1500)
    do(rating_list, one, played(14, players, first_wins=False), played(20, players))
    monkeypatch.setattr(batches, "AT_ONCE", 1)
    rating_list.refresh_from_db()
    return rating_list, players


def in_force() -> set[Any]:
    return set(RatingRun.objects.filter(state="current").values_list("pk", flat=True))


def carried_out(told: dict[str, Any]) -> Job:
    jobs.run(told["job"])
    return Job.objects.get(pk=told["job"])


def at_once(
    rating_list: RatingList, monkeypatch: pytest.MonkeyPatch, work: Any
) -> dict[str, tuple[int, int]]:
    """What the same work comes to when it is done in the request."""
    monkeypatch.setattr(batches, "AT_ONCE", 60)
    work()
    found = standing(rating_list)
    monkeypatch.setattr(batches, "AT_ONCE", 1)
    rating_list.refresh_from_db()
    return found


def run_of(day: int) -> RatingRun:
    return RatingRun.objects.get(on=date(2026, 3, day), state="current", kind="event")


def test_a_run_is_taken_off_by_a_job_as_it_would_be_at_once(
    three: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    rating_list, _players = three
    first = run_of(10)
    monkeypatch.setattr(replay, "READ", 1)
    told = take_off(
        f.program(rating_list), rating_list, run=first.pk, seen=rating_list.version, reason="rated twice"
    )
    assert len(in_force()) == 4
    assert carried_out(told).status == "done"
    first.refresh_from_db()
    assert (first.state, RatingRun.objects.filter(state="current", kind="event").count()) == ("superseded", 2)
    assert {games for _rating, games in standing(rating_list).values()} == {102}
    # Results of many divisions are read at once, without their rules, and are what each one's are alone.
    ids = [run_of(14).division_id, run_of(20).division_id, first.division_id]
    with CaptureQueriesContext(connection) as caught:
        together = counted(filter(None, ids))
    assert len(caught) == 2
    assert together == {one: counted([one])[one] for one in ids if one}


def test_a_job_asked_for_before_lists_had_turns_of_their_own_is_stopped_or_carried_out(three: Any) -> None:
    rating_list, _players = three
    keeper = Client()
    keeper.force_login(f.user("keeper", operator=True))

    def asked(run: RatingRun) -> dict[str, Any]:
        told = take_off(f.program(rating_list), rating_list, run=run.pk, seen=rating_list.version, reason="x")
        Job.objects.filter(pk=told["job"]).update(scope=INSTALLATION)
        return told

    stopped = asked(run_of(10))["job"]
    assert keeper.post(f"{KEEP}/jobs/{stopped}/cancel").status_code == 303
    assert Job.objects.get(pk=stopped).status == "cancelled"
    assert carried_out(asked(run_of(10))).status == "done"
    assert RatingRun.objects.filter(state="current", kind="event").count() == 2


def test_values_before_a_long_stretch_come_in_force_with_it(
    three: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    rating_list, players = three
    values = [Standing(player, 1800, 100) for player in players]

    def put() -> dict[str, Any]:
        facts = {"values": values, "on": date(2026, 3, 5), "note": "again", "seen": rating_list.version}
        return set_values(f.program(rating_list), rating_list, **facts)

    told = put()
    assert all(rating < 1700 for rating, _games in standing(rating_list).values())
    assert carried_out(told).status == "done"
    by_job = standing(rating_list)
    rating_list.refresh_from_db()
    assert at_once(rating_list, monkeypatch, put) == by_job
    assert RatingRun.objects.filter(state="pending").count() == 0


def test_values_whose_job_was_stopped_leave_nothing_behind(three: Any) -> None:
    rating_list, players = three
    was, current = standing(rating_list), in_force()
    told = set_values(f.program(rating_list), rating_list, values=[Standing(players[0], 1800)], on=date(2026, 3, 5), note="x",
                      seen=rating_list.version)  # fmt: skip
    jobs.claim(told["job"])
    Job.objects.filter(pk=told["job"]).update(cancel_requested=True, status="queued")
    assert carried_out(told).status == "cancelled"
    assert (standing(rating_list), in_force()) == (was, current)
    assert RatingRun.objects.filter(state="pending").count() == 0


def stranger(rating_list: RatingList) -> tuple[Player, dict[str, tuple[int, int]]]:
    """Somebody who played once elsewhere under another number, rated on the same list."""
    other = played(12)
    do_now(rating_list, other)
    return players_of(other)[0], standing(rating_list)


def do_now(rating_list: RatingList, division: Any) -> None:
    told = do(rating_list, division)
    if "job" in told:
        jobs.run(told["job"])
    rating_list.refresh_from_db()


def test_a_merge_and_its_taking_back_by_jobs_come_to_what_they_would_at_once(
    three: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    rating_list, players = three
    gone, was = stranger(rating_list)
    told = merge(SYSTEM, players[0], gone=gone.pk, reason="one person")
    gone.refresh_from_db()
    assert (gone.merged_into, standing(rating_list)) == (None, was)
    assert carried_out(told).status == "done"
    merged = standing(rating_list)
    assert gone.number not in merged
    gone.refresh_from_db()
    back = separate(SYSTEM, gone, reason="twins")
    assert carried_out(back).status == "done"
    assert standing(rating_list) == was
    fresh = Player.objects.get(pk=gone.pk)
    assert (
        at_once(rating_list, monkeypatch, lambda: merge(SYSTEM, players[0], gone=fresh.pk, reason="x"))
        == merged
    )
    fresh = Player.objects.select_related("merged_into").get(pk=gone.pk)
    assert at_once(rating_list, monkeypatch, lambda: separate(SYSTEM, fresh, reason="x")) == was


def test_a_merge_that_dies_half_way_merges_nobody_and_moves_no_list(
    three: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    rating_list, players = three
    gone, was = stranger(rating_list)

    def dies(*_args: object) -> None:
        raise MemoryError

    monkeypatch.setattr(storing, "write_values", dies)
    told = merge(SYSTEM, players[0], gone=gone.pk, reason="one person")
    assert carried_out(told).status == "failed"
    gone.refresh_from_db()
    assert (gone.merged_into, standing(rating_list)) == (None, was)


def test_a_second_long_work_on_a_list_is_refused_while_the_first_is_at_work(three: Any) -> None:
    rating_list, players = three
    gone = players_of(played(12))[0]
    take_off(f.program(rating_list), rating_list, run=run_of(10).pk, seen=rating_list.version, reason="x")
    with pytest.raises(Conflict, match="being rated in the background"):
        take_off(f.program(rating_list), rating_list, run=run_of(10).pk, seen=rating_list.version, reason="x")
    with pytest.raises(Conflict, match="being rated in the background"):
        merge(SYSTEM, players[0], gone=gone.pk, reason="one person")


def test_a_batch_somebody_tidied_up_is_never_put_in_force_in_part(
    three: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two workers on one list: the second one forgets what the first has written aside."""
    rating_list, _players = three
    was, current = standing(rating_list), in_force()
    told = take_off(
        f.program(rating_list), rating_list, run=run_of(10).pk, seen=rating_list.version, reason="x"
    )
    adopt = works.adopt

    def tidied(*args: Any, **what: Any) -> Any:
        RatingRun.objects.filter(state="pending", on=date(2026, 3, 14)).update(batch=rating_list.pk)
        return adopt(*args, **what)

    monkeypatch.setattr(works, "adopt", tidied)
    job = carried_out(told)
    assert (job.status, "started meanwhile" in job.message) == ("failed", True)
    assert (standing(rating_list), in_force()) == (was, current)


@pytest.fixture
def keeper() -> Client:
    client = Client()
    client.force_login(f.user("keeper", owner=True))
    return client


def html_of(answer: Any, status: int = 200) -> str:
    assert answer.status_code == status, answer.content[:600]
    text: str = answer.content.decode()
    return text


def test_who_would_move_by_a_very_long_stretch_is_worked_out_by_a_job(
    three: Any, keeper: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    rating_list, _players = three
    monkeypatch.setattr(batches, "FORESEEN", 0)
    run, was = run_of(10), standing(rating_list)
    page = html_of(keeper.get(f"{KEEP}/runs/{run.pk}/off"))
    assert "2 rating updates are made anew" in page
    answer = keeper.post(f"{KEEP}/foresee", {"without": run.pk})
    jobs.run(Job.objects.get(kind=batches.FORESEE_JOB).pk)
    page = html_of(keeper.get(answer["Location"]))
    assert "4 ratings change" in page
    assert "2 rating updates" in page
    assert f"runs/{run.pk}/off" in page
    assert standing(rating_list) == was
    waits = played(25)
    answer = keeper.post(f"{KEEP}/foresee", {"division": waits.pk})
    jobs.run(Job.objects.filter(kind=batches.FORESEE_JOB, status="queued").get().pk)
    assert f'value="{waits.pk}"' in html_of(keeper.get(answer["Location"]))
    assert "Choose divisions" in html_of(keeper.get(keeper.post(f"{KEEP}/foresee")["Location"]))


def test_a_long_merge_has_a_page_and_a_way_to_stop_it(
    three: Any, keeper: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    rating_list, players = three
    monkeypatch.setattr(batches, "FORESEEN", 1)
    gone, was = stranger(rating_list)
    where = f"/ratings/people/{players[0].pk}/{gone.pk}/"
    assert "5 rating updates are made anew" in html_of(keeper.get(where))
    answer = keeper.post(where, {"reason": "one person"})
    page = html_of(keeper.get(answer["Location"]))
    assert "waiting" in page
    assert "Rating anew" in html_of(keeper.get("/ratings/people/"))
    keeper.post(f"{answer['Location']}cancel")
    assert keeper.get(f"{answer['Location']}progress")["HX-Refresh"] == "true"
    assert standing(rating_list) == was


def test_corrected_results_are_told_in_one_sentence_with_a_button(three: Any, keeper: Client) -> None:
    run = run_of(10)
    assert run.division
    correct(run.division.rounds.get().tables.order_by("number")[0], 300, 500)
    page = html_of(keeper.get(f"{KEEP}/runs/"))
    assert "Results of 1 rating update on this page were corrected after it was made" in page
    assert "Rate again: preview" in page
