"""The demo is asked for at the first start, and made by the worker beside the first page."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command
from django.test import Client

from lexicon_admin.models import Edition
from tdapp.demo import commands
from tdapp.demo.making import season, words
from tdapp.events.models import Event
from tdapp.events.setup import demo_job
from tdapp.kernel import clock, context, jobs
from tdapp.kernel.commands import Installation
from tdapp.kernel.models import Job
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.kernel.running.giving_way import rest
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


def ordered() -> UUID:
    return UUID(commands.make_later(PROGRAM, Installation())["job"])


def status(pk: UUID) -> tuple[str, str]:
    return Job.objects.values_list("status", "message").get(pk=pk)


def short(monkeypatch: pytest.MonkeyPatch, between: Callable[[int], None] = lambda _time: None) -> list[int]:
    """The demo is a list of words and an event; `between` is called between the two. The times it was begun."""
    begun: list[int] = []

    def make(_ctx: Any, _now: Any, step: season.Step = season._quiet) -> list[Event]:
        begun.append(len(begun) + 1)
        time = begun[-1]
        step(0, 2, "words")
        words.word_list(date(2026, 11, 1))
        between(time)
        step(1, 2, "event")
        return [f.event(demo=True)]

    monkeypatch.setattr(season, "make", make)
    return begun


def test_an_attempt_that_lost_its_turn_stops_and_what_the_other_one_made_stays(
    db: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def overtaken(time: int) -> None:
        if time == 1:
            with clock.at(clock.now() + 2 * jobs.LEASE):
                jobs.run(pk)

    begun = short(monkeypatch, overtaken)
    pk = ordered()
    jobs.run(pk)
    assert begun == [1, 2]
    assert status(pk)[0] == Job.Status.DONE
    assert commands.events().count() == 1
    assert Edition.objects.get(lexicon__slug=words.SLUG).status == Edition.Status.PUBLISHED


def test_one_that_met_the_writes_of_another_is_made_again(db: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def meeting(time: int) -> None:
        if time == 1:
            f.event(demo=True)
            raise Conflict("changed-meanwhile", "Somebody else changed this.")

    begun = short(monkeypatch, meeting)
    pk = ordered()
    jobs.run(pk)
    assert status(pk) == (Job.Status.QUEUED, "")
    assert not commands.events().exists(), "nothing is left of it"
    jobs.run(pk)
    assert (begun, status(pk)[0]) == ([1, 2], Job.Status.DONE)


def test_pages_come_before_it_at_the_database(db: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    rests: list[float] = []
    order: list[str] = []
    short(monkeypatch, lambda _time: rests.append(rest(0.0)))
    monkeypatch.setattr(commands, "reverse", lambda _name: order.append("the code of all pages"))
    monkeypatch.setattr(commands, "_all_away", lambda: order.append("the first write"))
    jobs.run(ordered())
    assert order == ["the code of all pages", "the first write"]
    assert len(rests) == 1
    assert rests[0] > 0
    assert rest(0.0) == 0, "what else the worker does takes no rest"


def test_what_an_overtaken_attempt_still_began_goes(db: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    short(monkeypatch, lambda _time: f.event(demo=True) and None)
    pk = ordered()
    jobs.run(pk)
    made = Job.objects.get(pk=pk).result["events"]
    assert list(commands.events().values_list("slug", flat=True)) == made


def test_both_first_pages_say_that_it_could_not_be_made_until_it_is(
    db: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = short(monkeypatch, in_the_way)
    pk, browser = ordered(), Client()
    browser.force_login(f.user("direktor", operator=True))
    for _time in range(jobs.MAX_ATTEMPTS):
        jobs.run(pk)
    assert status(pk) == (Job.Status.FAILED, "Somebody else changed this.")
    assert len(begun) == jobs.MAX_ATTEMPTS
    for client in (Client(), browser):
        page = client.get("/").content.decode()
        assert "The demo could not be made" in page
        assert "./td manage create_demo" in page
    assert "Somebody else changed this." in browser.get("/").content.decode()
    short(monkeypatch)
    call_command("create_demo", "--json")
    commands.remove(PROGRAM, Installation())
    assert "could not be made" not in browser.get("/").content.decode()


def in_the_way(_time: int) -> None:
    raise Conflict("changed-meanwhile", "Somebody else changed this.")


def test_made_by_hand_it_is_the_order_that_waits_and_is_not_made_beside_the_worker(
    db: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begun = short(monkeypatch)
    pk = ordered()
    assert jobs.claim(pk) is not None
    with pytest.raises(SystemExit):
        call_command("create_demo", "--json")
    assert "being made already" in capsys.readouterr().err
    assert begun == []
    with clock.at(clock.now() + jobs.LEASE + timedelta(seconds=1)):
        call_command("create_demo", "--json")
    assert (begun, status(pk)[0]) == ([1], Job.Status.DONE)


def test_what_kept_it_from_being_made_here_is_said(db: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    commands.make_later(PROGRAM, Installation())

    def fail(pk: UUID) -> None:
        Job.objects.filter(pk=pk).update(status=Job.Status.FAILED, message="The disk is full.")

    monkeypatch.setattr(jobs, "run", fail)
    with pytest.raises(Refusal, match="The disk is full"):
        commands.make_waiting()
