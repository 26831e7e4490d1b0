"""A job that waits says why, once that is worth saying."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.template.loader import render_to_string

from tdapp.kernel import clock
from tdapp.kernel.models import Job
from tdapp.kernel.running import health, job_delay

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 14, 4, 0, tzinfo=UTC)


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> dict[str, bool]:
    """Whether a worker gives a sign of life."""
    alive = {"ok": False}
    monkeypatch.setattr(health, "worker", lambda: alive)
    return alive


def said(job: Job, after: int) -> str:
    with clock.at(NOON + timedelta(seconds=after)):
        return job_delay.why(job)


def a_job(**values: object) -> Job:
    facts = {"kind": "paper.pack", "scope": "event:1", "actor": "user:1", "created_at": NOON}
    return Job.objects.create(**facts | values)


def test_a_job_without_a_worker_says_after_a_while_that_none_runs_and_what_to_do(
    worker: dict[str, bool],
) -> None:
    job = a_job()
    assert said(job, 3) == ""
    assert "No worker is running" in said(job, 20)
    assert "./td run" in said(job, 20)
    worker["ok"] = True
    assert said(job, 20) == ""


def test_a_job_behind_another_says_so_and_one_that_runs_says_nothing(worker: dict[str, bool]) -> None:
    worker["ok"] = True
    running = a_job(status="running")
    assert "at something else" in said(a_job(), 20)
    assert said(running, 20) == ""


def test_the_progress_of_every_job_carries_the_sentence(worker: dict[str, bool]) -> None:
    with clock.at(NOON + timedelta(minutes=1)):
        html = render_to_string("td/parts/_progress.html", {"job": a_job(), "label": "Making the pack"})
    assert "No worker is running" in html
