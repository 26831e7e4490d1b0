"""The demo is asked for at the first start, and made by the worker beside the first page."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tdapp.demo import commands
from tdapp.events.setup import demo_job
from tdapp.kernel import context
from tdapp.kernel.commands import Installation
from tdapp.kernel.models import Job
from tdapp.kernel.refusals import Conflict, Refusal
from tests import factories as f

PROGRAM = context.system(via="cli")


def test_it_waits_for_the_worker_and_both_first_pages_say_so(db: Any) -> None:
    told = commands.make_later(PROGRAM, Installation())
    assert Job.objects.get(pk=told["job"]).status == Job.Status.QUEUED
    assert "A demo is being made" in Client().get("/").content.decode()
    browser = Client()
    browser.force_login(f.user("direktor", operator=True))
    assert f"/demo/making/{told['job']}" in browser.get("/").content.decode()
    assert browser.get(f"/demo/making/{told['job']}").status_code == 200
    with pytest.raises(Conflict, match="being made already"):
        commands.make_later(PROGRAM, Installation())


def test_removing_it_calls_the_worker_off_and_nothing_comes_after(db: Any) -> None:
    commands.make_later(PROGRAM, Installation())
    assert commands.remove(PROGRAM, Installation()) == {"removed": []}
    assert demo_job.waiting() is None
    with pytest.raises(Refusal, match="no demo here"):
        commands.remove(PROGRAM, Installation())
