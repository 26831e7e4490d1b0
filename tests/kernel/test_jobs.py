"""Long work: the row is the truth. Whoever claims it first has it; whoever died is replaced; nothing is lost."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import transaction

from core.request_of import request_id
from tdapp.kernel import clock, context, jobs
from tdapp.kernel.jobs import JobRun
from tdapp.kernel.models import Job
from tdapp.kernel.refusals import Refusal

pytestmark = pytest.mark.django_db(transaction=True)
NOON = datetime(2026, 3, 14, 4, 0, tzinfo=UTC)
CTX = context.system("event:1")


@pytest.fixture(autouse=True)
def own_kinds(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Kinds and a sender of this test's own; returns the ids that were sent."""
    sent: list[str] = []
    monkeypatch.setattr(jobs, "_kinds", {})
    monkeypatch.setattr(jobs.SEND, "answers", (sent.append,))
    return sent


def counting(run: JobRun) -> dict[str, Any]:
    for step in range(1, 4):
        run.step(step, 3, f"row {step}")
    return {"rows": 3}


def queued(function: Any = counting) -> Job:
    jobs.job("test.count")(function)
    return jobs.enqueue(CTX, "test.count", {"a": 1})


def fresh(row: Job) -> Job:
    return Job.objects.get(pk=row.pk)


def test_an_unknown_kind_is_a_fault_of_the_program() -> None:
    with pytest.raises(ValueError, match="unknown job kind"):
        jobs.enqueue(CTX, "test.none", {})


def test_a_job_is_sent_when_the_transaction_is_committed_and_not_before(own_kinds: list[str]) -> None:
    with transaction.atomic():
        row = queued()
        assert own_kinds == []
    assert own_kinds == [str(row.pk)]


def test_a_rolled_back_order_sends_nothing_and_leaves_no_row(own_kinds: list[str]) -> None:
    with transaction.atomic():
        queued()
        transaction.set_rollback(True)
    assert own_kinds == []
    assert not Job.objects.exists()


def test_a_job_runs_reports_and_keeps_its_answer() -> None:
    row = queued()
    jobs.run(row.pk)
    row = fresh(row)
    assert (row.status, row.result, row.done, row.total, row.attempts) == ("done", {"rows": 3}, 3, 3, 1)
    assert row.over
    assert row.finished_at is not None


def test_a_job_knows_who_asked_for_it() -> None:
    seen: list[Any] = []
    row = queued(lambda run: seen.append(run.context()) or {})
    jobs.run(row.pk)
    assert (seen[0].actor, seen[0].scope, seen[0].via) == ("system", "event:1", "job")


def test_two_workers_claim_one_job_once() -> None:
    row = queued()
    assert jobs.claim(row.pk) is not None
    assert jobs.claim(row.pk) is None


def test_the_same_message_twice_does_the_work_once() -> None:
    runs: list[int] = []
    row = queued(lambda run: runs.append(1) or {})
    jobs.run(row.pk)
    jobs.run(row.pk)
    assert runs == [1]


def test_a_job_whose_worker_died_is_taken_by_another_after_its_lease() -> None:
    row = queued()
    with clock.at(NOON):
        assert jobs.claim(row.pk) is not None
    with clock.at(NOON + jobs.LEASE - timedelta(seconds=1)):
        assert jobs.claim(row.pk) is None
    with clock.at(NOON + jobs.LEASE + timedelta(seconds=1)):
        again = jobs.claim(row.pk)
    assert again is not None
    assert again.attempts == 2


def test_a_worker_that_overslept_its_lease_stops_and_does_not_touch_the_other_ones_work() -> None:
    row = queued()
    with clock.at(NOON):
        first = jobs.claim(row.pk)
    with clock.at(NOON + timedelta(minutes=1)):
        second = jobs.claim(row.pk)
        assert first is not None
        assert second is not None
        JobRun(second).step(7, 9, "the second one")
        with pytest.raises(jobs.Cancelled):
            JobRun(first).step(2, 9, "the first one")
        with pytest.raises(jobs.Cancelled):
            JobRun(first).so_far({"stale": True})
        jobs._finish(first, Job.Status.DONE, result={"stale": True})
    row = fresh(row)
    assert (row.status, row.done, row.message, row.result) == ("running", 7, "the second one", None)


def test_a_step_longer_than_the_lease_costs_a_worker_that_lives_nothing(own_kinds: list[str]) -> None:
    def long(run: JobRun) -> dict[str, Any]:
        for seconds in range(0, 120, 10):
            with clock.at(NOON + timedelta(seconds=seconds)):
                jobs.beat()
                assert jobs.reap() == 0
                assert jobs.claim(run.id) is None
        return {}

    row = queued(long)
    with clock.at(NOON):
        jobs.run(row.pk)
    assert (fresh(row).status, fresh(row).attempts) == ("done", 1)
    jobs.beat()
    assert fresh(row).heartbeat == NOON + timedelta(seconds=110), "it is over"


def test_a_job_somebody_was_in_the_way_of_waits_its_while_and_fails_by_the_last_time(
    own_kinds: list[str],
) -> None:
    def pushed(run: JobRun) -> dict[str, Any]:
        raise Refusal("busy", f"Time {run.attempt}.")

    jobs.job("test.count", again=(Refusal,))(pushed)
    with clock.at(NOON):
        row = jobs.enqueue(CTX, "test.count", {})
        own_kinds.clear()
        for _time in range(jobs.MAX_ATTEMPTS - 1):
            jobs.run(row.pk)
            assert (fresh(row).status, fresh(row).message) == ("queued", "")
            assert jobs.reap() == 0
    with clock.at(NOON + jobs.RESEND_AFTER + timedelta(seconds=1)):
        assert jobs.reap() == 1
        jobs.run(row.pk)
    assert (fresh(row).status, fresh(row).message) == ("failed", f"Time {jobs.MAX_ATTEMPTS}.")


def test_a_queued_job_is_cancelled_at_once() -> None:
    row = queued()
    jobs.cancel(row.pk)
    jobs.run(row.pk)
    assert fresh(row).status == "cancelled"


def test_a_running_job_stops_at_its_next_step() -> None:
    steps: list[int] = []

    def slow(run: JobRun) -> dict[str, Any]:
        for step in range(10):
            run.step(step, 10)
            steps.append(step)
            if step == 2:
                jobs.cancel(run.id)
        return {}

    row = queued(slow)
    jobs.run(row.pk)
    assert steps == [0, 1, 2]
    assert fresh(row).status == "cancelled"


def test_what_a_job_knows_before_its_end_is_there_while_it_runs_and_when_it_is_stopped() -> None:
    def long(run: JobRun) -> dict[str, Any]:
        run.so_far({"rows": 1})
        assert fresh(row).result == {"rows": 1}
        jobs.cancel(run.id)
        run.step(1, 2)
        return {"rows": 2}

    row = queued(long)
    jobs.run(row.pk)
    assert (fresh(row).status, fresh(row).result) == ("cancelled", {"rows": 1})


def test_a_refused_job_keeps_its_sentence() -> None:
    def refusing(run: JobRun) -> dict[str, Any]:
        raise Refusal("bad-file", "Row 3: the rating is 15OO.", row=3)

    row = queued(refusing)
    jobs.run(row.pk)
    row = fresh(row)
    assert (row.status, row.message) == ("failed", "Row 3: the rating is 15OO.")
    assert row.result["row"] == 3


def test_a_crashed_job_fails_with_a_sentence_and_never_a_traceback() -> None:
    def crashing(run: JobRun) -> dict[str, Any]:
        raise ZeroDivisionError("secret detail")

    row = queued(crashing)
    jobs.run(row.pk)
    row = fresh(row)
    assert row.status == "failed"
    assert "fault in the program" in row.message
    assert "secret detail" not in row.message


def test_a_job_that_kills_its_workers_is_given_up() -> None:
    row = queued()
    Job.objects.filter(pk=row.pk).update(attempts=jobs.MAX_ATTEMPTS)
    jobs.run(row.pk)
    assert fresh(row).status == "failed"
    assert "too often" in fresh(row).message


def test_the_reaper_sends_again_what_nobody_holds(own_kinds: list[str]) -> None:
    with clock.at(NOON):
        waiting, dead, alive, done = (queued() for _row in range(4))
        jobs.claim(dead.pk)
        jobs.run(done.pk)
    own_kinds.clear()
    with clock.at(NOON + timedelta(minutes=5)):
        Job.objects.filter(pk=alive.pk).update(status="running", heartbeat=clock.now())
        assert jobs.reap() == 2
    assert set(own_kinds) == {str(waiting.pk), str(dead.pk)}


def test_the_reaper_does_not_send_the_same_job_at_every_turn(own_kinds: list[str]) -> None:
    with clock.at(NOON):
        queued()
    own_kinds.clear()
    with clock.at(NOON + timedelta(minutes=5)):
        assert (jobs.reap(), jobs.reap()) == (1, 0)
    assert len(own_kinds) == 1


def test_a_dead_queue_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(pk: str) -> None:
        raise ConnectionError

    monkeypatch.setattr(jobs.SEND, "answers", (broken,))
    row = queued()
    assert fresh(row).status == "queued"


def test_what_a_job_logs_and_does_bears_the_id_of_the_request_that_ordered_it(
    own_kinds: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    seen: list[tuple[str, str]] = []

    def telling(run: JobRun) -> dict[str, Any]:
        seen.append((request_id.get(), run.context().request_id))
        return {}

    jobs.job("test.tell")(telling)
    row = jobs.enqueue(replace(CTX, request_id="from-a-page-1"), "test.tell", {})
    with caplog.at_level(logging.INFO, "tdapp.kernel.jobs"):
        jobs.run(row.pk)
    assert seen == [("from-a-page-1", "from-a-page-1")]
    assert f"job test.tell {row.pk} done" in caplog.text
    assert request_id.get() == ""
