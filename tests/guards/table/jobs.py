"""Jobs: claimed once, not written over, sent after the commit, not tried for ever."""

from __future__ import annotations

from tests.guards.guard import Guard, guard

JOBS = "tdapp/kernel/jobs.py"

GUARDS: tuple[Guard, ...] = (
    guard(
        "a job is claimed once",
        JOBS,
        "taken = Job.objects.filter(free, pk=pk).update(",
        "taken = Job.objects.filter(pk=pk).update(",
        "tests/kernel/test_jobs.py",
    ),
    guard(
        "a job that others took over stops",
        JOBS,
        "filter(pk=self.id, status=Job.Status.RUNNING, attempts=self.attempt)",
        "filter(pk=self.id)",
        "tests/kernel/test_jobs.py",
    ),
    guard(
        "a late worker does not write over a newer one",
        JOBS,
        "Job.objects.filter(pk=row.pk, attempts=row.attempts).update(",
        "Job.objects.filter(pk=row.pk).update(",
        "tests/kernel/test_jobs.py",
    ),
    guard(
        "a job is sent after the commit",
        JOBS,
        "transaction.on_commit(lambda: _send(row.pk))",
        "_send(row.pk)",
        "tests/kernel/test_jobs.py",
    ),
    guard(
        "a job is not tried for ever",
        JOBS,
        "if row.attempts > MAX_ATTEMPTS:",
        "if False:",
        "tests/kernel/test_jobs.py",
    ),
)
