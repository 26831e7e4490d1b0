"""The queue's two tasks. They carry ids only; everything else is in `jobs`."""

from __future__ import annotations

from celery import shared_task

from tdapp.kernel import jobs


@shared_task(name="td.run_job", ignore_result=True)
def run_job(pk: str) -> None:
    """Carry out the job with this id, unless somebody else has it."""
    jobs.run(pk)


@shared_task(name="td.reap_jobs", ignore_result=True)
def reap_jobs() -> None:
    """Send lost jobs again."""
    jobs.reap()


jobs.send_by(run_job.delay)
