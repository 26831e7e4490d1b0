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


def send(pk: str) -> None:
    """Send an id by the application of the process. Asked for at each call: this module is loaded before there is one."""
    run_job.delay(pk)
