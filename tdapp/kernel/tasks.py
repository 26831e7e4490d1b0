"""The queue's two tasks. They carry ids only; everything else is in `jobs`."""

from __future__ import annotations

from celery import shared_task
from django.conf import settings
from kombu.exceptions import OperationalError

from tdapp.kernel import jobs
from tdapp.kernel.running import circuit


@shared_task(name="td.run_job", ignore_result=True)
def run_job(pk: str) -> None:
    """Carry out the job with this id, unless somebody else has it."""
    jobs.run(pk)


@shared_task(name="td.reap_jobs", ignore_result=True)
def reap_jobs() -> None:
    """Send lost jobs again."""
    jobs.reap()


def send(pk: str) -> None:
    """Send an id by the application of the process. Asked for at each call: this module is loaded before there is one.

    While Redis is away this fails at once and nobody waits for it: the reaper sends again.
    """
    if settings.REDIS_URL:
        circuit.of(settings.REDIS_URL).ask(lambda: run_job.delay(pk), OperationalError)
    else:
        run_job.delay(pk)
